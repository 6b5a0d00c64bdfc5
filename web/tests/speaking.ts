/** Languages in tests, which have no page. */
import { vi } from "vitest";
import { type Language, speak } from "../src/words/texts.svelte";

export async function speaking(language: Language): Promise<void> {
  vi.stubGlobal("document", { documentElement: {} });
  await speak(language);
}
