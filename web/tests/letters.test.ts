import { beforeAll, expect, test } from "vitest";
import { withLetters } from "../src/words/cards";
import { speaking } from "./speaking";

beforeAll(() => speaking("fr"));

test.each([
  ["32 cartes : A K Q J 10 9 8 7.", "32 cartes : A R D V 10 9 8 7."],
  ["J", "V"],
  ["J'ai le K.", "J'ai le R."],
  ["name H, QJ, Jeu", "name H, QJ, Jeu"],
])("%j is %j in French", (text, french) => {
  expect(withLetters(text)).toBe(french);
});
