/** What is to be seen at a table, worked out from what the server told. */
import type { GameFacts } from "../net/http";
import type { Hinted, SeatInfo } from "../net/messages";
import { actionOf, type Call, cardOf, isCall } from "../state/actions";
import { type Deal, type Trick, tricksOf } from "../state/deal";
import { placeOf, type Table } from "../state/table";
import type { Card } from "../words/cards";
import { SEATS, sideOf } from "../words/players";
import type { Key } from "../words/texts.svelte";

/** What the felt is for just now. */
export type Scene = "waiting" | "dealing" | "deal" | "over";

export function sceneOf(table: Table): Scene {
  if (table.state === "open") return "waiting";
  if (table.state === "play" && table.deal) return "deal";
  return table.scored || table.ended ? "over" : "dealing";
}

/** Whether calls are in the middle of the felt, or the prompt for a discard or a gift, and no trick. */
export function isBidding(deal: Deal | null): boolean {
  return deal !== null && ["auction", "discard", "exchange"].includes(deal.phase);
}

/** The trick in the middle; none once the last one is gathered, of which `gathered` tells the number. */
export function shownTrick(deal: Deal, gathered: number): Trick | null {
  const tricks = tricksOf(deal);
  const last = tricks.at(-1) ?? null;
  return last?.taker != null && tricks.length <= gathered ? null : last;
}

/** The last complete trick, for those who want to see it again. */
export function lastTrick(deal: Deal): Trick | null {
  return tricksOf(deal).findLast((trick) => trick.taker !== null) ?? null;
}

/** Whether this page may act now, for its own seat or for dummy, or for a bot that declares. */
export function canAct(table: Table): boolean {
  return table.state === "play" && !table.paused && table.seat !== null && table.deal?.actor === placeOf(table);
}

/** Cards that may be played from a seat now, discarded or given. */
export function playable(table: Table, seat: number): Card[] {
  const deal = table.deal;
  if (!deal || !canAct(table) || deal.turn !== seat) return [];
  return deal.legal.map(cardOf).filter((card) => card !== null);
}

/** The card that a hint advises, be it with a word before it; null for a call. */
export function hintedCard(hint: Hinted): Card | null {
  const card = (action: string) => cardOf(actionOf(action, hint.actions));
  return card(hint.options?.[0]?.action ?? hint.action) ?? card(hint.action);
}

/** What touching a card does now. */
export function actionWith(deal: Deal, card: Card): string {
  return deal.legal.filter(isCall).find((action) => action.card === card)?.text ?? card;
}

/** Whether a word is said with one card or another, and not of what one holds or has won. */
export function belongsToCard({ kind, cards }: Call): boolean {
  return kind !== "declare" && cards !== undefined;
}

/** The word that counts only if it is said with a card; null where there is none. */
export function wordWith(deal: Deal, card: Card): Call | null {
  return deal.legal.filter(isCall).find((word) => belongsToCard(word) && word.cards?.includes(card)) ?? null;
}

/** The card that is left to play, where it is the only one and nothing else can be done; else null. */
export function lastCard(table: Table): Card | null {
  const { deal } = table;
  if (!deal || !canAct(table) || deal.phase !== "play" || deal.legal.length !== 1 || deal.turn === null) return null;
  const isLast = deal.sizes[deal.turn - 1] === 1;
  const [only] = deal.legal;
  return isLast && only !== undefined && !isCall(only) ? only : null;
}

/** What is asked of the player, if it is their turn. */
export function promptKey(table: Table): Key | null {
  const deal = table.deal;
  if (!deal || !canAct(table) || deal.phase === "over") return null;
  if (deal.phase === "play" && deal.turn !== placeOf(table)) return "session.prompt.dummy";
  if (deal.phase === "play" && deal.legal.length > 0 && deal.legal.every(isCall)) return "session.prompt.last-word";
  if (deal.phase === "auction" && namesAfterBid(deal)) return "web.table.your-naming";
  return deal.phase === "play" && isLead(deal) ? "web.table.your-lead" : `session.prompt.${deal.phase}`;
}

/** Whether who has bid most is now to say what is trumps. */
function namesAfterBid({ calls, legal }: Deal): boolean {
  const isNaming = legal.length > 0 && legal.every((action) => isCall(action) && action.kind === "name");
  return isNaming && calls.some(({ kind }) => kind === "bid");
}

/** Whether the next card begins a trick. */
function isLead(deal: Deal): boolean {
  const last = tricksOf(deal).at(-1);
  return last === undefined || last.taker !== null;
}

/** The last call of a seat, while the auction goes on. */
export function lastCall(deal: Deal, seat: number): Call | null {
  return deal.phase === "auction" ? (deal.calls.findLast((_, index) => deal.callers[index] === seat) ?? null) : null;
}

/** What a seat has bid, where every player says how many tricks they will win. */
export function promiseOf(deal: Deal, seat: number): Call | null {
  return deal.calls.find(({ kind }, index) => kind === "promise" && deal.callers[index] === seat) ?? null;
}

/** What the players of each side have bid together, once there is a contract; null where not every player bids. */
export function promisesOf(deal: Deal): [number, number] | null {
  if (!deal.contract || !SEATS.every((seat) => promiseOf(deal, seat))) return null;
  const bid = (side: number) =>
    SEATS.filter((seat) => sideOf(seat) === side).reduce((sum, seat) => sum + (Number(promiseOf(deal, seat)?.value) || 0), 0);
  return [bid(1), bid(2)];
}

/** What each side has so far in the deal, in what the game counts. */
export function countOf(deal: Deal, facts: Pick<GameFacts, "counts">): [number, number] {
  return facts.counts === "points" ? deal.points : deal.tricks;
}

/** Whether the page's own player sits there with bots only. */
export function isAlone(table: Table): boolean {
  return table.seat !== null && table.seats.every((info, index) => index + 1 === table.seat || info.kind !== "person");
}

/** Whose table it is: the person who sat down first, unless a bot plays for them. */
export function hostOf({ seats }: { seats: readonly SeatInfo[] }): number | null {
  const persons = SEATS.filter((seat) => seats[seat - 1]?.kind === "person" && !seats[seat - 1]?.bot);
  const since = (seat: number) => seats[seat - 1]?.sat ?? 0;
  return persons.sort((one, other) => since(one) - since(other))[0] ?? null;
}

/** Whether there is an action of one's own in this deal, and nothing else is proposed. */
export function canTakeBack(table: Table): boolean {
  const { deal, seat } = table;
  return deal !== null && seat !== null && !table.options.rated && !table.proposal && [...deal.callers, ...deal.players].includes(seat);
}

/** Those who still have to agree to a proposal. */
export function stillAsked(table: Table): number[] {
  const made = table.proposal;
  if (!made) return [];
  const persons = SEATS.filter((seat) => seat !== made.seat && table.seats[seat - 1]?.kind === "person");
  const isPartner = (seat: number) => sideOf(seat) === sideOf(made.seat);
  const voters = persons.filter((seat) =>
    made.what === "resign" ? isPartner(seat) : made.what === "claim" ? !isPartner(seat) : true,
  );
  return voters.filter((seat) => !made.agreed?.includes(seat));
}

/** How many tricks the declarer may claim in all: none if it is not for this page to claim. */
export function claimable(table: Table, facts: GameFacts | null): number[] {
  const { deal } = table;
  const seat = table.seat === null ? null : placeOf(table);
  if (!facts?.may_claim || deal?.phase !== "play" || seat === null || deal.contract?.seat !== seat) return [];
  const won = deal.tricks[(seat + 1) % 2] ?? 0;
  const left = facts.hand_size - deal.takers.length;
  return Array.from({ length: left + 1 }, (_, more) => won + more);
}
