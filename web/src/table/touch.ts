/** Which touches count: of a mouse and of fingers that touch more often than their owner wants. */

/** milliseconds in which whatever comes at the same place belongs to a click before */
const DOUBLE = 500;
/** pixels that a hand trembles */
const NEAR = 12;
/** pixels by which a card is dragged out of a hand */
export const OUT = 48;

interface Place {
  time: number;
  x: number;
  y: number;
}

let last: Place | null = null;

/**
 * Whether a click is the rest of one that has done something: what then slid under the pointer was not meant. What the
 * keyboard does always counts.
 */
export function isEcho(event: MouseEvent): boolean {
  const { detail, timeStamp: time, clientX: x, clientY: y } = event;
  if (detail === 0 || last === null || Math.hypot(x - last.x, y - last.y) >= NEAR) return false;
  return detail > 1 || time - last.time < DOUBLE;
}

/** A click has only shown what is meant: the next one may follow at once. */
export function hasPrepared(): void {
  last = null;
}

/** A click has done something. */
export function hasCounted(event: MouseEvent): void {
  last = { time: event.timeStamp, x: event.clientX, y: event.clientY };
}
