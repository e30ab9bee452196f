import { type GstStateCode, gstStateName, isGstStateCode } from "../invoices/gst-states.js";
import type { InvoiceKind } from "../invoices/invoice-number.js";
import type { Paise } from "../money/money.js";

/** How a return takes a kind of document. */
interface DocumentKind {
  readonly label: string;
  /** Of its amounts in the return's sums. */
  readonly sign: 1 | -1;
  /** The portal's type of a note, credit or debit; none of an invoice. */
  readonly note?: "C" | "D";
  /** Number and words of its series in Table 13 (`doc_num`). */
  readonly nature: readonly [number: number, words: string];
}

/** One row for each kind that is issued: anyone who adds a kind decides here how returns take it. */
export const DOCUMENT_KINDS: Readonly<Record<InvoiceKind, DocumentKind>> = {
  invoice: { label: "Invoice", sign: 1, nature: [1, "Invoices for outward supply"] },
  credit_note: { label: "Credit note", sign: -1, note: "C", nature: [5, "Credit Note"] },
  debit_note: { label: "Debit note", sign: 1, note: "D", nature: [4, "Debit Note"] },
};

/** Taxable value and tax, in paise. SGST stands for UTGST too, as in returns. */
export interface Amounts {
  readonly taxable: Paise;
  readonly igst: Paise;
  readonly cgst: Paise;
  readonly sgst: Paise;
  /** Value of the document, tax included. */
  readonly total: Paise;
}

/** The names of {@link Amounts}. */
export const AMOUNTS = ["taxable", "igst", "cgst", "sgst", "total"] as const satisfies (keyof Amounts)[];

/** What a return says of an issued document. It never changes once the document is issued. */
export interface GstDocument extends Amounts {
  readonly number: string;
  readonly kind: InvoiceKind;
  /** Of its issue, in India: YYYY-MM-DD. */
  readonly day: string;
  /** The seller's GSTIN. */
  readonly seller: string;
  /** The recipient's GSTIN; null for an unregistered one. */
  readonly gstin: string | null;
  /** The recipient gave a GST number that is none, and so was invoiced as unregistered. */
  readonly gstNumberRefused: boolean;
  /** State code of the place of supply. */
  readonly place: string;
  readonly sac: string;
  /** Sum of the heads of tax, in percent. */
  readonly rate: number;
  /** The invoice that a note is about; null of an invoice. */
  readonly against: { readonly number: string; readonly day: string; readonly total: Paise } | null;
}

export const NO_AMOUNTS: Amounts = { taxable: 0, igst: 0, cgst: 0, sgst: 0, total: 0 };

function each(of: (name: keyof Amounts) => Paise): Amounts {
  return { taxable: of("taxable"), igst: of("igst"), cgst: of("cgst"), sgst: of("sgst"), total: of("total") };
}

/** The sum of amounts. */
export function sumOf(amounts: Iterable<Amounts>): Amounts {
  const all = [...amounts];
  return each((name) => all.reduce((sum, one) => sum + one[name], 0));
}

/** The first less the second. */
export const lessOf = (one: Amounts, other: Amounts): Amounts => each((name) => one[name] - other[name]);

/** A document's amounts as they count: a credit note's are negative. */
export function signed(document: GstDocument): Amounts {
  const { sign } = DOCUMENT_KINDS[document.kind];
  // Not -0, which would be written as "-0".
  return each((name) => (sign === 1 ? document[name] : 0 - document[name]));
}

/** Whether the supply crosses a state's border. */
export const isInterState = ({ seller, place }: Pick<GstDocument, "seller" | "place">): boolean =>
  seller.slice(0, 2) !== place;

/** "29-Karnataka", as the offline tool writes a place of supply. */
export function placeTitle(place: string): string {
  return isGstStateCode(place) ? `${place}-${gstStateName(place satisfies GstStateCode)}` : place;
}
