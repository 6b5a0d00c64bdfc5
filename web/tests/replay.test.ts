/** A play step by step, and a score as a table. */
import { describe, expect, test } from "vitest";
import type { DealRecord } from "../src/after/record";
import { gameOf, ownSeatOf, playOf, seatsOf } from "../src/after/record";
import { scoreRows } from "../src/after/score";
import { bestFrom, betterThan, costly, playedCards, positionAt } from "../src/after/steps";
import type { GameFacts } from "../src/net/http";
import type { Analysis } from "../src/net/messages";

const ORDER = { suits: [["Jh", "9h", "Jd", "Ah"], ["As", "Ks", "Qs", "9s"], ["Ad"], ["Ac", "Kc", "Qc", "9c"]], trump: true };
const FACTS = { pack: ORDER.suits.flat(), orders: { H: ORDER } } as unknown as GameFacts;

/** Two tricks; the dealer, seat 4, has picked up the jack of diamonds and discarded the nine of clubs. */
const RECORD = {
  dealer: 4,
  deal: { hands: [["As", "Ac"], ["Ks", "Kc"], ["Qs", "9h"], ["9s", "9c"]], turn_up: "Jd", kitty: [], discard: "9c" },
  contract: { strain: "H", side: 2, seat: 4, value: null, double: 0 },
  plays: ["As", "Ks", "Qs", "9s", "Ac", "Kc", "9h", "Jd"],
} as unknown as DealRecord;

const step = (seat: number, card: string, best: number | null, options: Record<string, number>) => ({
  seat,
  card,
  best,
  cost: best === null ? null : best - (options[card] ?? 0),
  options,
  shown: [[], [], [], []],
  won: [0, 0] as [number, number],
  instead: null,
});

const ANALYSIS: Analysis = {
  game: "bridge:duplicate",
  unit: "tricks",
  total: 2,
  won: [1, 1],
  steps: [
    step(1, "As", 2, { As: 1, Ac: 2 }),
    step(2, "Ks", null, {}),
    step(3, "Qs", 2, { Qs: 1, "9h": 2 }),
    step(4, "9s", 1, { "9s": 1 }),
  ],
};

describe("a play", () => {
  const play = playOf(RECORD, FACTS)!;

  test("is by those who held the cards, and won by the best of them", () => {
    expect(play.players).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
    expect(play.takers).toEqual([1, 3]);
  });

  test("is of three where one plays alone, as their bid says", () => {
    const contract = { ...RECORD.contract!, value: "alone" };
    const plays = ["As", "Qs", "9s", "Ac", "9h", "Jd"];
    const alone = playOf({ ...RECORD, contract, plays }, FACTS)!;
    expect(alone.tricks.map(({ cards }) => cards.length)).toEqual([3, 3]);
  });

  test("is none where all have passed", () => {
    expect(playOf({ ...RECORD, contract: null, plays: [] }, FACTS)).toBeNull();
  });

  test("lies before the first card as after the discard", () => {
    const start = positionAt(play, 0, ORDER);
    expect(start).toMatchObject({ trick: null, holder: null, turn: 1 });
    expect(start.hands[3]).toEqual(["9s", "Jd"]);
  });

  test("shows a trick as it grows, and who holds it", () => {
    expect(positionAt(play, 7, ORDER)).toMatchObject({ holder: 3, turn: 4, trick: { taker: null, cards: { length: 3 } } });
  });

  test("shows a whole trick with its winner until the next card", () => {
    expect(positionAt(play, 4, ORDER)).toMatchObject({ holder: 1, turn: 1, trick: { taker: 1, cards: { length: 4 } } });
  });

  test("ends with empty hands", () => {
    expect(positionAt(play, 8, ORDER)).toMatchObject({ hands: [[], [], [], []], holder: 3, turn: null });
  });

  test("has its most costly cards first, of equal ones the earlier", () => {
    const cards = playedCards(play, ANALYSIS);
    expect(costly(cards).map(({ card, cost, trick }) => [card, cost, trick])).toEqual([["As", 1, 1], ["Qs", 1, 1]]);
    expect(cards.map(({ cost }) => cost)).toEqual([1, null, 1, 0, null, null, null, null]);
    expect(betterThan(ANALYSIS, 2)).toEqual(["9h"]);
  });

  test.each([
    [0, [2, 0]],
    [1, null],
    [3, [1, 1]],
    [4, [1, 1]],
  ])("leads from card %i to %j with best play", (number, scores) => {
    expect(bestFrom(ANALYSIS, number)).toEqual(scores);
  });
});

test("a score has a row for each reason", () => {
  const part = (side: number, reason: string, points: number) => ({ side, reason, points });
  const parts = [part(1, "tricks", 90), part(2, "tricks", 72), part(1, "belote", 20), part(1, "annonces", 20), part(1, "annonces", 50)];
  expect(scoreRows(parts)).toEqual([
    { reason: "tricks", points: [90, 72] },
    { reason: "belote", points: [20, 0] },
    { reason: "annonces", points: [70, 0] },
  ]);
});

describe("a deal that is shown", () => {
  const played = { seats: ["sampling 2", "Zoé", "simple", "Zoé"], fair: { marks: ["bot", "committed", "bot", "uncommitted"] } };
  const shown = played as unknown as DealRecord;

  test("is of a game with its house rules", () => {
    expect(gameOf({ game: "belote", preset: "ffb", house: {} })).toBe("belote:ffb");
    expect(gameOf({ game: "belote", preset: "ffb", house: { undertrump: "forced", target: 1000 } })).toBe(
      "belote:ffb,undertrump=forced,target=1000",
    );
  });

  test("was played by people and by bots, and is seen from the seat of a person", () => {
    expect(seatsOf(shown).map(({ kind, name, bot }) => [kind, name || bot])).toEqual([
      ["bot", "sampling:2"],
      ["person", "Zoé"],
      ["bot", "simple"],
      ["person", "Zoé"],
    ]);
    expect(ownSeatOf(shown)).toBe(2);
    expect(ownSeatOf({ ...shown, fair: null })).toBe(1);
    expect(ownSeatOf({ ...shown, seats: [] })).toBe(1);
  });
});
