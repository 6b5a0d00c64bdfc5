/** A few lines of a text around a spot of it, so that an error can be pointed at. */

export interface ExcerptLine {
  number: number;
  /** of the line that is meant, what stands before, at (a word) and after the spot; else all of it is before */
  before: string;
  at: string;
  after: string;
  isMeant: boolean;
}

const AROUND = 2;
const LONGEST = 100;
/** In records, quotes, commas and bars end a word, too. */
const WORD = /^(["[{]*[^\s|",]+"?|.)/;

/** `line` and `column` are counted from 1, as the server does; a line without a column is meant as a whole. */
export function excerpt(text: string, line: number, column: number | null): ExcerptLine[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const first = Math.max(1, line - AROUND);
  return lines.slice(first - 1, line + AROUND).map((content, index) => {
    const number = first + index;
    if (number !== line) return { number, before: shortened(content), at: "", after: "", isMeant: false };
    if (column === null) return { number, before: "", at: shortened(content), after: "", isMeant: true };
    const [at = ""] = WORD.exec(content.slice(column - 1)) ?? [];
    return {
      number,
      before: shortenedBefore(content.slice(0, column - 1)),
      at: shortened(at),
      after: shortened(content.slice(column - 1 + at.length)),
      isMeant: true,
    };
  });
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function shortenedBefore(text: string): string {
  return text.length > LONGEST ? `…${text.slice(-LONGEST)}` : text;
}
