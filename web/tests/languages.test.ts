import { expect, test, vi } from "vitest";
import { currentLanguage, say, speak } from "../src/words/texts.svelte";

test("of two languages, the one that was chosen last is spoken, however long the other one takes", async () => {
  vi.stubGlobal("document", { documentElement: {} });
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
