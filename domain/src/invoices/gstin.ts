import { type GstStateCode, isGstStateCode } from "./gst-states.js";

/**
 * State code, PAN, entity, Z, check digit: the GSTIN of a regular taxpayer (reference section 8, GSTIN). The formats of
 * tax deductors, embassies and foreign suppliers are not accepted: none of them buys a stall with input tax credit.
 */
const PATTERN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Calculates the check digit for the first 14 characters of a GSTIN, in upper case. */
export function gstinCheckDigit(first14: string): string {
  let sum = 0;
  for (const [index, character] of [...first14].slice(0, 14).entries()) {
    const product = ALPHABET.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ALPHABET.charAt((36 - (sum % 36)) % 36);
}

/** Whether a GSTIN's format, state code and check digit are valid. Does not prove that it is registered. */
export function isGstin(value: string): boolean {
  return gstinState(value) !== undefined;
}

/** The state code of a GSTIN, or undefined if the GSTIN is invalid. */
export function gstinState(value: string): GstStateCode | undefined {
  if (!PATTERN.test(value) || gstinCheckDigit(value) !== value.charAt(14)) return undefined;
  const code = value.slice(0, 2);
  return isGstStateCode(code) ? code : undefined;
}
