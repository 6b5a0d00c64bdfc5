/** How cards move: out of a hand, into the trick, and away to the player who has won them. */
import { cubicOut } from "svelte/easing";
import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";
import type { Card } from "../words/cards";
import type { Edge } from "./edges";

/** From the middle of the table to where a player sits. */
const DIRECTIONS: Record<Edge, { x: number; y: number }> = {
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
};

/** Where the cards that leave a hand at this moment were. */
const departures = new Map<Card, DOMRect>();

/** How long a card flies, in milliseconds; 0 where nothing is to move. */
export function flightTime(): number {
  return prefersReducedMotion.current ? 0 : 200;
}

/** A card of a new hand comes up, one a little after the other. */
export function dealt(_node: Element, index: number): TransitionConfig {
  const duration = flightTime();
  return {
    duration,
    delay: duration && index * 10,
    easing: cubicOut,
    css: (t, u) => `transform: translateY(${u * 40}%); opacity: ${t}`,
  };
}

/** A card leaves a hand at once; if it comes into the trick at the same moment, it flies from here. */
export function leave(node: Element, card: Card): TransitionConfig {
  departures.set(card, node.getBoundingClientRect());
  // A card that went elsewhere must not be remembered when another deal brings it into a trick.
  setTimeout(() => departures.delete(card));
  return { duration: 0 };
}

/** A card comes into the trick: from the hand in which it was seen, or else from where its player sits. */
export function arrive(node: Element, { card, edge }: { card: Card; edge: Edge }): () => TransitionConfig {
  // All cards that leave are known only when the whole update is made.
  return () => {
    const from = departures.get(card);
    const to = node.getBoundingClientRect();
    const x = from ? middle(from).x - middle(to).x : DIRECTIONS[edge].x * to.width * 1.5;
    const y = from ? middle(from).y - middle(to).y : DIRECTIONS[edge].y * to.width * 1.5;
    const grown = from ? from.width / to.width - 1 : 0;
    return {
      duration: flightTime(),
      easing: cubicOut,
      css: (t, u) =>
        `transform: translate(${x * u}px, ${y * u}px) scale(${1 + grown * u}); opacity: ${from ? 1 : Math.min(1, 2 * t)}`,
    };
  };
}

/** A card of a complete trick goes to its winner; one that is taken back is gone at once. */
export function gather(node: Element, { winner }: { winner: Edge | null }): TransitionConfig {
  if (winner === null) return { duration: 0 };
  const { x, y } = DIRECTIONS[winner];
  const far = node.getBoundingClientRect().width * 2;
  return {
    duration: flightTime(),
    css: (t, u) => `transform: translate(${x * far * u}px, ${y * far * u}px) scale(${0.5 + t / 2}); opacity: ${t}`,
  };
}

function middle(box: DOMRect): { x: number; y: number } {
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
