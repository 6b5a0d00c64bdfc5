/**
 * The pictures of the courts: drawings by Adrian Kennard, public domain (CC0), as the package `react-free-playing-cards`
 * brings them. Here are only their addresses: a browser loads a picture when it first shows it.
 */
import type { Card } from "../words/cards";

const FILES = import.meta.glob<string>("../../node_modules/react-free-playing-cards/src/images/2color/[JQK][SHDC].svg", {
  eager: true,
  query: "?url",
  import: "default",
});

const ADDRESSES = new Map(Object.entries(FILES).map(([path, address]) => [path.slice(-6, -4), address]));

/** The part of such a picture within its frame, without the package's own indices: what a viewBox has to show. */
export const COURT_FRAME = { x: -82.4, y: -130.4, width: 164.8, height: 260.8 } as const;
/** The whole picture, in the same measure. */
export const COURT_PICTURE = { x: -120, y: -168, width: 240, height: 336 } as const;

/** Where the picture of a court is; undefined for all other cards. */
export function courtAddress(card: Card): string | undefined {
  return ADDRESSES.get(card.toUpperCase());
}
