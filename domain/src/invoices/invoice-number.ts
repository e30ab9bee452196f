import { istDay } from "./indian-dates.js";

/** Number series: tax invoices, credit notes and debit notes are counted separately. */
export const INVOICE_SERIES = { invoice: "INV", credit_note: "CRN", debit_note: "DBN" } as const;
/** Kind of an invoice row. */
export type InvoiceKind = keyof typeof INVOICE_SERIES;
export type InvoiceSeries = (typeof INVOICE_SERIES)[InvoiceKind];

/** CGST rule 46(b): a serial number has at most 16 characters. */
const INVOICE_NUMBER_MAX_LENGTH = 16;
const DIGITS = 6;

/** The Indian financial year at an instant, in IST: 1 April to 31 March, formatted "26-27". */
export function financialYear(at: Date): string {
  const { year, month } = istDay(at);
  const from = month >= 4 ? year : year - 1;
  return `${twoDigits(from)}-${twoDigits(from + 1)}`;
}

/**
 * Formats a document number, e.g. INV/26-27/000123.
 *
 * @throws RangeError for a number that exceeds the 16 characters of rule 46(b)
 */
export function formatInvoiceNumber(series: InvoiceSeries, year: string, count: number): string {
  const number = `${series}/${year}/${String(count).padStart(DIGITS, "0")}`;
  if (!Number.isSafeInteger(count) || count < 1 || number.length > INVOICE_NUMBER_MAX_LENGTH) {
    throw new RangeError(`The series ${series} of ${year} has no number ${count}.`);
  }
  return number;
}

/** Series, financial year and count of a document number; undefined for a text that is none of ours. */
export function readInvoiceNumber(
  number: string,
): { readonly series: string; readonly year: string; readonly count: number } | undefined {
  const [, series, year, count] = /^([A-Z]+)\/(\d{2}-\d{2})\/(\d+)$/.exec(number) ?? [];
  return series === undefined || year === undefined ? undefined : { series, year, count: Number(count) };
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, "0");
}
