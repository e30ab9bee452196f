import { Injectable } from "@nestjs/common";
import {
  financialYear,
  formatInvoiceNumber,
  INVOICE_SERIES,
  type InvoiceKind,
} from "@sakhi/domain/invoices/invoice-number";
import { IsNull } from "typeorm";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import type { InvoiceContent, IssuedNumber } from "./invoice.content.js";
import { InvoiceEntity } from "./invoices.entities.js";

/** A document about to be written. */
export interface NewInvoice {
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly orderId: string;
  readonly invoiceOf?: string;
  readonly issued: IssuedNumber;
  readonly content: InvoiceContent;
}

/** Anyone who waits here for longer than a moment waits behind a sale that is committing. */
const LOCKS = { invoice: "invoice-numbers/INV", credit_note: "invoice-numbers/CRN" } as const;

/** Invoices, credit notes and their counters. */
@Injectable()
export class InvoicesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes documents of this kind wait for each other until `tx` ends: the last lock of all.
   * Taken before the clock is read, so that numbers and dates go the same way, over midnight of 31 March too.
   */
  async lockSeries(tx: Tx, kind: InvoiceKind): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [LOCKS[kind]]);
  }

  /**
   * The next number of the series, under {@link lockSeries}. A rollback returns it: the counter is a row, not a
   * sequence, so there is never a gap (CGST rule 46(b)).
   */
  async nextNumber(tx: Tx, kind: InvoiceKind): Promise<IssuedNumber> {
    const [clock] = await rows<{ now: Date }>(tx, "SELECT clock_timestamp() AS now");
    if (clock === undefined) throw new Error("The database returned no time.");
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

  async insert(tx: Tx, { issued, invoiceOf, ...invoice }: NewInvoice): Promise<void> {
    await tx.insert(InvoiceEntity, { ...invoice, ...issued, invoiceOf: invoiceOf ?? null });
  }

  async invoiceOfOrder(tx: Tx, orderId: string): Promise<InvoiceEntity | undefined> {
    return (await tx.findOneBy(InvoiceEntity, { orderId, kind: "invoice" })) ?? undefined;
  }

  /** The credit notes of an invoice, oldest first. */
  creditNotesOf(tx: Tx, invoiceId: string): Promise<InvoiceEntity[]> {
    return tx.find(InvoiceEntity, {
      where: { invoiceOf: invoiceId, kind: "credit_note" },
      order: { number: "ASC" },
    });
  }

  /** A document with the bytes of its PDF, once they are rendered. */
  async printed(invoiceId: string): Promise<InvoiceEntity | undefined> {
    const [found] = await this.database.read(
      InvoiceEntity,
      `SELECT ${columnsOf(InvoiceEntity)}, pdf FROM invoices WHERE id = $1`,
      [invoiceId],
    );
    return found;
  }

  /** Stores the bytes, unless others are stored already. */
  async keepPdf(tx: Tx, invoiceId: string, pdf: Buffer): Promise<void> {
    await tx.update(InvoiceEntity, { id: invoiceId, pdf: IsNull() }, { pdf, renderedAt: databaseNow });
  }

  /** Documents nobody rendered within `seconds` of their issue or of the last claim; marks them as claimed. */
  claimUnrendered(tx: Tx, seconds: number): Promise<InvoiceEntity[]> {
    return readIn(
      tx,
      InvoiceEntity,
      `UPDATE invoices SET requeued_at = clock_timestamp()
        WHERE pdf IS NULL
          AND coalesce(requeued_at, issued_at) < clock_timestamp() - make_interval(secs => $1)
        RETURNING ${columnsOf(InvoiceEntity)}`,
      [seconds],
    );
  }
}
