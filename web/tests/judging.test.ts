import { beforeAll, describe, expect, test } from "vitest";
import { excerpt } from "../src/judge/excerpt";
import { countByStatus, decoded, type Fault, type Judgement, type Reason, judgedTricks } from "../src/judge/judging";
import { judgedContract, sentenceOf, summaryOf } from "../src/judge/sentences";
import type { GameFacts } from "../src/net/http";
import { BRIDGE, COINCHE, numbered } from "./actions";
import { speaking } from "./speaking";

const NOTHING: Judgement = {
  game: "belote",
  preset: "info0004",
  seats: ["1", "2", "3", "4"],
  status: "clean",
  contract: { strain: "S", side: 2 },
  plays: [],
  players: [],
  tricks: [],
  final: null,
  worth: null,
  fault: null,
  findings: [],
  warnings: [],
  facts: null,
};

const reason = (trick: number, player: number, card: string): Reason => ({ trick, player, card, shown: "none", message: "" });
const fault = (revealing: Reason, ...proof: Reason[]): Fault => ({
  ...revealing,
  law: "belote/no-deal",
  duty: "no-deal",
  line: 1,
  column: 1,
  kind: "counting",
  certain: [],
  suspects: [1, 3],
  proof,
  held: [],
  shortage: { cards: ["9s"], room: 0, message: "no place is left for it", known: [] },
  message: "All of it.",
});

beforeAll(() => speaking("en"));

describe("tricks", () => {
  const plays = ["Qh", "8h", "Ah", "9h", "Kh"];

  test("are told apart by who played, and know who won them", () => {
    const judged = { ...NOTHING, plays, players: [1, 2, 3, 4, 3], tricks: [{ scores: [14, 0] as [number, number], winner: 3 }] };
    const [first, second] = judgedTricks(judged);
    expect(first?.cards.map(({ player, card }) => [player, card])).toEqual([[1, "Qh"], [2, "8h"], [3, "Ah"], [4, "9h"]]);
    expect([first?.winner, first?.scores]).toEqual([3, [14, 0]]);
    expect([second?.cards.length, second?.winner, second?.scores]).toEqual([1, null, null]);
  });

  test("have three cards where a partner sits out", () => {
    const judged = { ...NOTHING, plays, players: [1, 2, 4, 2, 4] };
    expect(judgedTricks(judged).map(({ cards }) => cards.length)).toEqual([3, 2]);
  });

  test("mark each reason, and the card at which the fault shows", () => {
    const proof = [reason(1, 2, "8h"), reason(2, 3, "Kh")];
    const judged = { ...NOTHING, plays, players: [1, 2, 3, 4, 3], fault: fault(reason(2, 3, "Kh"), ...proof) };
    const marks = judgedTricks(judged).flatMap(({ cards }) => cards.map(({ reason, reveals }) => [reason, reveals]));
    expect(marks).toEqual([[null, false], [1, false], [null, false], [null, false], [2, true]]);
  });

  test("a card that alone proves the fault needs no number", () => {
    const judged = { ...NOTHING, plays, players: [1, 2, 3, 4, 3], fault: fault(reason(1, 4, "9h"), reason(1, 4, "9h")) };
    expect(judgedTricks(judged)[0]?.cards[3]).toMatchObject({ reason: null, shown: "none", reveals: true });
  });
});

test("a proof by counting is told without its reasons, which are shown one by one", () => {
  const judged: Judgement = { ...NOTHING, status: "fault", fault: fault(reason(2, 3, "Kh")) };
  expect(sentenceOf(judged)).toBe(
    "No deal explains what was played: when player 3 plays the king of hearts in trick 2, no place is left for it. " +
      "One of the players 1 and 3 must have broken a rule.",
  );
});

test("a contract is written as the bids of its game are", () => {
  const contract = { strain: "S", side: 2, seat: 2, double: 1 };
  const judged = (parts: Parameters<typeof numbered>[0], value: number): Judgement => {
    return { ...NOTHING, contract: { ...contract, value }, facts: { actions: numbered(parts) } as GameFacts };
  };
  expect(judgedContract(judged(BRIDGE, 4))).toBe("4♠ X by 2");
  expect(judgedContract(judged(COINCHE, 90))).toBe("90 ♠ coinched by 2");
});

test("a clean game in a line, and games counted by verdict", () => {
  expect(summaryOf({ ...NOTHING, final: [0, 162] })).toBe("Belote · ♠ by 2 and 4 · 0 – 162");
  expect(countByStatus([NOTHING, { ...NOTHING, status: "fault" }, NOTHING])).toEqual([
    { status: "fault", count: 1 },
    { status: "clean", count: 2 },
  ]);
});

describe("an excerpt", () => {
  test("has lines around the place, which is marked to the end of the word", () => {
    const lines = excerpt("a\r\nb\nQh 8h Ah\nc\nd\ne", 3, 4);
    expect(lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(lines[2]).toEqual({ number: 3, before: "Qh ", at: "8h", after: " Ah", isMeant: true });
  });

  test.each([
    ['{"plays":["Qh","Jh"]}', 11, '"Qh"'],
    ['{"plays":["Qh","Jh"]}', 16, '"Jh"'],
    ["pc|s5|pc|s3|", 4, "s5"],
    ["a  b", 2, " "],
  ])("marks in %j from column %i on %j", (text, column, at) => {
    expect(excerpt(text, 1, column)[0]?.at).toBe(at);
  });

  test("marks the whole line where no column is told, and is empty beyond the end", () => {
    expect(excerpt("Qh 8h", 1, null)[0]?.at).toBe("Qh 8h");
    expect(excerpt("Qh", 9, 1)).toEqual([]);
  });

  test("is short, however long a line is", () => {
    const [line] = excerpt("x ".repeat(5000), 1, 5001);
    expect(`${line?.before}${line?.at}${line?.after}`.length).toBeLessThan(400);
  });
});

test.each([
  ["UTF-8", [0xc3, 0xa9], "é"],
  ["Latin-1", [0xe9, 0x2e], "é."],
])("a file in %s is read", (_, bytes, text) => {
  expect(decoded(new Uint8Array(bytes).buffer)).toBe(text);
});
