/** A hint as a person reads it: what is best, why, and how far behind the next choices are. */
import type { Hinted, OptionInfo, ReasonInfo, ShownInfo } from "../net/messages";
import { actionOf } from "../state/actions";
import { callWords, strainWords } from "./calls";
import { shortName, SUITS, SYMBOLS } from "./cards";
import { listed, say, sayIfKnown, signed, written } from "./texts.svelte";

/** choices that are told besides the best one */
const MOST_OTHERS = 3;
/** points; a number below has a decimal */
const FEW = 10;
/** what calls of Bridge can tell at most, of high cards and of a suit */
const MOST_POINTS = 40;
const HAND_SIZE = 13;
/** the lengths of each suit in a balanced hand */
const BALANCED: Range = [2, 5];
/** a suit of which no least length is known is told if it cannot be longer */
const SHORT = 4;

type Range = [number, number];

/** What to do, in words: `A♥`, or `belote, Q♥` for a word that is said with the card; with `callAloud` for the ear. */
export function adviceWords(hint: Hinted, words = callWords): string {
  const best = hint.options?.[0];
  const advised = best && best.action !== hint.action ? [hint.action, best.action] : [hint.action];
  return advised.map((action) => actionWords(action, hint, words)).join(", ");
}

/** Why, as players say it, a sentence each: reasons, and what calls show; none where there is nothing to tell. */
export function hintReasons(hint: Hinted): string[] {
  const shows = hint.shows ? shownWords(hint.shows) : "";
  const partner = hint.partner ? shownWords(hint.partner) : "";
  return [
    ...(hint.reasons ?? []).map(reasonWords),
    shows && say("hint.shows", { shown: shows }),
    partner && say("hint.partner", { shown: partner }),
  ].filter((sentence) => sentence !== "");
}

/** The sentence of a reason; empty for one that only a newer server knows. */
export function reasonWords({ code, card, cards = [], strain, number }: ReasonInfo): string {
  const values = {
    card: card ? shortName(card) : "",
    cards: cards.map(shortName).join(" "),
    strain: strain ? strainWords(strain) : "",
    number: number ?? 0,
  };
  return sayIfKnown(`why.${code}.${number}`, values) ?? sayIfKnown(`why.${code}`, values) ?? "";
}

/** What was found in imagined deals, a sentence each; none where a rule of thumb was enough. */
export function hintNumbers(hint: Hinted): string[] {
  const [best, ...others] = hint.options ?? [];
  const forMatch = hint.for_match ?? false;
  const sentences: string[] = [];
  if (best) {
    const values = { worlds: hint.worlds ?? 0, wins: percent(best.wins) };
    const worth = worthWords(best, forMatch);
    sentences.push(forMatch ? say("hint.match", { ...values, chance: worth }) : say("hint.deal", { ...values, points: worth }));
  }
  if (others.length > 0) {
    const told = others.slice(0, MOST_OTHERS).map((other) => `${actionWords(other.action, hint)} (${optionWords(other, forMatch)})`);
    sentences.push(say("hint.others", { others: told.join(", ") }));
  }
  return sentences;
}

function actionWords(action: string, { actions }: Hinted, words = callWords): string {
  return words(actionOf(action, actions));
}

/** What a call shows, said of its player: of people, what it would show if they bid as bots do. */
export function meaningWords(shows: ShownInfo | null, of: { player: string; call: string }, isPerson: boolean): string {
  const shown = shows ? shownWords(shows) : "";
  if (!shown) return say("web.call.shows-nothing", of);
  return say(isPerson ? "web.call.would-show" : "web.call.shows", { ...of, shown });
}

/** `12 to 21 points and at least 5 ♥`, the longest suit first; empty if nothing is known. */
function shownWords(shown: ShownInfo): string {
  const room = HAND_SIZE - shown.suits.reduce((sum, [least]) => sum + least, 0);
  const isBalanced = shown.suits.every(([least, most]) => least >= BALANCED[0] && most <= BALANCED[1]);
  const isUsual = ([least, most]: Range) => isBalanced && least === BALANCED[0] && most === BALANCED[1];
  const suits = SUITS.map((suit, index) => ({ suit, range: shown.suits[index] ?? ([0, HAND_SIZE] satisfies Range) }))
    .filter(({ range }) => (range[0] > 0 || range[1] <= SHORT) && !isUsual(range))
    .sort((one, other) => other.range[0] - one.range[0])
    .map(({ suit, range }) => rangeWords(range, range[0] + room, SYMBOLS[suit]));
  const points = rangeWords(shown.points, MOST_POINTS, say("hint.points"));
  return listed([points, isBalanced ? say("hint.balanced") : "", ...suits].filter((part) => part !== ""));
}

/** `at least 5 ♥`; empty if all up to the limit is possible. */
function rangeWords([least, most]: Range, limit: number, what: string): string {
  if (least === most) return say("hint.exactly", { number: least, what });
  if (most < limit) return least > 0 ? say("hint.between", { least, most, what }) : say("hint.at-most", { most, what });
  return least > 0 ? say("hint.at-least", { least, what }) : "";
}

/** `61 %, +12`, or where the match is at stake `61 %, 48 %`. */
function optionWords(option: OptionInfo, forMatch: boolean): string {
  return `${percent(option.wins)} %, ${worthWords(option, forMatch)}${forMatch ? " %" : ""}`;
}

function worthWords(option: OptionInfo, forMatch: boolean): string {
  if (forMatch) return percent(option.worth);
  return signed(option.worth, Math.abs(option.worth) >= FEW ? 0 : 1);
}

function percent(share: number): string {
  return written(100 * share);
}
