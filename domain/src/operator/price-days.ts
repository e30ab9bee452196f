import { monthName, parseDay } from "../invoices/indian-dates.js";

/** A price from the beginning of a day in India, YYYY-MM-DD; rupees, GST included. */
export interface DatedPrice {
  readonly from: string;
  readonly price: number;
}

/** A day as people read it in a sentence: "10 November". @param date YYYY-MM-DD */
export function dayInWords(date: string): string {
  const day = parseDay(date);
  return `${day.day} ${monthName(day)}`;
}
