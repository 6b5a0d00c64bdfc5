/** What is chosen in the lobby, as long as the server has it. */
import type { GameChoice } from "../net/http";
import { partsOf } from "../words/games";

/** `NAME:PRESET` of what was played last; else the usual rules of that game, or the first game. */
export function chosenGame(last: string, games: readonly GameChoice[]): string {
  const { name, preset } = partsOf(last);
  const game = games.find((choice) => choice.name === name) ?? games[0];
  if (!game) return "";
  return `${game.name}:${game.presets.includes(preset) ? preset : (game.presets[0] ?? "")}`;
}

/** The bot that was chosen, or the strongest one there is. */
export function chosenBot(wanted: string, bots: readonly string[]): string {
  return bots.includes(wanted) ? wanted : (bots.at(-1) ?? "");
}
