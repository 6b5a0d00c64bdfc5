/** What the coach says of a deal. */
import { expect, test } from "vitest";
import { costOf, remarksOf } from "../src/after/coach";
import { type DealRecord, playOf } from "../src/after/record";
import type { GameFacts } from "../src/net/http";
import type { Analysis } from "../src/net/messages";

const ORDER = { suits: [["Jh", "9h"], ["As", "Ks", "Qs", "9s"], ["Ad"], ["Ac", "Kc", "Qc", "9c"]], trump: true };
const FACTS = { pack: ORDER.suits.flat(), orders: { H: ORDER } } as unknown as GameFacts;
const RECORD = {
  dealer: 4,
  deal: { hands: [["As", "Ac"], ["Ks", "Kc"], ["Qs", "9h"], ["9s", "Ad"]], turn_up: null, kitty: [], discard: null },
  contract: { strain: "H", side: 2, seat: 4, value: null, double: 0 },
  plays: ["As", "Ks", "Qs", "9s", "Ac", "Kc", "9h", "Ad"],
} as unknown as DealRecord;
const PLAY = playOf(RECORD, FACTS)!;

function analysis(...options: Record<string, number>[]): Analysis {
  const steps = PLAY.plays.map((card, index) => {
    const values = options[index] ?? {};
    const best = Math.max(...Object.values(values), 0);
    return { seat: PLAY.players[index] ?? 0, card, best, options: values, cost: best - (values[card] ?? best), instead: null };
  });
  return { game: "", unit: "points", total: 30, won: [30, 0], steps } as unknown as Analysis;
}

test("an ace of the partner that is trumped is told, with what it cost", () => {
  const found = analysis({}, {}, { Qs: 20, "9h": 20 }, {}, {}, {}, { "9h": 8, Qs: 30 });
  expect(remarksOf(PLAY, found, FACTS, [3])).toEqual([
    { kind: "cost", index: 6, trick: 2, card: "9h", deed: "trumped-partner", beaten: "Ac", worth: 22, better: ["Qs"] },
  ]);
  expect(costOf(found, [3])).toBe(22);
  expect(costOf(found, [1, 2])).toBe(0);
});

test("the only good card is told, too, and what was done by it", () => {
  const [first, second] = remarksOf(PLAY, analysis({ As: 20, Ac: 5 }, {}, {}, {}, { Ac: 4, Kc: 9 }), FACTS, [1]);
  expect(first).toMatchObject({ kind: "cost", trick: 2, deed: "led", worth: 5, better: ["Kc"] });
  expect(second).toMatchObject({ kind: "saved", trick: 1, card: "As", deed: "led", worth: 15 });
});

test.each([
  [1, "followed"],
  [7, "threw"],
])("the deed of card %i is %s", (index, deed) => {
  const options = PLAY.plays.map((card, at) => (at === index ? { [card]: 0, other: 3 } : {}));
  expect(remarksOf(PLAY, analysis(...(options as Record<string, number>[])), FACTS, [2, 4])[0]?.deed).toBe(deed);
});
