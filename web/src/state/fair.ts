/**
 * This page's part in fair dealing (docs/fairness.md): it is bound to a nonce for each deal, opens it only after it has
 * seen what all others are bound to, and writes down what it saw, for the proof when the deal is over.
 */
import type { Committed, DealInfo, Ended, Incoming, Outgoing, Scored, Snapshot } from "../net/messages";
import { actionOf, isCall } from "./actions";
import { sha256 } from "./sha256";

const TAG = "overtrick/commit/1\n";
const SIZE = 32;
const BYTES = /^([0-9a-f]{2})*$/;
/** The deal before the last one tells whose turn it was; more of them, so that no nonce is given for an old deal. */
const KEPT = 16;
/** instead of a commitment or a nonce, of those who have none */
export const NOTHING = "-";
/** of the first deal at a table */
const FIRST_DEALER = 1;

/** What this page saw of a deal. */
export interface Seen {
  table: string;
  deal: number;
  /** the page's own nonce, and whether it was opened, which it is only after the list of commitments was seen */
  nonce: string;
  commitment: string;
  opened: boolean;
  /** the server's commitment, as it was told first */
  server: string;
  /** those of the seats, as they were told when the nonce was first opened, with game and dealer; older servers tell none */
  seats: string[];
  game: string;
  dealer: number;
  /** what came with the cards; nothing if the page was not there at that moment */
  nonces: string[];
  marks: string[];
  hand: string[];
  /** who deals and what is turned up, whenever that was told */
  dealers: number[];
  turnUps: (string | null)[];
  /** for each seat, the cards that it had: what was played and, of the page's own, each hand that was told */
  held: string[][];
  /** one of whom had to deal, and one of whom has to deal next; nobody where the page cannot tell */
  due: number[];
  next: number[];
}

const NOTHING_TOLD: Omit<Seen, "table" | "deal" | "nonce" | "commitment" | "server"> = {
  opened: false,
  seats: [],
  game: "",
  dealer: 0,
  nonces: [],
  marks: [],
  hand: [],
  dealers: [],
  turnUps: [],
  held: [[], [], [], []],
  due: [],
  next: [],
};

/** Where the page keeps it, so that a reload loses nothing. */
export interface Keeper {
  load(): Seen[];
  keep(seen: Seen[]): void;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes from hexadecimal digits; throws for any other way to write them, which would be another seed. */
export function unhex(text: string): Uint8Array<ArrayBuffer> {
  if (!BYTES.test(text)) throw new RangeError(`not bytes in hexadecimal digits: ${text}`);
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function commitmentOf(nonce: string): string {
  return hex(sha256(new Uint8Array([...new TextEncoder().encode(TAG), ...unhex(nonce)])));
}

/** What all are bound to before anybody opens a nonce. */
type Bound = Pick<Committed, "deal" | "game" | "dealer"> & { seats: string[] };

/** A message that the server may not have got yet. */
interface Due {
  deal: number;
  message: Incoming;
}

export class FairPlayer {
  /** what was seen, for a browser that keeps nothing */
  #own: Seen[] = [];
  #table = "";
  #server = "";
  /** the number of the deal on the table, or of the next one */
  #deal = 0;
  #due: Due | null = null;

  constructor(private readonly keeper: Keeper) {}

  /** Be ready for a deal, bound to a nonce that nobody else knows. */
  ready(deal: number): Incoming {
    if (this.#due?.deal === deal) return this.#due.message;
    const message: Incoming = { type: "ready", deal, commitment: this.#bound(deal) };
    this.#due = { deal, message };
    return message;
  }

  /** Be bound to a nonce for a deal that may begin before the player is ready; null where that is of no use. */
  bind(deal: number): Incoming | null {
    const commitment = this.#bound(deal);
    return commitment === NOTHING ? null : { type: "ready", deal, commitment, later: true };
  }

  /** Whether the server was asked for a deal and has not answered yet. */
  isDue(deal: number): boolean {
    return this.#due?.deal === deal;
  }

  /** What to answer to a message of the server at once, if anything; `seat` is the page's own. */
  received(message: Outgoing, seat: number | null): Incoming | null {
    switch (message.type) {
      case "welcome": // maybe after a connection was lost, and with it what was said last
        return this.#due?.message ?? null;
      case "in_lobby":
      case "closed":
        this.#due = null;
        return null;
      case "snapshot":
        return this.#came(message);
      case "ready":
        if (message.seat === seat) this.#due = null;
        return null;
      case "committed":
        return this.#reveal(message, message.server, seat);
      case "dealt": {
        const { nonces, marks, deal } = message;
        this.#due = null;
        this.#looked(deal, seat);
        this.#note(deal.deal, ({ turnUps, ...seen }) => ({
          ...(seen.nonces.length === 0 ? { nonces, marks, hand: deal.hand ?? [] } : {}),
          turnUps: deal.turn_up ? turnUps : [...turnUps, null],
        }));
        return null;
      }
      case "acted":
        this.#note(this.#deal, ({ held, turnUps }) => ({
          turnUps: message.turn_up ? [...turnUps, message.turn_up] : turnUps,
          held: held.map((cards, index) => [
            ...cards,
            ...(index + 1 === message.seat && !isCall(actionOf(message.action, message.actions)) ? [message.action] : []),
            ...(index + 1 === (message.plays_for ?? seat) ? (message.hand ?? []) : []),
          ]),
        }));
        return null;
      case "taken_back":
        // The auction may take another course now, and with it cards that were dealt after it.
        this.#note(message.deal.deal, () => ({ held: NOTHING_TOLD.held }));
        this.#looked(message.deal, seat);
        return null;
      case "scored":
      case "ended":
        this.#due = null;
        this.#isOver(message);
        [this.#deal, this.#server] = [message.next_deal, message.commitment];
        return null;
      case "restarted":
        this.#due = null;
        this.#restarted();
        return null;
      default:
        return null;
    }
  }

  /** What this page saw of a deal; null if it had no part in it. */
  of(table: string, deal: number): Seen | null {
    return this.#seen.find((seen) => seen.table === table && seen.deal === deal) ?? null;
  }

  /** All that was seen, the last deal at the end; another tab of this browser may have seen some of it. */
  get #seen(): Seen[] {
    const kept = this.keeper.load();
    return kept.length > 0 ? kept : this.#own;
  }

  /** The commitment for a deal. */
  #bound(deal: number): string {
    const [table, server] = [this.#table, this.#server];
    const known = this.of(table, deal);
    // No second nonce for a deal of which one is open, or which is past: the server could take the deal that it likes.
    if (known?.opened || this.#seen.some((seen) => seen.table === table && seen.deal > deal)) return NOTHING;
    if (known) return known.commitment;
    const nonce = hex(crypto.getRandomValues(new Uint8Array(SIZE)));
    const commitment = commitmentOf(nonce);
    this.#keep({ table, deal, nonce, commitment, server, ...NOTHING_TOLD });
    return commitment;
  }

  #came(table: Snapshot): Incoming | null {
    [this.#table, this.#server, this.#deal] = [table.table, table.commitment, table.next_deal];
    const seat = table.seat ?? null;
    this.#due = null;
    if (table.scored) this.#isOver(table.scored);
    if (table.ended) this.#isOver(table.ended);
    if (table.deal) this.#looked(table.deal, seat);
    if (table.state === "play") return null;
    if (!table.scored) this.#restarted();
    const { next_deal: deal, commitments: seats, game, dealer } = table;
    return seats ? this.#reveal({ deal, seats, game: dealer ? game : "", dealer }, table.commitment, seat) : null;
  }

  #reveal(list: Bound, server: string, seat: number | null): Incoming | null {
    const { deal, seats, game = "", dealer = 0 } = list;
    const seen = this.of(this.#table, deal);
    if (!seen || seat === null || seats[seat - 1] !== seen.commitment) return null;
    // Once the nonce is open, a list that is told again proves nothing: the first one counts.
    if (!seen.opened) this.#keep({ ...seen, server: seen.server || server, seats, game, dealer, opened: true });
    const message: Incoming = { type: "reveal", deal, nonce: seen.nonce };
    this.#due = { deal, message };
    return message;
  }

  /** The deal on the table is shown. */
  #looked({ deal, dealer, hand, turn_up, plays, players, plays_for }: DealInfo, seat: number | null): void {
    this.#deal = deal;
    const before = this.of(this.#table, deal - 1);
    this.#note(deal, ({ dealers, due, turnUps, held }) => ({
      dealers: [...dealers, dealer],
      due: dealers.length > 0 ? due : deal === 1 ? [FIRST_DEALER] : (before?.next ?? []),
      turnUps: turn_up ? [...turnUps, turn_up] : turnUps,
      held: held.map((cards, index) => [
        ...cards,
        ...(plays?.filter((_, play) => players?.[play] === index + 1) ?? []),
        ...(index + 1 === (plays_for ?? seat) ? (hand ?? []) : []),
      ]),
    }));
  }

  /** The players deal in turn; where all have passed, the house rules say whether the same one deals again. */
  #isOver(message: Scored | Ended): void {
    const isBrokenOff = message.type === "ended";
    if (isBrokenOff && !message.secret) return;
    this.#note(message.next_deal - 1, ({ dealers: [dealer] }) => {
      if (!dealer) return {};
      const after = (dealer % 4) + 1;
      return { next: isBrokenOff ? [dealer] : message.played === false ? [dealer, after] : [after] };
    });
  }

  /** In another match the turn goes on, or the first player deals again. */
  #restarted(): void {
    this.#note(this.#deal - 1, ({ next }) => ({ next: next.length > 0 ? [...new Set([...next, FIRST_DEALER])] : [] }));
  }

  #note(deal: number, changes: (seen: Seen) => Partial<Seen>): void {
    const seen = this.of(this.#table, deal);
    if (seen) this.#keep({ ...seen, ...changes(seen) });
  }

  #keep(seen: Seen): void {
    const others = this.#seen.filter(({ table, deal }) => table !== seen.table || deal !== seen.deal);
    this.#own = [...others, seen].slice(-KEPT);
    this.keeper.keep(this.#own);
  }
}
