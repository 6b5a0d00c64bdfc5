/** A line for each kind of event. */
import { beforeEach, describe, expect, test } from "vitest";
import type { Acted, Scored, SeatInfo, Snapshot, TableEvent } from "../src/net/messages";
import { type Table, tableAfter, tableOf } from "../src/state/table";
import { lineOf, linesSoFar } from "../src/words/log";
import { BELOTE, BRIDGE, COINCHE } from "./actions";
import { speaking } from "./speaking";
import { personaOf } from "../src/words/bots";

const [TWO, FOUR] = [2, 4].map((seat) => personaOf("sampling:2", seat).name);

const SEATS: [SeatInfo, SeatInfo, SeatInfo, SeatInfo] = [
  { kind: "person", name: "Ann" },
  { kind: "bot", name: "sampling 2", bot: "sampling:2" },
  { kind: "person", name: "Zoé" },
  { kind: "bot", name: "sampling 2", bot: "sampling:2" },
];

function tableWith(changes: Partial<Snapshot> = {}): Table {
  return tableOf({
    type: "snapshot",
    n: 0,
    table: "t",
    game: "belote:ffb",
    options: {},
    state: "play",
    seat: 2,
    seats: SEATS,
    standing: {},
    next_deal: 1,
    commitment: "",
    deal: { deal: 1, dealer: 4, phase: "auction", turn: 1, sizes: [5, 5, 5, 5], turn_up: "Jh" },
    ...changes,
  });
}

function lineAfter(event: TableEvent, table: Table = tableWith()): string | null {
  return lineOf(event, table, tableAfter(table, event));
}

function acted(changes: Partial<Acted> & { action: string }): Acted {
  return { type: "acted", n: 1, seat: 1, actions: { ...BELOTE, ...COINCHE }, ...changes };
}

const scored: Scored = {
  type: "scored",
  n: 1,
  deal: 3,
  parts: [{ side: 1, reason: "tricks", points: 90 }],
  scores: [90, 72],
  winner: 1,
  standing: { totals: [1090, 172] },
  hands: [],
  secret: "",
  next_deal: 4,
  commitment: "",
};
const next = { next_deal: 2, commitment: "" };
const playing = tableWith({
  deal: { deal: 1, dealer: 4, phase: "play", turn: 1, sizes: [8, 8, 8, 8], contract: { strain: "H", side: 1, seat: 1 } },
});

describe("in English", () => {
  beforeEach(() => speaking("en"));

  test.each<[string, TableEvent, string | null]>([
    ["sat", { type: "sat", n: 1, seat: 1, kind: "person", name: "Léa" }, "Léa sits down."],
    ["two of one name", { type: "sat", n: 1, seat: 1, kind: "person", name: "Zoé" }, "Zoé (1) sits down."],
    ["a bot", { type: "sat", n: 1, seat: 2, kind: "bot", name: "simple" }, `${personaOf("", 2).name} sits down.`],
    ["left", { type: "left", n: 1, seat: 3 }, "Zoé has left."],
    ["gone", { type: "gone", n: 1, seat: 1, until: 9 }, "Ann is gone; the seat is kept for some time."],
    ["back", { type: "back", n: 1, seat: 1 }, "Ann is back."],
    ["stood in", { type: "stood_in", n: 1, seat: 1, bot: "simple" }, "A bot plays for Ann."],
    ["paused", { type: "paused", n: 1, seat: 1 }, "The match waits for Ann."],
    ["resumed", { type: "resumed", n: 1 }, "The match goes on."],
    ["ready", { type: "ready", n: 1, seat: 1 }, null],
    ["committed", { type: "committed", n: 1, deal: 1, server: "", seats: ["", "", "", ""], until: 9 }, null],
    ["said", { type: "said", n: 1, seat: 1, name: "Ann", text: "hi" }, null],
    ["asked", { type: "proposed", n: 1, seat: 1, what: "take-back" }, "Ann asks to take back the last action."],
    ["claimed", { type: "proposed", n: 1, seat: 1, what: "claim", tricks: 9 }, "Ann claims tricks, in all: 9."],
    ["agreed", { type: "answered", n: 1, seat: 3, yes: true }, "Zoé agrees."],
    ["not agreed", { type: "answered", n: 1, seat: 3, yes: false }, "Zoé does not agree."],
    ["scored", scored, "Deal 3 is over. We: 72, They: 90. In the match: We: 172, They: 1,090."],
    ["won", { type: "ended", n: 1, why: "won", winner: 1, totals: [1090, 172], ...next }, "The match is over. Winner: Ann and Zoé. We: 172, They: 1,090."],
    ["given up", { type: "ended", n: 1, why: "resigned", winner: 1, seat: 2, ...next }, `${TWO} gives up the match. Winner: Ann and Zoé. We: 0, They: 0.`],
    ["broken off", { type: "ended", n: 1, why: "gone", name: "Max", ...next }, "Max is gone: the match is broken off. We: 0, They: 0."],
    ["restarted", { type: "restarted", n: 1 }, "Another match begins."],
    ["closed", { type: "closed", n: 1 }, "The table is closed."],
  ])("%s", (_, event, line) => {
    expect(lineAfter(event)).toBe(line);
  });

  test.each<[string, TableEvent, string]>([
    ["a call", acted({ action: "pass" }), "Ann: pass"],
    ["a call of a bot for a player", acted({ action: "90 H", by: "clock" }), "Ann: 90 hearts (a bot, out of time)"],
    [
      "the last call",
      acted({ action: "take", phase: "play", contract: { strain: "H", side: 1, seat: 1 } }),
      "Ann: take. Contract: hearts by Ann.",
    ],
    [
      "a contract of a side",
      acted({ action: "pass", phase: "play", contract: { strain: "H", side: 1, value: 80 } }),
      "Ann: pass. Contract: 80 hearts by Ann and Zoé.",
    ],
  ])("%s", (_, event, line) => {
    expect(lineAfter(event)).toBe(line);
  });

  test.each<[string, TableEvent, string]>([
    ["a card", acted({ action: "Th" }), "Ann: the ten of hearts"],
    ["a card with a word", acted({ action: "Qh", said: [[0, "belote"]] }), "Ann: the queen of hearts (belote)"],
    ["a word", acted({ action: "declare", declared: [[1, "tierce"]] }), "Ann: declare (tierce)"],
    [
      "what is declared by itself",
      acted({ action: "Th", said: [[1, "declare"]], declared: [[3, "Dreiblatt"]] }),
      "Ann: the ten of hearts. Zoé: declare (three in a row)",
    ],
    [
      "a trick",
      acted({ action: "Th", trick: { seat: 3, points: [30, 0], tricks: [1, 0] } }),
      "Ann: the ten of hearts. Trick 1 goes to Zoé. So far: We: 0, They: 30.",
    ],
    [
      "annonces that are shown",
      acted({ action: "Th", shown: [[1, ["Ah", "Kh", "Qh"]]] }),
      "Ann: the ten of hearts. Ann shows the ace of hearts, the king of hearts and the queen of hearts.",
    ],
  ])("%s", (_, event, line) => {
    expect(lineAfter(event, playing)).toBe(line);
  });

  test("a deal", () => {
    const deal = { deal: 2, dealer: 3, phase: "auction" as const, sizes: [5, 5, 5, 5], turn_up: "Jh" };
    const dealt = { type: "dealt" as const, n: 1, nonces: fourOf(""), marks: fourOf("bot" as const), deal };
    expect(lineAfter(dealt)).toBe("Deal 2. Dealer: Zoé. Turned up: the jack of hearts.");
    const open = { ...deal, phase: "play" as const, contract: { strain: "H" } };
    expect(lineAfter({ ...dealt, deal: open })).toMatch(/ Trumps: hearts\.$/);
    expect(lineAfter({ type: "taken_back", n: 1, deal })).toBe("That is taken back.");
  });

  test("a deal that nobody played", () => {
    const passed = { ...scored, parts: [], played: false };
    expect(lineAfter(passed)).toBe("Deal 3 is over. All have passed. In the match: We: 172, They: 1,090.");
  });

  test("for somebody who looks on, sides have the names of their players", () => {
    expect(lineAfter(scored, tableWith({ seat: null }))).toContain(`Ann and Zoé: 90, ${TWO} and ${FOUR}: 72.`);
  });
});

test("who comes into a deal reads what was called and played before", async () => {
  await speaking("en");
  const at = { deal: 2, dealer: 4, sizes: [8, 7, 8, 8], turn_up: "Jh", calls: ["pass", "take"], callers: [1, 2], actions: BELOTE };
  const taken = { ...at, phase: "play" as const, contract: { strain: "H", side: 2, seat: 2 }, plays: ["Th"], players: [1] };
  expect(linesSoFar(tableWith({ deal: taken }))).toEqual([
    `Deal 2. Dealer: ${FOUR}. Turned up: the jack of hearts.`,
    "Ann: pass",
    `${TWO}: take`,
    `Contract: hearts by ${TWO}.`,
    "Ann: the ten of hearts",
  ]);
  const bid = { ...taken, calls: ["1C", "4S", "X"], callers: [1, 2, 3], actions: BRIDGE, contract: { strain: "S", side: 2, seat: 2, value: 4, double: 1 } };
  expect(linesSoFar(tableWith({ deal: bid }))[4]).toBe(`Contract: 4 spades by ${TWO}, doubled by Zoé.`);
  const open = { deal: 1, dealer: 4, sizes: [13, 13, 13, 13], phase: "play" as const, contract: { strain: "H" } };
  expect(linesSoFar(tableWith({ deal: open }))).toEqual([`Deal 1. Dealer: ${FOUR}. Trumps: hearts.`]);
  expect(linesSoFar(tableWith({ state: "deal" }))).toEqual([]);
});

test("in other languages", async () => {
  await speaking("fr");
  expect(lineAfter(acted({ action: "Th" }), playing)).toBe("Ann\u00a0: le dix de cœur");
  await speaking("pt");
  expect(lineAfter(acted({ action: "Th" }), playing)).toBe("Ann: o dez de copas");
});

function fourOf<T>(item: T): [T, T, T, T] {
  return [item, item, item, item];
}

test("declarations have names in the language", async () => {
  await speaking("fr");
  const declares = acted({ action: "7d", said: [[2, "declare"]], declared: [[2, "Dreiblatt"], [2, "tierce"]] });
  expect(lineAfter(declares, playing)).toContain("(suite de 3 et tierce)");
});
