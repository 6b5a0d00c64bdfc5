/** Cards as the server names them (`Th`: the rank, then the suit), and in words. */
import { currentLanguage, type Key, say } from "./texts.svelte";

/** `Ah`, `Tc`: as in all messages. */
export type Card = string;
export type Suit = "s" | "h" | "d" | "c";
export const SUITS: readonly Suit[] = ["s", "h", "d", "c"];
export const SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

const LETTERS = {
  en: { K: "K", Q: "Q", J: "J" },
  fr: { K: "R", Q: "D", J: "V" },
  pt: { K: "R", Q: "D", J: "V" },
} as const;

export function rankOf(card: Card): string {
  return card.slice(0, 1);
}

export function suitOf(card: Card): Suit {
  return card.slice(1, 2) as Suit;
}

export function isCard(text: string): text is Card {
  return /^[AKQJT2-9][shdc]$/.test(text);
}

/** The index of a card: `10`, or the letter of a court in the language. */
export function letter(rank: string): string {
  const letters: Record<string, string> = LETTERS[currentLanguage()];
  return rank === "T" ? "10" : (letters[rank] ?? rank);
}

/** A text of the server with the letters of the courts as the language has them: `A R D V 10` in French. */
export function withLetters(text: string): string {
  return text.replace(/(?<![\p{L}\d'’])[KQJ](?![\p{L}\d'’])/gu, letter);
}

/** `10♥`, `R♠`. */
export function shortName(card: Card): string {
  return letter(rankOf(card)) + SYMBOLS[suitOf(card)];
}

/** `the ten of hearts`, for those who hear the page. */
export function longName(card: Card): string {
  return say(`card.${rankOf(card)}` as Key, { suit: say(`suit.of.${suitOf(card)}`) });
}
