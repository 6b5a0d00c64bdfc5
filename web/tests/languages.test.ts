import { expect, test, vi } from "vitest";
import { currentLanguage, either, labelled, listed, say, sayIfKnown, signed, speak, unbroken, written } from "../src/words/texts.svelte";
import { speaking } from "./speaking";

test("in French no line ends before a sign that stands apart", async () => {
  await speaking("fr");
  expect(say("web.log.said", { name: "Zoé", text: "18 : 2 ?" })).toBe("Zoé\u00a0: 18 : 2 ?"); // a player's own words stay
  expect(unbroken("« Oui » ; non !")).toBe("«\u00a0Oui\u00a0»\u202f; non\u202f!");
  expect(labelled("Toutes", 1200)).toBe("Toutes\u00a0: 1\u202f200");
  await speaking("en");
  expect(unbroken("« Oui » ; non !")).toBe("« Oui » ; non !");
  expect(labelled("All", 1200)).toBe("All: 1,200");
});

test("of two languages, the one that was chosen last is spoken, however long the other one takes", async () => {
  await speaking("en");
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  vi.doMock("virtual:texts/fr", async () => {
    await loaded;
    return { default: { "web.settings.language": "Langue" } };
  });
  const slow = speak("fr");
  await speak("pt");
  load();
  await slow;
  expect(currentLanguage()).toBe("pt");
  expect(say("web.settings.language")).not.toBe("Langue");
});

test("games bring words of their own, but none for what the page itself says", async () => {
  const texts = { "web.game.tarot": "Beat the fool.", "web.settings.language": "Tarot" };
  await speaking("en");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ texts }))));
  await speak("pt");
  expect(sayIfKnown("web.game.tarot")).toBe("Beat the fool.");
  expect(say("web.settings.language")).not.toBe("Tarot");
});

test("of several items all are told, or one is to be chosen", async () => {
  await speaking("pt");
  expect([listed(["2", "3", "4"]), either(["2", "3", "4"]), either(["2"])]).toEqual(["2, 3 e 4", "2, 3 ou 4", "2"]);
});

test("numbers have one sign, which is as wide as a plus", async () => {
  await speaking("en");
  expect([signed(90), signed(-90), signed(-2.44, 1), written(-1200)]).toEqual(["+90", "−90", "−2.4", "−1,200"]);
});

test("without the words of the games nothing is said in another language", async () => {
  await speaking("en");
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
  await expect(speak("fr")).rejects.toThrow();
  expect(currentLanguage()).toBe("en");
});
