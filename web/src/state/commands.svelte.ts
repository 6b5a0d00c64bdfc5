/** What the page says to the server of its own accord, in the lobby and at a table. */
import {
  type Create,
  type Emote,
  type Hello,
  type Incoming,
  type Options,
  type Proposed,
  type Refused,
  type TableEvent,
  VERSION,
} from "../net/messages";
import { currentLanguage } from "../words/texts.svelte";
import { identity } from "./identity.svelte";
import { settings } from "./settings.svelte";
import type { Watched } from "./storage";
import type { Table } from "./table";

export abstract class Commands {
  /** the table at which the page is, on a seat or looking on */
  table = $state.raw<Table | null>(null);
  isHinting = $state(false);
  /** whether an action was sent that is not answered yet: what is touched twice is done once */
  isActing = $state(false);
  /** the last refusal, until something happens or it is put away */
  refusal = $state.raw<Refused | null>(null);

  /** those of whom the user wants to read nothing, by the events with which they sat down */
  unheard = $state.raw<ReadonlySet<number>>(new Set());

  /** where the page has asked to sit or to look on: the server does not tell the code again */
  protected asked: Watched = {};
  #ids = 0;
  /** a word that is being said, and the card to it */
  #saying: { word: string; card: string } | null = null;

  /** Say something, which is lost where there is no connection: false. */
  protected abstract send(message: Incoming): boolean;

  // In the lobby

  askTables(): void {
    this.send({ type: "tables" });
  }

  /** Ask who invites to a table, and to what. */
  askInvitation({ table, code }: Watched): void {
    this.send({ type: "tables", id: this.#id(), table, code });
  }

  create(game: string, options: Options = {}, bots = "", seat = 1): void {
    this.asked = {};
    const rated = options.rated && identity.isKnown; // who has no key any more plays as before
    const message: Create = { type: "create", id: this.#id(), game, options: { ...options, rated }, bots, seat };
    this.send(message);
  }

  /** Play the deal of the day of a game. */
  createDaily(game: string, options: Options): void {
    this.asked = {};
    this.send({ type: "create", id: this.#id(), game, options, daily: true });
  }

  quick(game: string): void {
    this.asked = {};
    this.send({ type: "quick", id: this.#id(), game });
  }

  sit(where: { table?: string; code?: string; seat?: number }): void {
    this.asked = where;
    this.send({ type: "sit", id: this.#id(), ...where });
  }

  watch(where: Watched): void {
    this.asked = where;
    this.send({ type: "watch", id: this.#id(), ...where });
  }

  /** Tell the server the name and the language that were chosen. */
  introduce(): void {
    this.send(this.greeting());
  }

  protected greeting(): Hello {
    return { type: "hello", v: VERSION, name: settings.name, lang: currentLanguage() };
  }

  // At a table

  leave(): void {
    this.send({ type: "leave", id: this.#id() });
  }

  addBot(bot: string, seat?: number): void {
    this.send({ type: "add_bot", id: this.#id(), bot, seat });
  }

  /** Ask a program of somebody to take a seat; what opens a private table is told to it. */
  invite(player: string, seat: number, code: string): void {
    this.send({ type: "invite", id: this.#id(), player, seat, code: code || undefined });
  }

  removeBot(seat: number): void {
    this.send({ type: "remove_bot", id: this.#id(), seat });
  }

  /** Do something, or say a word and then play the card to which it belongs. */
  act(action: string, card = ""): void {
    if (!this.table || this.isActing) return;
    this.refusal = null;
    this.isActing = true;
    this.#saying = card ? { word: action, card } : null;
    this.send({ type: "act", id: this.#id(), at: this.table.n, action });
  }

  /** Play the card to a word that was said. */
  protected playOn(event: TableEvent): void {
    const saying = this.#saying;
    this.#saying = null;
    if (saying && event.type === "acted" && event.seat === this.table?.seat && event.action === saying.word) this.act(saying.card);
  }

  askHint(): void {
    if (!this.table) return;
    this.isHinting = true;
    this.refusal = null;
    this.send({ type: "hint", id: this.#id(), at: this.table.n });
  }

  /** Keep the next deal waiting, or no longer. */
  keepWaiting(on: boolean): void {
    this.send({ type: "keep", id: this.#id(), on });
  }

  /** Change how long bots take and complete tricks lie, in seconds. */
  pace(bot_delay: number, trick_delay: number): void {
    this.send({ type: "pace", id: this.#id(), bot_delay, trick_delay });
  }

  propose(what: Proposed["what"], tricks = 0): void {
    if (this.table) this.send({ type: "propose", id: this.#id(), at: this.table.n, what, tricks });
  }

  answer(yes: boolean): void {
    if (this.table) this.send({ type: "answer", id: this.#id(), at: this.table.n, yes });
  }

  /** Say a line to all at the table; false where nobody can hear it now. */
  talk(text: string): boolean {
    return this.send({ type: "say", id: this.#id(), text });
  }

  /** Say one of the few things that everybody reads in their own language. */
  emote(what: Emote["what"]): void {
    this.send({ type: "emote", id: this.#id(), what });
  }

  /** Whether the user wants to read what the player of a seat says. */
  hears(seat: number): boolean {
    return !this.unheard.has(this.table?.seats[seat - 1]?.sat ?? 0);
  }

  /** Read what a player says no longer, or again. */
  hear(seat: number, isHeard: boolean): void {
    const sat = this.table?.seats[seat - 1]?.sat ?? 0;
    const others = [...this.unheard].filter((each) => each !== sat);
    this.unheard = new Set(isHeard ? others : [...others, sat]);
  }

  /** As the host: let a player say nothing any more, or again. */
  mute(seat: number, on: boolean): void {
    this.send({ type: "mute", id: this.#id(), seat, on });
  }

  /** As the host: send a player away. */
  kick(seat: number): void {
    this.send({ type: "kick", id: this.#id(), seat });
  }

  /** Tell whoever runs the server of a player; false where there is no connection. */
  report(seat: number, reason: string): boolean {
    return this.send({ type: "report", id: this.#id(), seat, reason });
  }

  /** Ask for a code by which another device can take this seat. */
  askMove(): void {
    this.send({ type: "move", id: this.#id() });
  }

  #id(): string {
    return `${Date.now().toString(36)}-${++this.#ids}`;
  }
}
