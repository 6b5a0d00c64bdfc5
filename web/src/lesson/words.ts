/** The sentences of lessons, in which cards stand in braces: `Play {As}.` */
import { type Card, longName, shortName } from "../words/cards";
import { unbroken } from "../words/texts.svelte";

/** With the cards as they are drawn: `Play A♠.` */
export function written(text: string): string {
  return withCards(text, shortName);
}

/** For those who hear the page: `Play the ace of spades.` */
export function aloud(text: string): string {
  return withCards(text, longName);
}

function withCards(text: string, name: (card: Card) => string): string {
  return unbroken(text).replace(/\{(\w[shdc])\}/g, (_, card: Card) => name(card));
}
