/** Calls and contracts in the words and symbols of the language. */
import type { ContractInfo } from "../net/messages";
import { type Action, type Call, isCall } from "../state/actions";
import { type Card, longName, shortName, type Suit, SYMBOLS } from "./cards";
import { type Key, say, sayIfKnown } from "./texts.svelte";

/** How things are said: by symbols for the eye, or in whole words for the ear. */
interface Voice {
  /** after a number of tricks, if there is one */
  strain(strain: string, tricks?: number | string | null): string;
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
  strain: (strain, tricks) =>
    (tricks ? sayIfKnown(`web.${tricks === 1 ? "one" : "many"}.${strain.toLowerCase()}`) : undefined) ?? strainAloud(strain),
  card: longName,
  gap: () => " ",
  doubled: (word) => sayIfKnown(`web.contract.aloud.${word}`) ?? BY_SYMBOLS.doubled(word),
};
const ALONE = "alone";

/** Why nobody plays a deal, by its last call: somebody has asked for a new one, or all have passed. */
export function unplayedWords(last: string | undefined, allPassed: Key): string {
  return say(last && last !== "pass" ? "session.dealt-again" : allPassed);
}

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
  const { word, value, strain, gap = " ", card, alone } = action;
  const tricks = gap ? undefined : value; // in Bridge both are written as one
  const named = strain ? voice.gap(gap) + voice.strain(strain, tricks) : card ? ` ${voice.card(card)}` : "";
  return wordOf(word) + named + (alone ? ` ${wordOf(ALONE)}` : "");
}

/** What was declared, by the name that it has in the game: in the words of the language, where it has any. */
export function declarationWords(name: string): string {
  return sayIfKnown(`declared.${name}`) ?? name;
}

/** What players say: `90`, `générale`, `passe`, `je prends`; where words are typed, verbs stand as dictionaries have them. */
export function wordOf(word: string): string {
  return sayIfKnown(`web.call.${word}`) ?? sayIfKnown(`call.${word}`) ?? word;
}

/** What is bid and whether it is doubled, apart: each has its player. */
export interface Wording {
  bid: string;
  /** empty where nobody doubled; where that is a sign, it belongs to the bid */
  doubled: string;
}

/** `90 ♥` and `coinché`, `4♠ X` and nothing. */
export function wordingOf(contract: ContractInfo, calls: readonly Call[]): Wording {
  return wordingIn(contract, calls, BY_SYMBOLS);
}

/** `90 hearts` and `coinched`, `4 spades` and `doubled`. */
export function wordingAloud(contract: ContractInfo, calls: readonly Call[]): Wording {
  return wordingIn(contract, calls, ALOUD);
}

/** What is played, by calls among which are those that made it: `♥`, `90 ♥ coinché`, `♥ seul`, `4♠ X`. */
export function contractWords(contract: ContractInfo, calls: readonly Call[]): string {
  return contractIn(contract, calls, BY_SYMBOLS);
}

/** `hearts`, `90 hearts coinched`, `4 spades doubled`. */
export function contractAloud(contract: ContractInfo, calls: readonly Call[]): string {
  return contractIn(contract, calls, ALOUD);
}

function contractIn(contract: ContractInfo, calls: readonly Call[], voice: Voice): string {
  const { bid, doubled } = wordingIn(contract, calls, voice);
  return doubled ? `${bid} ${doubled}` : bid;
}

function wordingIn({ strain, value, double = 0, alone = [] }: ContractInfo, calls: readonly Call[], voice: Voice): Wording {
  if (alone.length > 0) return { bid: `${voice.strain(strain)} ${wordOf(ALONE)}`, doubled: "" };
  if (value === null || value === undefined) return { bid: voice.strain(strain), doubled: "" };
  const made = calls.find((call) => call.kind === "bid" && call.value === value && call.strain === strain);
  const bid = inWords(made ?? { text: "", kind: "bid", word: String(value), strain }, voice); // one may stand from the start
  const doubling = double > 0 && calls.find(({ kind }) => kind === (double === 1 ? "double" : "redouble"));
  if (!doubling) return { bid, doubled: "" };
  const doubled = voice.doubled(doubling.word);
  return doubled === doubling.word ? { bid: `${bid} ${doubled}`, doubled: "" } : { bid, doubled };
}

/** Who doubled last; null where nobody did. */
export function doublerOf({ calls, callers }: { calls: readonly Call[]; callers: readonly number[] }): number | null {
  const index = calls.findLastIndex(({ kind }) => kind === "double" || kind === "redouble");
  return calls[index]?.seat ?? callers[index] ?? null;
}
