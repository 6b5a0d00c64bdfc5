/** What is chosen in the lobby, as far as the server has it. */
import type { GameChoice, GameFacts } from "../net/http";
import type { GameParts, TableInfo } from "../net/messages";
import { hostOf } from "../table/view";
import type { Card } from "../words/cards";
import { compassOf, partnerOf, personName, SEATS } from "../words/players";

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

/** Where whoever opens a table sits: South where seats have names of the compass, as in all diagrams. */
export function homeSeat(facts: Pick<GameFacts, "seats">): number {
  return SEATS.find((seat) => compassOf(facts, seat) === "S") ?? 1;
}

const IN_FAN = 5;

/** The highest trumps of a game, or the highest cards of a suit where nothing is trumps. */
export function topCards(facts: GameFacts): Card[] {
  const order = Object.values(facts.orders).find(({ trump }) => trump) ?? facts.orders[""];
  return order?.suits[0]?.slice(0, IN_FAN) ?? [];
}

/** Who invites to a table: its host. */
export function inviterOf(info: Pick<TableInfo, "seats">): string | null {
  const host = hostOf(info);
  return host === null ? null : personName(info.seats[host - 1]?.name ?? "", host);
}

/** Who plays with whoever takes a seat, if that is a person. */
export function partnerAt({ seats }: Pick<TableInfo, "seats">, seat: number): string | null {
  const other = partnerOf(seat);
  const partner = seats[other - 1];
  return partner?.kind === "person" ? personName(partner.name ?? "", other) : null;
}

/** The seat for a friend: as somebody's partner if there is one, else any that is free; null where none is. */
export function friendlySeat({ seats }: Pick<TableInfo, "seats">): number | null {
  const free = SEATS.filter((seat) => (seats[seat - 1]?.kind ?? "empty") === "empty");
  return free.find((seat) => partnerAt({ seats }, seat) !== null) ?? free[0] ?? null;
}
