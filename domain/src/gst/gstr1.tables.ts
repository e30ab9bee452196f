import type { Paise } from "../money/money.js";
import { DOCUMENT_KINDS, type GstDocument, isInterState } from "./gst-document.js";

/** GSTR-1's tables of documents that are filled here, in the return's order, by the names of their JSON sections. */
export const GSTR1_TABLES = {
  b2b: { number: "4A", title: "Invoices to registered recipients (B2B)" },
  b2cl: { number: "5A", title: "Large inter-state invoices to unregistered recipients (B2CL)" },
  b2cs: { number: "7", title: "Other supplies to unregistered recipients, less their credit notes (B2CS)" },
  cdnr: { number: "9B", title: "Notes to registered recipients (CDNR)" },
  cdnur: { number: "9B", title: "Notes about large inter-state invoices to unregistered recipients (CDNUR)" },
  b2ba: { number: "9A", title: "Amended invoices to registered recipients (B2BA)" },
  b2cla: { number: "9A", title: "Amended large inter-state invoices (B2CLA)" },
  cdnra: { number: "9C", title: "Amended notes to registered recipients (CDNRA)" },
  cdnura: { number: "9C", title: "Amended notes to unregistered recipients (CDNURA)" },
  b2csa: { number: "10", title: "Amended other supplies to unregistered recipients (B2CSA)" },
} as const;

/** A table of documents. */
export type Gstr1Table = keyof typeof GSTR1_TABLES;
/** A table that reports a document for the first time. */
export type FirstTable = "b2b" | "b2cl" | "b2cs" | "cdnr" | "cdnur";

/** All tables, in the return's order. */
export const GSTR1_TABLE_NAMES = Object.keys(GSTR1_TABLES).filter((name): name is Gstr1Table => name in GSTR1_TABLES);

/** Where an amendment of a table's document is reported. */
export const AMENDED = {
  b2b: "b2ba",
  b2cl: "b2cla",
  b2cs: "b2csa",
  cdnr: "cdnra",
  cdnur: "cdnura",
} as const satisfies Record<FirstTable, Gstr1Table>;

/**
 * Above this value, tax included, an inter-state invoice to an unregistered recipient is reported by itself: one lakh rupees,
 * since August 2024 (Notification 12/2024-CT; 2.5 lakh before).
 */
export const B2CL_OVER: Paise = 1_00_000_00;

/** The table of a note, by that of its invoice. */
const NOTES = { b2b: "cdnr", b2cl: "cdnur", b2cs: "b2cs" } as const;

/**
 * The table that reports a document: an invoice by its recipient, place and value; a note by its invoice. A note to an
 * unregistered recipient about no large invoice only changes the sums of Table 7, whose amounts are net of notes.
 */
export function tableOf(document: GstDocument): FirstTable {
  const { kind, gstin, against, total } = document;
  const isNote = DOCUMENT_KINDS[kind].note !== undefined;
  const value = isNote ? (against?.total ?? total) : total;
  const home = gstin !== null ? "b2b" : isInterState(document) && value > B2CL_OVER ? "b2cl" : "b2cs";
  return isNote ? NOTES[home] : home;
}
