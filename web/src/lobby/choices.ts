/** What is chosen in the lobby, as far as the server has it. */
import type { GameChoice, GameFacts } from "../net/http";
import type { GameParts } from "../net/messages";
import type { Card } from "../words/cards";

/** What was played last; else the usual rules of that game, or the first game. */
export function chosenGame(last: GameParts, games: readonly GameChoice[]): GameParts {
  const game = games.find((choice) => choice.name === last.name) ?? games[0];
  if (!game) return { name: "", preset: "" };
  return { name: game.name, preset: game.presets.includes(last.preset) ? last.preset : (game.presets[0] ?? "") };
}

/** The bot that was chosen, or the strongest one there is. */
export function chosenBot(wanted: string, bots: readonly string[]): string {
  return bots.includes(wanted) ? wanted : (bots.at(-1) ?? "");
}

const IN_FAN = 5;

/** The highest trumps of a game, or the highest cards of a suit where nothing is trumps. */
export function topCards(facts: GameFacts): Card[] {
  const order = Object.values(facts.orders).find(({ trump }) => trump) ?? facts.orders[""];
  return order?.suits[0]?.slice(0, IN_FAN) ?? [];
}
