/** A deal as it is written down: asked of the server, and put in the order in which it was played. */
import { holderOf, orderOf } from "../cards/order";
import { type GameFacts, Refusal, getText, postJson } from "../net/http";
import type { Analysis, ContractInfo, Honesty } from "../net/messages";
import { type Trick, tricksOf } from "../state/deal";
import type { Claim, Fair } from "../state/verify";
import type { Card } from "../words/cards";
import { COMPASS } from "../words/players";

/** Those fields of a record (docs/formats.md) that the page reads, of a deal of which all cards are known. */
export interface DealRecord {
  game: string;
  preset: string;
  dealer: number | string;
  deal: { hands: Card[][]; turn_up: Card | null; kitty: Card[]; discard: Card | null };
  auction: string[];
  contract: ContractInfo | null;
  plays: Card[];
  fair: Fair | null;
}

/** A record, with the line in which the server keeps it. */
export interface KeptRecord {
  line: string;
  record: DealRecord;
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
    const line = await getText(`/api/records/${encodeURIComponent(table)}?deal=${deal}`, key);
    return { line, record: JSON.parse(line) as DealRecord };
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-such-records") return null;
    throw error;
  }
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
  const { hands, turn_up: turnUp, kitty } = record.deal;
  return { game, preset, dealer: dealerOf(record), hands, turnUp, kitty, taker: contract?.seat ?? null, fair };
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

/** The hands as dealt, and after a dealer has picked up the card that was turned up, and discarded another one. */
function handsAtLead({ deal, dealer }: DealRecord): Card[][] {
  const { hands, discard, turn_up } = deal;
  if (discard === null || turn_up === null) return hands;
  const seat = dealerOf({ dealer });
  return hands.map((hand, index) => (index + 1 === seat ? [...hand, turn_up].filter((card) => card !== discard) : hand));
}

/** Records leave out who plays alone where the bid says it. */
function aloneIn({ alone, value, seat }: ContractInfo): number[] {
  return alone ?? (value === "alone" && seat ? [seat] : []);
}
