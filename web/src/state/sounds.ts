/** What a table sounds like. The browser makes every sound by itself: there are no files. */
import type { TableEvent } from "../net/messages";
import { sideOf } from "../words/players";
import { settings } from "./settings.svelte";
import { placeOf, type Table } from "./table";

export type Sound = "card" | "trick" | "turn" | "hurry" | "won" | "lost";

/** A tone, or without a pitch a rustle: when it begins and how long it lasts, in seconds. */
interface Note {
  at: number;
  lasts: number;
  loud: number;
  hertz?: number;
}

const NOTES: Record<Sound, readonly Note[]> = {
  card: [{ at: 0, lasts: 0.06, loud: 0.35 }],
  trick: [
    { at: 0.2, lasts: 0.16, loud: 0.25 },
    { at: 0.3, lasts: 0.12, loud: 0.06, hertz: 392 },
  ],
  turn: [{ at: 0.05, lasts: 0.18, loud: 0.07, hertz: 659 }],
  hurry: [
    { at: 0, lasts: 0.09, loud: 0.16, hertz: 880 },
    { at: 0.14, lasts: 0.09, loud: 0.16, hertz: 880 },
  ],
  won: [523, 659, 784].map((hertz, index) => ({ at: 0.13 * index, lasts: 0.35, loud: 0.11, hertz })),
  lost: [392, 330].map((hertz, index) => ({ at: 0.2 * index, lasts: 0.4, loud: 0.09, hertz })),
};
/** what a rustle is filtered to, in hertz */
const RUSTLE = 1800;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Sound, if the user wants it, and has touched the page: no browser lets one sound before. */
export function sound(...sounds: readonly Sound[]): void {
  if (!settings.sounds || sounds.length === 0 || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const { at, lasts, loud, hertz } of sounds.flatMap((one) => NOTES[one])) {
      const start = context.currentTime + at;
      const gain = context.createGain();
      gain.gain.setValueAtTime(loud, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
      gain.connect(context.destination);
      const source = hertz === undefined ? rustle(context, gain) : tone(context, hertz, gain);
      source.start(start);
      source.stop(start + lasts);
    }
  } catch {
    // a browser that makes no sounds: everything can be seen, too
  }
}

function tone(context: AudioContext, hertz: number, to: AudioNode): AudioScheduledSourceNode {
  const oscillator = context.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = hertz;
  oscillator.connect(to);
  return oscillator;
}

function rustle(context: AudioContext, to: AudioNode): AudioScheduledSourceNode {
  noise ??= noiseOf(context);
  const source = context.createBufferSource();
  source.buffer = noise;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = RUSTLE;
  source.connect(filter).connect(to);
  return source;
}

function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = 2 * Math.random() - 1;
  return buffer;
}

/** What is to be heard of an event: by what it did, and by whose turn it is then. */
export function soundsOf(event: TableEvent, before: Table, after: Table): Sound[] {
  const own = placeOf(after);
  if (event.type === "scored") {
    if (own === null || !event.winner) return [];
    return [event.winner === sideOf(own) ? "won" : "lost"];
  }
  if (event.type !== "acted" && event.type !== "dealt") return [];
  const isCard = (after.deal?.plays.length ?? 0) > (before.deal?.plays.length ?? 0) && event.type === "acted";
  const isOurs = own !== null && after.state === "play" && after.deal?.actor === own;
  const wasOurs = before.state === "play" && before.deal?.actor === own && event.type === "acted" && event.seat !== own;
  return [
    ...(isCard ? ["card" as const] : []),
    ...(event.type === "acted" && event.trick ? ["trick" as const] : []),
    ...(isOurs && !wasOurs ? ["turn" as const] : []),
  ];
}
