/** Whatever a server tells in events, this page knows as if it had just come: held against the server's own snapshots. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Snapshot, TableEvent } from "../src/net/messages";
import { type Table, tableAfter, tableOf } from "../src/state/table";

interface Told {
  name: string;
  first: Snapshot;
  steps: { events: TableEvent[]; then: Snapshot }[];
}

const file = process.env["OVERTRICK_TOLD"];

describe.skipIf(file === undefined)("events lead to what a snapshot tells", () => {
  const told = file === undefined ? [] : (JSON.parse(readFileSync(file, "utf-8")) as Told[]);
  test.each(told)("$name", ({ first, steps }) => {
    let table = tableOf(first);
    expect(steps.length).toBeGreaterThan(50);
    for (const { events, then } of steps) {
      for (const event of events) table = tableAfter(table, event);
      expect(comparable(table)).toEqual(comparable(tableOf(then)));
    }
  });
});

/**
 * A table without what may differ: ids are for the author of a command alone, and who was there still sees the cards of
 * a deal that is over.
 */
function comparable(table: Table): unknown {
  const seen = { ...table, deal: table.state === "play" ? table.deal : null };
  return JSON.parse(JSON.stringify(seen, (key, field: unknown) => (key === "id" ? undefined : field)));
}
