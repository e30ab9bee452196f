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
 * references of digits, which it would round (papaparse's `unparse` knows of formulas only).
 */
export function csvCell(text: string): string {
  const harmless = needsApostrophe(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Encodes a row, with the line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

const needsApostrophe = (text: string) => LONG_OR_PADDED.test(text) || (FORMULA.test(text) && !NUMBER.test(text));

/** Takes away the apostrophe that {@link csvCell} prepended. */
export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && needsApostrophe(text.slice(1)) ? text.slice(1) : text;
}
