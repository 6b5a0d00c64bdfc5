/** Calls and contracts in the words and symbols of the language. */
import type { ContractInfo } from "../net/messages";
import { type Action, type Call, isCall } from "../state/actions";
import { type Card, longName, shortName, type Suit, SYMBOLS } from "./cards";
import { sayIfKnown } from "./texts.svelte";

/** How things are said: by symbols for the eye, or in whole words for the ear. */
interface Voice {
  strain(strain: string): string;
  card(card: Card): string;
  /** between a value and a strain */
  gap(written: string): string;
  /** of a contract */
  doubled(word: string): string;
}

const BY_SYMBOLS: Voice = {
  strain: strainWords,
  card: shortName,
  gap: (written) => written,
  doubled: (word) => sayIfKnown(`web.contract.${word}`) ?? word,
};
const ALOUD: Voice = {
  strain: strainAloud,
  card: longName,
  gap: () => " ",
  doubled: (word) => sayIfKnown(`web.contract.aloud.${word}`) ?? BY_SYMBOLS.doubled(word),
};
const ALONE = "alone";

/** `♥`, `SA`. */
export function strainWords(strain: string): string {
  return SYMBOLS[strain.toLowerCase() as Suit] ?? sayIfKnown(`strain.${strain}`) ?? strain;
}

/** `hearts`, `no trumps`. */
export function strainAloud(strain: string): string {
  return sayIfKnown(`suit.of.${strain.toLowerCase()}`) ?? sayIfKnown(`web.strain.${strain}`) ?? strain;
}

/** `90 ♥`, `4♠`, `passe`, `prendre à ♥`; a word of the play and a card, too. */
export function callWords(action: Action): string {
  return inWords(action, BY_SYMBOLS);
}

/** `90 hearts`, `4 spades`, `pass`: as `callWords`, for those who hear the page. */
export function callAloud(action: Action): string {
  return inWords(action, ALOUD);
}

function inWords(action: Action, voice: Voice): string {
  if (!isCall(action)) return voice.card(action);
  const { word, strain, gap = " ", card, alone } = action;
  const named = strain ? voice.gap(gap) + voice.strain(strain) : card ? ` ${voice.card(card)}` : "";
  return wordOf(word) + named + (alone ? ` ${wordOf(ALONE)}` : "");
}

/** What players say: `90`, `générale`, `passe`. */
export function wordOf(word: string): string {
  return sayIfKnown(`call.${word}`) ?? word;
}

/** What is played, by calls among which are those that made it: `♥`, `90 ♥ coinché`, `♥ seul`, `4♠ X`. */
export function contractWords(contract: ContractInfo, calls: readonly Call[]): string {
  return contractIn(contract, calls, BY_SYMBOLS);
}

/** `hearts`, `90 hearts coinched`, `4 spades doubled`. */
export function contractAloud(contract: ContractInfo, calls: readonly Call[]): string {
  return contractIn(contract, calls, ALOUD);
}

function contractIn({ strain, value, double = 0, alone = [] }: ContractInfo, calls: readonly Call[], voice: Voice): string {
  if (alone.length > 0) return `${voice.strain(strain)} ${wordOf(ALONE)}`;
  if (value === null || value === undefined) return voice.strain(strain);
  const made = calls.find((call) => call.kind === "bid" && call.value === value && call.strain === strain);
  const bid = inWords(made ?? { text: "", kind: "bid", word: String(value), strain }, voice); // one may stand from the start
  const doubling = double > 0 && calls.find(({ kind }) => kind === (double === 1 ? "double" : "redouble"));
  return doubling ? `${bid} ${voice.doubled(doubling.word)}` : bid;
}
