import { type GstStateCode, isGstStateCode } from "./gst-states.js";

/**
 * State code, PAN, entity, Z, check digit: a regular taxpayer's number (reference section 8, GSTIN). The forms of
 * tax deductors, embassies and foreign suppliers are not taken: none of them buys a stall with input tax credit.
 */
const PATTERN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The check digit that belongs to the first 14 characters of a GSTIN; letters in upper case. */
export function gstinCheckDigit(first14: string): string {
  let sum = 0;
  for (const [index, character] of [...first14].slice(0, 14).entries()) {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ALPHABET.charAt((36 - (sum % 36)) % 36);
}

/** Whether the number is well formed, of a state that exists, and its check digit right. Proves typing only. */
export function isGstin(value: string): boolean {
  return gstinState(value) !== undefined;
}

/** The state of a valid GSTIN, or undefined when the number is not valid. */
export function gstinState(value: string): GstStateCode | undefined {
  if (!PATTERN.test(value) || gstinCheckDigit(value) !== value.charAt(14)) return undefined;
  const code = value.slice(0, 2);
  return isGstStateCode(code) ? code : undefined;
}
