/** Cards in lines, one for each suit, as dummy lays them down. */
import { type Card, suitOf } from "../words/cards";

/** Where a card lies, from 1: its suit's line, and its place in it. */
export interface Place {
  line: number;
  place: number;
}

/** The places of cards that stand by suits. */
export function linesOf(cards: readonly Card[]): Place[] {
  const places: Place[] = [];
  cards.forEach((card, index) => {
    const before = places[index - 1];
    const isNext = before !== undefined && suitOf(card) === suitOf(cards[index - 1] ?? "");
    places.push(isNext ? { line: before.line, place: before.place + 1 } : { line: (before?.line ?? 0) + 1, place: 1 });
  });
  return places;
}

/** Where the arrow keys lead from a card: along its line, and to the card beside it in the next one. */
export function arrowsIn(places: readonly Place[], index: number, shape: "columns" | "rows"): Record<string, number> {
  const { line, place } = places[index] ?? { line: 1, place: 1 };
  const lines = places.at(-1)?.line ?? 1;
  const along = (step: number) => (index + step + places.length) % places.length;
  const beside = (step: number) => {
    const wanted = ((line - 1 + step + lines) % lines) + 1;
    return places.findLastIndex((other) => other.line === wanted && other.place <= place);
  };
  return shape === "columns"
    ? { ArrowUp: along(-1), ArrowDown: along(1), ArrowLeft: beside(-1), ArrowRight: beside(1) }
    : { ArrowLeft: along(-1), ArrowRight: along(1), ArrowUp: beside(-1), ArrowDown: beside(1) };
}
