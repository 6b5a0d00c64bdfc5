/** What a deal was worth, as a table has it. */
import type { Scored, StandingInfo } from "../net/messages";
import { asLabel, sayIfKnown } from "../words/texts.svelte";

type Pair = [number, number];

/** A reason to mark points, with those of the sides 1 and 2. */
export interface ScoreRow {
  reason: string;
  points: Pair;
}

/** The parts of a score, those for one reason in one row, in the order in which the server tells them. */
export function scoreRows(parts: Scored["parts"]): ScoreRow[] {
  const rows = new Map<string, Pair>();
  for (const { reason, side, points } of parts) {
    const [first, second] = rows.get(reason) ?? [0, 0];
    rows.set(reason, side === 1 ? [first + points, second] : [first, second + points]);
  }
  return [...rows].map(([reason, points]) => ({ reason, points }));
}

/** Whether a match is one of games, with points below the line, of which there are some. */
export function isRubber({ games = [0, 0], below = [0, 0] }: Pick<StandingInfo, "games" | "below">): boolean {
  return [...games, ...below].some((number) => number > 0);
}

/** A reason for points in words; one that the page does not know by the server's name. */
export function pointsWords(reason: string): string {
  return asLabel(sayIfKnown(`web.score.${reason}`) ?? sayIfKnown(`score.${reason}`) ?? reason);
}
