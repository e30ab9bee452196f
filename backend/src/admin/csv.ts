/** Begins a file that spreadsheets read as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** What spreadsheets take for the beginning of a formula, full-width forms included (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** A plain number, which may begin with a minus and is still no formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * A text as a cell (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe before it, so that it is
 * shown and not run.
 */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of cells, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
