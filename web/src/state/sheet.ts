/** The score sheet of a match: what each deal was worth, kept as long as the tab is open so that a reload loses nothing. */
import type { Scored } from "../net/messages";
import { fieldsOf, isListOf, isNumber, isText, type Kinds, read, wholeOf, write } from "./kept";

export interface SheetLine {
  deal: number;
  /** for the sides 1 and 2 */
  first: number;
  second: number;
  firstTotal: number;
  secondTotal: number;
}

interface KeptSheet {
  table: string;
  lines: unknown[];
}

const KEY = "overtrick/sheet";
const LINE_KINDS: Kinds<SheetLine> = { deal: isNumber, first: isNumber, second: isNumber, firstTotal: isNumber, secondTotal: isNumber };
const SHEET_KINDS: Kinds<KeptSheet> = { table: isText, lines: isListOf((value): value is unknown => value !== undefined) };

/** A sheet with a deal more; the same one if the deal stands there. */
export function sheetWith(sheet: readonly SheetLine[], scored: Scored): readonly SheetLine[] {
  if (sheet.some(({ deal }) => deal === scored.deal)) return sheet;
  const [first, second] = scored.scores;
  const [firstTotal, secondTotal] = scored.standing.totals ?? [0, 0];
  return [...sheet, { deal: scored.deal, first, second, firstTotal, secondTotal }];
}

/** What was kept of a table, up to the last deal of its match that is over. */
export function keptSheet(table: string, scored: Scored | null): readonly SheetLine[] {
  const kept = fieldsOf(read(KEY, "sessionStorage"), SHEET_KINDS);
  if (scored === null) return [];
  const lines = kept.table === table ? (kept.lines ?? []) : [];
  const known = lines.map((line) => wholeOf(line, LINE_KINDS)).filter((line) => line !== null);
  return sheetWith(known.filter(({ deal }) => deal <= scored.deal), scored);
}

export function keepSheet(table: string, lines: readonly SheetLine[]): void {
  write(KEY, { table, lines }, "sessionStorage");
}
