/**
 * What the page says, of which a browser loads one language: the server's own catalogue of texts, built into the page,
 * and the words of the games that are installed where it comes from.
 */
import type english from "../../../src/overtrick/texts/en.json";

export type Key = keyof typeof english;
export type Language = "en" | "fr" | "pt";
export const LANGUAGES: readonly Language[] = ["en", "fr", "pt"];

type Texts = Record<string, string>;

const LOADERS: Record<Language, () => Promise<{ default: Texts }>> = {
  en: () => import("virtual:texts/en"),
  fr: () => import("virtual:texts/fr"),
  pt: () => import("virtual:texts/pt"),
};

let texts = $state.raw<Texts>({});
let language = $state<Language>("en");
/** the last one that was asked for: of two that are loaded, the slower one must not win */
let asked: Language = "en";

export function currentLanguage(): Language {
  return language;
}

/** Speak another language as soon as it is loaded, unless yet another one is asked for before. */
export async function speak(wanted: Language): Promise<void> {
  asked = wanted;
  const [common, ofGames] = await Promise.all([LOADERS[wanted](), wordsOfGames(wanted)]);
  if (asked !== wanted) return;
  texts = { ...ofGames, ...common.default };
  language = wanted;
  document.documentElement.lang = wanted;
}

async function wordsOfGames(wanted: Language): Promise<Texts> {
  const response = await fetch(`/api/texts?lang=${wanted}`, { credentials: "omit" });
  if (!response.ok) throw new Error(response.statusText);
  return ((await response.json()) as { texts: Texts }).texts;
}

/** The language of a browser that asks for some, the best first. */
export function preferred(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.map((code) => LANGUAGES.find((known) => known === code)).find((known) => known !== undefined) ?? "en";
}

/** The text of a key with its values filled in. */
export function say(key: Key, values: Record<string, string | number> = {}): string {
  return fill(texts[key] ?? key, values);
}

/** As `say`, for keys that are made of the server's words: undefined where there is no such text. */
export function sayIfKnown(key: string, values: Record<string, string | number> = {}): string | undefined {
  const text = texts[key];
  return text === undefined ? undefined : fill(text, values);
}

/** A sentence as it is set: in French no line ends before the signs that stand apart from their words. */
export function unbroken(text: string): string {
  if (language !== "fr") return text;
  return text.replaceAll("« ", "«\u00a0").replace(/ ([:»%])/g, "\u00a0$1").replace(/ ([;!?])/g, "\u202f$1");
}

/** What something is called, and what it is: `Zoé: 90`, in French with a space before the colon. */
export function labelled(label: string, content: string | number): string {
  return say("web.log.said", { name: label, text: content });
}

/** Items in a sentence: `2, 3 and 4`. */
export function listed(items: readonly string[]): string {
  return joined("list.last", items);
}

/** Items of which one is to be chosen: `2, 3 or 4`. */
export function either(items: readonly string[]): string {
  return joined("list.either", items);
}

function joined(key: "list.last" | "list.either", items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : say(key, { items: items.slice(0, -1).join(", "), last });
}

/** A number as it is written in the language, with a minus that is as wide as a plus. */
export function written(value: number, digits = 0): string {
  return value.toLocaleString(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).replace("-", "−");
}

/** A number with its sign: `+12`, `−50`. */
export function signed(value: number, digits = 0): string {
  return (value < 0 ? "" : "+") + written(value, digits);
}

/** A moment as it is written in the language; in milliseconds of Unix time. */
export function writtenTime(at: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** Words as they stand on a button, with a capital. */
export function asLabel(words: string): string {
  return words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1);
}

function fill(text: string, values: Record<string, string | number>): string {
  return unbroken(text).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? written(value) : (value ?? `{${name}}`);
  });
}
