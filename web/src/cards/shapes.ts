/** The drawings of which cards are made: the four suits as paths, and where the pips of a rank stand. */
import type { Suit } from "../words/cards";

/** Each suit as a path around 0, 0 in a square of 100. */
export const SUIT_PATHS: Record<Suit, string> = {
  s: "M0-50C8-34 44-13 44 13C44 27 34 36 23 36C14 36 7 31 4 23C5 36 10 44 18 50L-18 50C-10 44-5 36-4 23C-7 31-14 36-23 36C-34 36-44 27-44 13C-44-13-8-34 0-50Z",
  h: "M0 47C-9 30-46 6-46-20C-46-36-35-46-23-46C-12-46-4-40 0-29C4-40 12-46 23-46C35-46 46-36 46-20C46 6 9 30 0 47Z",
  d: "M0-50C10-32 24-14 39 0C24 14 10 32 0 50C-10 32-24 14-39 0C-24-14-10-32 0-50Z",
  c: "M-22-27a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-48 11a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM4 11a22 22 0 1 1 44 0a22 22 0 1 1-44 0ZM-11-17L11-17L11 12L5 12C5 34 9 44 18 50L-18 50C-9 44-5 34-5 12L-11 12Z",
};

/** A card is drawn on 100 by 140. */
export const CARD = { width: 100, height: 140 } as const;

export interface Pip {
  x: number;
  y: number;
}

const [LEFT, MIDDLE, RIGHT] = [38, 50, 62];
const TOP = 25;
const SPAN = CARD.height - 2 * TOP;

/** Rows by how far down they are, as on printed cards: those in the two columns, then those between them. */
const ROWS: Record<string, { pairs: number[]; singles: number[] }> = {
  "2": { pairs: [], singles: [0, 1] },
  "3": { pairs: [], singles: [0, 1 / 2, 1] },
  "4": { pairs: [0, 1], singles: [] },
  "5": { pairs: [0, 1], singles: [1 / 2] },
  "6": { pairs: [0, 1 / 2, 1], singles: [] },
  "7": { pairs: [0, 1 / 2, 1], singles: [1 / 4] },
  "8": { pairs: [0, 1 / 2, 1], singles: [1 / 4, 3 / 4] },
  "9": { pairs: [0, 1 / 3, 2 / 3, 1], singles: [1 / 2] },
  T: { pairs: [0, 1 / 3, 2 / 3, 1], singles: [1 / 6, 5 / 6] },
};

/** The middles of a rank's pips; none for aces and courts, which have pictures of their own. */
export function pipsOf(rank: string): Pip[] {
  const { pairs, singles } = ROWS[rank] ?? { pairs: [], singles: [] };
  const down = (row: number) => TOP + row * SPAN;
  return [
    ...pairs.flatMap((row) => [{ x: LEFT, y: down(row) }, { x: RIGHT, y: down(row) }]),
    ...singles.map((row) => ({ x: MIDDLE, y: down(row) })),
  ];
}
