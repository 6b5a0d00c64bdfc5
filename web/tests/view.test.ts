/** What is to be seen at a table. */
import { describe, expect, test } from "vitest";
import type { GameFacts } from "../src/net/http";
import type { DealInfo, Snapshot } from "../src/net/messages";
import { dealOf } from "../src/state/deal";
import { type Table, tableOf } from "../src/state/table";
import * as view from "../src/table/view";
import { partnerOf } from "../src/words/players";
import { BELOTE, calls, COINCHE, EUCHRE, TARNEEB } from "./actions";

const bot = { kind: "bot", name: "simple", bot: "simple" } as const;
const person = (name: string) => ({ kind: "person", name }) as const;

const info = (changes: Partial<DealInfo> = {}): DealInfo => ({ deal: 1, dealer: 4, phase: "play", sizes: [8, 8, 8, 8], ...changes });

function tableWith(deal: Partial<DealInfo> | null, changes: Partial<Snapshot> = {}): Table {
  return tableOf({
    type: "snapshot",
    n: 9,
    table: "t",
    game: "belote:ffb",
    options: {},
    state: deal ? "play" : "deal",
    seat: 1,
    seats: [person("Ann"), bot, bot, bot],
    standing: {},
    next_deal: 2,
    commitment: "",
    deal: deal && info(deal),
    ...changes,
  });
}

const bridge = { may_claim: true, hand_size: 13 } as GameFacts;
const scored = { type: "scored" } as Snapshot["scored"];

test.each([
  ["waiting", tableWith(null, { state: "open" })],
  ["dealing", tableWith(null)],
  ["deal", tableWith({})],
  ["deal", tableWith({}, { scored })],
  ["over", tableWith(null, { scored })],
  ["over", tableWith(null, { state: "over", ended: { type: "ended" } as Snapshot["ended"] })],
])("a scene is %s", (scene, table) => {
  expect(view.sceneOf(table)).toBe(scene);
});

describe("the trick in the middle", () => {
  const plays = ["As", "Ks", "7s", "8s"];
  const complete = dealOf(info({ plays, players: [1, 2, 3, 4], takers: [1] }));

  test("is none before the first card", () => {
    expect(view.shownTrick(dealOf(info()), 0)).toBeNull();
    expect(view.lastTrick(dealOf(info()))).toBeNull();
  });

  test("stays when it is complete, until it is gathered", () => {
    expect(view.shownTrick(complete, 0)?.taker).toBe(1);
    expect(view.shownTrick(complete, 1)).toBeNull();
    expect(view.lastTrick(complete)?.cards.map(({ card }) => card)).toEqual(plays);
  });

  test("gives way to the next card, and the last one is still known", () => {
    const next = dealOf(info({ plays: [...plays, "Ah"], players: [1, 2, 3, 4, 1], takers: [1] }));
    expect(view.shownTrick(next, 0)?.cards).toEqual([{ seat: 1, card: "Ah" }]);
    expect(view.shownTrick(next, 1)?.cards).toEqual([{ seat: 1, card: "Ah" }]);
    expect(view.lastTrick(next)?.cards).toHaveLength(4);
  });
});

describe("whose turn it is", () => {
  const ours = { turn: 1, actor: 1, legal: ["As", "belote"], actions: BELOTE };

  test("one's own: cards may be played, words are no cards", () => {
    expect(view.playable(tableWith(ours), 1)).toEqual(["As"]);
    expect(view.promptKey(tableWith({ ...ours, plays: ["Ah"], players: [4] }))).toBe("session.prompt.play");
    expect(view.promptKey(tableWith({ ...ours, plays: [], players: [] }))).toBe("web.table.your-lead");
  });

  test("after the last card only a word is left", () => {
    const words = { roem: { kind: "roem", word: "roem" }, silent: { kind: "silent", word: "silent" } } as const;
    const table = tableWith({ turn: 1, actor: 1, legal: ["roem", "silent"], words });
    expect(view.promptKey(table)).toBe("session.prompt.last-word");
    expect(table.deal?.legal.filter((action) => typeof action !== "string").map(view.belongsToCard)).toEqual([false, false]);
  });

  test("not while the match is paused, nor for who looks on", () => {
    expect(view.playable(tableWith(ours, { paused: true }), 1)).toEqual([]);
    expect(view.promptKey(tableWith(ours, { seat: null }))).toBeNull();
  });

  test("the declarer plays dummy's cards, and not their own then", () => {
    const table = tableWith({ turn: 3, actor: 1, legal: ["2c"] });
    expect(view.playable(table, 3)).toEqual(["2c"]);
    expect(view.playable(table, 1)).toEqual([]);
    expect(view.promptKey(table)).toBe("session.prompt.dummy");
  });

  test("after the highest bid trumps are to be named", () => {
    const naming = { phase: "auction", turn: 1, actor: 1, legal: ["name S", "name H"], actions: TARNEEB } satisfies Partial<DealInfo>;
    expect(view.promptKey(tableWith({ ...naming, calls: ["7"], callers: [1] }))).toBe("web.table.your-naming");
    expect(view.promptKey(tableWith(naming))).toBe("session.prompt.auction");
  });

  test("a discard is done by touching a card", () => {
    const table = tableWith({ phase: "discard", turn: 1, actor: 1, legal: ["discard 9c", "discard Jh"], actions: EUCHRE });
    expect(view.playable(table, 1)).toEqual(["9c", "Jh"]);
    expect(table.deal && view.actionWith(table.deal, "9c")).toBe("discard 9c");
    expect(view.promptKey(table)).toBe("session.prompt.discard");
  });
});

test("the last call of a seat is seen during the auction only", () => {
  const made = { calls: ["pass", "80 H", "pass", "pass", "90 S"], callers: [1, 2, 3, 4, 1], actions: COINCHE };
  const last = [1, 2, 3].map((seat) => view.lastCall(dealOf(info({ phase: "auction", ...made })), seat));
  expect(last).toEqual(calls(COINCHE, "90 S", "80 H", "pass"));
  expect(view.lastCall(dealOf(info({ phase: "auction" })), 1)).toBeNull();
  expect(view.lastCall(dealOf(info(made)), 1)).toBeNull();
});

test.each([
  ["Ah", { action: "Ah" }],
  ["Qh", { action: "belote", options: [{ action: "Qh", worth: 1, wins: 1, points: 1 }] }],
  ["9c", { action: "discard 9c" }],
  [null, { action: "pass", options: [{ action: "pass", worth: 1, wins: 1, points: 1 }] }],
])("a hint marks the card %s", (card, hint) => {
  expect(view.hintedCard({ type: "hinted", id: "1", actions: { ...BELOTE, ...EUCHRE }, ...hint })).toBe(card);
});

test("who plays with bots alone, and whether there is something to take back", () => {
  expect(view.isAlone(tableWith({}))).toBe(true);
  expect(view.isAlone(tableWith({}, { seats: [person("Ann"), bot, person("Bea"), bot] }))).toBe(false);
  expect(view.canTakeBack(tableWith({}))).toBe(false);
  expect(view.canTakeBack(tableWith({ plays: ["As"], players: [4] }))).toBe(false);
  expect(view.canTakeBack(tableWith({ plays: ["As", "Ks"], players: [4, 1] }))).toBe(true);
});

test.each([
  ["take-back", [2, 3]],
  ["claim", [2]],
  ["resign", [3]],
] as const)("a %s has to be answered by %j", (what, asked) => {
  const seats: Snapshot["seats"] = [person("Ann"), person("Bea"), person("Cid"), bot];
  expect(view.stillAsked(tableWith({}, { seats, proposal: { seat: 1, what } }))).toEqual(asked);
  expect(view.stillAsked(tableWith({}, { seats, proposal: { seat: 1, what, agreed: [...asked] } }))).toEqual([]);
});

test("only the declarer of Bridge claims, no less than they have and no more than there are", () => {
  const play = { contract: { strain: "NT", seat: 1, side: 1, value: 3 }, takers: Array<number>(11).fill(1), tricks: [7, 4] as [number, number] };
  expect(view.claimable(tableWith(play), bridge)).toEqual([7, 8, 9]);
  expect(view.claimable(tableWith(play, { seat: 2 }), bridge)).toEqual([]);
  expect(view.claimable(tableWith(play), { ...bridge, may_claim: false })).toEqual([]);
});

test("partners sit across the table", () => {
  expect([1, 2, 3, 4].map(partnerOf)).toEqual([3, 4, 1, 2]);
});

test("what was bid is seen in the play where every player bids", () => {
  const promise = (value: number | string) => ({ kind: "promise" as const, word: String(value), value });
  const actions = { nil: promise("nil"), "3": promise(3), "5": promise(5) };
  const deal = dealOf(info({ contract: { strain: "S" }, calls: ["3", "5", "nil", "3"], callers: [2, 3, 4, 1], actions }));
  expect([1, 2, 3, 4].map((seat) => view.promiseOf(deal, seat)?.value)).toEqual([3, 3, 5, "nil"]);
  expect(view.promisesOf(deal)).toEqual([8, 3]);
  expect(view.promisesOf(dealOf(info({ phase: "auction", contract: null, calls: ["3"], callers: [2], actions })))).toBeNull();
});
