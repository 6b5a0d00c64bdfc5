/** Which cards of a hand are trumps, and which of them are printed as another suit. */
import type { Order } from "../net/http";
import { strainAloud, strainWords } from "../words/calls";
import { type Card, longName, suitOf } from "../words/cards";
import { say } from "../words/texts.svelte";

export interface Mark {
  /** the card for those who hear the page */
  words: string;
  /** the suit that it belongs to, where another one is printed on it */
  symbol?: string;
}

/** The mark of a card under a strain: null if it is no trump, or nothing is trumps. */
export function markOf(card: Card, order: Order, strain: string | undefined): Mark | null {
  const trumps = order.trump ? (order.suits[0] ?? []) : [];
  if (!strain || !trumps.includes(card)) return null;
  if (suitOf(card) === strain.toLowerCase()) return { words: say("web.hand.trump", { card: longName(card) }) };
  return { words: say("web.hand.counts-as", { card: longName(card), suit: strainAloud(strain) }), symbol: strainWords(strain) };
}
