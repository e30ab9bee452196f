import { Injectable } from "@nestjs/common";
import { financialYear, formatInvoiceNumber, INVOICE_SERIES } from "@sakhi/domain/invoices/invoice-number";
import type { InvoiceKind } from "@sakhi/domain/invoices/invoice-number";
import { Database, rows } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import type { InvoiceContent, IssuedNumber } from "./invoice.content.js";

/** An issued document without its bytes. */
export interface IssuedRow {
  readonly id: string;
  readonly number: string;
  readonly content: InvoiceContent;
}

/** A document with the bytes of its PDF, when they are rendered. */
export interface PrintedRow extends IssuedRow {
  readonly pdf: Buffer | null;
}

/** A document about to be written. */
export interface NewInvoice {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly orderId: string;
  readonly invoiceOf?: string;
  readonly issued: IssuedNumber;
  readonly content: InvoiceContent;
}

/** Whoever waits here for longer than a moment waits behind a sale that is committing. */
const LOCKS = { invoice: "invoice-numbers/INV", credit_note: "invoice-numbers/CRN" } as const;

/** Invoices, credit notes and their counters. */
@Injectable()
export class InvoicesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes documents of this kind wait for each other until `tx` ends: the last lock of all (architecture section 3).
   * Taken before the clock is read, so that numbers and dates go the same way, over midnight of 31 March too.
   */
  async lockSeries(tx: Tx, kind: InvoiceKind): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [LOCKS[kind]]);
  }

  /**
   * The next number of the series, under {@link lockSeries}. A rollback gives it back: the counter is a row, not a
   * sequence, so there is never a gap (CGST rule 46(b)).
   */
  async nextNumber(tx: Tx, kind: InvoiceKind): Promise<IssuedNumber> {
    const [clock] = await rows<{ now: Date }>(tx, "SELECT clock_timestamp() AS now");
    if (clock === undefined) throw new Error("The database told no time.");
    const series = INVOICE_SERIES[kind];
    const year = financialYear(clock.now);
    const [counter] = await rows<{ last_number: number }>(
      tx,
      `INSERT INTO invoice_counters (series, financial_year, last_number) VALUES ($1, $2, 1)
       ON CONFLICT (series, financial_year) DO UPDATE SET last_number = invoice_counters.last_number + 1
       RETURNING last_number`,
      [series, year],
    );
    if (counter === undefined) throw new Error("The counter gave no number.");
    return { number: formatInvoiceNumber(series, year, counter.last_number), issuedAt: clock.now };
  }

  async insert(tx: Tx, invoice: NewInvoice): Promise<void> {
    await tx.query(
      `INSERT INTO invoices (id, number, kind, order_id, invoice_of, issued_at, content)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        invoice.id,
        invoice.issued.number,
        invoice.kind,
        invoice.orderId,
        invoice.invoiceOf ?? null,
        invoice.issued.issuedAt,
        JSON.stringify(invoice.content),
      ],
    );
  }

  async invoiceOfOrder(tx: Tx, orderId: string): Promise<IssuedRow | undefined> {
    const [found] = await rows<IssuedRow>(
      tx,
      "SELECT id, number, content FROM invoices WHERE order_id = $1 AND kind = 'invoice'",
      [orderId],
    );
    return found;
  }

  /** The credit notes of an invoice, oldest first. */
  async creditNotesOf(tx: Tx, invoiceId: string): Promise<IssuedRow[]> {
    return rows<IssuedRow>(
      tx,
      "SELECT id, number, content FROM invoices WHERE invoice_of = $1 AND kind = 'credit_note' ORDER BY number",
      [invoiceId],
    );
  }

  async printed(invoiceId: string): Promise<PrintedRow | undefined> {
    const [found] = await this.database.query<PrintedRow>(
      "SELECT id, number, content, pdf FROM invoices WHERE id = $1",
      [invoiceId],
    );
    return found;
  }

  /** Keeps the bytes, unless others are kept already. Returns whether these are the ones. */
  async keepPdf(tx: Tx, invoiceId: string, bytes: Buffer): Promise<boolean> {
    const kept = await rows<{ id: string }>(
      tx,
      `UPDATE invoices SET pdf = $2, rendered_at = clock_timestamp()
       WHERE id = $1 AND pdf IS NULL RETURNING id`,
      [invoiceId, bytes],
    );
    return kept.length === 1;
  }

  /**
   * Documents nobody rendered within `seconds` of their issue or of the last look; marks them as looked at.
   */
  async claimUnrendered(tx: Tx, seconds: number): Promise<IssuedRow[]> {
    return rows<IssuedRow>(
      tx,
      `UPDATE invoices SET requeued_at = clock_timestamp()
       WHERE pdf IS NULL
         AND coalesce(requeued_at, issued_at) < clock_timestamp() - make_interval(secs => $1)
       RETURNING id, number, content`,
      [seconds],
    );
  }
}
