/** Hints as a person reads them. */
import { beforeAll, expect, test } from "vitest";
import type { Hinted } from "../src/net/messages";
import { callAloud } from "../src/words/calls";
import { adviceWords, hintNumbers, hintReasons } from "../src/words/hint";
import { BELOTE, BRIDGE } from "./actions";
import { speaking } from "./speaking";

const option = (action: string, worth: number, wins: number) => ({ action, worth, wins, points: 0 });
const hint = (changes: Partial<Hinted>): Hinted => ({ type: "hinted", id: "1", action: "Ah", actions: { ...BELOTE, ...BRIDGE }, ...changes });

beforeAll(() => speaking("en"));

test("a card, how often it wins, and what is next best", () => {
  const hinted = hint({ worlds: 60, options: [option("Ah", 34.2, 0.78), option("Kd", -2.44, 0.61)] });
  expect(adviceWords(hinted)).toBe("A♥");
  expect(adviceWords(hinted, callAloud)).toBe("the ace of hearts");
  expect(hintReasons(hinted)).toEqual([]);
  expect(hintNumbers(hinted)).toEqual([
    "Of 60 imagined deals it wins 78 %, with +34 points on average.",
    "Others: K♦ (61 %, −2.4).",
  ]);
});

test("a word that is said with the card", () => {
  expect(adviceWords(hint({ action: "belote", options: [option("Qh", 1, 1)] }))).toBe("belote, Q♥");
});

test("calls that were weighed", () => {
  const hinted = hint({ action: "1NT", worlds: 60, options: [option("1NT", 34.2, 0.78), option("2C", 20, 0.61)] });
  expect(adviceWords(hinted)).toBe("1NT");
  expect(hintNumbers(hinted)[1]).toBe("Others: 2♣ (61 %, +20).");
});

test("where the match is at stake, its chance is told", () => {
  const hinted = hint({ worlds: 60, for_match: true, options: [option("Ah", 0.48, 0.7)] });
  expect(hintNumbers(hinted)).toEqual(["Of 60 imagined deals it wins 70 %, which makes 48 % for the match."]);
});

test("reasons in words, the most important first; of a code that is not known nothing is said", () => {
  const reasons = [
    { code: "feed", card: "Kh", number: 10 },
    { code: "trumps", cards: ["Jh", "9h"], strain: "H", number: 4 },
    { code: "make-points", number: 1 },
    { code: "of-the-future" },
  ];
  expect(hintReasons(hint({ reasons }))).toEqual([
    "Partner holds the trick with K♥: throw 10 points on it.",
    "4 trumps in ♥, with J♥ 9♥.",
    "The contract still needs one point.",
  ]);
});

test("what a call of Bridge shows, the longest suit first, and nothing that is not known", () => {
  const shows = { points: [12, 21], suits: [[0, 8], [5, 13], [0, 8], [0, 3]] } as Hinted["shows"];
  expect(hintReasons(hint({ action: "1H", shows }))).toEqual(["It shows 12 to 21 points, at least 5 ♥ and at most 3 ♣."]);
  const balanced = { points: [15, 17], suits: [[2, 5], [2, 5], [2, 5], [2, 5]] } as Hinted["partner"];
  expect(hintReasons(hint({ action: "pass", partner: balanced }))).toEqual([
    "Your partner has shown 15 to 17 points and a balanced hand.",
  ]);
  const nothing = { points: [0, 40], suits: [[0, 13], [0, 13], [0, 13], [0, 13]] } as Hinted["shows"];
  expect(hintReasons(hint({ action: "pass", shows: nothing }))).toEqual([]);
});
