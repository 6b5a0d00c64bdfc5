/** What is kept in the browser: the seat, which only its token opens, and what was seen of the last deals. */
import type { Keeper, Seen } from "./fair";

/** A seat at a table, with the token that opens it again. */
export interface KeptSeat {
  table: string;
  seat: number;
  token: string;
  /** of a private table */
  code: string;
}

const SEAT = "overtrick/seat";
const SEEN = "overtrick/seen-deals";

export const keptSeat = {
  load: () => read<KeptSeat>(SEAT),
  keep: (seat: KeptSeat | null) => write(SEAT, seat),
};

export const keptSeen: Keeper = {
  load: () => read<Seen[]>(SEEN) ?? [],
  keep: (seen) => write(SEEN, seen),
};

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the browser keeps nothing: then it lasts as long as the page
  }
}
