import { readAmount } from "../fields/amounts.js";
import { type Paise, toPaise } from "../money/money.js";
import { MAX_PRICE_PAISE } from "./price.rules.js";

/**
 * Reads a price as it is typed ({@link readAmount}).
 *
 * @returns paise; undefined if it is none, ambiguous, or outside 1 paisa to {@link MAX_PRICE_PAISE}
 */
export function readPrice(text: string): Paise | undefined {
  const { amount } = readAmount(text);
  const paise = amount === undefined ? undefined : toPaise(amount);
  return paise !== undefined && paise > 0 && paise <= MAX_PRICE_PAISE ? paise : undefined;
}
