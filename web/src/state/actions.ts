/** Actions as values. The server tells the parts of all that are no cards, so that the page takes no text apart. */
import type { GameFacts } from "../net/http";
import type { ActionInfo } from "../net/messages";
import type { Card } from "../words/cards";

/** A call, a discard or a word: how it is written, and its parts. */
export interface Call extends ActionInfo {
  text: string;
}

export type Action = Card | Call;
type Parts = Readonly<Record<string, ActionInfo>>;

/** The action of a text, by the parts that were told with it; what has none is a card. */
export function actionOf(text: string, parts: Parts = {}): Action {
  const told = parts[text];
  return told ? { text, ...told } : text;
}

export function isCall(action: Action): action is Call {
  return typeof action !== "string";
}

export function callsOf(texts: readonly string[] = [], parts?: Parts): Call[] {
  return texts.map((text) => actionOf(text, parts)).filter(isCall);
}

/** All actions of a game that are no cards, in the order of their numbers. */
export function callsIn({ actions }: Pick<GameFacts, "actions">): Call[] {
  const numbered = Object.entries(actions).sort(([, one], [, other]) => one.number - other.number);
  return numbered.map(([text, parts]) => ({ text, ...parts }));
}

/** The card that an action plays or lays away; null for calls and words. */
export function cardOf(action: Action): Card | null {
  return isCall(action) ? (action.card ?? null) : action;
}
