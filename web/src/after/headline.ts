/** What became of a deal, as players tell it: made or down, won or lost, and by how much. */
import type { AimInfo, ContractInfo, Ended, Scored } from "../net/messages";
import type { Call } from "../state/actions";
import { unplayedWords } from "../words/calls";
import { pairNames, sideName, sideOf } from "../words/players";
import type { Table } from "../state/table";
import { say, sayIfKnown, signed } from "../words/texts.svelte";
import { pointsWords } from "./score";

type Seated = Pick<Table, "seats" | "seat">;
/** reasons for points that come rarely */
const FEATS: readonly string[] = ["capot", "march", "lone-march", "slam"];

type Pair = readonly [number, number];

/** The first line: `We – Made, +2`, `They – Down one, −50`, `They – Down: 74 points, 82 needed`, `You win 74 to 46`. */
export function headline(table: Seated, scored: Scored, contract: ContractInfo | null, calls: readonly Call[] = []): string {
  if (scored.played === false) return unplayedWords(calls.at(-1)?.text, "web.after.passed-out");
  const { aim } = scored;
  if (!aim) return winLine(table, worthTelling(scored), scored.winner ?? null, "deal");
  return `${sideName(table, aim.side)} – ${contractLine(table, scored, aim, contract)}`;
}

/** What both sides have won: what counts, or the points in tricks where only games are counted by them (Sueca, Whist). */
function worthTelling({ scores, points = [0, 0, 0, 0] }: Scored): Pair {
  const won: Pair = [points[0] + points[2], points[1] + points[3]];
  return Math.max(...scores.map(Math.abs)) < Math.max(...won) ? won : scores;
}

function contractLine(table: Seated, scored: Scored, aim: AimInfo, contract: ContractInfo | null): string {
  const reached = (aim.besides ?? []).reduce((sum, [, points]) => sum + points, aim.won);
  if (aim.unit === "tricks" && typeof contract?.value === "number") return withScore(levelLine(reached - aim.needed), table, scored);
  const named = scored.parts.map(({ reason }) => sayIfKnown(`web.result.named.${reason}`, { reached, needed: aim.needed }));
  const name = named.find((line) => line !== undefined);
  if (aim.unit === "tricks" && name !== undefined) return name;
  const verdict = scored.winner === aim.side ? "made" : scored.winner ? "down" : "even";
  return say(`web.result.${verdict}.${aim.unit}`, { reached, needed: aim.needed });
}

/** Of what the points for a contract are made, where there is more than the tricks; else nothing. */
export function breakdown({ aim }: Scored): string {
  if (!aim?.besides?.length) return "";
  const parts = [
    say("web.result.in-tricks", { points: aim.won }),
    ...aim.besides.map(([reason, points]) => `${pointsWords(reason)} ${points}`),
  ];
  return parts.join(" + ");
}

/** Why more points were needed than were bid; else nothing. */
export function needWords({ aim }: Scored, contract: ContractInfo | null): string {
  const value = contract?.value;
  if (aim?.unit !== "points" || typeof value !== "number" || aim.needed <= value) return "";
  return say("web.result.more-than-others", { needed: aim.needed, value });
}

/** The first line of a match that was played to its end: `You win the match 11 to 8`; null for others. */
export function matchLine(table: Seated, { why, winner, totals = [0, 0] }: Ended): string | null {
  return why === "won" || why === "drawn" ? winLine(table, totals, winner ?? null, "match") : null;
}

/** What is celebrated: a match that one's side has won, or a march, a capot or a slam of its own; nothing else. */
export function featOf({ seat, scored, ended }: Pick<Table, "seat" | "scored" | "ended">): string | null {
  if (seat === null) return null;
  if (ended && ended.winner === sideOf(seat)) return say("web.after.feat.match");
  const part = scored?.parts.find(({ reason, side }) => side === sideOf(seat) && FEATS.includes(reason));
  return part ? say("web.after.feat", { feat: pointsWords(part.reason) }) : null;
}

/** Whether something was won by the page's own side, or lost; neither for somebody who looks on. */
export function toneOf({ seat }: Pick<Table, "seat">, winner: number | null | undefined): "good" | "bad" | "" {
  if (seat === null || !winner) return "";
  return winner === sideOf(seat) ? "good" : "bad";
}

function winLine(table: Seated, numbers: Pair, winner: number | null, what: "deal" | "match"): string {
  const [first, second] = numbers;
  const side = table.seat === null ? (winner ?? 1) : sideOf(table.seat);
  const [own, other] = side === 1 ? [first, second] : [second, first];
  if (winner === null) return say(`web.result.even.${what}`, { own, other });
  if (table.seat === null) return say(`web.result.side-wins.${what}`, { side: pairNames(table, winner), own, other });
  return say(`web.result.you-${winner === side ? "win" : "lose"}.${what}`, { own, other });
}

function levelLine(more: number): string {
  if (more === 0) return say("web.result.made");
  if (more > 0) return say("web.result.made-more", { more });
  return more === -1 ? say("web.result.down-one") : say("web.result.down-by", { count: -more });
}

/** With the points of one's own side or, where only the other one has some, with those against it. */
function withScore(line: string, { seat }: Seated, { scores: [first, second] }: Scored): string {
  if (seat === null) return line;
  const [own, other] = sideOf(seat) === 1 ? [first, second] : [second, first];
  return `${line}, ${signed(own || -other)}`;
}
