/** Who sits where, in words. */
import type { GameFacts } from "../net/http";
import type { ContractInfo, Declined, SeatInfo } from "../net/messages";
import type { Table } from "../state/table";
import { personaOf } from "./bots";
import type { Wording } from "./calls";
import { asLabel, listed, say } from "./texts.svelte";

export const SEATS: readonly number[] = [1, 2, 3, 4];
/** what the seats are called where they have names of the compass */
export const COMPASS: readonly string[] = ["N", "E", "S", "W"];

/** What servers call somebody who has given no name: in the language of that person, which is not that of all readers. */
const UNNAMED = /^(Player|Joueur|Jogador) [1-4]$/;

/** The direction of a seat, where seats have names of the compass; else nothing. */
export function compassOf({ seats }: Pick<GameFacts, "seats">, seat: number): string {
  return seats[0] === COMPASS[0] ? (COMPASS[seat - 1] ?? "") : "";
}

/** What a person is called: by their name, or else by the number of the seat, in the language of whoever reads it. */
export function personName(name: string, seat: number): string {
  return isUnnamed(name) ? asLabel(say("session.player", { seat })) : name;
}

function isUnnamed(name: string): boolean {
  return name === "" || UNNAMED.test(name);
}

/** What a player is called; people of one name are told apart by their seats. */
export function playerName({ seats }: { seats: readonly SeatInfo[] }, seat: number): string {
  const { kind, name = "", bot = "" } = seats[seat - 1] ?? {};
  if (kind === "bot") return personaOf(bot, seat).name;
  if (isUnnamed(name)) return personName(name, seat);
  const isShared = seats.filter((other) => other.kind === "person" && other.name === name).length > 1;
  return isShared ? `${name} (${seat})` : name;
}

/** That a program does not come to a table, and why. */
export function declinedWords({ name, seat, why }: Declined): string {
  return say("session.declined", { name, seat, why: say(`session.declined.${why}`) });
}

/** The name that stands on a seat: one's own is you, also where one plays the hand of a bot. */
export function seatName(table: Pick<Table, "seats" | "seat"> & Partial<Pick<Table, "deal">>, seat: number): string {
  if (seat === table.deal?.playsFor) return say("web.table.you-for", { player: playerName(table, seat) });
  return seat === table.seat ? say("web.table.you") : playerName(table, seat);
}

/** What a side is called: we and they, or its players for somebody who looks on. */
export function sideName(table: Pick<Table, "seats" | "seat">, side: number): string {
  if (table.seat === null) return pairNames(table, side);
  return say(side === sideOf(table.seat) ? "web.table.we" : "web.table.they");
}

/** The two players of a side. */
export function pairNames(table: Pick<Table, "seats">, side: number): string {
  return listed([side, side + 2].map((seat) => playerName(table, seat)));
}

/** The sides 1 and 2, one's own first. */
export function sidesInOrder(table: Pick<Table, "seat">): readonly [number, number] {
  return table.seat !== null && sideOf(table.seat) === 2 ? [2, 1] : [1, 2];
}

/** The side of a seat. */
export function sideOf(seat: number): number {
  return seat % 2 === 1 ? 1 : 2;
}

/** The seat across the table. */
export function partnerOf(seat: number): number {
  return ((seat + 1) % 4) + 1;
}

/** What is played, in `words`, and by whom: `90 ♥ by Zoé`; without somebody, only what. */
export function contractBy(contract: ContractInfo, words: string, player: string | null): string {
  return player === null ? words : say(byKey(contract), { contract: words, player });
}

/** The contract of a table: who bid it, and who doubled it if that is known; or trumps where they are nobody's contract. */
export function contractAt(
  table: Pick<Table, "seats" | "seat">,
  contract: ContractInfo,
  { bid, doubled }: Wording,
  doubler: number | null = null,
): string {
  if (!contract.seat) return say("web.table.trumps", { strain: bid });
  const isOwn = contract.seat === table.seat;
  const made = isOwn ? say(`${byKey(contract)}-you`, { contract: bid }) : contractBy(contract, bid, playerName(table, contract.seat));
  if (!doubled) return made;
  if (doubler === null) return say("web.table.doubled", { contract: made, doubled });
  if (doubler === table.seat) return say("web.table.doubled-by-you", { contract: made, doubled });
  return say("web.table.doubled-by", { contract: made, doubled, player: playerName(table, doubler) });
}

/** `♠ alone, by Zoé`: without a comma she would be what is alone. */
function byKey({ alone = [] }: ContractInfo): "web.table.contract-by" | "web.table.lone-contract-by" {
  return alone.length > 0 ? "web.table.lone-contract-by" : "web.table.contract-by";
}
