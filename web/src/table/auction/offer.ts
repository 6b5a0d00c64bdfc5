/** What an auction box shows: the calls that may be made now, each where it stays while others call. */
import { type Call, isCall } from "../../state/actions";
import type { Deal } from "../../state/deal";

export interface Offer {
  deal: number;
  /** calls that name nothing: `pass` first, then `take` and the like, or all bids that are numbers; beside a ladder always a double */
  words: Call[];
  /** calls that name a strain, all of them for each word; of a ladder all there are, so that its box does not change */
  bids: Call[];
}

export const NO_OFFER: Offer = { deal: 0, words: [], bids: [] };
/** how many values of a ladder find room beside each other */
export const MOST_COLUMNS = 7;
/** how many find room as buttons: of a ladder that has more, one is chosen from a list */
export const MOST_VALUES = 10;

/**
 * The calls of a box after one that showed `before`, out of all calls of the game. It has one shape for a whole auction:
 * what may not be called now stands where it did, and where it will.
 */
export function nextOffer(before: Offer, deal: Deal, all: readonly Call[]): Offer {
  const now = deal.phase === "auction" ? [...deal.legal.filter(isCall), ...deal.outOfTurn] : [];
  const isNew = before.deal !== deal.deal;
  const shown = now.length > 0 ? now : isNew ? [] : [...before.words, ...before.bids];
  const passes = all.filter(({ kind }) => kind === "pass");
  const words = [...passes, ...shown.filter((call) => call.kind !== "pass" && !isBid(call))];
  const ladder = all.filter(({ kind }) => kind === "bid");
  if (ladder.some(isBid)) {
    const double = all.filter(({ kind, seat }) => kind === "double" && !seat);
    return { deal: deal.deal, words: words.length > 1 ? words : [...words, ...double], bids: ladder };
  }
  if (ladder.length > 0) {
    const naming = withWordsOf(shown.filter(isBid), all);
    return { deal: deal.deal, words: naming.length > 0 ? [] : [...passes, ...ladder], bids: naming };
  }
  const accepting = shown.length === 0 ? all.filter(({ kind, alone }) => kind === "accept" && !alone) : [];
  return { deal: deal.deal, words: [...words, ...accepting], bids: withWordsOf(shown.filter(isBid), all) };
}

/** Whether bids have values, of which each has to be higher than the one before. */
export function isLadder(bids: readonly Call[]): boolean {
  return bids.some(({ kind }) => kind === "bid");
}

/** The values of bids, from the lowest up. */
export function valuesOf(bids: readonly Call[]): string[] {
  return [...new Set(bids.map(({ word }) => word))];
}

/** The strains of bids, in the order of the game. */
export function strainsOf(bids: readonly Call[]): string[] {
  return [...new Set(bids.map(({ strain }) => strain ?? ""))];
}

/** The bid of a value and a strain. */
export function bidOf(value: string, strain: string, bids: readonly Call[]): Call | undefined {
  return bids.find((bid) => bid.word === value && bid.strain === strain);
}

/** The last bid of an auction, and who made it. */
export function highestBid(deal: Deal): { bid: Call; seat: number } | null {
  const index = deal.calls.findLastIndex(({ kind }) => kind === "bid");
  const bid = deal.calls[index];
  return bid === undefined ? null : { bid, seat: deal.callers[index] ?? 0 };
}

/** Those of all calls that name something, each by a word of the given ones. */
function withWordsOf(bids: readonly Call[], all: readonly Call[]): Call[] {
  const words = valuesOf(bids);
  return all.filter((call) => isBid(call) && words.includes(call.word));
}

function isBid({ strain }: Call): boolean {
  return strain !== undefined && strain !== null;
}
