import { monthName, parseDay } from "../invoices/indian-dates.js";

/** A price from the beginning of a day in India, YYYY-MM-DD; rupees, GST included. */
export interface DatedPrice {
  readonly from: string;
  readonly price: number;
}

/** The day before a date, YYYY-MM-DD: until when a price holds that changes on that date. */
export function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** A day as people read it in a sentence: "10 November". @param date YYYY-MM-DD */
export function dayInWords(date: string): string {
  const day = parseDay(date);
  return `${day.day} ${monthName(day)}`;
}
