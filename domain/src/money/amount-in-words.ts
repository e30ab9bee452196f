import type { Paise } from "./money.js";

const SMALL = [
  "Zero",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
] as const;
const TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"] as const;
const SCALES = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1000, "Thousand"],
  [100, "Hundred"],
] as const;

/**
 * Spells out an amount for invoices, in the Indian numbering system: "Rupees Thirty-Six Thousand Only", "Rupees Twelve
 * Lakh … and Fifty Paise Only". Above 999 crore the crores themselves are counted in lakh and crore.
 *
 * @throws RangeError unless the amount is a non-negative whole number of paise
 */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError("An amount is a whole number of paise.");
  const rupees = Math.floor(paise / 100);
  const rest = paise % 100;
  const end = rest === 0 ? "Only" : `and ${wholeInWords(rest)} Paise Only`;
  return `Rupees ${wholeInWords(rupees)} ${end}`;
}

function wholeInWords(value: number): string {
  for (const [size, name] of SCALES) {
    if (value < size) continue;
    const head = `${wholeInWords(Math.floor(value / size))} ${name}`;
    return value % size === 0 ? head : `${head} ${wholeInWords(value % size)}`;
  }
  const small = SMALL[value];
  if (small !== undefined) return small;
  const tens = TENS[Math.floor(value / 10)] ?? "";
  return value % 10 === 0 ? tens : `${tens}-${SMALL[value % 10] ?? ""}`;
}
