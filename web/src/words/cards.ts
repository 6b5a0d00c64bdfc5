/** Cards as the server names them (`Th`: the rank, then the suit), and in words. */
import { type Key, say, sayIfKnown } from "./texts.svelte";

/** `Ah`, `Tc`: as in all messages. */
export type Card = string;
export type Suit = "s" | "h" | "d" | "c";
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

export function rankOf(card: Card): string {
  return card.slice(0, 1);
}

export function suitOf(card: Card): Suit {
  return card.slice(1, 2) as Suit;
}

/** The index of a card: `10`, or the letter of a court in the language. */
export function letter(rank: string): string {
  return sayIfKnown(`rank.${rank}`) ?? rank;
}

/** `10♥`, `R♠`. */
export function shortName(card: Card): string {
  return letter(rankOf(card)) + SYMBOLS[suitOf(card)];
}

/** `the ten of hearts`, for those who hear the page. */
export function longName(card: Card): string {
  return say(`card.${rankOf(card)}` as Key, { suit: say(`suit.of.${suitOf(card)}`) });
}
