/** What has happened at a table and was said there, in lines. */
import type { TableEvent } from "../net/messages";
import { lineOf, linesSoFar } from "../words/log";
import { say } from "../words/texts.svelte";
import type { Table } from "./table";

export interface LogLine {
  /** larger than that of every line before, at other tables, too */
  key: number;
  kind: "event" | "chat";
  /** in the language that is spoken when it is read */
  text: () => string;
}

const LONGEST_LOG = 200;
let lines = 0;

/** The lines of a table to which the page has just come. */
export function logOf(table: Table): LogLine[] {
  return linesSoFar(table).map((_, index) => ({ key: ++lines, kind: "event", text: () => linesSoFar(table)[index] ?? "" }));
}

/** The lines with that of an event, if it has one. */
export function logAfter(log: LogLine[], event: TableEvent, before: Table, after: Table): LogLine[] {
  const isChat = event.type === "said";
  const text = () => (isChat ? say("web.log.said", { name: event.name, text: event.text }) : (lineOf(event, before, after) ?? ""));
  if (text() === "") return log;
  return [...log.slice(1 - LONGEST_LOG), { key: ++lines, kind: isChat ? "chat" : "event", text }];
}
