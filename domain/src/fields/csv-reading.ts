import Papa from "papaparse";
import messages from "../generated/messages/en/admin-csv.js";
import { BYTE_ORDER_MARK, withoutApostrophe } from "./csv.js";

/** A place in a file: line and column from 1. */
export interface FilePlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file, and where. */
export interface FileProblem extends FilePlace {
  readonly message: string;
}

/** A parsed cell, with where it began. */
export interface ReadCell extends FilePlace {
  readonly text: string;
}

/** The rows of a CSV without its empty ones, and what is wrong with its quotes. */
export interface ReadRows {
  readonly rows: readonly (readonly ReadCell[])[];
  readonly problems: readonly FileProblem[];
}

const SEPARATORS = [",", ";", "\t"] as const;
/** A first line that only names the separator, as Excel writes and reads it. */
const SEPARATOR_LINE = /^"?sep=(.)"?(?=\n|$)/i;

/**
 * Parses CSV (RFC 4180) as spreadsheets write it: separated by commas, semicolons or tabs, whichever the first line has most
 * of, with any line ends.
 */
export function readCsv(file: string): ReadRows {
  const whole = (file.startsWith(BYTE_ORDER_MARK) ? file.slice(1) : file).replaceAll(/\r\n?/g, "\n");
  const [separatorLine = "", named] = SEPARATOR_LINE.exec(whole) ?? [];
  // The line stays, empty, so that the others keep their numbers.
  const text = whole.slice(separatorLine.length);
  const [head = ""] = text.trimStart().split("\n", 1);
  const separator = named ?? mostOf(head);
  const { data, errors } = Papa.parse<readonly string[]>(text, { delimiter: separator, newline: "\n" });
  const quote = errors.find(({ type }) => type === "Quotes");
  // What follows a quote out of place cannot be read.
  const read = quote === undefined ? data : data.slice(0, quote.row);
  return { rows: withPlaces(text, separator, read), problems: quote === undefined ? [] : [quoteProblem(text, quote)] };
}

function mostOf(head: string): string {
  const counted = SEPARATORS.map((separator) => ({ separator, count: head.split(separator).length }));
  return counted.reduce((most, other) => (other.count > most.count ? other : most)).separator;
}

/** The parser names rows only: each cell is looked for in the file. */
function withPlaces(text: string, separator: string, data: readonly (readonly string[])[]): ReadCell[][] {
  let [at, line, lineBegan] = [0, 1, 0];
  const rows = data.map((row) =>
    row.map((raw): ReadCell => {
      const began = { line, column: at - lineBegan + 1 };
      const quotes = text[at] === '"' ? raw.split('"').length + 1 : 0;
      let end = at + raw.length + quotes;
      // Blanks between a closing quote and the separator.
      while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
      for (let next = text.indexOf("\n", at); next >= 0 && next <= end; next = text.indexOf("\n", next + 1))
        [line, lineBegan] = [line + 1, next + 1];
      at = end + 1;
      return { text: withoutApostrophe(raw.trim()), ...began };
    }),
  );
  return rows.filter((row) => row.some((cell) => cell.text !== ""));
}

function quoteProblem(text: string, { code, index = 0 }: Papa.ParseError): FileProblem {
  // The parser's index is behind the cell's opening quote.
  const at = Math.max(0, index - 1);
  if (code === "MissingQuotes") return { message: messages.quoteOpen, ...placeIn(text, at) };
  const [cell = ""] = /^"(?:[^"]|"")*"/.exec(text.slice(at)) ?? [];
  return { message: messages.textAfterQuote, ...placeIn(text, at + cell.length) };
}

/** Line and column of a position in a text. */
export function placeIn(text: string, at: number): FilePlace {
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
