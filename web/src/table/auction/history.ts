/** The calls of an auction as a table has them. */
import type { Call } from "../../state/actions";
import type { Deal } from "../../state/deal";

/** The seats as columns: from the one after the dealer, who speaks first, or as the compass has them. */
export function seatsInOrder(dealer: number, byCompass: boolean): number[] {
  return [0, 1, 2, 3].map((column) => ((byCompass ? column : dealer + column) % 4) + 1);
}

/** The calls in rows, each below the seat that made it; null where somebody did not speak. */
export function callRows({ calls, callers }: Pick<Deal, "calls" | "callers">, seats: readonly number[]): (Call | null)[][] {
  const rows: (Call | null)[][] = [];
  let last = seats.length;
  calls.forEach((call, index) => {
    const column = seats.indexOf(callers[index] ?? 0);
    if (column <= last || rows.length === 0) rows.push(seats.map(() => null));
    rows.at(-1)?.splice(column, 1, call);
    last = column;
  });
  return rows;
}
