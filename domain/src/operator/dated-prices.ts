import { indianTime } from "../events/indian-time.js";
import { salesEnd, type SalesWindow } from "../events/sales.rules.js";
import { readAmount } from "../fields/amounts.js";
import problems from "../generated/messages/en/admin-price-dates-problems.js";
import { formatDay, istDate, istDay, parseDay } from "../invoices/indian-dates.js";
import { type Paise, toPaise, toRupees } from "../money/money.js";
import { MAX_STALL_PRICE_RUPEES, MIN_STALL_PRICE_RUPEES } from "./operator.rules.js";
import type { DatedPrice } from "./price-days.js";

/** Most dates on which the price of a type changes. */
export const MAX_PRICE_DATES = 5;

/** What stalls of a type cost from an instant on. */
export interface PriceChange {
  /** ISO 8601; of what operators type, the first instant of a day in India. */
  readonly from: string;
  readonly paise: Paise;
}

/** The prices of a type: its first price, and when it changes, ascending. */
export interface TypePrices {
  readonly paise: Paise;
  readonly changes: readonly PriceChange[];
}

/** What a stall costs at an instant. */
export interface PriceAt {
  readonly pricePaise: Paise;
  /** Since when, if a date changed it. */
  readonly since?: string;
  /** The next change, if one is to come. */
  readonly next?: PriceChange;
}

/**
 * What a stall costs at an instant: the price of the last of its type's dates that has come, and before the first of them the type's
 * first price. A stall whose price is not its type's first one has a price of its own, which no date changes.
 *
 * @param pricePaise the stall's, as it is stored
 */
export function priceAt(pricePaise: Paise, { paise, changes }: TypePrices, at: Date): PriceAt {
  if (pricePaise !== paise) return { pricePaise };
  const come = changes.filter(({ from }) => Date.parse(from) <= at.getTime());
  const last = come.at(-1);
  const next = changes[come.length];
  return {
    ...(last === undefined ? { pricePaise } : { pricePaise: last.paise, since: last.from }),
    ...(next === undefined ? {} : { next }),
  };
}

/**
 * How a stall's price is stored that an operator sets: today's price of its type makes it follow the type, as its first price does
 * before the first date. Undefined for the first price after that date: the stall would cost something else at once.
 */
export function storedPrice(wanted: Paise, prices: TypePrices, at: Date): Paise | undefined {
  const { pricePaise: today } = priceAt(prices.paise, prices, at);
  if (wanted === today) return prices.paise;
  return wanted === prices.paise ? undefined : wanted;
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
function isDay(text: unknown): text is string {
  if (typeof text !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function priceProblem(price: unknown): string | undefined {
  if (price === undefined || price === null || price === "") return problems.priceMissing;
  const unread = typeof price === "string" ? readAmount(price).problem : undefined;
  if (unread !== undefined) return unread;
  if (typeof price !== "number" || toPaise(price) === undefined) return problems.priceFormat;
  if (price < MIN_STALL_PRICE_RUPEES) return problems.priceLeast({ least: MIN_STALL_PRICE_RUPEES });
  return price > MAX_STALL_PRICE_RUPEES ? problems.priceMost : undefined;
}

/** What is wrong with a list of prices by date, in words; undefined if nothing is. */
export function datedPricesProblem(prices: unknown): string | undefined {
  if (!Array.isArray(prices)) return problems.noList;
  if (prices.length > MAX_PRICE_DATES) return problems.most({ most: MAX_PRICE_DATES });
  let before = "";
  for (const each of prices) {
    const { from, price } = (each ?? {}) as Partial<Record<keyof DatedPrice, unknown>>;
    if (from === undefined || from === "") return problems.dayMissing;
    if (!isDay(from)) return problems.noDay;
    const day = formatDay(parseDay(from));
    if (from === before) return problems.twice({ day });
    if (from < before) return problems.order({ day, before: formatDay(parseDay(before)) });
    const problem = priceProblem(price);
    if (problem !== undefined) return problems.ofDay({ day, problem });
    before = from;
  }
  return undefined;
}

/** The instants at which prices change. @param prices without a problem by {@link datedPricesProblem} */
export function priceChanges(prices: readonly DatedPrice[]): readonly PriceChange[] {
  return prices.map(({ from, price }) => ({
    from: new Date(indianTime(from, "00:00")).toISOString(),
    paise: toPaise(price) ?? 0,
  }));
}

/** A change as pages and operators read it. */
export function datedPrice({ from, paise }: PriceChange): DatedPrice {
  return { from: istDate(new Date(from)), price: toRupees(paise) };
}

/** Whether a price can change at an instant: after the sale has opened, and before it ends. */
function isWithinSale({ from }: PriceChange, sale: SalesWindow): boolean {
  const at = Date.parse(from);
  return (sale.opensAt === null || at > sale.opensAt.getTime()) && at < salesEnd(sale).getTime();
}

/** Which change lies outside the sale, in words; undefined if none does. */
export function outsideSaleProblem(changes: readonly PriceChange[], sale: SalesWindow): string | undefined {
  const outside = changes.find((change) => !isWithinSale(change, sale));
  if (outside === undefined) return undefined;
  const isEarly = sale.opensAt !== null && Date.parse(outside.from) <= sale.opensAt.getTime();
  const why = isEarly ? problems.beforeSale : problems.afterSale;
  return problems.ofDay({ day: formatDay(istDay(new Date(outside.from))), problem: why });
}

/**
 * The changes of an event that is a copy of another: as many days before its first day as there. Those that are outside its sale
 * are left out.
 *
 * @param days the copy's first day is so many days after the other's
 */
export function copiedChanges(
  changes: readonly PriceChange[],
  days: number,
  sale: SalesWindow,
): readonly PriceChange[] {
  const moved = changes.map(({ from, paise }) => ({
    from: new Date(Date.parse(from) + days * 24 * 60 * 60 * 1000).toISOString(),
    paise,
  }));
  return moved.filter((change) => isWithinSale(change, sale));
}

/** A list of prices by date for the audit log: "30000 from 10 November 2026; …". */
export function datedPricesInWords(changes: readonly PriceChange[]): string {
  return changes
    .map(datedPrice)
    .map(({ from, price }) => `${price} from ${formatDay(parseDay(from))}`)
    .join("; ");
}
