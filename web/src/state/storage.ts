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

/** A table at which somebody looks on. */
export interface Watched {
  table?: string;
  code?: string;
}

const SEAT = "overtrick/seat";
const WATCHED = "overtrick/watched";
const SEEN = "overtrick/seen";

export const keptSeat = {
  load: () => read<KeptSeat>(SEAT),
  keep: (seat: KeptSeat) => write(SEAT, seat),
  /** Forget the seat of a token; another tab may have another one by now. */
  drop: (token: string) => {
    if (keptSeat.load()?.token === token) write(SEAT, null);
  },
};

/** Kept as long as the tab is open: others may look at other tables. */
export const keptWatch = {
  load: () => read<Watched>(WATCHED, "sessionStorage"),
  keep: (watched: Watched | null) => write(WATCHED, watched, "sessionStorage"),
};

export const keptSeen: Keeper = {
  load: () => read<Seen[]>(SEEN) ?? [],
  keep: (seen) => write(SEEN, seen),
};

type Store = "localStorage" | "sessionStorage";

function read<T>(key: string, store: Store = "localStorage"): T | null {
  try {
    return JSON.parse(window[store].getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown, store: Store = "localStorage"): void {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, JSON.stringify(value));
  } catch {
    // the browser keeps nothing: then it lasts as long as the page
  }
}
