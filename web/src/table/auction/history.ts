/** The calls of an auction as a table has them. */
import type { Deal } from "../../state/deal";

/** The seats as columns: from the one after the dealer, who speaks first, or as the compass has them. */
export function seatsInOrder(dealer: number, byCompass: boolean): number[] {
  return [0, 1, 2, 3].map((column) => ((byCompass ? column : dealer + column) % 4) + 1);
}

/** The numbers of the calls from 0 in rows, each below the seat that made it; null where somebody did not speak. */
export function callRows({ callers }: Pick<Deal, "callers">, seats: readonly number[]): (number | null)[][] {
  const rows: (number | null)[][] = [];
  let last = seats.length;
  callers.forEach((seat, number) => {
    const column = seats.indexOf(seat);
    if (column <= last || rows.length === 0) rows.push(seats.map(() => null));
    rows.at(-1)?.splice(column, 1, number);
    last = column;
  });
  return rows;
}
