/** Deals of the day: what was tried in this browser, how it compares, and on how many days in a row. */
import type { DayResult } from "../net/messages";
import { isEither, isNumber, isOneOf, isText, type Kinds, read, wholeOf, write } from "./kept";

export interface DayTry {
  /** of day and game, as the server names it */
  name: string;
  /** what one's own side has more than the other one; null while it is played */
  net: number | null;
  /** where its replay is */
  path: string;
  /** the token of the seat, which shows until the day is over that one has played */
  key: string;
}

const KEY = "overtrick/daily";
/** as many as are kept; the oldest go first */
const MOST = 400;
/** of the last tries, which may open somebody else's of today */
const KEYS = 20;
const KINDS: Kinds<DayTry> = { name: isText, net: isEither(isNumber, isOneOf(null)), path: isText, key: isText };
const DAY = 86_400_000;
/** where the game begins in the name of a day, as `day20261118euchre` */
const NAME_OF_GAME = 11;

/** All of them, the newest first. */
export function dayTries(): DayTry[] {
  const kept = read(KEY);
  return Array.isArray(kept) ? kept.map((each) => wholeOf({ key: "", ...each }, KINDS)).filter((each) => each !== null) : [];
}

export function tryOf(name: string): DayTry | null {
  return dayTries().find((each) => each.name === name) ?? null;
}

/** Somebody has seen the cards: another try does not count. */
export function beginDay(name: string): void {
  if (!tryOf(name)) write(KEY, [{ name, net: null, path: "", key: "" }, ...dayTries()].slice(0, MOST));
}

/** The keys that may open a deal of today, that of its own replay first. */
export function keysFor(path: string): string[] {
  const played = dayTries().filter(({ key }) => key !== "");
  return [...played.filter((each) => each.path === path), ...played.slice(0, KEYS)].map(({ key }) => key);
}

/** The key of the last try in a game. */
export function lastKey(game: string): string {
  return dayTries().find(({ name }) => name.slice(NAME_OF_GAME) === game)?.key ?? "";
}

/** The first try is over. */
export function endDay(name: string, net: number, path: string, key: string): void {
  beginDay(name);
  write(KEY, dayTries().map((each) => (each.name === name && each.net === null ? { name, net, path, key } : each)));
}

/** On how many days in a row, up to today or yesterday, a deal of the day was played to its end; `today` as 2026-11-18. */
export function streak(today: string, tries: readonly DayTry[] = dayTries()): number {
  const days = new Set(tries.filter(({ net }) => net !== null).map(({ name }) => name.slice(3, 11)));
  const isDone = (time: number) => days.has(new Date(time).toISOString().slice(0, 10).replaceAll("-", ""));
  const end = Date.parse(today);
  let count = 0;
  for (let time = isDone(end) ? end : end - DAY; isDone(time); time -= DAY) count += 1;
  return count;
}

/** The matchpoints of a result among all of a day, of which it is one, in percent; null if there are no others. */
export function percentOf(net: number, results: readonly DayResult[]): number | null {
  const own = results.findIndex((result) => !result.bot && result.net === net);
  const others = results.filter((_, index) => index !== own);
  if (others.length === 0) return null;
  const points = others.reduce((sum, other) => sum + (other.net < net ? 1 : other.net === net ? 0.5 : 0), 0);
  return Math.round((100 * points) / others.length);
}
