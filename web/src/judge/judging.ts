/** What the server's referee says of games; docs/formats.md tells the fields. */
import { type GameFacts, gameFacts, postJson } from "../net/http";
import type { ContractInfo } from "../net/messages";
import type { Card } from "../words/cards";

export type Status = "clean" | "fault" | "incomplete" | "invalid";
const STATUSES: readonly Status[] = ["fault", "invalid", "incomplete", "clean"];
export type Scores = [number, number];

export interface Play {
  trick: number;
  player: number;
  card: Card;
}

export interface Reason extends Play {
  /** in short: `no hearts` */
  shown: string;
  message: string;
}

export interface Fault extends Play {
  law: string;
  /** what was owed: the law without its game */
  duty: string;
  line: number | null;
  column: number | null;
  kind: "contradiction" | "known" | "counting";
  certain: number[];
  suspects: number[];
  proof: Reason[];
  held: Card[];
  shortage: { cards: Card[]; room: number; message: string; known: string[] } | null;
  message: string;
}

export interface Finding {
  code: string;
  line: number | null;
  column: number | null;
  message: string;
}

interface Judged {
  game: string | null;
  preset: string | null;
  seats: string[] | null;
  status: Status;
  contract: ContractInfo | null;
  plays: Card[];
  players: number[];
  tricks: { scores: Scores; winner: number }[];
  final: Scores | null;
  worth: Scores | null;
  fault: Fault | null;
  findings: Finding[];
  /** what is odd in the text, and how it was taken */
  warnings: Finding[];
}

/** A verdict, with the facts of its game where there is a contract to put into words. */
export interface Judgement extends Judged {
  facts: GameFacts | null;
}

/** What is to be judged, and how. */
export interface Question {
  text: string;
  /** `NAME:PRESET`; empty where the text says it */
  game: string;
  evidence: "deal" | "player";
}

/** The most that the server reads at once, in bytes. */
export const MOST_BYTES = 1024 * 1024;

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export async function judge({ text, game, evidence }: Question): Promise<Judgement[]> {
  const named = game ? `&game=${encodeURIComponent(game)}` : "";
  const verdicts = await postJson<Judged[]>(`/api/judge?evidence=${evidence}${named}`, text);
  const factsOf = (one: Judged) => (one.contract ? gameFacts(`${one.game}:${one.preset}`) : null);
  return Promise.all(verdicts.map(async (one) => ({ ...one, facts: await factsOf(one) })));
}

/** The text of a file; old Bridge files are not always UTF-8. */
export function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-1").decode(bytes);
  }
}

/** The verdicts that there are, the worst first, and how many of each. */
export function countByStatus(judgements: readonly Judgement[]): { status: Status; count: number }[] {
  const counts = STATUSES.map((status) => ({ status, count: judgements.filter((one) => one.status === status).length }));
  return counts.filter(({ count }) => count > 0);
}

/** The number of a card among several reasons of a proof, from 1; null if it is none. */
export function reasonNumber({ proof, card: revealing }: Fault, card: Card): number | null {
  const index = proof.findIndex((play) => play.card === card);
  return index < 0 || (proof.length === 1 && card === revealing) ? null : index + 1;
}

/** A card as it lies in a trick, with its part in the proof. */
export interface JudgedCard {
  player: number;
  card: Card;
  /** which reason of the proof it is, from 1 */
  reason: number | null;
  /** what it showed, if it is a reason */
  shown: string | null;
  /** whether it is the card at which the fault can be proved */
  reveals: boolean;
}

export interface JudgedTrick {
  number: number;
  cards: JudgedCard[];
  /** null while the trick is not complete */
  winner: number | null;
  scores: Scores | null;
}

/** The tricks with who played what, and which of their cards prove something. */
export function judgedTricks({ plays, players, tricks, fault }: Judgement): JudgedTrick[] {
  const found: JudgedTrick[] = [];
  plays.forEach((card, index) => {
    const player = players[index] ?? 0;
    let trick = found.at(-1);
    // Nobody plays twice to a trick.
    if (!trick || trick.cards.some((earlier) => earlier.player === player)) {
      const told = tricks[found.length];
      trick = { number: found.length + 1, cards: [], winner: told?.winner ?? null, scores: told?.scores ?? null };
      found.push(trick);
    }
    trick.cards.push({
      player,
      card,
      reason: fault && reasonNumber(fault, card),
      shown: fault?.proof.find((play) => play.card === card)?.shown ?? null,
      reveals: fault?.card === card,
    });
  });
  return found;
}
