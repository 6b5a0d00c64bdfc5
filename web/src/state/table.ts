/** A table as this page sees it: a snapshot, changed by every event after it. Values, which are never changed. */
import type {
  Ended,
  GameParts,
  Options,
  ProposalInfo,
  Sat,
  Scored,
  SeatInfo,
  Snapshot,
  StandingInfo,
  TableEvent,
} from "../net/messages";
import { type Deal, dealAfter, dealOf } from "./deal";

/** Who sits on a seat, with nothing left out. */
export type Seat = Required<SeatInfo>;
export type Proposal = Required<ProposalInfo>;
export type Standing = Required<StandingInfo>;

export interface Table {
  n: number;
  table: string;
  game: string;
  /** the name of the deal of a day that comes first; or nothing */
  day: string;
  /** of the game */
  parts: GameParts;
  options: Options;
  state: Snapshot["state"];
  /** the page's own; null for somebody who looks on */
  seat: number | null;
  seats: Seat[];
  standing: Standing;
  nextDeal: number;
  commitment: string;
  commitments: string[];
  deal: Deal | null;
  proposal: Proposal | null;
  paused: boolean;
  /** when the clock of the turn ends, or the next deal begins, by the server's clock in seconds */
  until: number | null;
  /** the last deal of this match that is over */
  scored: Scored | null;
  ended: Ended | null;
}

/** The seat from which a table is seen: the page's own or, where its player plays the hand of a bot, that of the bot. */
export function placeOf({ seat, state, deal }: Pick<Table, "seat" | "state" | "deal">): number | null {
  return state === "play" ? (deal?.playsFor ?? seat) : seat;
}

/** An event is missing: a fresh snapshot is needed. */
export class LostTrack extends Error {}

export function tableOf(snapshot: Snapshot): Table {
  return {
    n: snapshot.n,
    table: snapshot.table,
    game: snapshot.game,
    day: snapshot.day ?? "",
    parts: snapshot.parts ?? { name: snapshot.game, preset: "" },
    options: snapshot.options,
    state: snapshot.state,
    seat: snapshot.seat ?? null,
    seats: snapshot.seats.map(seatOf),
    standing: standingOf(snapshot.standing),
    nextDeal: snapshot.next_deal,
    commitment: snapshot.commitment,
    commitments: snapshot.commitments ?? [],
    deal: snapshot.deal ? dealOf(snapshot.deal) : null,
    proposal: snapshot.proposal ? { tricks: 0, agreed: [], ...snapshot.proposal } : null,
    paused: snapshot.paused ?? false,
    until: snapshot.until ?? null,
    scored: snapshot.scored ?? null,
    ended: snapshot.ended ?? null,
  };
}

export function seatOf(info: SeatInfo): Seat {
  return { kind: "empty", name: "", bot: "", present: true, ready: false, keeps: false, sat: 0, muted: false, player: "", program: false, ...info };
}

function standingOf(info: StandingInfo): Standing {
  const nothing = { totals: [0, 0], games: [0, 0], below: [0, 0], bags: [0, 0], rows: [0, 0] } satisfies StandingInfo;
  return { over: false, winner: null, held: 0, vulnerable: [], ...nothing, ...info };
}

/** The table after an event; the same one for an event that was seen already. */
export function tableAfter(table: Table, event: TableEvent): Table {
  if (event.n <= table.n) return table;
  if (event.n !== table.n + 1) throw new LostTrack();
  return { ...table, ...changes(table, event), n: event.n };
}

function changes(table: Table, event: TableEvent): Partial<Table> {
  switch (event.type) {
    case "sat":
      return seated(table, event.seat, whoSat(event));
    case "left":
      return { ...seated(table, event.seat, { kind: "empty" }), proposal: null };
    case "gone":
      return { ...changed(table, event.seat, { present: false, keeps: false }), proposal: null };
    case "back":
      return changed(table, event.seat, { present: true, bot: "" });
    case "stood_in":
      return changed(table, event.seat, { bot: event.bot });
    case "paused":
      return { paused: true, until: null };
    case "resumed":
      return { paused: false, until: event.until ?? null };
    case "ready":
      return changed(table, event.seat, { ready: true, keeps: false });
    case "kept":
      return changed(table, event.seat, { keeps: event.on });
    case "awaited":
      return { until: event.until ?? null };
    case "muted":
      return changed(table, event.seat, { muted: event.on });
    case "paced":
      return { options: { ...table.options, bot_delay: event.bot_delay, trick_delay: event.trick_delay } };
    case "committed":
      return { commitments: event.seats, until: null };
    case "dealt":
      return { state: "play", deal: dealOf(event.deal), ...nobodyReady(table), ...newPosition(event.until) };
    case "acted":
      return { deal: table.deal && dealAfter(table.deal, event, table.seat), ...newPosition(event.until) };
    case "taken_back":
      return { deal: dealOf(event.deal), ...newPosition(event.until) };
    case "proposed":
      return { proposal: { seat: event.seat, what: event.what, tricks: event.tricks ?? 0, agreed: [] } };
    case "answered":
      return { proposal: answered(table.proposal, event.seat, event.yes) };
    case "scored":
      return { state: "deal", scored: event, standing: standingOf(event.standing), ...nextDeal(event) };
    case "ended":
      return { state: "over", paused: false, ended: event, ...nobodyReady(table), ...nextDeal(event) };
    case "restarted":
      return { state: "deal", standing: standingOf({}), scored: null, ended: null, deal: null, ...newPosition(null) };
    case "said":
    case "emoted":
      return {};
    case "closed":
      return { state: "closed", ...newPosition(null) };
  }
}

function whoSat({ n, kind, name, bot, player, program }: Sat): SeatInfo {
  const sat = kind === "person" ? n : 0;
  return { kind, name, bot: bot ?? "", sat, player: player ?? "", program: program ?? false };
}

function seated(table: Table, seat: number, info: SeatInfo): Partial<Table> {
  return { seats: table.seats.map((old, index) => (index + 1 === seat ? seatOf(info) : old)) };
}

function changed(table: Table, seat: number, info: Partial<SeatInfo>): Partial<Table> {
  return seated(table, seat, { ...table.seats[seat - 1], ...info });
}

function nobodyReady(table: Table): Partial<Table> {
  return { seats: table.seats.map((seat) => ({ ...seat, ready: false, keeps: false })) };
}

function newPosition(until: number | null | undefined): Partial<Table> {
  return { until: until ?? null, proposal: null };
}

function nextDeal(event: Scored | Ended): Partial<Table> {
  return { nextDeal: event.next_deal, commitment: event.commitment, commitments: [], ...newPosition(null) };
}

function answered(proposal: Proposal | null, seat: number, yes: boolean): Proposal | null {
  return proposal && yes ? { ...proposal, agreed: [...proposal.agreed, seat] } : null;
}
