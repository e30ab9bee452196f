import { istDay } from "../invoices/indian-dates.js";

/** First month of the financial year: April. */
const FINANCIAL_YEAR_MONTH = 4;
/** Accounts are kept for 72 months from the due date of the year's annual return (CGST Act 2017, section 36). */
const RETENTION_YEARS = 6;

/**
 * End of the retention period of a supply's records: 72 months after the 31 December that follows its financial year, the
 * due date of the annual return (CGST Act 2017, section 36; CGST Rules 2017, rule 80).
 *
 * @param suppliedAt when the invoice was issued or the payment was received
 * @returns the last day, as YYYY-MM-DD
 */
export function taxRecordsKeptUntil(suppliedAt: Date): string {
  const { year, month } = istDay(suppliedAt);
  const endOfFinancialYear = month >= FINANCIAL_YEAR_MONTH ? year + 1 : year;
  return `${endOfFinancialYear + RETENTION_YEARS}-12-31`;
}
