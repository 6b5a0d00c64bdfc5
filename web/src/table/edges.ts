/** Where the seats are around the table, as this page looks at it. */

export type Edge = "bottom" | "left" | "top" | "right";

const CLOCKWISE: readonly Edge[] = ["bottom", "left", "top", "right"];
const ANTICLOCKWISE: readonly Edge[] = ["bottom", "right", "top", "left"];

/** The edge of a seat: one's own is at the bottom, and the play goes round as it does at a real table. */
export function edgeOf(seat: number, own: number | null, direction: "clockwise" | "anticlockwise"): Edge {
  const edges = direction === "clockwise" ? CLOCKWISE : ANTICLOCKWISE;
  return edges[(seat - (own ?? 1) + 4) % 4] ?? "bottom";
}
