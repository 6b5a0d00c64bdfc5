/** What the browser keeps. Anybody may have written there, an older page too: what is not of the right kind is not read. */

export type Store = "localStorage" | "sessionStorage";
type Kind<T> = (value: unknown) => value is T;
export type Kinds<T> = { [Field in keyof Required<T>]: Kind<Required<T>[Field]> };

export const isText: Kind<string> = (value) => typeof value === "string";
export const isNumber: Kind<number> = (value): value is number => Number.isFinite(value);
export const isYesOrNo: Kind<boolean> = (value) => typeof value === "boolean";

export function isOneOf<T>(...choices: readonly T[]): Kind<T> {
  return (value): value is T => choices.includes(value as T);
}

export function isListOf<T>(kind: Kind<T>): Kind<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(kind);
}

export function isEither<A, B>(one: Kind<A>, other: Kind<B>): Kind<A | B> {
  return (value): value is A | B => one(value) || other(value);
}

/** Those fields that are of their kinds. */
export function fieldsOf<T>(value: unknown, kinds: Kinds<T>): Partial<T> {
  if (typeof value !== "object" || value === null) return {};
  const isKnown = ([field, content]: [string, unknown]) => Object.hasOwn(kinds, field) && kinds[field as keyof T](content);
  return Object.fromEntries(Object.entries(value).filter(isKnown)) as Partial<T>;
}

/** The value, if all its fields are of their kinds; else null. */
export function wholeOf<T>(value: unknown, kinds: Kinds<T>): T | null {
  const found = fieldsOf(value, kinds);
  return Object.keys(kinds).every((field) => field in found) ? (found as T) : null;
}

export function read(key: string, store: Store = "localStorage"): unknown {
  try {
    return JSON.parse(window[store].getItem(key) ?? "null");
  } catch {
    return null; // somebody else's, or not allowed
  }
}

/** Keep a value; null for nothing. */
export function write(key: string, value: unknown, store: Store = "localStorage"): void {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch {
    // the browser keeps nothing: then it lasts as long as the page
  }
}
