import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chosenBot, chosenGame, inviterOf, partnerAt, topCards } from "../src/lobby/choices";
import { minutes } from "../src/lobby/minutes";
import type { GameFacts } from "../src/net/http";
import { gameName, gameWords, presetName } from "../src/words/games";
import { speaking } from "./speaking";
import { asLabel, LANGUAGES } from "../src/words/texts.svelte";

const GAMES = [
  { name: "belote", presets: ["ffb", "pagat"], lesson: true, puzzles: 0 },
  { name: "sueca", presets: ["standard"], lesson: false, puzzles: 0 },
];

test.each([
  ["", "", "belote", "ffb"],
  ["belote", "", "belote", "ffb"],
  ["belote", "pagat", "belote", "pagat"],
  ["belote", "forgotten", "belote", "ffb"],
  ["sueca", "pagat", "sueca", "standard"],
  ["tarot", "fft", "belote", "ffb"],
])("what was played last, %j %j, leads to %s %s", (lastName, lastPreset, name, preset) => {
  expect(chosenGame({ name: lastName, preset: lastPreset }, GAMES)).toEqual({ name, preset });
});

test("no game is chosen where there is none", () => {
  expect(chosenGame({ name: "belote", preset: "ffb" }, [])).toEqual({ name: "", preset: "" });
});

test("a bot that the server cannot play is replaced by the best that it can", () => {
  expect(chosenBot("simple", ["random", "simple", "sampling:1"])).toBe("simple");
  expect(chosenBot("sampling:2", ["random", "simple"])).toBe("simple");
  expect(chosenBot("sampling:2", [])).toBe("");
});

test("the fan shows trumps where there are some", () => {
  const plain = { suits: [["As", "Ks"]], trump: false };
  const trumps = { suits: [["Jh", "9h", "Ah", "Th", "Kh", "Qh"], ["As"]], trump: true };
  const facts = (orders: GameFacts["orders"]) => ({ orders }) as GameFacts;
  expect(topCards(facts({ "": plain, H: trumps }))).toEqual(["Jh", "9h", "Ah", "Th", "Kh"]);
  expect(topCards(facts({ "": plain }))).toEqual(["As", "Ks"]);
});

test("a game has a name, a preset and house rules", () => {
  const parts = { name: "coinche", preset: "of_my_club", house: ["target=1000", "deals=4"] };
  expect(gameWords(parts)).toBe("Coinche · of my club · target=1000 · deals=4");
  expect(gameWords({ name: "whist", preset: "" })).toBe("Whist");
  expect(gameName("coinche")).toBe("Coinche");
  expect(presetName("whist", "of_my_club")).toBe("of my club");
});

test.each([
  [300, "5:00"],
  [67, "1:07"],
  [9, "0:09"],
])("%i seconds are %s", (seconds, text) => {
  expect(minutes(seconds)).toBe(text);
});

test.each(LANGUAGES)("somebody without a name, whom a server calls so in %s, is called in the language of who reads it", async (language) => {
  const texts = JSON.parse(readFileSync(`../src/overtrick/texts/${language}.json`, "utf-8")) as Record<string, string>;
  const name = asLabel(texts["session.player"]!.replace("{seat}", "3"));
  const seats = [1, 2, 3, 4].map((seat) => (seat === 3 ? { kind: "person" as const, name } : { kind: "empty" as const })) as [object, object, object, object];
  for (const [reader, called] of [["en", "Player 3"], ["fr", "Joueur 3"], ["pt", "Jogador 3"]] as const) {
    await speaking(reader);
    expect([inviterOf({ seats }), partnerAt({ seats }, 1)]).toEqual([called, called]);
  }
});
