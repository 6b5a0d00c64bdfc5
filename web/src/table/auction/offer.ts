/** What an auction box shows: the calls that may be made now, at places where they stay while others call. */
import type { Deal } from "../../state/deal";
import { isLevelBid, PASS, callParts } from "../../words/calls";

export interface Offer {
  deal: number;
  /** calls that name nothing: `pass` first, then `take` and the like; beside a ladder always a double */
  words: string[];
  /** calls that name a strain; those of a ladder as far as they are known, so that its box does not change */
  bids: string[];
}

export const NO_OFFER: Offer = { deal: 0, words: [PASS], bids: [] };

/** The calls of a box after one that showed `before`. While there is nothing to call, it shows what it did. */
export function nextOffer(before: Offer, deal: Deal): Offer {
  const now = deal.phase === "auction" ? [...deal.legal, ...deal.outOfTurn] : [];
  const isNew = before.deal !== deal.deal;
  const known = unique([...before.bids, ...deal.calls, ...now].filter(isBid));
  const shown = now.length > 0 ? now : isNew ? [] : [...before.words, ...before.bids];
  const words = unique([PASS, ...shown.filter((call) => !isBid(call))]);
  if (!isLadder(known)) return { deal: deal.deal, words, bids: shown.filter(isBid) };
  const double = known.some(isLevelBid) ? "X" : "coinche";
  return { deal: deal.deal, words: words.length > 1 ? words : [PASS, double], bids: known };
}

/** Whether bids have values, of which each has to be higher than the one before. */
export function isLadder(bids: readonly string[]): boolean {
  return valuesOf(bids).length > 1 || bids.some((bid) => /^\d/.test(bid));
}

/** The values of bids, from the lowest up: numbers, then words. */
export function valuesOf(bids: readonly string[]): string[] {
  if (bids.some(isLevelBid)) return ["1", "2", "3", "4", "5", "6", "7"];
  const values = unique(bids.map((bid) => callParts(bid).word));
  const isNumber = (value: string) => /^\d+$/.test(value);
  return [
    ...values.filter(isNumber).sort((one, other) => Number(one) - Number(other)),
    ...values.filter((value) => !isNumber(value)),
  ];
}

/** The strains of bids, in the order in which players know them; all four suits, so that none moves. */
export function strainsOf(bids: readonly string[]): string[] {
  if (bids.some(isLevelBid)) return ["C", "D", "H", "S", "NT"];
  const named = new Set(bids.map((bid) => callParts(bid).strain));
  return ["S", "H", "D", "C", ...["NT", "AT"].filter((strain) => named.has(strain))];
}

/** The bid of a value and a strain, as the server writes it. */
export function bidOf(value: string, strain: string, bids: readonly string[], isAlone = false): string {
  if (bids.some(isLevelBid)) return value + strain;
  return `${value} ${strain}${isAlone ? " alone" : ""}`;
}

/** The last bid of an auction, and who made it. */
export function highestBid(deal: Deal): { bid: string; seat: number } | null {
  const index = deal.calls.findLastIndex(isBid);
  const bid = deal.calls[index];
  return bid === undefined ? null : { bid, seat: deal.callers[index] ?? 0 };
}

function isBid(call: string): boolean {
  return callParts(call).strain !== null;
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
