import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { rows, type Tx } from "../platform/database/database.js";

/** The number of a document that is known outside, and that the restored database may not have (docs/decisions/0050). */
interface NumberOutside {
  readonly orderId: string;
  readonly kind: InvoiceKind;
  readonly number: string;
  /** ISO 8601. */
  readonly issuedAt: string;
}

/** Keeps a lost document's number and time for the document that is issued again, unless the database has it. */
export async function keepNumber(tx: Tx, { orderId, kind, number, issuedAt }: NumberOutside): Promise<void> {
  await tx.query(
    `INSERT INTO known_numbers (order_id, kind, number, issued_at) SELECT $1, $2, $3, $4
      WHERE NOT EXISTS (SELECT FROM invoices i WHERE i.number = $3)
     ON CONFLICT (number) DO UPDATE SET issued_at = excluded.issued_at`,
    [orderId, kind, number, issuedAt],
  );
}

/**
 * As {@link keepNumber}, for the documents that mails had with them. They were issued before; a time that is known already
 * stays.
 *
 * @param mails `document`: its number; `order`: the order's id; `at`: when it was sent
 */
export async function keepMailedNumbers(
  tx: Tx,
  mails: readonly { readonly document?: string; readonly order?: string; readonly at: string }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO known_numbers (order_id, kind, number, issued_at)
     SELECT l."order", CASE WHEN l.document LIKE 'CRN/%' THEN 'credit_note' ELSE 'invoice' END, l.document, min(l.at)
       FROM jsonb_to_recordset($1::jsonb) AS l (document text, "order" text, at timestamptz)
      WHERE l.document IS NOT NULL AND NOT EXISTS (SELECT FROM invoices i WHERE i.number = l.document)
      GROUP BY l."order", l.document
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(mails)],
  );
}

/**
 * Never issues the numbers of a series up to one that may be in use outside.
 *
 * @returns the last number before the first that is left out; none is if that is not below `upTo`
 */
export async function leaveOutNumbers(
  tx: Tx,
  { series, financialYear }: { readonly series: string; readonly financialYear: string },
  upTo: number,
): Promise<number> {
  const [counter] = await rows<{ last_number: number }>(
    tx,
    "SELECT last_number FROM invoice_counters WHERE series = $1 AND financial_year = $2 FOR UPDATE",
    [series, financialYear],
  );
  const last = counter?.last_number ?? 0;
  if (upTo > last) {
    await tx.query(
      `INSERT INTO invoice_counters (series, financial_year, last_number) VALUES ($1, $2, $3)
       ON CONFLICT (series, financial_year) DO UPDATE SET last_number = $3`,
      [series, financialYear, upTo],
    );
  }
  return last;
}
