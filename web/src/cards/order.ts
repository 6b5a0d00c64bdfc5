/** In which order cards stand in a hand, and which card of a trick is the best, by what the server tells of the game. */
import type { GameFacts, Order } from "../net/http";
import { type Card, SUITS, suitOf } from "../words/cards";

/** How cards count under a strain, or before there is one. */
export function orderOf(facts: GameFacts, strain: string | undefined): Order {
  const order = facts.orders[strain ?? ""] ?? facts.orders[""];
  return order ?? { suits: SUITS.map((suit) => facts.pack.filter((card) => suitOf(card) === suit)), trump: false };
}

/** The cards of a hand by suits, trumps first and colours in turn, each from the highest down. */
export function sortedHand(hand: readonly Card[], order: Order): Card[] {
  const groups = order.suits.map((suit) => suit.filter((card) => hand.includes(card))).filter((suit) => suit.length > 0);
  const trumps = order.trump ? groups.filter((suit) => order.suits[0]?.includes(suit[0] ?? "")) : [];
  return [...trumps, ...inTurn(groups.filter((suit) => !trumps.includes(suit)), trumps[0]?.[0])].flat();
}

/** Who holds a trick: the highest trump, or else the highest card of the suit that was led. */
export function holderOf(trick: readonly { seat: number; card: Card }[], order: Order): number | null {
  const led = trick[0]?.card;
  if (led === undefined) return null;
  const trumps = order.trump ? (order.suits[0] ?? []) : [];
  const suit = order.suits.find((cards) => cards.includes(led)) ?? [];
  const ranked = [...trumps, ...suit];
  const best = ranked.find((card) => trick.some((played) => played.card === card));
  return trick.find((played) => played.card === best)?.seat ?? null;
}

/** Suits so that, as far as it goes, a red one stands beside a black one; `before` is the card before them. */
function inTurn(suits: Card[][], before: Card | undefined): Card[][] {
  const rest = [...suits];
  const result: Card[][] = [];
  let colour = before === undefined ? null : isRed(before);
  while (rest.length > 0) {
    const reds = rest.filter((suit) => isRed(suit[0] ?? ""));
    // With nothing before, the colour that has more suits begins.
    const wanted = colour === null ? reds.length > rest.length - reds.length : !colour;
    const next = rest.find((suit) => isRed(suit[0] ?? "") === wanted) ?? rest[0] ?? [];
    rest.splice(rest.indexOf(next), 1);
    result.push(next);
    colour = isRed(next[0] ?? "");
  }
  return result;
}

function isRed(card: Card): boolean {
  return suitOf(card) === "h" || suitOf(card) === "d";
}
