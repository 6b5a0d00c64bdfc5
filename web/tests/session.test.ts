import { FakeSocket, goTo, newBrowser } from "./browser";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Incoming, InLobby, Outgoing, Snapshot } from "../src/net/messages";
import { Session } from "../src/state/session.svelte";
import { keptSeat } from "../src/state/storage";
import { say } from "../src/words/texts.svelte";
import { speaking } from "./speaking";

const SEAT = { table: "t1", seat: 2, token: "token-1", code: "" };
const WELCOME: Outgoing = { type: "welcome", v: 1, name: "Ana", now: 0 };
const IN_LOBBY: InLobby = { type: "in_lobby", why: "hello" };
const AGAIN = 2_000;

function snapshot(changes: Partial<Snapshot> = {}): Snapshot {
  const seats: Snapshot["seats"] = [{ kind: "bot" }, { kind: "person" }, { kind: "bot" }, { kind: "bot" }];
  const at = { n: 5, table: "t1", game: "sueca:standard", state: "play", seat: 2, next_deal: 2 } as const;
  const standing = { totals: [0, 0], games: [0, 0], below: [0, 0] } satisfies Snapshot["standing"];
  return { type: "snapshot", ...at, options: {}, seats, standing, commitment: "", ...changes };
}

const refused = (code: string): Outgoing => ({ type: "refused", code, text: `no: ${code}` });
const said = (n: number): Outgoing => ({ type: "said", n, seat: 1, name: "Rui", text: "well" });
const spoken = (type: Incoming["type"]) => FakeSocket.last.sent.filter((message) => message.type === type);
const hellos = () => spoken("hello").map(({ type: _, ...hello }) => hello);

function visit(hash = ""): Session {
  goTo(hash);
  return new Session("wss://cards.example/ws");
}

/** The connection breaks, and there is another one. */
function reconnect(...messages: Outgoing[]): void {
  FakeSocket.last.break();
  vi.advanceTimersByTime(AGAIN);
  FakeSocket.last.open(...messages);
}

beforeAll(() => speaking("en"));
beforeEach(() => {
  vi.useFakeTimers();
  newBrowser();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"game": "sueca:standard"}')));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a kept seat is taken again, with a snapshot at first and later with the events that are missing", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot());
  expect(hellos()).toMatchObject([{ table: "t1", token: "token-1", last: 0 }]);
  reconnect(WELCOME, said(6));
  expect(hellos()).toMatchObject([{ table: "t1", token: "token-1", last: 5 }]);
  expect(session.table?.n).toBe(6);
});

test("a seat that is no more is forgotten", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, refused("bad-token"), IN_LOBBY);
  expect(session.refusal?.text).toBe(say("web.lobby.forgotten"));
  expect(session.table).toBeNull();
  expect(keptSeat.load()).toBeNull();
  expect(hellos()).toHaveLength(1);
});

test("an event that is told twice is written down once", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot(), said(6), said(6));
  expect(session.log).toHaveLength(1);
});

test("who has missed an event begins anew, and gets a snapshot", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  const [first] = FakeSocket.all;
  first?.open(WELCOME, snapshot(), said(7));
  expect(first?.isClosed).toBe(true);
  expect(first?.sent).toHaveLength(1);
  expect(session.table?.n).toBe(5);
  FakeSocket.last.open(WELCOME, snapshot({ n: 7 }), said(8));
  expect(hellos()).toMatchObject([{ token: "token-1", last: 0 }]);
  expect(session.table?.n).toBe(8);
});

test("who looks on and has missed an event looks on again", () => {
  const session = visit();
  FakeSocket.last.open(WELCOME, IN_LOBBY);
  session.watch({ code: "abc" });
  FakeSocket.last.tell(snapshot({ seat: null }), said(7));
  FakeSocket.last.open(WELCOME, IN_LOBBY);
  expect(spoken("watch")).toMatchObject([{ code: "abc" }]);
  expect(session.recordKey).toBe("abc");
});

test("who was not let look on does not ask again", () => {
  const session = visit();
  FakeSocket.last.open(WELCOME, IN_LOBBY);
  session.watch({ table: "t1" });
  expect(session.recordKey).toBe("");
  FakeSocket.last.tell(refused("no-spectators"));
  reconnect(WELCOME, IN_LOBBY);
  expect(spoken("watch")).toEqual([]);
});

test("the code of another device opens its seat", () => {
  const session = visit("#move=m1");
  FakeSocket.last.open(WELCOME, { type: "taken", ...SEAT }, snapshot());
  expect(hellos()).toMatchObject([{ move: "m1" }]);
  expect(session.link).toBeNull();
  expect(keptSeat.load()).toEqual(SEAT);
  reconnect();
  expect(hellos()).toMatchObject([{ token: "token-1" }]);
});

test("a code that opens nothing leaves who has no seat in the lobby", () => {
  const session = visit("#move=m1");
  FakeSocket.last.open(WELCOME, refused("bad-move"), IN_LOBBY);
  expect(session.refusal?.code).toBe("bad-move");
  expect(hellos()).toHaveLength(1);
});

test("who has a seat is asked before a code takes them to another one", () => {
  keptSeat.keep(SEAT);
  const session = visit("#move=m1");
  FakeSocket.last.open(WELCOME, snapshot());
  expect(hellos()).toMatchObject([{ token: "token-1" }]);
  expect(session.link).toEqual({ move: "m1" });
  session.follow();
  FakeSocket.last.open(WELCOME, { type: "taken", ...SEAT, table: "t9", token: "token-9" }, snapshot({ table: "t9" }));
  expect(hellos()).toMatchObject([{ move: "m1" }]);
  expect(session.table?.table).toBe("t9");
  expect(keptSeat.load()?.token).toBe("token-9");
});

test("a code that opens nothing costs nobody their seat", () => {
  keptSeat.keep(SEAT);
  const session = visit("#move=m1");
  FakeSocket.last.open(WELCOME, snapshot());
  session.follow();
  FakeSocket.last.open(WELCOME, refused("bad-move"), IN_LOBBY);
  expect(hellos()).toMatchObject([{ move: "m1" }, { token: "token-1", last: 0 }]);
  FakeSocket.last.tell(WELCOME, snapshot(), { type: "back", n: 6, seat: 2 });
  expect(keptSeat.load()).toEqual(SEAT);
  expect(session.table?.n).toBe(6);
  expect(session.refusal?.code).toBe("bad-move");
});

test("where the kept seat is no more, the code is used at once", () => {
  keptSeat.keep(SEAT);
  visit("#move=m1");
  FakeSocket.last.open(WELCOME, refused("bad-token"), IN_LOBBY);
  expect(hellos()).toMatchObject([{ token: "token-1" }, { move: "m1" }]);
});

test("who leaves their table does not follow a link about which they said nothing", () => {
  keptSeat.keep(SEAT);
  const session = visit("#move=m1");
  FakeSocket.last.open(WELCOME, snapshot(), { type: "in_lobby", why: "left" });
  expect(session.link).toBeNull();
  expect(hellos()).toHaveLength(1);
});

test("a tab from which the seat has gone does not forget that of the tab to which it went", () => {
  keptSeat.keep(SEAT);
  const old = visit();
  FakeSocket.last.open(WELCOME, snapshot());
  keptSeat.keep({ ...SEAT, token: "token-2" });
  FakeSocket.last.tell({ type: "in_lobby", why: "moved" });
  expect(old.seat).toBeNull();
  expect(keptSeat.load()?.token).toBe("token-2");
});

test("the facts of a game are asked for until they are there", async () => {
  const answers = [new Response("<html>", { status: 502 }), new Response('{"game": "whist:english"}')];
  vi.stubGlobal("fetch", () => Promise.resolve(answers.shift()));
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot({ game: "whist:english" }));
  await vi.advanceTimersByTimeAsync(10);
  expect(session.facts).toBeNull();
  await vi.advanceTimersByTimeAsync(AGAIN);
  expect(session.facts?.game).toBe("whist:english");
});

test("what is touched twice is done once", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot());
  session.act("As");
  session.act("As");
  expect(spoken("act")).toMatchObject([{ at: 5, action: "As" }]);
});

const OPEN = snapshot({ state: "open", next_deal: 1 });
const asked = (count: number) => vi.waitFor(() => expect(spoken("ready")).toHaveLength(count), { timeout: 120_000 });

test("the first deal is asked for once, and again after a lost connection until the server has heard it", async () => {
  keptSeat.keep(SEAT);
  visit();
  FakeSocket.last.open(WELCOME, OPEN);
  await asked(1);
  const [ready] = spoken("ready");
  FakeSocket.last.tell(said(6), said(7));
  reconnect(WELCOME);
  expect(spoken("ready")).toEqual([ready]);
  FakeSocket.last.tell({ type: "ready", n: 8, seat: 2, commitment: "" }, said(9));
  reconnect(WELCOME, said(10));
  await Promise.resolve();
  expect(spoken("ready")).toEqual([]);
});

test("the first deal of another match is asked for, though its number was asked for before", async () => {
  keptSeat.keep(SEAT);
  visit();
  FakeSocket.last.open(WELCOME, OPEN);
  await asked(1);
  FakeSocket.last.tell({ type: "ready", n: 6, seat: 2, commitment: "" });
  FakeSocket.last.tell({ type: "ended", n: 7, why: "resigned", next_deal: 1, commitment: "" }, { type: "restarted", n: 8 });
  await asked(2);
});

test("a refusal of what was only said again is not shown", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot(), refused("not-reveal-now"));
  expect(session.refusal).toBeNull();
});

test("who loses the connection while a hint is thought about can ask again", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot());
  session.askHint();
  expect(session.isHinting).toBe(true);
  reconnect(WELCOME);
  expect(session.isHinting).toBe(false);
});

test("who talks without a connection is told that nobody hears it", () => {
  keptSeat.keep(SEAT);
  const session = visit();
  FakeSocket.last.open(WELCOME, snapshot());
  expect(session.talk("well")).toBe(true);
  FakeSocket.last.break();
  expect(session.talk("played")).toBe(false);
});

test("who wants another seat of a private table leaves their own, and is shown the way back if that one is taken", () => {
  keptSeat.keep({ ...SEAT, code: "abc" });
  const session = visit();
  FakeSocket.last.open(WELCOME, OPEN);
  session.changeSeat(3);
  expect(FakeSocket.last.sent.slice(-2)).toMatchObject([{ type: "leave" }, { type: "sit", code: "abc", seat: 3 }]);
  FakeSocket.last.tell({ type: "in_lobby", why: "left" }, refused("seat-taken"));
  expect(session.link).toEqual({ code: "abc" });
});
