/** What has happened at a table, in a line each, for people who read and for those who listen. */
import type { TableEvent } from "../net/messages";
import type { Table } from "../state/table";

/** The line of an event; null for what needs none. */
export function lineOf(_event: TableEvent, _before: Table, _after: Table): string | null {
  return null;
}
