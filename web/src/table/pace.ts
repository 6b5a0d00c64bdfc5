/** How fast a table is: what bots take for an answer, and for how long a complete trick lies. */
import type { Options } from "../net/messages";
import type { Key } from "../words/texts.svelte";

/** The seconds of each speed. */
export type Delays = readonly { seconds: number; name: Key }[];

function delays(instant: number, quick: number, calm: number, slow: number): Delays {
  return [
    { seconds: instant, name: "web.options.speed-instant" },
    { seconds: quick, name: "web.options.speed-quick" },
    { seconds: calm, name: "web.options.speed-calm" },
    { seconds: slow, name: "web.options.speed-slow" },
  ];
}

export const BOT_DELAYS = delays(0, 0.3, 0.7, 1.5);
export const TRICK_DELAYS = delays(0, 0.6, 1.2, 2.5);

/** What the server takes where nothing is said. */
const USUAL = { bots: 0.7, tricks: 1.2 };
/** seconds for which even the fastest trick is seen */
const SHORTEST_LOOK = 0.3;

export function botDelay(options: Options): number {
  return options.bot_delay ?? USUAL.bots;
}

export function trickDelay(options: Options): number {
  return options.trick_delay ?? USUAL.tricks;
}

/** For how long a complete trick is seen, in milliseconds, unless the next card comes before. */
export function lookTime(options: Options): number {
  return 1000 * Math.max(SHORTEST_LOOK, trickDelay(options));
}
