import { expect, test } from "vitest";
import { shortName } from "../src/words/cards";
import { speaking } from "./speaking";

test.each([
  ["en", "10♥ K♠ A♣"],
  ["fr", "10♥ R♠ A♣"],
  ["pt", "10♥ R♠ A♣"],
] as const)("cards have the letters of %s", async (language, names) => {
  await speaking(language);
  expect(["Th", "Ks", "Ac"].map(shortName).join(" ")).toBe(names);
});
