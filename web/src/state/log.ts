/** What has happened at a table and was said there, in lines. */
import type { Murmured, TableEvent } from "../net/messages";
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
  if (event.type === "said" || event.type === "emoted") {
    const text = () => (event.type === "said" ? event.text : say(`emote.${event.what}`));
    return withLine(log, "chat", () => say("web.log.said", { name: event.name, text: text() }));
  }
  const text = () => lineOf(event, before, after) ?? "";
  return text() === "" ? log : withLine(log, "event", text);
}

/** The lines with what somebody who looks on has said. */
export function logWith(log: LogLine[], { name, text }: Murmured): LogLine[] {
  return withLine(log, "chat", () => say("web.log.murmured", { name: name || say("session.watcher"), text }));
}

function withLine(log: LogLine[], kind: LogLine["kind"], text: () => string): LogLine[] {
  return [...log.slice(1 - LONGEST_LOG), { key: ++lines, kind, text }];
}
