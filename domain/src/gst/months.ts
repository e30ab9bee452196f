import { type DateWords, formatDay, monthName, parseDay } from "../invoices/indian-dates.js";

/** A calendar month in India, YYYY-MM: the period of a return. */
export type Month = string;

const PATTERN = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** Whether a text is a month. */
export function isMonth(text: string): boolean {
  return PATTERN.test(text);
}

/** The month of a day (YYYY-MM-DD). */
export const monthOf = (day: string): Month => day.slice(0, 7);

/** The month after, or `count` months after. */
export function nextMonth(month: Month, count = 1): Month {
  const { year, month: number } = parseDay(firstDay(month));
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Its first day, YYYY-MM-DD. */
export const firstDay = (month: Month): string => `${month}-01`;

/** Its last day, YYYY-MM-DD. */
export function lastDay(month: Month): string {
  const { year, month: number } = parseDay(firstDay(month));
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** "November 2026". */
export function monthTitle(month: Month, words?: DateWords): string {
  const day = parseDay(firstDay(month));
  return `${monthName(day, words)} ${day.year}`;
}

/** The portal's period of a return, MMYYYY: "112026". */
export const filingPeriod = (month: Month): string => month.slice(5) + month.slice(0, 4);

/** A day as the portal writes it, DD-MM-YYYY. */
export const portalDay = (day: string): string => day.split("-").toReversed().join("-");

/** The first month of the Indian financial year (April to March) of a month. */
export function yearStart(month: Month): Month {
  const { year, month: number } = parseDay(firstDay(month));
  return `${number >= 4 ? year : year - 1}-04`;
}

/**
 * The last day on which a note about an invoice of this day lowers the tax: 30 November after the end of its financial year
 * (CGST Act section 34(2)).
 */
export function lastNoteDay(invoiceDay: string): string {
  return `${Number(yearStart(monthOf(invoiceDay)).slice(0, 4)) + 1}-11-30`;
}

/** "30 November 2027". */
export const dayTitle = (day: string): string => formatDay(parseDay(day));
