import type { GstDocument } from "@sakhi/domain/gst/gst-document";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import type { TaxSplit } from "@sakhi/domain/invoices/tax-split";
import { documentTotal } from "../invoices/invoices.sql.js";
import { eventOfOrder } from "../platform/database/event-of.sql.js";

const indianDay = (at: string): string => `to_char(${at} AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD')`;
const startOf = (day: string): string => `${day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'`;

/** A document as a return sees it, with what the dashboard shows of it. */
export interface DocumentRow {
  readonly id: string;
  readonly number: string;
  readonly kind: InvoiceKind;
  readonly day: string;
  readonly seller: string;
  readonly gstin: string | null;
  readonly refused: boolean;
  readonly place: string;
  readonly sac: string;
  readonly tax: TaxSplit;
  readonly againstNumber: string | null;
  readonly againstDay: string | null;
  /** bigint, so it arrives as text. */
  readonly againstTotal: string | null;
}

/** Documents from a day to another, both inclusive; from the first without one. */
export const DOCUMENTS = `
  SELECT i.id, i.number, i.kind, ${indianDay("i.issued_at")} AS day, i.content->'seller'->>'gstin' AS seller,
         i.content->'recipient'->>'gstin' AS gstin, i.content->'recipient'->>'invalidGstNumber' IS NOT NULL AS refused,
         i.content->'placeOfSupply'->>'code' AS place, i.content->'line'->>'sac' AS sac, i.content->'tax' AS tax,
         o.number AS "againstNumber", ${indianDay("o.issued_at")} AS "againstDay", ${documentTotal("o")} AS "againstTotal"
    FROM invoices i LEFT JOIN invoices o ON o.id = i.invoice_of
   WHERE (:from::date IS NULL OR i.issued_at >= ${startOf(":from")}) AND i.issued_at < ${startOf("(:to::date + 1)")}
   ORDER BY i.issued_at, i.number`;

/** Months with documents, with their number. */
export const MONTHS = `
  SELECT to_char(issued_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS month, count(*)::int AS documents
    FROM invoices GROUP BY 1 ORDER BY 1`;

/** The last number of each series before a day. */
export const LAST_NUMBERS = `
  SELECT split_part(number, '/', 1) || '/' || split_part(number, '/', 2) AS series, max(split_part(number, '/', 3)::int) AS last
    FROM invoices WHERE number ~ '^[A-Z]+/[0-9]{2}-[0-9]{2}/[0-9]{1,9}$' AND issued_at < ${startOf(":from")} GROUP BY 1`;

/** What the dashboard shows of a document besides its amounts. */
export interface ShownRow {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly description: string;
  readonly subjectType: "booking" | "application";
  readonly subjectId: string;
  /** Null of a listing. */
  readonly eventId: number | null;
}

/** Documents by their numbers. */
export const SHOWN = `
  SELECT i.id, i.number, coalesce(i.content->'recipient'->>'businessName', i.content->'recipient'->>'name') AS name,
         i.content->'line'->>'description' AS description, o.subject_type AS "subjectType", o.subject_id AS "subjectId",
         ${eventOfOrder("i.order_id")} AS "eventId"
    FROM invoices i JOIN orders o USING (order_id) WHERE i.number = ANY (:numbers)`;

/** A row as the return's rules take it. */
export function documentOf(row: DocumentRow): GstDocument {
  const { number, kind, day, seller, gstin, refused, place, sac, tax } = row;
  const head = (...names: readonly string[]) =>
    tax.heads.filter(({ name }) => names.includes(name)).reduce((sum, { paise }) => sum + paise, 0);
  const { againstNumber, againstDay, againstTotal } = row;
  const against =
    againstNumber === null || againstDay === null
      ? null
      : { number: againstNumber, day: againstDay, total: Number(againstTotal) };
  return {
    ...{ number, kind, day, seller, gstin, place, sac, against },
    gstNumberRefused: refused,
    rate: tax.heads.reduce((sum, { ratePercent }) => sum + ratePercent, 0),
    ...{ total: tax.totalPaise, taxable: tax.taxablePaise },
    ...{ igst: head("IGST"), cgst: head("CGST"), sgst: head("SGST", "UTGST") },
  };
}
