/** What makes a table alive: what is heard of it, trumps in the hand, the last card, what is celebrated, the score sheet. */
import "./browser";
import { beforeAll, describe, expect, test } from "vitest";
import { featOf } from "../src/after/headline";
import type { Order } from "../src/net/http";
import type { Scored, TableEvent } from "../src/net/messages";
import { dealOf } from "../src/state/deal";
import { sheetWith } from "../src/state/sheet";
import { soundsOf } from "../src/state/sounds";
import type { Table } from "../src/state/table";
import { markOf } from "../src/table/marks";
import { lastCard } from "../src/table/view";
import { speaking } from "./speaking";

beforeAll(() => speaking("en"));

const SCORED = {
  type: "scored", n: 5, deal: 1, scores: [2, 0], parts: [{ reason: "march", side: 1, points: 2 }], winner: 1,
  standing: { totals: [2, 0] }, next_deal: 2, commitment: "", hands: [[], [], [], []],
} as unknown as Scored;

function tableWith(deal: object, changes: Partial<Table> = {}): Table {
  const made = dealOf({ deal: 1, dealer: 4, phase: "play", sizes: [1, 1, 1, 1], ...deal } as Parameters<typeof dealOf>[0]);
  return { state: "play", seat: 1, paused: false, scored: null, ended: null, deal: made, ...changes } as Table;
}

describe("what is heard", () => {
  const acted = (more: object = {}) => ({ type: "acted", n: 2, seat: 4, action: "Ah", ...more }) as TableEvent;

  test("is a card, a trick, and one's own turn", () => {
    const before = tableWith({ turn: 4, actor: 4 });
    const other = tableWith({ turn: 2, actor: 2, plays: ["Ah"], players: [4] });
    const own = tableWith({ turn: 1, actor: 1, plays: ["Ah"], players: [4] });
    expect(soundsOf(acted(), before, other)).toEqual(["card"]);
    expect(soundsOf(acted(), before, own)).toEqual(["card", "turn"]);
    expect(soundsOf(acted({ trick: { seat: 1 } }), before, own)).toEqual(["card", "trick", "turn"]);
    expect(soundsOf({ type: "said", n: 2, seat: 2, text: "" } as TableEvent, own, own)).toEqual([]);
  });

  test("is what became of the deal, for those who play", () => {
    const table = tableWith({});
    expect(soundsOf(SCORED, table, table)).toEqual(["won"]);
    expect(soundsOf(SCORED, table, { ...table, seat: 2 })).toEqual(["lost"]);
    expect(soundsOf(SCORED, table, { ...table, seat: null })).toEqual([]);
  });
});

test("trumps are marked, and one that is printed as another suit tells what it counts as", () => {
  const order: Order = { suits: [["Js", "Jc", "As"], ["Ah"], ["Ad"], ["Ac"]], trump: true };
  expect(markOf("As", order, "S")?.words).toContain("trump");
  expect(markOf("As", order, "S")?.symbol).toBeUndefined();
  expect(markOf("Jc", order, "S")?.symbol).toBe("♠");
  expect(markOf("Ac", order, "S")).toBeNull();
  expect(markOf("As", { ...order, trump: false }, "NT")).toBeNull();
});

test("the last card is one to which there is nothing else to do", () => {
  const mine = { turn: 1, actor: 1, hand: ["Ah"], legal: ["Ah"] };
  expect(lastCard(tableWith(mine))).toBe("Ah");
  expect(lastCard(tableWith({ ...mine, sizes: [2, 1, 1, 1] }))).toBeNull();
  expect(lastCard(tableWith({ ...mine, actor: 2 }))).toBeNull();
  expect(lastCard(tableWith({ ...mine, legal: ["Ah", "belote"], words: { belote: { kind: "word", word: "belote" } } }))).toBeNull();
  expect(lastCard(tableWith(mine, { paused: true }))).toBeNull();
});

test("only one's own feats are celebrated", () => {
  const table = tableWith({}, { scored: SCORED });
  expect(featOf(table)).not.toBeNull();
  expect(featOf({ ...table, seat: 2 })).toBeNull();
  expect(featOf({ ...table, seat: null })).toBeNull();
  expect(featOf({ ...table, scored: { ...SCORED, parts: [] } })).toBeNull();
  expect(featOf({ ...table, ended: { type: "ended", winner: 1 } as unknown as Table["ended"] })).toBe("The match is yours!");
});

test("a deal stands once on the sheet", () => {
  const [line] = sheetWith([], SCORED);
  expect(line).toEqual({ deal: 1, first: 2, second: 0, firstTotal: 2, secondTotal: 0 });
  expect(sheetWith([line!], SCORED)).toHaveLength(1);
  expect(sheetWith([line!], { ...SCORED, deal: 2 })).toHaveLength(2);
});
