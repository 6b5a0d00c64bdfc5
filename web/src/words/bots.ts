/** Bots as characters: a name and a face for each kind of bot on each seat, the same at every table. */

/** Names that are names in all our languages. */
const NAMES = [
  "Ada", "Bruno", "Clara", "Diego", "Elsa", "Félix", "Greta", "Hugo", "Inês", "Jonas", "Kira", "Léo", "Mara", "Nuno",
  "Olga", "Pablo", "Rita", "Sami", "Tina", "Ugo", "Vera", "Wanda", "Xavier", "Yara", "Zeno", "Alba", "Boris", "Dora",
] as const;
const STEP = NAMES.length / 4;

export interface Persona {
  name: string;
  /** what a face is drawn from */
  look: number;
}

/** Four bots of one kind at a table are never the same. */
export function personaOf(bot: string, seat: number): Persona {
  const kind = [...bot].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const look = (kind + seat * STEP) % NAMES.length;
  return { name: NAMES[look] ?? "", look };
}
