/**
 * This page's part in fair dealing (docs/fairness.md): it is bound to a nonce for each deal, opens it only after it has
 * seen what all others are bound to, and writes down what it saw, for the proof when the deal is over.
 */
import type { Incoming, Outgoing } from "../net/messages";

const TAG = "overtrick/commit/1\n";
const SIZE = 32;
/** The deal on the table and the one before it, which is looked at while the next one is waited for. */
const KEPT = 2;
/** instead of a commitment or a nonce, of those who have none */
export const NOTHING = "-";

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
  /** those of the seats, as they were told when the nonce was first opened */
  seats: string[];
  /** what came with the cards; nothing if the page was not there at that moment */
  nonces: string[];
  marks: string[];
  dealer: number;
  turnUp: string | null;
  hand: string[];
}

/** Where the page keeps it, so that a reload loses nothing. */
export interface Keeper {
  load(): Seen[];
  keep(seen: Seen[]): void;
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export async function commitmentOf(nonce: string): Promise<string> {
  return hex(await sha256(new Uint8Array([...new TextEncoder().encode(TAG), ...unhex(nonce)])));
}

/** Whether this browser can hash at all: it does so only for pages from this machine or by https. */
export function canHash(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export class FairPlayer {
  /** what was seen, the last deal at the end */
  #seen: Seen[];
  #table = "";
  #server = "";

  constructor(private readonly keeper: Keeper) {
    this.#seen = keeper.load();
  }

  /** Be ready for a deal, bound to a nonce that nobody else knows. */
  async ready(deal: number): Promise<Incoming> {
    if (!canHash()) return { type: "ready", deal, commitment: NOTHING };
    const known = this.of(this.#table, deal);
    if (known && !known.opened) return { type: "ready", deal, commitment: known.commitment };
    const [table, server] = [this.#table, this.#server];
    const nonce = hex(crypto.getRandomValues(new Uint8Array(SIZE)));
    const commitment = await commitmentOf(nonce);
    const nothing = { opened: false, seats: [], nonces: [], marks: [], dealer: 0, turnUp: null, hand: [] };
    this.#keep({ table, deal, nonce, commitment, server, ...nothing });
    return { type: "ready", deal, commitment };
  }

  /** What to answer to a message of the server at once, if anything; `seat` is the page's own. */
  received(message: Outgoing, seat: number | null): Incoming | null {
    switch (message.type) {
      case "snapshot":
        this.#table = message.table;
        this.#server = message.commitment;
        return message.commitments && message.state !== "play"
          ? this.#reveal(message.next_deal, message.commitment, message.commitments, message.seat ?? null)
          : null;
      case "committed":
        return this.#reveal(message.deal, message.server, message.seats, seat);
      case "dealt": {
        const { nonces, marks, deal } = message;
        const seen = this.of(this.#table, deal.deal);
        const turnUp = deal.turn_up ?? null;
        if (seen) this.#keep({ ...seen, nonces, marks, dealer: deal.dealer, turnUp, hand: deal.hand ?? [] });
        return null;
      }
      case "scored":
      case "ended":
        this.#server = message.commitment;
        return null;
      default:
        return null;
    }
  }

  /** What this page saw of a deal; null if it had no part in it. */
  of(table: string, deal: number): Seen | null {
    return this.#seen.find((seen) => seen.table === table && seen.deal === deal) ?? null;
  }

  #reveal(deal: number, server: string, seats: string[], seat: number | null): Incoming | null {
    const seen = this.of(this.#table, deal);
    if (!seen || seat === null || seats[seat - 1] !== seen.commitment) return null;
    // Once the nonce is open, a list that is told again proves nothing: the first one counts.
    if (!seen.opened) this.#keep({ ...seen, server: seen.server || server, seats, opened: true });
    return { type: "reveal", deal, nonce: seen.nonce };
  }

  #keep(seen: Seen): void {
    const others = this.#seen.filter(({ table, deal }) => table !== seen.table || deal !== seen.deal);
    this.#seen = [...others, seen].slice(-KEPT);
    this.keeper.keep(this.#seen);
  }
}
