/** The deal on the table as this seat sees it, and how an action changes it. The page knows no rules: it is told. */
import type { Acted, ContractInfo, DealInfo } from "../net/messages";
import type { Card } from "../words/cards";
import { partnerOf } from "../words/players";
import { type Action, actionOf, type Call, callsOf, cardOf, isCall } from "./actions";

type Pair = [number, number];

/** `DealInfo` with nothing left out. */
export interface Deal {
  deal: number;
  board: number | null;
  dealer: number;
  vulnerable: number[];
  phase: DealInfo["phase"];
  turn: number | null;
  actor: number | null;
  legal: Action[];
  outOfTurn: Call[];
  hand: Card[];
  /** the bot whose hand the player has, whose own is dummy */
  playsFor: number | null;
  sizes: number[];
  turnUp: Card | null;
  discard: Card | null;
  exchanged: number;
  given: Card[];
  calls: Call[];
  callers: number[];
  contract: ContractInfo | null;
  plays: Card[];
  players: number[];
  takers: number[];
  said: [number, Action][];
  declared: [number, string][];
  shown: [number, Card[]][];
  dummy: [number, Card[]] | null;
  points: Pair;
  tricks: Pair;
}

/** A trick, complete or not. */
export interface Trick {
  cards: { seat: number; card: Card }[];
  taker: number | null;
}

export function dealOf(info: DealInfo): Deal {
  return {
    deal: info.deal,
    board: info.board ?? null,
    dealer: info.dealer,
    vulnerable: info.vulnerable ?? [],
    phase: info.phase,
    turn: info.turn ?? null,
    actor: info.actor ?? null,
    ...mayDo(info),
    hand: info.hand ?? [],
    playsFor: info.plays_for ?? null,
    sizes: info.sizes,
    turnUp: info.turn_up ?? null,
    discard: info.discard ?? null,
    exchanged: info.exchanged ?? 0,
    given: info.given ?? [],
    calls: callsOf(info.calls, info.actions),
    callers: info.callers ?? [],
    contract: info.contract ?? null,
    plays: info.plays ?? [],
    players: info.players ?? [],
    takers: info.takers ?? [],
    said: saidIn(info),
    declared: info.declared ?? [],
    shown: info.shown ?? [],
    dummy: info.dummy ?? null,
    points: info.points ?? [0, 0],
    tricks: info.tricks ?? [0, 0],
  };
}

/** What may be done next. */
function mayDo({ legal = [], out_of_turn, actions, words }: DealInfo | Acted): Pick<Deal, "legal" | "outOfTurn"> {
  const known = { ...actions, ...words };
  return { legal: legal.map((text) => actionOf(text, known)), outOfTurn: callsOf(out_of_turn, actions) };
}

function saidIn({ said = [], actions }: DealInfo | Acted): Deal["said"] {
  return said.map(([number, word]) => [number, spoken(actionOf(word, actions))]);
}

/** A word that was said: what one's own would be about, should one say the same, is no part of it. */
function spoken(action: Action): Action {
  if (!isCall(action)) return action;
  const { cards: _cards, names: _names, ...word } = action;
  return word;
}

/** The deal after an action; `seat` is the page's own, if it has one. */
export function dealAfter(before: Deal, event: Acted, seat: number | null): Deal {
  const playsFor = event.plays_for ?? before.playsFor;
  const deal = {
    ...before,
    ...changes(before, event, playsFor ?? seat),
    playsFor,
    phase: event.phase ?? before.phase,
    turn: event.turn ?? null,
    actor: event.actor ?? null,
    ...mayDo(event),
  };
  if (event.contract) deal.contract = event.contract;
  if (event.turn_up) deal.turnUp = event.turn_up;
  if (event.hand) deal.hand = event.hand;
  if (event.sizes) deal.sizes = event.sizes;
  if (event.said) deal.said = [...deal.said, ...saidIn(event)];
  if (event.declared) deal.declared = [...deal.declared, ...event.declared];
  if (event.shown) deal.shown = event.shown;
  if (event.dummy) deal.dummy = event.dummy;
  if (event.points) deal.points = event.points;
  if (event.trick) {
    deal.points = event.trick.points;
    deal.tricks = event.trick.tricks;
    deal.takers = [...deal.takers, event.trick.seat];
  }
  return deal;
}

function changes(before: Deal, event: Acted, seat: number | null): Partial<Deal> {
  const action = actionOf(event.action, event.actions);
  const sizes = before.sizes.map((size, index) => size - Number(index + 1 === event.seat));
  if (isCall(action)) {
    if (before.phase === "auction") return { calls: [...before.calls, action], callers: [...before.callers, event.seat] };
    if (before.phase === "play") return { said: [...before.said, [before.plays.length, spoken(action)]] };
    const card = cardOf(action);
    if (before.phase === "exchange") return gift(before, event.seat, card, seat);
    return card === null ? { sizes } : { sizes, discard: card, hand: without(before.hand, card) };
  }
  return {
    sizes,
    plays: [...before.plays, action],
    players: [...before.players, event.seat],
    hand: event.seat === seat ? without(before.hand, action) : before.hand,
    dummy: before.dummy && [before.dummy[0], without(before.dummy[1], action)],
  };
}

/** A card goes from a player to their partner; only these two see which one. */
function gift(before: Deal, giver: number, card: Card | null, seat: number | null): Partial<Deal> {
  const partner = partnerOf(giver);
  const sizes = before.sizes.map((size, index) => size + Number(index + 1 === partner) - Number(index + 1 === giver));
  const exchanged = before.exchanged + 1;
  if (card === null) return { sizes, exchanged };
  const hand = giver === seat ? without(before.hand, card) : [...before.hand, card];
  return { sizes, exchanged, given: [...before.given, card], hand };
}

function without(cards: readonly Card[], card: Card): Card[] {
  return cards.filter((other) => other !== card);
}

/** All tricks so far, the last of which may not be complete. */
export function tricksOf(deal: Pick<Deal, "plays" | "players" | "takers" | "contract">): Trick[] {
  const size = 4 - (deal.contract?.alone?.length ?? 0);
  const tricks: Trick[] = [];
  for (let start = 0; start < deal.plays.length; start += size) {
    const cards = deal.plays.slice(start, start + size);
    tricks.push({
      cards: cards.map((card, index) => ({ seat: deal.players[start + index] ?? 0, card })),
      taker: deal.takers[start / size] ?? null,
    });
  }
  return tricks;
}
