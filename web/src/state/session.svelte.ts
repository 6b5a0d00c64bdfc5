/** This page's conversation with the server: where it is, and what it sees. Everything else shows it. */
import { Connection, type ConnectionState } from "../net/connection";
import { type GameFacts, gameFacts, patiently } from "../net/http";
import type { Bye, Hinted, Incoming, InLobby, Outgoing, Refused, TableEvent, TableInfo, Taken } from "../net/messages";
import { declinedWords } from "../words/players";
import { say } from "../words/texts.svelte";
import { Commands } from "./commands.svelte";
import { FairPlayer } from "./fair";
import { identity } from "./identity.svelte";
import { signed } from "./key";
import { type Link, takeLink } from "./links";
import { logAfter, logOf, logWith, type LogLine } from "./log";
import { keptLink, keptSeat, keptSeen, type KeptSeat, keptWatch, type Watched } from "./storage";
import { keepSheet, keptSheet, type SheetLine, sheetWith } from "./sheet";
import { sound, soundsOf } from "./sounds";
import { LostTrack, type Table, tableAfter, tableOf } from "./table";

/** Refusals of what the page says again after a connection was lost, when it was heard before or comes too late. */
const SAID_AGAIN = ["not-ready-now", "not-reveal-now", "not-at-table"];
/** The refusal of a key that the page has shown of its own accord. */
const NO_PLAYERS = "no-players";
/** What happens beside the game, and leaves standing what was hinted or refused. */
const ASIDE: TableEvent["type"][] = ["said", "emoted", "muted", "paced", "gone", "back", "kept", "awaited"];

export class Session extends Commands {
  connection = $state<ConnectionState>("connecting");
  /** the facts of its game, once they are there */
  facts = $state.raw<GameFacts | null>(null);
  tables = $state.raw<TableInfo[]>([]);
  log = $state.raw<LogLine[]>([]);
  /** what the deals of this match were worth, as far as this page has seen them */
  sheet = $state.raw<readonly SheetLine[]>([]);
  hint = $state.raw<Hinted | null>(null);
  /** why the server has closed the connection */
  farewell = $state.raw<Bye | null>(null);
  /** why the page is in the lobby again */
  lobby = $state.raw<InLobby | null>(null);
  /** how many wait with us, in a lobby that puts its players together by itself */
  waiting = $state(0);
  /** a table or a seat to which a link leads, and about which the page asks first */
  link = $state.raw<Link | null>(null);
  /** the table of that link, once the server has told of it */
  invitation = $state.raw<TableInfo | null>(null);
  /** what the server's clock is ahead of this one, in seconds */
  ahead = $state(0);
  /** the code by which another device can take this seat, and until when */
  moving = $state.raw<{ code: string; until: number } | null>(null);
  seat = $state.raw<KeptSeat | null>(keptSeat.load());

  readonly fair = new FairPlayer(keptSeen);
  #connection: Connection;
  /** the code of a link that opens another device's seat, until it is used */
  #moveCode = "";
  #watching: Watched | null = null;
  /** whether only a snapshot can tell what the table is like */
  #hasLostTrack = false;
  /** the deal of which the server knows, since the last snapshot, what the page is bound to before it is ready */
  #boundTo = 0;

  constructor(url: string) {
    super();
    const link = takeLink() ?? keptLink.load();
    this.link = link;
    // Who has a seat is asked before another one takes its place: links come from anybody.
    if (link?.move && !this.seat) this.#use(link.move);
    this.#watching = link ? null : keptWatch.load();
    this.#connection = new Connection(url, {
      opened: () => {
        identity.isKnown = false;
        return this.#hello();
      },
      received: (message) => this.#received(message),
      changed: (state) => {
        this.connection = state;
        this.isActing = this.isHinting = false;
      },
    });
    this.#connection.open();
    identity.forget = () => this.send({ type: "forget" });
  }

  /** Show the key: the server gives something to sign. Without one, be a stranger again. */
  showKey(): void {
    if (identity.secret) this.send({ type: "challenge" });
    else this.#connection.reopen();
  }

  async #identify(nonce: string): Promise<void> {
    const { secret } = identity;
    if (secret) this.send({ type: "identify", ...(await signed(secret, location.host, nonce)) });
  }

  /** Connect again at once. */
  retry(): void {
    this.farewell = null;
    this.#connection.retry();
  }

  /** Now by the server's clock, in seconds. */
  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  /** What opens the records of this table: the seat's token, or the code by which a private table was found. */
  get recordKey(): string {
    return this.seat?.token ?? this.#watching?.code ?? "";
  }

  /** Take the seat of another device, to which the link leads, instead of this one. */
  follow(): void {
    if (!this.link?.move) return;
    this.#use(this.link.move);
    this.#connection.reopen();
  }

  /** Change to an empty seat of this table. Somebody else must be there: a table that all have left is closed. */
  changeSeat(seat: number): void {
    const where = this.seat?.code ? { code: this.seat.code } : { table: this.table?.table };
    this.leave();
    this.sit({ ...where, seat });
  }

  /** Be ready for the next deal. */
  ready(): void {
    const table = this.table;
    if (!table || table.seat === null || table.seats[table.seat - 1]?.ready) return;
    this.send(this.fair.ready(table.nextDeal));
  }

  // What comes

  #hello(): Incoming {
    const hello = this.greeting();
    if (this.#moveCode) return { ...hello, move: this.#moveCode };
    const seat = this.seat;
    // After a reload nothing is known of the table, and only a snapshot tells it.
    const last = this.table?.table === seat?.table && !this.#hasLostTrack ? (this.table?.n ?? 0) : 0;
    return seat ? { ...hello, table: seat.table, token: seat.token, last } : hello;
  }

  #received(message: Outgoing): void {
    const answer = this.fair.received(message, this.table?.seat ?? null);
    if (answer) this.send(answer);
    this.isActing = false;
    switch (message.type) {
      case "welcome":
        this.ahead = message.now - Date.now() / 1000;
        this.#moveCode = "";
        if (identity.secret && !identity.isKnown) this.showKey();
        return;
      case "in_lobby":
        this.#inLobby(message);
        return;
      case "table_list":
        if (message.id) this.invitation = message.tables[0] ?? null;
        else this.tables = message.tables;
        return;
      case "taken":
        this.#taken(message);
        return;
      case "snapshot":
        this.#at(tableOf(message));
        return;
      case "murmured":
        this.log = logWith(this.log, message);
        return;
      case "moving":
        this.moving = { code: message.code, until: message.until };
        return;
      case "refused":
        this.#refused(message);
        return;
      case "hinted":
        this.isHinting = false;
        this.hint = message;
        return;
      case "bye":
        this.farewell = message;
        return;
      case "done":
      case "pong":
        this.isHinting = false;
        return;
      case "declined":
        this.refusal = { type: "refused", code: message.type, text: declinedWords(message) };
        return;
      case "invited": // what only programs are
        return;
      case "challenged":
        void this.#identify(message.nonce);
        return;
      case "identified":
        identity.isKnown = true;
        return;
      case "forgotten":
        identity.use("");
        return;
      default:
        this.#happened(message);
    }
  }

  #happened(event: TableEvent): void {
    const before = this.table;
    if (!before) return;
    try {
      this.table = tableAfter(before, event);
    } catch (error) {
      if (!(error instanceof LostTrack)) throw error;
      this.#hasLostTrack = true;
      this.#connection.reopen(); // who is at a table already is not shown it again
      return;
    }
    if (this.table === before) return;
    if ((event.type !== "said" && event.type !== "emoted") || this.hears(event.seat)) {
      this.log = logAfter(this.log, event, before, this.table);
    }
    sound(...soundsOf(event, before, this.table));
    if (event.type === "scored") this.#write(sheetWith(this.sheet, event));
    if (event.type === "restarted") this.#write([]);
    if (event.type === "back" && event.seat === before.seat) this.#boundTo = 0;
    if (!ASIDE.includes(event.type)) {
      this.hint = null;
      this.refusal = null;
      this.playOn(event);
    }
    this.#readyIfNew();
  }

  #at(table: Table): void {
    const isOther = this.table?.table !== table.table;
    this.table = table;
    this.#hasLostTrack = false;
    this.#boundTo = 0;
    this.lobby = null;
    if (table.seat === null) this.#keepWatch(this.asked);
    // Who comes back to their seat by a link that leads elsewhere still has to choose.
    if (!this.seat || this.link?.table === table.table || this.link?.code === this.seat.code) this.link = null;
    this.hint = null;
    // Why a link did not lead elsewhere is said at the table to which it led back.
    if (this.refusal?.code !== "bad-move") this.refusal = null;
    if (isOther) this.unheard = new Set();
    if (isOther) this.log = logOf(table);
    this.#write(keptSheet(table.table, table.scored));
    if (this.facts?.game !== table.game) this.facts = null;
    void patiently(() => gameFacts(table.game)).then((facts) => {
      if (this.table?.game === table.game) this.facts = facts;
    });
    this.#readyIfNew();
  }

  #write(sheet: readonly SheetLine[]): void {
    this.sheet = sheet;
    if (this.table) keepSheet(this.table.table, sheet);
  }

  /** Nobody has to ask for the first deal of a match. */
  #readyIfNew(): void {
    const table = this.table;
    const waits = table !== null && (table.state === "open" || table.state === "deal") && table.scored === null;
    if (waits && table.seat !== null && !this.fair.isDue(table.nextDeal)) this.ready();
    else this.#bind();
  }

  /** Have a part in the next deal, should the others begin it while its player still looks at the last one. */
  #bind(): void {
    const table = this.table;
    const isBetween = table?.state === "deal" && table.commitments.length === 0 && table.seat !== null;
    if (!isBetween || this.#boundTo === table.nextDeal) return;
    this.#boundTo = table.nextDeal;
    const message = this.fair.bind(table.nextDeal);
    if (message) this.send(message);
  }

  #inLobby(message: InLobby): void {
    this.table = null;
    this.facts = null;
    this.moving = null;
    this.waiting = message.waiting ?? 0;
    if (message.why === "waiting") return;
    const isNew = message.why === "hello";
    this.lobby = isNew ? null : message;
    if (!isNew) this.#keepSeat(null);
    // Where the token opens nothing any more, the code of a link may, and the other way round.
    if (this.link?.move) this.#use(isNew ? this.link.move : "");
    if (isNew && (this.seat || this.#moveCode)) this.send(this.#hello());
    else if (isNew && this.#watching) this.watch(this.#watching);
    else this.#keepWatch(null);
  }

  #refused(message: Refused): void {
    this.isHinting = false;
    if (SAID_AGAIN.includes(message.code) || message.code === NO_PLAYERS) return;
    if (!this.table) this.#keepWatch(null);
    const isForgotten = message.code === "bad-token";
    if (isForgotten) this.#keepSeat(null);
    // Somebody else was faster: the table is still there, but who has left a private one does not see it in the lobby.
    if (message.code === "seat-taken" && this.asked.code) this.link = { code: this.asked.code };
    this.refusal = isForgotten ? { ...message, text: say("web.lobby.forgotten") } : message;
  }

  /** Say the code of another device's seat with the next hello. */
  #use(move: string): void {
    this.#moveCode = move;
    this.link = null;
    this.asked = {};
  }

  #taken(message: Taken): void {
    const { table, seat, token } = message;
    this.#keepSeat({ table, seat, token, code: message.code || (this.asked.code ?? "") });
    this.link = null;
  }

  #keepSeat(seat: KeptSeat | null): void {
    if (seat) keptSeat.keep(seat);
    else if (this.seat) keptSeat.drop(this.seat.token);
    this.seat = seat;
    if (seat) this.#keepWatch(null);
  }

  #keepWatch(watched: Watched | null): void {
    this.#watching = watched;
    keptWatch.keep(watched);
  }

  protected send(message: Incoming): boolean {
    return this.#connection.send(message);
  }
}
