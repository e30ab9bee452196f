import problems from "../generated/messages/en/admin-amount-problems.js";
import { asciiDigits, plainCharacters } from "./characters.js";

/**
 * The one reader of amounts that people type or paste. What can mean two amounts is refused with both: a comma is a
 * separator of thousands here and of decimals elsewhere, a dot the other way round.
 */

/** A number that was read, with at most two decimals, or why it was not, as a sentence. */
export type ReadAmount =
  | { readonly amount: number; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: string };

/** Rs, Rs., INR, ₹, rupees and their Hindi forms before or after an amount, and "/-" or "only" after it. */
const BEFORE = /^(?:₹|(?:rs|inr|rupees?|rupay[ae])(?![a-z])\.?|(?:रुपये|रुपए|रुपया|रू|रु)\.?)\s*/iu;
const AFTER = /(?:₹|\/[-=]?|(?:rs|inr|rupees?|rupay[ae]|only)\.?|(?:रुपये|रुपए|रुपया|रू|रु)\.?(?: मात्र)?)$/iu;
/** Thousands in India's notation (1,00,000) or the other (100,000), or none. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

/**
 * Reads an amount: "27000", "27,000", "1,00,000", "27000/-", "Rs. 500", "₹ 500", "५००", "500.5". An amount may be 0.
 *
 * Refused as ambiguous: "99,50", "1,20", "500,5" (a decimal comma?), "27.000" (a dot between thousands?).
 */
export function readAmount(text: string): ReadAmount {
  const typed = plainCharacters(text);
  const amount = withoutCurrency(asciiDigits(typed).replaceAll("\u066C", ",").replaceAll("\u066B", "."));
  if (amount === "") return { problem: problems.missing };
  // Blanks between thousands, as some phones write them.
  const plain = /^\d{1,3}(?: \d{2,3})* \d{3}(?:\.\d+)?$/.test(amount) ? amount.replaceAll(" ", ",") : amount;
  const [whole = "", decimals] = plain.split(".");
  const isPlain = plain.split(".").length <= 2 && WHOLE.test(whole) && !/^0,|^0\d*,/.test(whole);
  if (isPlain && (decimals === undefined || /^\d{1,2}$/.test(decimals))) {
    return { amount: Number(`${whole.replaceAll(",", "")}.${decimals ?? "0"}`) };
  }
  return { problem: doubt(typed, plain) ?? problems.notAnAmount({ typed }) };
}

function withoutCurrency(text: string): string {
  let rest = text.trim();
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replace(BEFORE, "").replace(AFTER, "").trim();
  }
  return rest.replace(/(?<=\d)\.$/, "");
}

/** Why an amount can mean two, with both; undefined if it is none at all. */
function doubt(typed: string, amount: string): string | undefined {
  const either = (first: string, second: string): string =>
    problems.either({ typed, firstAmount: shown(first), secondAmount: shown(second), first, second });
  const separated = /^(\d[\d,]*),(\d{1,2})$/.exec(amount);
  if (separated !== null) {
    const [, front = "", end = ""] = separated;
    const digits = front.replaceAll(",", "");
    return either(`${digits}.${end}`, `${digits}${end}`);
  }
  const dotted = /^(\d{1,3})((?:\.\d{2,3})*)\.(\d{3})$/.exec(amount);
  if (dotted !== null) {
    const [, front = "", middle = "", end = ""] = dotted;
    const digits = `${front}${middle.replaceAll(".", "")}${end}`;
    return middle === "" && end === "000"
      ? either(front, digits)
      : problems.withoutDots({ typed, amount: shown(digits), plain: digits });
  }
  const decimal = /^(\d{1,3}(?:\.\d{2,3})+),(\d{1,2})$/.exec(amount);
  if (decimal === null) return undefined;
  const exact = `${(decimal[1] ?? "").replaceAll(".", "")}.${decimal[2] ?? ""}`;
  return problems.withADot({ typed, amount: shown(exact), plain: exact });
}

const whole = new Intl.NumberFormat("en-IN");

/** Digits in Indian notation; the decimals stay as they are. */
function shown(digits: string): string {
  const [front = "", decimals] = digits.split(".");
  return `${whole.format(BigInt(front))}${decimals === undefined ? "" : `.${decimals}`}`;
}
