/** This page's conversation with the server: where it is, what it sees, and what it says. Everything else shows it. */
import { Connection, type ConnectionState } from "../net/connection";
import { type GameFacts, gameFacts } from "../net/http";
import { type Hinted, type Incoming, type InLobby, type Outgoing, type Proposed, type Refused, VERSION } from "../net/messages";
import type { Bye, Create, Options, TableEvent, TableInfo, Taken } from "../net/messages";
import { currentLanguage, say } from "../words/texts.svelte";
import { lineOf } from "../words/log";
import { FairPlayer } from "./fair";
import { type Link, takeLink } from "./links";
import { settings } from "./settings.svelte";
import { keptSeat, keptSeen, type KeptSeat, keptWatch, type Watched } from "./storage";
import { LostTrack, type Table, tableAfter, tableOf } from "./table";

/** A line of what has happened and was said. */
export interface LogLine {
  key: number;
  kind: "event" | "chat";
  text: string;
}

const LONGEST_LOG = 200;

export class Session {
  connection = $state<ConnectionState>("connecting");
  /** whether there was a connection before */
  wasOpen = $state(false);
  /** the table at which the page is, on a seat or looking on */
  table = $state.raw<Table | null>(null);
  /** the facts of its game, once they are there */
  facts = $state.raw<GameFacts | null>(null);
  tables = $state.raw<TableInfo[]>([]);
  log = $state.raw<LogLine[]>([]);
  hint = $state.raw<Hinted | null>(null);
  isHinting = $state(false);
  /** whether an action was sent that is not answered yet: what is touched twice is done once */
  isActing = $state(false);
  /** the last refusal, until something happens or it is put away */
  refusal = $state.raw<Refused | null>(null);
  /** why the server has closed the connection */
  farewell = $state.raw<Bye | null>(null);
  /** why the page is in the lobby again */
  lobby = $state.raw<InLobby | null>(null);
  /** how many wait with us, in a lobby that puts its players together by itself */
  waiting = $state(0);
  /** a table to which a link leads */
  link = $state.raw<Link | null>(null);
  /** what the server's clock is ahead of this one, in seconds */
  ahead = $state(0);
  /** the code by which another device can take this seat, and until when */
  moving = $state.raw<{ code: string; until: number } | null>(null);
  seat = $state.raw<KeptSeat | null>(keptSeat.load());
  /** the last event, for what is animated */
  last = $state.raw<TableEvent | null>(null);

  readonly fair = new FairPlayer(keptSeen);
  #connection: Connection;
  #moveCode = "";
  #watching: Watched | null = null;
  /** the code by which a seat was asked for: the server does not tell it again */
  #usedCode = "";
  #ids = 0;
  #lines = 0;
  #readyFor = 0;

  constructor(url: string) {
    const link = takeLink();
    this.#moveCode = link?.move ?? "";
    this.link = link?.move ? null : link;
    this.#watching = link ? null : keptWatch.load();
    this.#connection = new Connection(url, {
      opened: () => this.#hello(),
      received: (message) => this.#received(message),
      changed: (state) => {
        this.connection = state;
        this.isActing = false;
        this.wasOpen ||= state === "open";
      },
    });
    this.#connection.open();
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

  // In the lobby

  askTables(): void {
    this.#send({ type: "tables" });
  }

  create(game: string, options: Options = {}, bots = "", seat = 1): void {
    this.#usedCode = "";
    const message: Create = { type: "create", id: this.#id(), game, options, bots, seat };
    this.#send(message);
  }

  quick(game: string): void {
    this.#send({ type: "quick", id: this.#id(), game });
  }

  sit(where: { table?: string; code?: string; seat?: number }): void {
    this.#usedCode = where.code ?? "";
    this.#send({ type: "sit", id: this.#id(), ...where });
  }

  watch(where: Watched): void {
    this.#keepWatch(where);
    this.#send({ type: "watch", id: this.#id(), ...where });
  }

  /** Tell the server the name and the language that were chosen. */
  introduce(): void {
    this.#send({ type: "hello", v: VERSION, name: settings.name, lang: currentLanguage() });
  }

  // At a table

  leave(): void {
    this.#send({ type: "leave", id: this.#id() });
  }

  addBot(bot: string, seat?: number): void {
    this.#send({ type: "add_bot", id: this.#id(), bot, seat });
  }

  removeBot(seat: number): void {
    this.#send({ type: "remove_bot", id: this.#id(), seat });
  }

  act(action: string): void {
    if (!this.table || this.isActing) return;
    this.refusal = null;
    this.isActing = true;
    this.#send({ type: "act", id: this.#id(), at: this.table.n, action });
  }

  askHint(): void {
    if (!this.table) return;
    this.isHinting = true;
    this.refusal = null;
    this.#send({ type: "hint", id: this.#id(), at: this.table.n });
  }

  propose(what: Proposed["what"], tricks = 0): void {
    if (this.table) this.#send({ type: "propose", id: this.#id(), at: this.table.n, what, tricks });
  }

  answer(yes: boolean): void {
    if (this.table) this.#send({ type: "answer", id: this.#id(), at: this.table.n, yes });
  }

  talk(text: string): void {
    this.#send({ type: "say", id: this.#id(), text });
  }

  /** Ask for a code by which another device can take this seat. */
  askMove(): void {
    this.#send({ type: "move", id: this.#id() });
  }

  /** Be ready for the next deal. */
  async ready(): Promise<void> {
    const table = this.table;
    if (!table || table.seat === null || table.seats[table.seat - 1]?.ready) return;
    this.#readyFor = table.nextDeal;
    this.#send(await this.fair.ready(table.nextDeal));
  }

  // What comes

  #hello(): Incoming {
    const hello: Incoming = { type: "hello", v: VERSION, name: settings.name, lang: currentLanguage() };
    if (this.#moveCode) return { ...hello, move: this.#moveCode };
    const seat = this.seat;
    // After a reload nothing is known of the table, and only a snapshot tells it.
    const last = this.table?.table === seat?.table ? (this.table?.n ?? 0) : 0;
    return seat ? { ...hello, table: seat.table, token: seat.token, last } : hello;
  }

  #received(message: Outgoing): void {
    const answer = this.fair.received(message, this.table?.seat ?? null);
    if (answer) this.#send(answer);
    this.isActing = false;
    switch (message.type) {
      case "welcome":
        this.ahead = message.now - Date.now() / 1000;
        this.#moveCode = "";
        return;
      case "in_lobby":
        this.#inLobby(message);
        return;
      case "table_list":
        this.tables = message.tables;
        return;
      case "taken":
        this.#taken(message);
        return;
      case "snapshot":
        this.#at(tableOf(message));
        return;
      case "moving":
        this.moving = { code: message.code, until: message.until };
        return;
      case "refused":
        this.isHinting = false;
        if (!this.table) this.#keepWatch(null);
        this.refusal = message.code === "bad-token" ? { ...message, text: say("web.lobby.forgotten") } : message;
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
      default:
        this.#happened(message);
    }
  }

  #happened(event: TableEvent): void {
    if (!this.table || event.n <= this.table.n) return;
    try {
      const before = this.table;
      this.table = tableAfter(before, event);
      this.#note(event, before, this.table);
    } catch (error) {
      if (!(error instanceof LostTrack)) throw error;
      this.table = null;
      this.#send(this.#hello()); // which brings a snapshot
      return;
    }
    this.last = event;
    if (event.type !== "said") {
      this.hint = null;
      this.refusal = null;
    }
    this.#readyIfNew();
  }

  #at(table: Table): void {
    const isOther = this.table?.table !== table.table;
    this.table = table;
    this.lobby = null;
    // Who comes back to his seat by a link that leads elsewhere still has to choose.
    if (!this.seat || this.link?.table === table.table || this.link?.code === this.seat.code) this.link = null;
    this.hint = null;
    this.refusal = null;
    if (isOther) this.log = [];
    if (this.facts?.game !== table.game) this.facts = null;
    void gameFacts(table.game).then((facts) => {
      if (this.table?.game === table.game) this.facts = facts;
    });
    this.#readyIfNew();
  }

  /** Nobody has to ask for the first deal of a match. */
  #readyIfNew(): void {
    const table = this.table;
    const waits = table !== null && (table.state === "open" || table.state === "deal") && table.scored === null;
    if (waits && table.seat !== null && this.#readyFor !== table.nextDeal) void this.ready();
  }

  #inLobby(message: InLobby): void {
    this.table = null;
    this.facts = null;
    this.moving = null;
    this.#readyFor = 0;
    this.waiting = message.waiting ?? 0;
    if (message.why === "waiting") return;
    this.#keepSeat(null);
    this.lobby = message.why === "hello" ? null : message;
    if (message.why === "hello" && this.#watching) this.watch(this.#watching);
    else this.#keepWatch(null);
  }

  #taken(message: Taken): void {
    const { table, seat, token } = message;
    this.#keepSeat({ table, seat, token, code: message.code || this.#usedCode });
    this.link = null;
  }

  #keepSeat(seat: KeptSeat | null): void {
    this.seat = seat;
    keptSeat.keep(seat);
    if (seat) this.#keepWatch(null);
  }

  #keepWatch(watched: Watched | null): void {
    this.#watching = watched;
    keptWatch.keep(watched);
  }

  #note(event: TableEvent, before: Table, after: Table): void {
    const text = event.type === "said" ? say("web.log.said", { name: event.name, text: event.text }) : lineOf(event, before, after);
    if (text === null) return;
    const kind = event.type === "said" ? "chat" : "event";
    this.log = [...this.log.slice(1 - LONGEST_LOG), { key: ++this.#lines, kind, text }];
  }

  #send(message: Incoming): void {
    this.#connection.send(message);
  }

  #id(): string {
    return `${Date.now().toString(36)}-${++this.#ids}`;
  }
}
