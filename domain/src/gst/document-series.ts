import {
  formatInvoiceNumber,
  INVOICE_SERIES,
  type InvoiceKind,
  readInvoiceNumber,
} from "../invoices/invoice-number.js";
import { DOCUMENT_KINDS, type GstDocument } from "./gst-document.js";
import { type Month, monthOf } from "./months.js";

/** Numbers that were not issued, from the first to the last. */
export interface Gap {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** The numbers of a kind of document in a month: a row of Table 13. */
export interface Series {
  readonly kind: InvoiceKind;
  readonly from: string;
  readonly to: string;
  /** Of all numbers from the first to the last. */
  readonly total: number;
  /** Those of them that no document has; the form calls them cancelled. */
  readonly cancelled: number;
  readonly gaps: readonly Gap[];
}

/** The last number of each series before a month, by "INV/26-27". */
export type LastNumbers = ReadonlyMap<string, number>;

/**
 * The document series of a month. A series continues where the month before ended, so that numbers left out between two
 * months are seen too.
 *
 * @param documents those that were issued in the month; documents of other months are ignored
 */
export function documentSeries(month: Month, documents: readonly GstDocument[], last: LastNumbers): readonly Series[] {
  const found = new Map<string, { readonly kind: InvoiceKind; readonly year: string; readonly counts: Set<number> }>();
  for (const { number, kind, day } of documents) {
    const read = readInvoiceNumber(number);
    if (read === undefined || monthOf(day) !== month) continue;
    const key = `${read.series}/${read.year}`;
    const series = found.get(key) ?? { kind, year: read.year, counts: new Set() };
    series.counts.add(read.count);
    found.set(key, series);
  }
  const order = Object.keys(DOCUMENT_KINDS);
  return [...found]
    .map(([key, { kind, year, counts }]): Series => {
      const highest = Math.max(...counts);
      const first = Math.min((last.get(key) ?? 0) + 1, ...counts);
      const numberOf = (count: number) => formatInvoiceNumber(INVOICE_SERIES[kind], year, count);
      const gaps = gapsBetween(first, counts).map(([from, to]): Gap => {
        return { from: numberOf(from), to: numberOf(to), count: to - from + 1 };
      });
      return {
        ...{ kind, from: numberOf(first), to: numberOf(highest), gaps },
        total: highest - first + 1,
        cancelled: gaps.reduce((sum, { count }) => sum + count, 0),
      };
    })
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (a.from < b.from ? -1 : 1));
}

/** The numbers that are missing from `first` to the highest, as ranges. */
function gapsBetween(first: number, counts: ReadonlySet<number>): [from: number, to: number][] {
  const gaps: [number, number][] = [];
  let next = first;
  for (const count of [...counts].toSorted((a, b) => a - b)) {
    if (count > next) gaps.push([next, count - 1]);
    next = Math.max(next, count + 1);
  }
  return gaps;
}
