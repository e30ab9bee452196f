import { readAmount } from "../fields/amounts.js";
import { asciiDigits } from "../fields/characters.js";
import type { Paise } from "../money/money.js";
import { MAX_PRICE_PAISE } from "./price.rules.js";

/** A query's words, and the prices that it asks for. */
export interface PriceQuery {
  /** The query without the words of its price; may be empty. */
  readonly text: string;
  /** Inclusive bounds in paise; undefined for none. */
  readonly fromPaise: Paise | undefined;
  readonly toPaise: Paise | undefined;
}

/** Words before an amount; a number alone is a text like any other. */
const UP_TO = ["under", "below", "within", "upto", "up to", "less than", "at most", "max"];
const FROM = ["above", "over", "more than", "at least", "min", "from"];
/** Words around an amount that say nothing more. */
const CURRENCY = new Set(["₹", "rs", "rs.", "inr", "rupee", "rupees"]);
const AMOUNT = /^(?:₹|rs\.?|inr)?(\d[\d,]{0,11}(?:\.\d{1,2})?)(k)?(?:\/-)?$/;

/** An amount among the words, and the place behind it. */
interface Amount {
  readonly paise: Paise;
  readonly end: number;
}

/**
 * Reads the price in a search: "silk saree under ₹2,000", "gifts 500 to 1000", "above 5k". A number without such a word
 * stays a text: it may be a name's.
 *
 * @returns undefined without a price
 */
export function priceQuery(query: string): PriceQuery | undefined {
  const words = asciiDigits(query)
    .replace(/(?<=\d)[-–](?=[\d₹])/g, " to ")
    .split(" ")
    .filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  for (const start of words.keys()) {
    const found = boundsAt(lower, start);
    if (found === undefined) continue;
    const { end, ...bounds } = found;
    return { text: [...words.slice(0, start), ...words.slice(end)].join(" "), ...bounds };
  }
  return undefined;
}

/** The bounds that the words from here on name, and the place behind them. */
function boundsAt(words: readonly string[], start: number): (Omit<PriceQuery, "text"> & { end: number }) | undefined {
  const behind = (phrase: string): number | undefined => {
    const parts = phrase.split(" ");
    return parts.every((part, at) => words[start + at] === part) ? start + parts.length : undefined;
  };
  const low = amountAt(words, behind("between") ?? behind("from") ?? start);
  if (low !== undefined && ["to", "and"].includes(words[low.end] ?? "")) {
    const high = amountAt(words, low.end + 1);
    if (high !== undefined) return { fromPaise: low.paise, toPaise: high.paise, end: high.end };
  }
  const after = (phrases: readonly string[]): Amount | undefined =>
    phrases.flatMap((phrase) => amountAt(words, behind(phrase)) ?? [])[0];
  const most = after(UP_TO);
  if (most !== undefined) return { fromPaise: undefined, toPaise: most.paise, end: most.end };
  const least = after(FROM);
  return least === undefined ? undefined : { fromPaise: least.paise, toPaise: undefined, end: least.end };
}

function amountAt(words: readonly string[], start: number | undefined): Amount | undefined {
  if (start === undefined) return undefined;
  const at = CURRENCY.has(words[start] ?? "") ? start + 1 : start;
  const [, amount = "", thousands] = AMOUNT.exec(words[at] ?? "") ?? [];
  const paise = paiseOf(amount, thousands);
  if (paise === undefined) return undefined;
  return { paise, end: CURRENCY.has(words[at + 1] ?? "") ? at + 2 : at + 1 };
}

/** Prices as listings' search text has them: "₹1,200" and "rs 1200" become "₹1200". */
export function withPlainPrices(query: string): string {
  const words = query.split(" ");
  return words
    .flatMap((word, at) => {
      const amount = AMOUNT.exec(word.toLowerCase())?.[1]?.replaceAll(",", "");
      const isPrice =
        amount !== undefined && (/^(?:₹|rs|inr)/i.test(word) || CURRENCY.has((words[at - 1] ?? "").toLowerCase()));
      if (isPrice) return [`₹${amount}`];
      const isCurrency = CURRENCY.has(word.toLowerCase()) && AMOUNT.test((words[at + 1] ?? "").toLowerCase());
      return isCurrency ? [] : [word];
    })
    .join(" ");
}

function paiseOf(amount: string, thousands: string | undefined): Paise | undefined {
  const rupees = (readAmount(amount).amount ?? Number.NaN) * (thousands === undefined ? 1 : 1000);
  const paise = Math.round(rupees * 100);
  return paise > 0 && paise <= MAX_PRICE_PAISE ? paise : undefined;
}
