/** What the players of a deal have declared. */
import type { Deal } from "../state/deal";
import type { Card } from "../words/cards";

/** What a player has declared, and the cards of it that they have shown. */
export interface Declaration {
  seat: number;
  names: string[];
  cards: Card[];
}

export function declarationsOf({ declared, shown }: Pick<Deal, "declared" | "shown">): Declaration[] {
  const seats = [...new Set(declared.map(([seat]) => seat))];
  return seats.map((seat) => ({
    seat,
    names: declared.filter(([owner]) => owner === seat).map(([, name]) => name),
    cards: shown.filter(([owner]) => owner === seat).flatMap(([, cards]) => cards),
  }));
}
