/** What this browser remembers of its user. */
import type { Options } from "../net/messages";
import { LANGUAGES, type Language, preferred } from "../words/texts.svelte";

interface Settings {
  name: string;
  language: Language;
  fourColours: boolean;
  /** the bot for quick games, as `/api/bots` names it */
  bot: string;
  /** what was played last, `NAME:PRESET`; empty at first */
  game: string;
  /** how one's tables are run */
  options: Options;
}

/** The server cuts longer names. */
export const LONGEST_NAME = 24;

const KEY = "overtrick/settings";

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // somebody else's, or not allowed
  }
}

const defaults: Settings = {
  name: "",
  language: preferred(navigator.languages),
  fourColours: false,
  bot: "sampling:2",
  game: "",
  options: {},
};

export const settings = $state<Settings>({ ...defaults, ...stored() });
if (!LANGUAGES.includes(settings.language)) settings.language = defaults.language;

/** Remember them from now on; to be called once. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // the browser keeps nothing: then they last as long as the page
    }
  });
}
