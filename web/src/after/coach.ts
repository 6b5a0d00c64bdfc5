/** What a coach would say of a deal: the dearest cards of a player, and the best one, in a sentence each. */
import { holderOf, orderOf } from "../cards/order";
import type { GameFacts } from "../net/http";
import type { Analysis } from "../net/messages";
import type { Card } from "../words/cards";
import { partnerOf } from "../words/players";
import type { Play } from "./record";
import { betterThan, costly, playedCards } from "./steps";

/** What somebody did by a card, as players call it. */
export type Deed = "led" | "trumped-partner" | "overtook-partner" | "trumped" | "threw" | "followed";

export interface Remark {
  kind: "cost" | "saved";
  /** the number of cards before it */
  index: number;
  trick: number;
  card: Card;
  deed: Deed;
  /** the partner's card that was beaten, where that is what was done */
  beaten: Card | null;
  /** what it cost or, of the only good card, what all others would have cost */
  worth: number;
  /** what was better */
  better: Card[];
}

/** how many things are said */
const MOST = 3;

/** What is said of the cards of some seats: up to three of the dearest, or fewer and what was best. */
export function remarksOf(play: Play, analysis: Analysis, facts: GameFacts, seats: readonly number[]): Remark[] {
  const cards = playedCards(play, analysis).filter(({ seat }) => seats.includes(seat));
  const dear = costly(cards).slice(0, MOST);
  const told = dear.map(({ index, cost }) => remark(play, facts, "cost", index, cost, betterThan(analysis, index)));
  const saved = cards
    .map(({ index, cost }) => ({ index, worth: cost === 0 ? marginAt(analysis, index) : 0 }))
    .filter(({ worth }) => worth > 0)
    .sort((one, other) => other.worth - one.worth)[0];
  if (!saved || told.length === MOST) return told;
  return [...told, remark(play, facts, "saved", saved.index, saved.worth, [])];
}

/** What all of some seats' cards cost together; those that nobody knows of count for nothing. */
export function costOf(analysis: Analysis, seats: readonly number[]): number {
  return analysis.steps.filter(({ seat }) => seats.includes(seat)).reduce((sum, { cost }) => sum + (cost ?? 0), 0);
}

/** How much the second best choice is behind the best one. */
function marginAt({ steps }: Analysis, index: number): number {
  const { best, card, options = {} } = steps[index] ?? {};
  const others = Object.entries(options).flatMap(([other, value]) => (other === card ? [] : [value]));
  return best == null || others.length === 0 ? 0 : best - Math.max(...others);
}

function remark(play: Play, facts: GameFacts, kind: Remark["kind"], index: number, worth: number, better: Card[]): Remark {
  return { kind, index, card: play.plays[index] ?? "", worth, better, ...deedAt(play, facts, index) };
}

function deedAt({ tricks, contract }: Play, facts: GameFacts, index: number): Pick<Remark, "trick" | "deed" | "beaten"> {
  const number = tricks.findIndex((_, at) => index < tricks.slice(0, at + 1).flatMap(({ cards }) => cards).length);
  const start = tricks.slice(0, number).flatMap(({ cards }) => cards).length;
  const soFar = (tricks[number]?.cards ?? []).slice(0, index - start);
  const played = tricks[number]?.cards[index - start];
  const [led] = soFar;
  const trick = number + 1;
  if (!led || !played) return { trick, deed: "led", beaten: null };
  const order = orderOf(facts, contract.strain);
  const suitOf = (card: Card) => order.suits.findIndex((suit) => suit.includes(card));
  const holder = holderOf(soFar, order);
  const takes = holderOf([...soFar, played], order) === played.seat;
  const partners = soFar.find(({ seat }) => seat === holder && seat === partnerOf(played.seat))?.card ?? null;
  const hasTrumped = order.trump && suitOf(played.card) === 0 && suitOf(led.card) !== 0;
  if (takes && partners !== null) return { trick, deed: hasTrumped ? "trumped-partner" : "overtook-partner", beaten: partners };
  if (hasTrumped) return { trick, deed: "trumped", beaten: null };
  return { trick, deed: suitOf(played.card) === suitOf(led.card) ? "followed" : "threw", beaten: null };
}
