/** What became of a deal in one line. */
import { expect, test } from "vitest";
import { breakdown, headline, matchLine, needWords } from "../src/after/headline";
import type { ContractInfo, Scored } from "../src/net/messages";
import type { Call } from "../src/state/actions";
import { speaking } from "./speaking";

const seats = ["Ana", "Rui", "Eva", "Zoé"].map((name) => ({ kind: "person" as const, name, bot: "", present: true, ready: false, keeps: false, sat: 0, muted: false, player: "", program: false }));
const us = { seats, seat: 1 };
const they = { seats, seat: 2 };
const scoredAs = (fields: Partial<Scored>): Scored => ({
  type: "scored", n: 9, deal: 1, parts: [], scores: [0, 0], standing: {}, hands: [], secret: "", next_deal: 2, commitment: "", ...fields,
});
const FOUR_SPADES: ContractInfo = { strain: "S", side: 1, seat: 1, value: 4 };
const EIGHTY: ContractInfo = { strain: "H", side: 1, seat: 1, value: 80 };
const tricks = (won: number) => ({ side: 1, unit: "tricks" as const, needed: 10, won });

test("Bridge", async () => {
  await speaking("en");
  expect(headline(us, scoredAs({ aim: tricks(12), winner: 1, scores: [480, 0] }), FOUR_SPADES)).toBe("We – Made, +2, +480");
  expect(headline(us, scoredAs({ aim: tricks(10), winner: 1, scores: [420, 0] }), FOUR_SPADES)).toBe("We – Made, +420");
  const down = scoredAs({ aim: tricks(9), winner: 2, scores: [0, 50] });
  expect(headline(us, down, FOUR_SPADES)).toBe("We – Down one, −50");
  expect(headline(they, down, FOUR_SPADES)).toBe("They – Down one, +50");
});

test("Tarneeb, where a side that is down loses points and the other one gets its tricks", async () => {
  await speaking("en");
  const down = scoredAs({ aim: { ...tricks(10), needed: 11 }, winner: 2, scores: [-11, 3] });
  const eleven: ContractInfo = { strain: "S", side: 1, seat: 1, value: 11 };
  expect(headline(us, down, eleven)).toBe("We – Down one, −11");
  expect(headline(they, down, eleven)).toBe("They – Down one, +3");
});

test.each([
  ["en", "We – Down: 94 points, 101 needed", "74 in tricks + Belote 20"],
  ["fr", "Nous – Contrat chuté\u00a0: 94 points, il en fallait 101", "74 dans les plis + Belote 20"],
  ["pt", "Nós – Contrato falhado: 94 pontos, eram precisos 101", "74 nas vazas + Belote 20"],
] as const)("why a contract failed, in %s", async (language, line, parts) => {
  await speaking(language);
  const scored = scoredAs({ aim: { side: 1, unit: "points", needed: 101, won: 74, besides: [["belote", 20]] }, winner: 2 });
  expect([headline(us, scored, EIGHTY), breakdown(scored)]).toEqual([line, parts]);
});

test("without a contract, and matches", async () => {
  await speaking("en");
  const scored = scoredAs({ points: [30, 20, 44, 26], winner: 1 });
  expect(headline(us, scored, { strain: "S" })).toBe("You win 74 to 46");
  expect(headline(they, scored, { strain: "S" })).toBe("You lose 46 to 74");
  expect(headline({ seats, seat: null }, scored, { strain: "S" })).toBe("Ana and Eva win 74 to 46");
  expect(headline(us, scoredAs({ played: false }), null)).toContain("passed");
  const redeal = { text: "redeal" } as Call;
  expect(headline(us, scoredAs({ played: false }), null, [redeal])).toBe("A new deal is asked for: nobody plays this one.");
  const spades = scoredAs({ points: [2, 5, 2, 4], scores: [131, -72], winner: 1 });
  expect(headline(us, spades, { strain: "S" })).toBe("You win 131 to −72");
  const ended = { type: "ended" as const, n: 9, next_deal: 2, commitment: "" };
  expect(matchLine(us, { ...ended, why: "won", winner: 1, totals: [11, 8] })).toBe("You win the match 11 to 8!");
  expect(matchLine(us, { ...ended, why: "resigned", winner: 1 })).toBeNull();
});

test("what players have a word for is told by it", async () => {
  await speaking("en");
  const euchred = scoredAs({ aim: { ...tricks(1), needed: 3 }, winner: 2, parts: [{ side: 2, reason: "euchred", points: 2 }] });
  expect(headline(us, euchred, { strain: "H", side: 1, seat: 1 })).toBe("We – Euchred, tricks: 1 (3 needed)");
  const kot = scoredAs({ aim: { ...tricks(7), needed: 7 }, winner: 1, parts: [{ side: 1, reason: "kot", points: 2 }] });
  expect(headline(us, kot, { strain: "H", side: 1, seat: 1 })).toBe("We – Kot: seven tricks to none");
});

test("why a contract needed more than was bid", async () => {
  await speaking("en");
  const needed = (points: number) => scoredAs({ aim: { side: 1, unit: "points", needed: points, won: 99 }, winner: 2 });
  expect(needWords(needed(102), { ...EIGHTY, value: 100 })).toContain("102 points were needed for 100");
  expect(needWords(needed(100), { ...EIGHTY, value: 100 })).toBe("");
  expect(needWords(needed(82), { strain: "H", side: 1, seat: 1 })).toBe("");
});
