/** What is kept in the browser: the seat, which only its token opens, and what was seen of the last deals. */
import type { Keeper, Seen } from "./fair";
import type { Link } from "./links";
import { fieldsOf, isEither, isListOf, isNumber, isOneOf, isText, isYesOrNo, type Kinds, read, wholeOf, write } from "./kept";

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
const LINK = "overtrick/link";
const SEEN = "overtrick/seen";

const isTexts = isListOf(isText);
const isNumbers = isListOf(isNumber);
const SEAT_KINDS: Kinds<KeptSeat> = { table: isText, seat: isNumber, token: isText, code: isText };
const WATCHED_KINDS: Kinds<Watched> = { table: isText, code: isText };
const LINK_KINDS: Kinds<Pick<Link, "table" | "code">> = { table: isText, code: isText };
const SEEN_KINDS: Kinds<Seen> = {
  table: isText,
  deal: isNumber,
  nonce: isText,
  commitment: isText,
  opened: isYesOrNo,
  server: isText,
  seats: isTexts,
  game: isText,
  dealer: isNumber,
  nonces: isTexts,
  marks: isTexts,
  hand: isTexts,
  dealers: isNumbers,
  turnUps: isListOf(isEither(isText, isOneOf(null))),
  held: isListOf(isTexts),
  due: isNumbers,
  next: isNumbers,
};

export const keptSeat = {
  load: () => wholeOf(read(SEAT), SEAT_KINDS),
  keep: (seat: KeptSeat) => write(SEAT, seat),
  /** Forget the seat of a token; another tab may have another one by now. */
  drop: (token: string) => {
    if (keptSeat.load()?.token === token) write(SEAT, null);
  },
};

/** Kept as long as the tab is open: others may look at other tables. */
export const keptWatch = {
  load: (): Watched | null => {
    const watched = fieldsOf(read(WATCHED, "sessionStorage"), WATCHED_KINDS);
    return watched.table || watched.code ? watched : null;
  },
  keep: (watched: Watched | null) => write(WATCHED, watched, "sessionStorage"),
};

/** An invitation that is not answered yet, which a reload must not lose; kept as long as the tab is open. */
export const keptLink = {
  load: (): Link | null => {
    const link = fieldsOf(read(LINK, "sessionStorage"), LINK_KINDS);
    return link.table || link.code ? link : null;
  },
  keep: (link: Link | null) => write(LINK, link, "sessionStorage"),
};

export const keptSeen: Keeper = {
  load: () => {
    const kept = read(SEEN);
    return Array.isArray(kept) ? kept.map((seen) => wholeOf(seen, SEEN_KINDS)).filter((seen) => seen !== null) : [];
  },
  keep: (seen) => write(SEEN, seen),
};
