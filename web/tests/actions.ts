/** Parts of actions, as the server tells them. */
import type { ActionInfo, NumberedAction } from "../src/net/messages";
import { type Call, callsIn, callsOf } from "../src/state/actions";

type Parts = Record<string, ActionInfo>;
const SUITS = ["S", "H", "D", "C"];

function bids(value: number | string, strains: readonly string[], gap?: string): Parts {
  const tight = gap === undefined ? {} : { gap };
  const bid = (strain: string): ActionInfo => ({ kind: "bid", word: String(value), value, strain, ...tight });
  return Object.fromEntries(strains.map((strain) => [`${value}${gap ?? " "}${strain}`, bid(strain)]));
}

const PASS: Parts = { pass: { kind: "pass", word: "pass" } };

export const BELOTE: Parts = {
  ...PASS,
  take: { kind: "accept", word: "take" },
  ...Object.fromEntries([...SUITS, "AT"].map((strain) => [`name ${strain}`, { kind: "name", word: "name", strain }])),
  declare: { kind: "declare", word: "declare" },
  belote: { kind: "belote", word: "belote" },
  rebelote: { kind: "rebelote", word: "rebelote" },
};

export const COINCHE: Parts = {
  ...PASS,
  ...Object.assign({}, ...[80, 90, 100, 110, 120, 130, 140, "capot", "generale"].map((value) => bids(value, [...SUITS, "NT"]))),
  coinche: { kind: "double", word: "coinche" },
  surcoinche: { kind: "redouble", word: "surcoinche" },
  "coinche 2": { kind: "double", word: "coinche", seat: 2 },
  "coinche 4": { kind: "double", word: "coinche", seat: 4 },
};

export const EUCHRE: Parts = {
  ...PASS,
  order: { kind: "accept", word: "order" },
  "order alone": { kind: "accept", word: "order", alone: true },
  ...Object.fromEntries(
    SUITS.flatMap((strain): [string, ActionInfo][] => [
      [`call ${strain}`, { kind: "name", word: "call", strain }],
      [`call ${strain} alone`, { kind: "name", word: "call", strain, alone: true }],
    ]),
  ),
  ...Object.fromEntries(["9c", "Jc", "Jh"].map((card) => [`discard ${card}`, { kind: "discard", word: "discard", card }])),
  discard: { kind: "discard", word: "discard" },
};

export const BRIDGE: Parts = {
  ...PASS,
  ...Object.assign({}, ...[1, 2, 3, 4, 5, 6, 7].map((level) => bids(level, ["C", "D", "H", "S", "NT"], ""))),
  X: { kind: "double", word: "X" },
  XX: { kind: "redouble", word: "XX" },
};

export const JASS: Parts = {
  push: { kind: "pass", word: "push" },
  ...Object.fromEntries([...SUITS, "NT", "LO"].map((strain) => [`name ${strain}`, { kind: "name", word: "name", strain }])),
};

export const TARNEEB: Parts = {
  ...PASS,
  ...Object.fromEntries([7, 8, 9, 10].map((value) => [String(value), { kind: "bid", word: String(value), value }])),
  ...Object.fromEntries(SUITS.map((strain) => [`name ${strain}`, { kind: "name", word: "name", strain }])),
};

/** The parts as the facts of a game have them. */
export function numbered(parts: Parts): Record<string, NumberedAction> {
  return Object.fromEntries(Object.entries(parts).map(([text, info], index) => [text, { ...info, number: 32 + index }]));
}

/** All calls of a game. */
export function allOf(parts: Parts): Call[] {
  return callsIn({ actions: numbered(parts) });
}

/** Some calls of a game. */
export function calls(parts: Parts, ...texts: string[]): Call[] {
  const found = callsOf(texts, parts);
  if (found.length < texts.length) throw new RangeError(`not all of these are known: ${texts.join(", ")}`);
  return found;
}
