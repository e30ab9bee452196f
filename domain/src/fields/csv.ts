/** Makes spreadsheets read a file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** Characters that start a formula in spreadsheets, including full-width forms (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A plain number; a leading minus does not make it a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Digits of an identifier: spreadsheets keep 15 digits of a number, show 12 and more as 1.2E+11, and drop leading zeros. */
const LONG_OR_PADDED = /^-?(?:\d{12,}|0\d+)$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Encodes a cell (RFC 4180). An apostrophe is prepended to texts that a spreadsheet would evaluate as a formula, and to
 * references of digits, which it would round.
 */
export function csvCell(text: string): string {
  const harmless = needsApostrophe(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Encodes a row, with the line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A parsed cell, with where it began: line and column of the file, both from 1. */
export interface ReadCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** A file that is no CSV, with the place. */
export class CsvError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

/**
 * Parses CSV (RFC 4180) with commas or semicolons, whichever the first line has more of, and any line ends. Empty lines are
 * left out. An apostrophe that {@link csvCell} prepended is taken away.
 *
 * @throws CsvError for a quote that is not closed, or text after a closed one
 */
export function readCsv(file: string): readonly (readonly ReadCell[])[] {
  const text = file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file;
  const [head = ""] = text.split(/[\r\n]/, 1);
  const separator = head.split(";").length > head.split(",").length ? ";" : ",";
  const rows: ReadCell[][] = [];
  let row: ReadCell[] = [];
  let [at, line, lineBegan] = [0, 1, 0];
  const newLine = () => {
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    line += 1;
    lineBegan = at;
  };
  while (at < text.length) {
    const began = { line, column: at - lineBegan + 1 };
    let cell = "";
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new CsvError("A quote is not closed", began.line, began.column);
        const from = at;
        if (text[at] === "\n" || text[at] === "\r") newLine();
        else at += text[at] === '"' ? 2 : 1;
        cell += text[from] === '"' ? '"' : text.slice(from, at);
      }
      at += 1;
      if (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r")
        throw new CsvError("There is text after a closing quote", line, at - lineBegan + 1);
    } else {
      const from = at;
      while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
      cell = text.slice(from, at);
    }
    row.push({ text: unescaped(cell.trim()), ...began });
    if (at < text.length && text[at] === separator) {
      at += 1;
      // A separator at the end of the file begins an empty last cell.
      if (at < text.length) continue;
      row.push({ text: "", line, column: at - lineBegan + 1 });
    }
    if (row.some((read) => read.text !== "")) rows.push(row);
    row = [];
    if (at < text.length) newLine();
  }
  return rows;
}

const needsApostrophe = (text: string) => LONG_OR_PADDED.test(text) || (FORMULA.test(text) && !NUMBER.test(text));
const unescaped = (text: string) => (text.startsWith("'") && needsApostrophe(text.slice(1)) ? text.slice(1) : text);
