/** Players and their matches in words. */
import type { MatchInfo, MatchSeat } from "../net/messages";
import { botName } from "../words/games";
import { say } from "../words/texts.svelte";

const KEY = /^[0-9a-f]{32}$/;

/** How somebody is called: by their name, a bot of the server by its level, and who was forgotten by nothing. */
export function nameOf({ player, name }: { player: string; name: string }): string {
  if (!player) return say("web.players.forgotten");
  return KEY.test(player) ? name : botName(player);
}

/** The seats of the two sides, that of a player first. */
export function sidesOf(match: MatchInfo, player: string): [MatchSeat[], MatchSeat[]] {
  const sides = [0, 1].map((side) => match.seats.filter((_, seat) => seat % 2 === side)) as [MatchSeat[], MatchSeat[]];
  return sides[0].some((seat) => seat.player === player) ? sides : [sides[1], sides[0]];
}

/** What a match was for a player, and what it did to their rating. */
export function outcomeOf(match: MatchInfo, player: string): { words: string; change: number } {
  const seat = match.seats.findIndex((each) => each.player === player);
  const change = match.seats[seat]?.change ?? 0;
  if (match.why === "gone") return { words: say("web.players.broken-off"), change };
  if (match.winner === null) return { words: say("web.players.drawn"), change };
  return { words: say((seat % 2) + 1 === match.winner ? "web.players.won" : "web.players.lost"), change };
}
