/** What has happened at a table, in a line each, for people who read and for those who listen. */
import type { Acted, Dealt, Ended, Scored, TableEvent } from "../net/messages";
import { actionOf, isCall } from "../state/actions";
import type { Table } from "../state/table";
import { callAloud, contractAloud, declarationWords, doublerOf, strainAloud, unplayedWords, wordingAloud } from "./calls";
import { longName } from "./cards";
import { contractAt, pairNames, personName, playerName, sideName, sidesInOrder } from "./players";
import { type Key, listed, say } from "./texts.svelte";

/** The line of an event; null for what needs none, or has one elsewhere. */
export function lineOf(event: TableEvent, before: Table, after: Table): string | null {
  switch (event.type) {
    case "sat":
      return say("session.sat", { player: playerName(after, event.seat) });
    case "left":
      return say(event.by ? "session.kicked" : "session.left", { player: playerName(before, event.seat) });
    case "muted":
      return say(event.on ? "session.muted" : "session.not-muted", { player: playerName(after, event.seat) });
    case "gone":
    case "back":
    case "paused":
      return say(`session.${event.type}`, { player: playerName(before, event.seat) });
    case "stood_in":
      return say("session.stood-in", { player: playerName(before, event.seat) });
    case "dealt":
      return dealtLine(event.deal, after);
    case "acted":
      return actedLine(event, after);
    case "taken_back":
      return say("session.taken-back");
    case "proposed":
      return say(`session.proposed.${event.what}`, {
        player: playerName(after, event.seat),
        tricks: event.tricks ?? 0,
      });
    case "answered":
      return say(event.yes ? "session.agrees" : "session.disagrees", { player: playerName(after, event.seat) });
    case "scored":
      return scoredLine(event, after);
    case "ended":
      return endedLine(event, before);
    case "paced":
      return say("session.paced", { player: playerName(after, event.seat) });
    case "kept":
      return say(event.on ? "session.kept" : "session.not-kept", { player: playerName(after, event.seat) });
    case "resumed":
    case "restarted":
    case "closed":
      return say(`session.${event.type}`);
    case "ready":
    case "awaited":
    case "committed":
    case "said":
    case "emoted":
      return null;
  }
}

/** The lines of a deal that began before this page was there: its calls and cards, without what came of each trick. */
export function linesSoFar(table: Table): string[] {
  const { deal } = table;
  if (!deal || table.state !== "play") return [];
  const { calls, callers, plays, players, contract } = deal;
  const line = (seat: number | undefined, text: string) => say("web.log.said", { name: playerName(table, seat ?? 0), text });
  const isOpen = calls.length === 0;
  const dealt = { deal: deal.deal, dealer: deal.dealer, turn_up: deal.turnUp, contract: isOpen ? contract : null };
  return [
    dealtLine(dealt, table),
    ...calls.map((call, index) => line(callers[index], callAloud(call))),
    ...(isOpen ? [] : contractLine(contract, table)),
    ...plays.map((card, index) => line(players[index], longName(card))),
  ];
}

function dealtLine(deal: Pick<Dealt["deal"], "deal" | "dealer" | "turn_up" | "contract">, table: Table): string {
  const line = [say("web.log.dealt", { deal: deal.deal, player: playerName(table, deal.dealer) })];
  if (deal.turn_up) line.push(say("session.turned-up", { card: longName(deal.turn_up) }));
  return [...line, ...contractLine(deal.contract, table)].join(" ");
}

/** `Zoé: 90 hearts`, with what was said and who did it if that was not the player themselves, and what came of it. */
function actedLine(event: Acted, table: Table): string {
  const action = actionOf(event.action, event.actions);
  const declares = isCall(action) && action.kind === "declare";
  const heard = (event.said ?? []).map(([, word]) => actionOf(word, event.actions));
  const declaration = heard.find((word) => isCall(word) && word.kind === "declare");
  const notes = heard.filter((word) => word !== declaration).map(callAloud);
  const names = (event.declared ?? []).map(([, name]) => declarationWords(name));
  if (declares) notes.push(...names);
  if (event.by) notes.push(say(`session.by.${event.by}`));
  const note = notes.length > 0 ? ` (${notes.join(", ")})` : "";
  const text = callAloud(action) + note;
  const line = [say("web.log.said", { name: playerName(table, event.seat), text }), ...contractLine(event.contract, table)];
  if (event.turn_up) line.push(say("session.turned-up", { card: longName(event.turn_up) }));
  if (event.plays_for) line.push(say("session.plays-for", { player: playerName(table, event.plays_for) }));
  if (event.trick) {
    const values = { number: table.deal?.takers.length ?? 0, player: playerName(table, event.trick.seat) };
    line.push(say("session.trick", { ...values, scores: scores(table, event.trick.points) }));
  }
  for (const [seat, cards] of event.shown ?? []) {
    line.push(say("session.shows", { player: playerName(table, seat), cards: listed(cards.map(longName)) }));
  }
  if (declaration !== undefined) {
    // by itself, and of the next player
    const name = playerName(table, event.declared?.[0]?.[0] ?? 0);
    line.push(say("web.log.said", { name, text: `${callAloud(declaration)} (${listed(names)})` }));
  }
  const [first = "", ...rest] = line;
  return rest.length > 0 ? `${first}. ${rest.join(" ")}` : first;
}

function contractLine(contract: Acted["contract"], table: Table): string[] {
  if (!contract) return [];
  const { seat, side } = contract;
  if (!side) return [say("session.trumps", { strain: strainAloud(contract.strain) })];
  const calls = table.deal?.calls ?? [];
  if (!seat) return [say("session.contract", { contract: contractAloud(contract, calls), who: pairNames(table, side) })];
  const doubler = table.deal && doublerOf(table.deal);
  const named = { ...table, seat: null }; // in the log all are called by their names
  return [say("web.log.contract", { contract: contractAt(named, contract, wordingAloud(contract, calls), doubler) })];
}

function scoredLine(event: Scored, table: Table): string {
  const line = [say("session.deal-over", { deal: event.deal })];
  const isPlayed = event.played ?? true;
  if (!isPlayed) line.push(unplayedWords(table.deal?.calls.at(-1)?.text, "web.log.passed-out"));
  if (isPlayed || event.parts.length > 0) line.push(`${scores(table, event.scores)}.`);
  line.push(say("session.standing", { scores: scores(table, event.standing.totals) }));
  return line.join(" ");
}

/** How a match ended. */
export function endedLine(event: Ended, table: Table): string {
  return say(`session.ended.${event.why}` as Key, {
    side: event.winner ? pairNames(table, event.winner) : "",
    player: event.name ? personName(event.name, event.seat ?? 0) : event.seat ? playerName(table, event.seat) : "",
    scores: scores(table, event.totals),
  });
}

/** What both sides have, one's own first. */
export function scores(table: Pick<Table, "seats" | "seat">, points: readonly [number, number] = [0, 0]): string {
  return sidesInOrder(table)
    .map((side) => say("session.side-score", { side: sideName(table, side), points: points[side === 1 ? 0 : 1] }))
    .join(", ");
}
