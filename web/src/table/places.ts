/** Where the seats are around the table, as this page looks at it. */

export type Place = "bottom" | "left" | "top" | "right";

const CLOCKWISE: readonly Place[] = ["bottom", "left", "top", "right"];
const ANTICLOCKWISE: readonly Place[] = ["bottom", "right", "top", "left"];

/** The place of a seat: one's own is at the bottom, and the play goes round as it does at a real table. */
export function placeOf(seat: number, own: number | null, direction: "clockwise" | "anticlockwise"): Place {
  const places = direction === "clockwise" ? CLOCKWISE : ANTICLOCKWISE;
  return places[(seat - (own ?? 1) + 4) % 4] ?? "bottom";
}
