/** Bots have names and faces of their own. */
import { expect, test } from "vitest";
import { personaOf } from "../src/words/bots";

test.each(["simple", "random", "sampling:1", "sampling:5", ""])("four bots of the kind %j differ", (bot) => {
  const four = [1, 2, 3, 4].map((seat) => personaOf(bot, seat));
  expect(new Set(four.map(({ name }) => name)).size).toBe(4);
  expect(new Set(four.map(({ look }) => look)).size).toBe(4);
  expect(personaOf(bot, 2)).toEqual(four[1]);
});
