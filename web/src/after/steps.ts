/** A play card by card: how it lies after so many of them, and which cards were the most costly. */
import { holderOf } from "../cards/order";
import type { Order } from "../net/http";
import type { Analysis } from "../net/messages";
import type { Trick } from "../state/deal";
import type { Card } from "../words/cards";
import { sideOf } from "../words/players";
import type { Play } from "./record";

/** How a deal lies after some cards. */
export interface Position {
  hands: Card[][];
  /** the trick to which the last card belongs, whole if it was the last one of it */
  trick: Trick | null;
  /** who holds the trick, or has won it */
  holder: number | null;
  /** whose card comes next; null at the end */
  turn: number | null;
}

export function positionAt({ hands, plays, players, tricks }: Omit<Play, "contract" | "takers">, step: number, order: Order): Position {
  const gone = plays.slice(0, step);
  const trick = trickAt(tricks, step);
  return {
    hands: hands.map((hand) => hand.filter((card) => !gone.includes(card))),
    trick,
    holder: trick && (trick.taker ?? holderOf(trick.cards, order)),
    turn: players[step] ?? null,
  };
}

function trickAt(tricks: readonly Trick[], step: number): Trick | null {
  let start = 0;
  for (const trick of tricks) {
    const end = start + trick.cards.length;
    if (step > start && step <= end) {
      const cards = trick.cards.slice(0, step - start);
      return { cards, taker: step === end ? trick.taker : null };
    }
    start = end;
  }
  return null;
}

/** A card of the play: the number of cards before it, its trick, and what it cost, where that is known. */
export interface PlayedCard {
  index: number;
  trick: number;
  seat: number;
  card: Card;
  cost: number | null;
}

export function playedCards({ tricks }: Pick<Play, "tricks">, analysis: Analysis | null): PlayedCard[] {
  const cards = tricks.flatMap((trick, number) => trick.cards.map((played) => ({ ...played, trick: number + 1 })));
  return cards.map((played, index) => ({ ...played, index, cost: analysis?.steps[index]?.cost ?? null }));
}

/** The cards that cost something, the most costly first. */
export function costly(cards: readonly PlayedCard[]): (PlayedCard & { cost: number })[] {
  const lossy = cards.filter((played): played is PlayedCard & { cost: number } => (played.cost ?? 0) > 0);
  return lossy.sort((one, other) => other.cost - one.cost || one.index - other.index);
}

/** The best cards instead of the one that was played. */
export function betterThan({ steps }: Analysis, index: number): Card[] {
  const { best, options = {} } = steps[index] ?? {};
  return Object.keys(options).filter((card) => options[card] === best);
}

/** What the sides 1 and 2 have at the end if all play on perfectly after so many cards; null where nobody knows. */
export function bestFrom({ steps, total, won }: Analysis, step: number): [number, number] | null {
  const next = steps[step];
  if (!next) return won;
  if (next.best === null) return null;
  return sideOf(next.seat) === 1 ? [next.best, total - next.best] : [total - next.best, next.best];
}
