/** The deals that were played in this browser: only here, for nobody else, until they are deleted. */
import { isEither, isNumber, isOneOf, isText, type Kinds, read, wholeOf, write } from "./kept";

export interface PlayedDeal {
  /** where its replay is */
  path: string;
  /** the name of the game */
  game: string;
  /** what one's own side has for it, and the other one */
  own: number;
  other: number;
  /** whether one's own side has won it; null if nobody has */
  isWon: boolean | null;
  /** in milliseconds of Unix time */
  at: number;
}

const KEY = "overtrick/deals";
/** as many as are kept; the oldest go first */
export const MOST = 200;

const isPath = (value: unknown): value is string => isText(value) && value.startsWith("/deal/");
const KINDS: Kinds<PlayedDeal> = {
  path: isPath,
  game: isText,
  own: isNumber,
  other: isNumber,
  isWon: isEither(isOneOf(true, false), isOneOf(null)),
  at: isNumber,
};

/** All of them, the newest first. */
export function playedDeals(): PlayedDeal[] {
  const kept = read(KEY);
  return Array.isArray(kept) ? kept.map((deal) => wholeOf(deal, KINDS)).filter((deal) => deal !== null) : [];
}

/** Remember a deal; one that is known stays as it is. */
export function remember(deal: PlayedDeal): void {
  const known = playedDeals();
  if (!known.some(({ path }) => path === deal.path)) write(KEY, [deal, ...known].slice(0, MOST));
}

/** Forget one deal, or all of them. */
export function forget(path?: string): void {
  const left = path === undefined ? [] : playedDeals().filter((deal) => deal.path !== path);
  write(KEY, left.length > 0 ? left : null);
}
