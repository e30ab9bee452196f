import { describe, expect, it } from "@jest/globals";
import { AMOUNTS, type Amounts, type GstDocument, signed, sumOf } from "@sakhi/domain/gst/gst-document";
import { gstr1Json } from "@sakhi/domain/gst/gstr1.json";
import { effectOf, type Pack, packOf } from "@sakhi/domain/gst/gstr1.rules";
import { lastDay, type Month, monthOf, nextMonth } from "@sakhi/domain/gst/months";
import { type ClosedMonth, reportedIn } from "@sakhi/domain/gst/return-months";
import { creditNoteSplit } from "@sakhi/domain/invoices/credit-note.rules";
import type { GstStateCode } from "@sakhi/domain/invoices/gst-states";
import { gstinCheckDigit } from "@sakhi/domain/invoices/gstin";
import { formatInvoiceNumber } from "@sakhi/domain/invoices/invoice-number";
import { splitTax, type TaxSplit } from "@sakhi/domain/invoices/tax-split";
import { gstr1Problems } from "@sakhi/testkit/gstr1-schema";
import fc from "fast-check";
import { holds } from "./properties.js";

const SELLER = "29AAGCB7383J1Z4";
const FIRST: Month = "2026-04";
const MONTHS = 5;
const MONTH_NAMES = Array.from({ length: MONTHS }, (_, index) => nextMonth(FIRST, index));
const recipients = ["27", "29", "33"].map((state) => {
  const first = `${state}AAPFU0939F1Z`;
  return first + gstinCheckDigit(first);
});
const places: readonly GstStateCode[] = ["27", "29", "04"];

/** A sale with its credit notes: as issued, and as a restored database may have issued it again. */
interface History {
  readonly month: number;
  readonly day: number;
  /** Of {@link recipients}; none if unregistered. */
  readonly gstin: number | undefined;
  readonly place: number;
  readonly total: number;
  readonly rate: number;
  readonly listing: boolean;
  readonly notes: readonly { readonly after: number; readonly share: number }[];
  /** It is known only from the closing of this month on. */
  readonly known: number;
  /** From this closing on, it has another recipient. */
  readonly changed: number;
}

const history: fc.Arbitrary<History> = fc.record({
  month: fc.integer({ min: 0, max: MONTHS - 1 }),
  day: fc.integer({ min: 1, max: 28 }),
  gstin: fc.option(fc.integer({ min: 0, max: recipients.length - 1 }), { nil: undefined }),
  place: fc.integer({ min: 0, max: places.length - 1 }),
  total: fc.integer({ min: 100, max: 20_000_000 }),
  rate: fc.constantFrom(5, 18),
  listing: fc.boolean(),
  notes: fc.array(
    fc.record({ after: fc.integer({ min: 0, max: MONTHS }), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { maxLength: 3 },
  ),
  known: fc.integer({ min: -3, max: MONTHS }),
  changed: fc.integer({ min: 0, max: MONTHS * 3 }),
});

const amountsOf = (tax: TaxSplit): Amounts => {
  const head = (...names: string[]) =>
    tax.heads.filter(({ name }) => names.includes(name)).reduce((sum, { paise }) => sum + paise, 0);
  return {
    ...{ taxable: tax.taxablePaise, total: tax.totalPaise, igst: head("IGST") },
    cgst: head("CGST"),
    sgst: head("SGST", "UTGST"),
  };
};

/** The documents as they are known when a month is closed. */
function documentsAt(histories: readonly History[], closing: number): readonly GstDocument[] {
  let notes = 0;
  return histories.flatMap((sale, index): GstDocument[] => {
    const other = sale.changed <= closing ? ((sale.gstin ?? -1) + 1) % (recipients.length + 1) : undefined;
    const which = sale.changed <= closing ? (other === recipients.length ? undefined : other) : sale.gstin;
    const gstin = which === undefined ? null : (recipients[which] ?? null);
    const place = (gstin?.slice(0, 2) ?? places[sale.place] ?? "29") as GstStateCode;
    const tax = splitTax(sale.total, sale.rate, "29", place);
    const month = MONTH_NAMES[sale.month] ?? FIRST;
    const shared = {
      ...{ seller: SELLER, gstin, gstNumberRefused: false, place, rate: sale.rate },
      sac: sale.listing ? "998365" : "998596",
    };
    const day = `${month}-${String(sale.day).padStart(2, "0")}`;
    const number = formatInvoiceNumber("INV", "26-27", index + 1);
    const invoice: GstDocument = { ...shared, number, kind: "invoice", day, against: null, ...amountsOf(tax) };
    let credited = 0;
    const credits = sale.notes.flatMap(({ after, share }): GstDocument[] => {
      notes += 1;
      const paise = Math.min(sale.total - credited, Math.floor(sale.total * share));
      const at = sale.month + after;
      const noteMonth = MONTH_NAMES[at];
      if (paise <= 0 || noteMonth === undefined) return [];
      const split = creditNoteSplit(tax, credited, paise);
      credited += paise;
      const noteNumber = formatInvoiceNumber("CRN", "26-27", notes);
      const against = { number, day, total: sale.total };
      const note = { ...shared, number: noteNumber, kind: "credit_note", against, day: lastDay(noteMonth) } as const;
      return [{ ...note, ...amountsOf(split) }];
    });
    return sale.known > closing ? [] : [invoice, ...credits];
  });
}

const closing = (index: number, histories: readonly History[], closed: readonly ClosedMonth[]): Pack => {
  const month = MONTH_NAMES[index] ?? FIRST;
  const documents = documentsAt(histories, index).filter(({ day }) => monthOf(day) <= month);
  return packOf({ month, gstin: SELLER, documents, closed, lastNumbers: new Map() });
};

/** Closes every month in order. @returns the return of each */
function returnsOf(histories: readonly History[]): readonly Pack[] {
  const closed: ClosedMonth[] = [];
  return MONTH_NAMES.map((month, index) => {
    const pack = closing(index, histories, closed);
    const documents = documentsAt(histories, index).filter(({ day }) => monthOf(day) <= month);
    closed.push({ month, reported: reportedIn(month, documents, closed) });
    return pack;
  });
}

const histories = fc.array(history, { maxLength: 25 });

describe("a month's GST", () => {
  it("has the same sums in its tables, in Table 12 and in GSTR-3B", () => {
    holds(
      fc.property(histories, (all) => {
        for (const pack of returnsOf(all)) {
          expect(sumOf(pack.figures)).toEqual(pack.total);
          expect(sumOf(pack.hsn)).toEqual(pack.total);
          expect(sumOf([pack.summary.taxed, pack.summary.exempt])).toEqual(pack.total);
          expect(sumOf(pack.lines.map(effectOf))).toEqual(pack.total);
        }
      }),
      60,
    );
  });

  it("reports every invoice and credit note once, to the paisa, whatever was closed, late or changed", () => {
    holds(
      fc.property(histories, (all) => {
        const reported = sumOf(returnsOf(all).map(({ total }) => total));
        const last = MONTHS - 1;
        expect(reported).toEqual(sumOf(documentsAt(all, last).map(signed)));
      }),
      60,
    );
  });

  it("says the same in the portal's JSON, which the portal takes", () => {
    holds(
      fc.property(histories, (all) => {
        for (const pack of returnsOf(all)) {
          const json = gstr1Json(pack);
          expect(gstr1Problems(json)).toEqual([]);
          // Amendments say what is, not what has changed.
          if (pack.lines.some(({ takes }) => takes !== null)) continue;
          expect(sumOfJson(json)).toEqual(
            Object.fromEntries(AMOUNTS.filter((name) => name !== "total").map((name) => [name, pack.total[name]])),
          );
        }
      }),
      60,
    );
  });
});

type Node = Readonly<Record<string, unknown>>;

/** The sums of a return's tables of documents, in paise; those of notes are taken away. */
function sumOfJson(json: Node): Record<string, number> {
  const sums = { taxable: 0, igst: 0, cgst: 0, sgst: 0 };
  const add = (node: unknown, sign: number): void => {
    if (typeof node !== "object" || node === null) return;
    const { txval, iamt = 0, camt = 0, samt = 0 } = node as Record<string, number>;
    if (txval !== undefined) {
      sums.taxable += sign * Math.round(txval * 100);
      sums.igst += sign * Math.round(iamt * 100);
      sums.cgst += sign * Math.round(camt * 100);
      sums.sgst += sign * Math.round(samt * 100);
    }
    for (const inner of Object.values(node)) add(inner, sign);
  };
  for (const section of ["b2b", "b2cl", "b2cs"]) add(json[section], 1);
  for (const section of ["cdnr", "cdnur"]) add(json[section], -1);
  return sums;
}
