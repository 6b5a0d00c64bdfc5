/** A deal as it is written down: asked of the server, and put in the order in which it was played. */
import { holderOf, orderOf } from "../cards/order";
import { type GameFacts, Refusal, getPlaced, getText, postJson } from "../net/http";
import type { Analysis, ContractInfo, Honesty, Scored } from "../net/messages";
import { type Trick, tricksOf } from "../state/deal";
import { keysFor } from "../state/daily";
import type { PlayedDeal } from "../state/history";
import { type Seat, seatOf } from "../state/table";
import type { Claim, Fair } from "../state/verify";
import type { Card } from "../words/cards";
import { COMPASS, sideOf } from "../words/players";

/** Those fields of a record (docs/formats.md) that the page reads, of a deal of which all cards are known. */
export interface DealRecord {
  game: string;
  preset: string;
  house: Record<string, string | number | boolean>;
  /** the names of the players */
  seats: string[];
  dealer: number | string;
  deal: { hands: Card[][]; turn_up: Card | null; kitty: Card[]; discard: Card | null; given?: Card[] };
  auction: string[];
  contract: ContractInfo | null;
  plays: Card[];
  /** of the sides */
  scores: [number, number] | null;
  fair: Fair | null;
}

/** A record, with the line in which the server keeps it. */
export interface KeptRecord {
  line: string;
  record: DealRecord;
  /** the path at which anybody can see it; empty if there is none */
  path: string;
}

/** The play of a deal. */
export interface Play {
  /** the four hands when the first card was led */
  hands: Card[][];
  contract: ContractInfo;
  plays: Card[];
  players: number[];
  takers: number[];
  tricks: Trick[];
}

/** All deals of a table that are over, as a file has them; `key` opens those of a private table. */
export function recordsText(table: string, key: string, format: string): Promise<string> {
  return getText(`/api/records/${encodeURIComponent(table)}?format=${format}`, key);
}

/** The record of one deal; null if the server does not have it. */
export async function recordOf(table: string, key: string, deal: number): Promise<KeptRecord | null> {
  try {
    const { text: line, address: path } = await getPlaced(`/api/records/${encodeURIComponent(table)}?deal=${deal}`, key);
    return { line, record: JSON.parse(line) as DealRecord, path };
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-such-records") return null;
    throw error;
  }
}

/** The record of a deal that somebody has shown; refused if there is none, or if it is of today and was not played here. */
export async function shownRecord(id: string): Promise<KeptRecord> {
  const line = await shownLine(id, keysFor(`/deal/${id}`));
  return { line, record: JSON.parse(line) as DealRecord, path: `/deal/${id}` };
}

async function shownLine(id: string, [key = "", ...others]: string[]): Promise<string> {
  try {
    return await getText(`/api/deals/${encodeURIComponent(id)}`, key);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "day-not-over" || others.length === 0) throw error;
    return shownLine(id, others);
  }
}

/** The house rules of a record in which it differs from its preset. */
export function rulesOf({ house }: Pick<DealRecord, "house">): string[] {
  return Object.entries(house).map(([rule, value]) => `${rule}=${value}`);
}

/** What is played in a record, as tables name it. */
export function gameOf(record: Pick<DealRecord, "game" | "preset" | "house">): string {
  return [`${record.game}:${record.preset}`, ...rulesOf(record)].join();
}

/** Who sat where. */
export function seatsOf({ seats, fair }: Pick<DealRecord, "seats" | "fair">): Seat[] {
  const isBot = (index: number) => fair?.marks[index] === "bot";
  return seats.map((name, index) => seatOf(isBot(index) ? { kind: "bot", bot: name.replace(" ", ":") } : { kind: "person", name }));
}

/** The seat from which somebody looks at a deal who had none in it: that of the first person. */
export function ownSeatOf(record: Pick<DealRecord, "seats" | "fair">): number {
  return Math.max(1, seatsOf(record).findIndex(({ kind }) => kind === "person") + 1);
}

/** A deal that one has played oneself, for later. */
export function playedDeal({ record, path }: KeptRecord, { scores, winner }: Scored, seat: number): PlayedDeal {
  const side = sideOf(seat);
  const [own, other] = side === 1 ? scores : [scores[1], scores[0]];
  return { path, game: record.game, own, other, isWon: winner ? winner === side : null, at: Date.now() };
}

export function analysisOf({ line }: KeptRecord): Promise<Analysis> {
  return postJson<Analysis>("/api/analyse", line);
}

/** Whether the bots of the four seats (nothing for people) decide the same with other hidden cards. */
export function honestyOf({ line }: KeptRecord, bots: readonly string[]): Promise<Honesty> {
  return postJson<Honesty>(`/api/honest?bots=${encodeURIComponent(bots.join())}`, line);
}

/** The seat of the dealer, which records may have as a point of the compass. */
export function dealerOf({ dealer }: Pick<DealRecord, "dealer">): number {
  return typeof dealer === "number" ? dealer : COMPASS.indexOf(dealer) + 1;
}

/** What is to be verified of a record. */
export function claimOf(record: DealRecord, fair: Fair): Claim {
  const { game, preset, contract } = record;
  const { hands, turn_up: turnUp, kitty, given = [] } = record.deal;
  return { game, preset, dealer: dealerOf(record), hands, turnUp, kitty, given, taker: contract?.seat ?? null, fair };
}

/** The play of a record; null if there was none. Who played a card is who held it. */
export function playOf(record: DealRecord, facts: GameFacts): Play | null {
  const { plays } = record;
  if (!record.contract || plays.length === 0) return null;
  const contract = { ...record.contract, alone: aloneIn(record.contract) };
  const hands = handsAtLead(record);
  const players = plays.map((card) => hands.findIndex((hand) => hand.includes(card)) + 1);
  const order = orderOf(facts, contract.strain);
  const size = 4 - contract.alone.length;
  const takers = tricksOf({ plays, players, takers: [], contract })
    .filter(({ cards }) => cards.length === size)
    .map(({ cards }) => holderOf(cards, order) ?? 0);
  return { hands, contract, plays, players, takers, tricks: tricksOf({ plays, players, takers, contract }) };
}

/** The hands as dealt, and after a dealer has picked up the card that was turned up, and discarded another one, or gifts of partners. */
function handsAtLead({ deal, dealer }: DealRecord): Card[][] {
  const { hands, discard, turn_up, given = [] } = deal;
  if (given.length > 0) return given.reduce(withGift, hands);
  if (discard === null || turn_up === null) return hands;
  const seat = dealerOf({ dealer });
  return hands.map((hand, index) => (index + 1 === seat ? [...hand, turn_up].filter((card) => card !== discard) : hand));
}

/** Hands after whoever holds a card has given it to their partner. */
function withGift(hands: Card[][], card: Card): Card[][] {
  const giver = hands.findIndex((hand) => hand.includes(card));
  const partner = (giver + 2) % 4;
  return hands.map((hand, index) =>
    index === giver ? hand.filter((other) => other !== card) : index === partner ? [...hand, card] : hand,
  );
}

/** Records leave out who plays alone where the bid says it. */
function aloneIn({ alone, value, seat }: ContractInfo): number[] {
  return alone ?? (value === "alone" && seat ? [seat] : []);
}
