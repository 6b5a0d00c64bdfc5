/** Calls and contracts: taken apart by how they are written, and in the words and symbols of the language. */
import type { ContractInfo } from "../net/messages";
import { type Card, isCard, longName, shortName, type Suit, SYMBOLS } from "./cards";
import { type Key, say, sayIfKnown } from "./texts.svelte";

/** The parts of a call: `90 H`, `4S`, `call H alone`, `pass`; in `coinche 4` the seat of who calls out of turn is no part. */
export interface Call {
  /** what is bid, or done: `90`, `4`, `call`, `pass` */
  word: string;
  /** what is named with it: `H`, `NT` */
  strain: string | null;
  isAlone: boolean;
}

export const PASS = "pass";
export const ALONE = "alone";
const LEVEL_BID = /^([1-7])(S|H|D|C|NT)$/;
const STRAIN = /^(S|H|D|C|NT|AT)$/;
const HIGHEST_LEVEL = 7;

export function callParts(call: string): Call {
  const level = LEVEL_BID.exec(call);
  if (level) return { word: level[1] ?? "", strain: level[2] ?? null, isAlone: false };
  const [word = "", ...rest] = call.split(" ");
  return { word, strain: rest.find((part) => STRAIN.test(part)) ?? null, isAlone: rest.includes(ALONE) };
}

/** Whether a call is a level with a strain, as in Bridge. */
export function isLevelBid(call: string): boolean {
  return LEVEL_BID.test(call);
}

/** How strains and cards are said: by symbols for the eye, or in whole words for the ear. */
interface Voice {
  strain(strain: string): string;
  card(card: Card): string;
}

const BY_SYMBOLS: Voice = { strain: strainWords, card: shortName };
const ALOUD: Voice = { strain: strainAloud, card: longName };

/** `♥`, `SA`. */
export function strainWords(strain: string): string {
  return SYMBOLS[strain.toLowerCase() as Suit] ?? sayIfKnown(`strain.${strain}`) ?? strain;
}

/** `hearts`, `no trumps`. */
export function strainAloud(strain: string): string {
  return sayIfKnown(`suit.of.${strain.toLowerCase()}`) ?? sayIfKnown(`web.strain.${strain}`) ?? strain;
}

/** `90 ♥`, `4♠`, `passe`, `prendre à ♥`; a word of the play and a card, too. */
export function callWords(call: string): string {
  return inWords(call, BY_SYMBOLS);
}

/** `90 hearts`, `4 spades`, `pass`: as `callWords`, for those who hear the page. */
export function callAloud(call: string): string {
  return inWords(call, ALOUD);
}

function inWords(call: string, voice: Voice): string {
  const level = LEVEL_BID.exec(call);
  if (level) return level[1] + (voice === ALOUD ? " " : "") + voice.strain(level[2] ?? "");
  const words = call.split(" ").map((word, index) => {
    if (isCard(word)) return voice.card(word);
    if (STRAIN.test(word) && index > 0) return voice.strain(word);
    return index > 0 && /^\d+$/.test(word) ? "" : wordOf(word);
  });
  return words.filter(Boolean).join(" ");
}

function wordOf(word: string): string {
  return sayIfKnown(`call.${word}`) ?? word;
}

/** What is played: `♥`, `90 ♥ coinché`, `♥ seul`, `4♠ X`. */
export function contractWords(contract: ContractInfo): string {
  return contractIn(contract, BY_SYMBOLS);
}

/** `hearts`, `90 hearts coinched`, `4 spades doubled`. */
export function contractAloud(contract: ContractInfo): string {
  return contractIn(contract, ALOUD);
}

function contractIn({ strain, value, double = 0, alone = [] }: ContractInfo, voice: Voice): string {
  if (alone.length > 0) return `${voice.strain(strain)} ${wordOf(ALONE)}`;
  if (value === null || value === undefined) return voice.strain(strain);
  const isLevel = typeof value === "number" && value <= HIGHEST_LEVEL;
  const bid = isLevel ? inWords(`${value}${strain}`, voice) : `${wordOf(String(value))} ${voice.strain(strain)}`;
  if (double === 0) return bid;
  if (isLevel && voice === BY_SYMBOLS) return `${bid} ${"X".repeat(double)}`;
  return `${bid} ${say(`web.contract.${isLevel ? "doubled" : "coinched"}.${double}` as Key)}`;
}
