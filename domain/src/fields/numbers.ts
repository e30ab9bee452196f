import { asciiDigits, plainCharacters } from "./characters.js";

/** Thousands by commas, in India's notation or by threes: 1,000 and 1,00,000 and 12,345,678. */
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:,\d{2})*,\d{3}|(?:,\d{3})+)(?:\.\d+)?$/;
/** Thousands by points before a decimal comma, or in several groups: 1.000,5 and 1.000.000. */
const POINTED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/;
/** A decimal comma: three digits after the only comma are thousands instead. */
const DECIMAL_COMMA = /^-?\d+,\d+$/;
const PLAIN = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads a number as people and spreadsheets here write it: digits of any script, thousands in either notation, a decimal comma,
 * a typographic minus.
 *
 * @returns undefined for what is no number
 */
export function readNumber(text: string): number | undefined {
  const typed = asciiDigits(plainCharacters(text)).replaceAll(/(?<=\d) (?=\d)|(?<=-) /g, "");
  if (PLAIN.test(typed)) return Number(typed);
  if (GROUPED.test(typed)) return Number(typed.replaceAll(",", ""));
  if (POINTED.test(typed)) return Number(typed.replaceAll(".", "").replace(",", "."));
  return DECIMAL_COMMA.test(typed) ? Number(typed.replace(",", ".")) : undefined;
}

/** Units behind a length or an angle. */
const UNIT = /(?:ft|feet|foot|'|′|’|°|degrees?|deg)\.?$/i;

/** Reads a length in feet, or an angle in degrees, with or without its unit: 10, "10 ft", "45°". */
export function readMeasure(text: string): number | undefined {
  return readNumber(plainCharacters(text).replace(UNIT, ""));
}
