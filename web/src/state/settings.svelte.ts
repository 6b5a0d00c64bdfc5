/** What this browser remembers of its user. */
import type { Options } from "../net/messages";
import { LANGUAGES, type Language, preferred } from "../words/texts.svelte";
import { fieldsOf, isEither, isNumber, isOneOf, isText, isYesOrNo, type Kinds, read, write } from "./kept";

interface Settings {
  name: string;
  language: Language;
  fourColours: boolean;
  /** whether a mouse, too, lifts a card by the first click and plays it by the second */
  liftFirst: boolean;
  /** whether the page says belote and rebelote with their cards, where they count only if they are said */
  saysWords: boolean;
  /** whether the table is heard; on phones not, until their owners want it */
  sounds: boolean;
  /** whether one is told of one's turn by vibration, and by a notice while the page is hidden */
  notices: boolean;
  /** whether the only card that is left goes by itself */
  playsLast: boolean;
  /** the bot for quick games, as `/api/bots` names it */
  bot: string;
  /** what was played last; empty at first */
  game: string;
  preset: string;
  /** how one's tables are run */
  options: Options;
}

/** The server cuts longer names. */
export const LONGEST_NAME = 24;

const KEY = "overtrick/settings";

const OPTION_KINDS: Kinds<Options> = {
  private: isYesOrNo,
  clock: isEither(isNumber, isOneOf(null)),
  grace: isNumber,
  when_gone: isOneOf("bot", "end", "pause"),
  bot: isText,
  bot_delay: isNumber,
  spectators: isYesOrNo,
  once: isYesOrNo,
  trick_delay: isEither(isNumber, isOneOf(null)),
  rated: isYesOrNo,
  hand_over: isYesOrNo,
};
const KINDS: Kinds<Omit<Settings, "options">> = {
  name: isText,
  language: isOneOf(...LANGUAGES),
  fourColours: isYesOrNo,
  liftFirst: isYesOrNo,
  saysWords: isYesOrNo,
  sounds: isYesOrNo,
  notices: isYesOrNo,
  playsLast: isYesOrNo,
  bot: isText,
  game: isText,
  preset: isText,
};

function stored(): Partial<Settings> {
  const kept = read(KEY) as { options?: unknown } | null;
  return { ...fieldsOf(kept, KINDS), options: fieldsOf(kept?.options, OPTION_KINDS) };
}

function hasFingers(): boolean {
  return typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
}

const defaults: Settings = {
  name: "",
  language: preferred(navigator.languages),
  fourColours: false,
  liftFirst: false,
  saysWords: true,
  sounds: !hasFingers(),
  notices: false,
  playsLast: true,
  bot: "sampling:2",
  game: "",
  preset: "",
  options: {},
};

export const settings = $state<Settings>({ ...defaults, ...stored() });

/** Remember them from now on; to be called once. */
export function keepSettings(): void {
  $effect(() => write(KEY, $state.snapshot(settings)));
}
