/** Languages in tests, which have no page and no server. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { vi } from "vitest";
import { type Language, speak } from "../src/words/texts.svelte";

const GAMES = "../src/overtrick/games";

export async function speaking(language: Language): Promise<void> {
  const files = readdirSync(GAMES).map((game) => `${GAMES}/${game}/texts/${language}.json`);
  const words = files.filter(existsSync).map((file) => JSON.parse(readFileSync(file, "utf-8")) as object);
  const answer = JSON.stringify({ texts: Object.assign({}, ...words) as object });
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
  await speak(language);
}
