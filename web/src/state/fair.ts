/**
 * This page's part in fair dealing (docs/fairness.md): it is bound to a nonce for each deal, opens it only after it has
 * seen what all others are bound to, and writes down what it saw, for the proof when the deal is over.
 */
import type { Incoming, Outgoing, Scored } from "../net/messages";

const TAG = "overtrick/commit/1\n";
const SIZE = 32;
const NOTHING = "-";

/** What this page saw of a deal, and when. */
export interface Seen {
  deal: number;
  /** the page's own nonce, and whether it was opened, and opened after the list of commitments was seen */
  nonce: string;
  commitment: string;
  opened: boolean;
  /** the server's commitment, as it was told first */
  server: string;
  /** those of the seats, as they were told before the nonce was opened */
  seats: string[];
  nonces: string[];
  marks: string[];
  dealer: number;
  hand: string[];
}

/** Where the page keeps it, so that a reload loses nothing. */
export interface Keeper {
  load(): Seen | null;
  keep(seen: Seen | null): void;
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
  #seen: Seen | null;
  #server = "";

  constructor(private readonly keeper: Keeper) {
    this.#seen = keeper.load();
  }

  /** What was seen of the deal on the table, or of the last one. */
  get seen(): Seen | null {
    return this.#seen;
  }

  /** Be ready for a deal, bound to a nonce that nobody else knows. */
  async ready(deal: number): Promise<Incoming> {
    if (!canHash()) return { type: "ready", deal, commitment: NOTHING };
    if (this.#seen?.deal !== deal || this.#seen.opened) {
      const nonce = hex(crypto.getRandomValues(new Uint8Array(SIZE)));
      const commitment = await commitmentOf(nonce);
      const nothing = { opened: false, seats: [], nonces: [], marks: [], dealer: 0, hand: [] };
      this.#keep({ deal, nonce, commitment, server: this.#server, ...nothing });
    }
    return { type: "ready", deal, commitment: this.#seen?.commitment ?? NOTHING };
  }

  /** What to answer to a message of the server at once, if anything; `seat` is the page's own. */
  received(message: Outgoing, seat: number | null): Incoming | null {
    switch (message.type) {
      case "snapshot":
        this.#server = message.commitment;
        return message.commitments && message.state !== "play"
          ? this.#reveal(message.next_deal, message.commitment, message.commitments, seat)
          : null;
      case "committed":
        return this.#reveal(message.deal, message.server, message.seats, seat);
      case "dealt":
        if (this.#seen?.deal === message.deal.deal) {
          const { nonces, marks, deal } = message;
          this.#keep({ ...this.#seen, nonces, marks, dealer: deal.dealer, hand: deal.hand ?? [] });
        }
        return null;
      case "scored":
      case "ended":
        this.#server = message.commitment;
        return null;
      default:
        return null;
    }
  }

  /** What this page saw of a deal that is over; null if it had no part in it. */
  of(scored: Scored): Seen | null {
    return this.#seen?.deal === scored.deal ? this.#seen : null;
  }

  #reveal(deal: number, server: string, seats: string[], seat: number | null): Incoming | null {
    const seen = this.#seen;
    if (seen?.deal !== deal || seat === null || seats[seat - 1] !== seen.commitment) return null;
    this.#keep({ ...seen, server: seen.server || server, seats, opened: true });
    return { type: "reveal", deal, nonce: seen.nonce };
  }

  #keep(seen: Seen): void {
    this.#seen = seen;
    this.keeper.keep(seen);
  }
}
