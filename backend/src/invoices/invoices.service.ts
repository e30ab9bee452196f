import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import {
  financialYear,
  formatInvoiceNumber,
  INVOICE_SERIES,
  type InvoiceKind,
} from "@sakhi/domain/invoices/invoice-number";
import type { Paise } from "@sakhi/domain/money/money";
import { IsNull } from "typeorm";
import { EventFactsService } from "../events/event-facts.service.js";
import type { MailAttachment, MailAttachments } from "../mail/mail-attachments.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import {
  correctedContent,
  creditNoteContent,
  invoiceContent,
  type InvoiceContent,
  type InvoiceRecipient,
  type InvoiceRequest,
  type IssuedNumber,
} from "./invoice.content.js";
import { InvoiceEntity } from "./invoices.entities.js";
import { isNewest } from "./invoices.sql.js";

/** A document that was given its number. */
export interface IssuedInvoice {
  readonly invoiceId: string;
  readonly number: string;
}

/** The invoice of an order as others need it. */
export interface InvoiceOfOrder extends IssuedInvoice {
  readonly totalPaise: Paise;
  /** For a stall: the one it stood on when it was issued. */
  readonly stallId: string | undefined;
}

/** A refund that takes back an invoice, wholly or in part. */
interface CreditNoteRequest {
  readonly orderId: string;
  /** One credit note per refund, however often it is asked for. */
  readonly refundId: string;
  readonly amountPaise: Paise;
  /** For a person, printed: why the money went back. No personal data. */
  readonly reason: string;
}

/** Corrected facts of whom an invoice is made out to. */
interface ReissueRequest {
  readonly orderId: string;
  readonly recipient: InvoiceRecipient;
  /** For a stall: where the booking stands now. */
  readonly stallId?: string;
  /** For a listing: the corrected name of its brand. */
  readonly brandName?: string;
}

/** An invoice that was taken back, and the new one in its place. */
export interface ReissuedInvoice {
  readonly replacedNumber: string;
  readonly creditNote: IssuedInvoice;
  readonly invoice: IssuedInvoice;
}

/** Printed on the credit note of an invoice that is issued again. */
const CORRECTED_REASON = "The recipient's details were corrected; a new invoice is issued";

/** An invoice that should have been rendered this long ago gets another job, in seconds. */
const UNRENDERED_SECONDS = 900;

/** A document about to be written. */
interface NewInvoice {
  readonly kind: InvoiceKind;
  readonly orderId: string;
  readonly invoiceOf?: string;
  readonly replaces?: string;
  readonly issued: IssuedNumber;
  readonly content: InvoiceContent;
}

/** Anyone who waits here for longer than a moment waits behind a sale that is committing. */
const LOCKS = { invoice: "invoice-numbers/INV", credit_note: "invoice-numbers/CRN" } as const;

/** Tax invoices and credit notes: numbered without gaps, frozen at issue, rendered once. */
@Injectable()
export class InvoicesService implements MailAttachments {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly facts: EventFactsService,
  ) {}

  /**
   * Issues the tax invoice of an order inside the transaction of its sale, and notes the job that renders it. The
   * same order again: the same invoice. Takes the last lock of all; do nothing slow after it.
   *
   * @throws RangeError when the amounts do not add up
   */
  async issue(tx: Tx, request: InvoiceRequest): Promise<IssuedInvoice> {
    // Before the lock that all sales share.
    const facts = await this.facts.current(tx);
    await this.lockSeries(tx, "invoice");
    const existing = await this.invoiceOfOrder(tx, request.orderId);
    if (existing !== undefined) return { invoiceId: existing.id, number: existing.number };
    const issued = await this.nextNumber(tx, "invoice");
    const content = invoiceContent(request, issued, this.config, facts);
    return this.add(tx, { kind: "invoice", orderId: request.orderId, issued, content });
  }

  /**
   * Issues the credit note of a refund, in proportion and under the invoice's own heads of tax; the last one takes
   * what is left. An order refunded without a sale has no invoice and so no credit note: undefined.
   *
   * @throws RangeError when more is credited than the invoice has left
   */
  async issueCreditNote(tx: Tx, request: CreditNoteRequest): Promise<IssuedInvoice | undefined> {
    const { orderId, refundId } = request;
    await this.lockSeries(tx, "credit_note");
    const invoice = await this.invoiceOfOrder(tx, orderId);
    if (invoice === undefined) return undefined;
    const issuedBefore = await tx.findBy(InvoiceEntity, { orderId, kind: "credit_note" });
    const same = issuedBefore.find((note) => note.content.credit?.refundId === refundId);
    if (same !== undefined) return { invoiceId: same.id, number: same.number };
    const credited = await this.creditedOf(tx, invoice.id);
    const issued = await this.nextNumber(tx, "credit_note");
    const content = creditNoteContent(invoice.content, credited, request, issued);
    return this.add(tx, { kind: "credit_note", orderId, invoiceOf: invoice.id, issued, content });
  }

  /**
   * Takes an order's invoice back by a credit note over all that is left of it, and issues a new one with the corrected
   * recipient; no money moves. The caller holds the order's lock. Takes the last locks of all, in the order in which a
   * settlement takes them: invoices before credit notes.
   *
   * @returns undefined where there is no invoice, or nothing is left of it
   */
  async reissue(tx: Tx, request: ReissueRequest): Promise<ReissuedInvoice | undefined> {
    const { orderId, recipient } = request;
    // Before the locks that all sales share.
    const { event } = await this.facts.current(tx);
    await this.lockSeries(tx, "invoice");
    await this.lockSeries(tx, "credit_note");
    const replaced = await this.invoiceOfOrder(tx, orderId);
    if (replaced === undefined) return undefined;
    const credited = await this.creditedOf(tx, replaced.id);
    const amountPaise = replaced.content.tax.totalPaise - credited;
    if (amountPaise <= 0) return undefined;
    const back = { amountPaise, reason: CORRECTED_REASON };
    const noteNumber = await this.nextNumber(tx, "credit_note");
    const note = creditNoteContent(replaced.content, credited, back, noteNumber);
    const number = await this.nextNumber(tx, "invoice");
    const content = correctedContent(replaced.content, note, recipient, request, number, event.stateCode);
    const { id, number: replacedNumber } = replaced;
    return {
      replacedNumber,
      creditNote: await this.add(tx, {
        kind: "credit_note",
        orderId,
        invoiceOf: id,
        issued: noteNumber,
        content: note,
      }),
      invoice: await this.add(tx, { kind: "invoice", orderId, replaces: id, issued: number, content }),
    };
  }

  /** Whether a new invoice with corrected facts has taken the place of this one. */
  isReplaced(tx: Tx, invoiceId: string): Promise<boolean> {
    return tx.existsBy(InvoiceEntity, { replaces: invoiceId });
  }

  /** An order's invoice, with its total and the stall it names; undefined where none was issued. */
  async ofOrder(tx: Tx, orderId: string): Promise<InvoiceOfOrder | undefined> {
    const found = await this.invoiceOfOrder(tx, orderId);
    if (found === undefined) return undefined;
    const { tax, booking } = found.content;
    return { invoiceId: found.id, number: found.number, totalPaise: tax.totalPaise, stallId: booking?.stallId };
  }

  /** What an invoice says; undefined for an unknown id. */
  async content(invoiceId: string): Promise<InvoiceContent | undefined> {
    return (await this.printed(invoiceId))?.content;
  }

  /**
   * The PDF of an invoice: the bytes kept, or rendered now and kept.
   *
   * @throws Error when there is no such invoice
   */
  async pdf(invoiceId: string): Promise<MailAttachment> {
    return this.render(invoiceId);
  }

  /**
   * Renders an invoice once and keeps its bytes; `afterwards` commits in the transaction that keeps them, and also
   * runs when they were kept before, so that a job that runs twice loses nothing.
   *
   * @throws Error when there is no such invoice
   */
  async render(
    invoiceId: string,
    afterwards?: (tx: Tx, content: InvoiceContent) => Promise<void>,
  ): Promise<MailAttachment> {
    const row = await this.printed(invoiceId);
    if (row === undefined) throw new Error(`There is no invoice ${invoiceId}.`);
    const bytes = row.pdf ?? (await draw(row.content));
    await this.database.transaction(async (tx) => {
      if (row.pdf === null || row.pdf === undefined) await this.keepPdf(tx, invoiceId, bytes);
      await afterwards?.(tx, row.content);
    });
    return { filename: `${row.number.replaceAll("/", "-")}.pdf`, bytes };
  }

  /**
   * Gives another job to every invoice that stayed without its PDF; for the sweep.
   *
   * @returns how many were found: a healthy system shows zero
   */
  async requeueUnrendered(): Promise<number> {
    return this.database.transaction(async (tx) => {
      const found = await this.claimUnrendered(tx, UNRENDERED_SECONDS);
      // A job that failed is kept under its id and would swallow a second one of the same name.
      for (const row of found) await this.enqueue(tx, row.id, row.content, `invoice-again-${randomUUID()}`);
      return found.length;
    });
  }

  /** Has an invoice's PDF made again once `tx` has committed. @returns false where there is no such invoice */
  async renderAgain(tx: Tx, invoiceId: string): Promise<boolean> {
    const content = await this.content(invoiceId);
    if (content === undefined) return false;
    await this.enqueue(tx, invoiceId, content, `invoice-again-${randomUUID()}`);
    return true;
  }

  private async enqueue(tx: Tx, invoiceId: string, content: InvoiceContent, jobId: string): Promise<void> {
    const bookingId = content.booking?.bookingId;
    const data: Record<string, string> = { invoiceId, ...(bookingId === undefined ? {} : { bookingId }) };
    await this.outbox.enqueue(tx, { queue: "invoices", jobId, data });
  }

  /**
   * Makes documents of this kind wait for each other until `tx` ends: the last lock of all.
   * Taken before the clock is read, so that numbers and dates go the same way, over midnight of 31 March too.
   */
  private async lockSeries(tx: Tx, kind: InvoiceKind): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [LOCKS[kind]]);
  }

  /**
   * The next number of the series, under {@link lockSeries}. A rollback returns it: the counter is a row, not a
   * sequence, so there is never a gap (CGST rule 46(b)).
   */
  private async nextNumber(tx: Tx, kind: InvoiceKind): Promise<IssuedNumber> {
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

  /** Writes a document, and notes the job that renders it. */
  private async add(tx: Tx, { issued, invoiceOf, replaces, ...invoice }: NewInvoice): Promise<IssuedInvoice> {
    const id = randomUUID();
    const others = { invoiceOf: invoiceOf ?? null, replaces: replaces ?? null };
    await tx.insert(InvoiceEntity, { id, ...invoice, ...issued, ...others });
    await this.enqueue(tx, id, invoice.content, `invoice-${id}`);
    return { invoiceId: id, number: issued.number };
  }

  /** The invoice that stands: after a correction the new one. */
  private async invoiceOfOrder(tx: Tx, orderId: string): Promise<InvoiceEntity | undefined> {
    const [found] = await readIn(
      tx,
      InvoiceEntity,
      `SELECT ${columnsOf(InvoiceEntity, "i")} FROM invoices i WHERE i.order_id = $1 AND ${isNewest("i")}`,
      [orderId],
    );
    return found;
  }

  /** What the credit notes of an invoice have taken back, in paise. */
  private async creditedOf(tx: Tx, invoiceId: string): Promise<Paise> {
    const notes = await tx.findBy(InvoiceEntity, { invoiceOf: invoiceId, kind: "credit_note" });
    return notes.reduce((sum, note) => sum + note.content.tax.totalPaise, 0);
  }

  /** A document with the bytes of its PDF, once they are rendered. */
  private async printed(invoiceId: string): Promise<InvoiceEntity | undefined> {
    const [found] = await this.database.read(
      InvoiceEntity,
      `SELECT ${columnsOf(InvoiceEntity)}, pdf FROM invoices WHERE id = $1`,
      [invoiceId],
    );
    return found;
  }

  /** Stores the bytes, unless others are stored already. */
  private async keepPdf(tx: Tx, invoiceId: string, pdf: Buffer): Promise<void> {
    await tx.update(InvoiceEntity, { id: invoiceId, pdf: IsNull() }, { pdf, renderedAt: databaseNow });
  }

  /** Documents nobody rendered within `seconds` of their issue or of the last claim; marks them as claimed. */
  private claimUnrendered(tx: Tx, seconds: number): Promise<InvoiceEntity[]> {
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

/** The drawing and its fonts are loaded with the first invoice: a process that draws none starts sooner. */
async function draw(content: InvoiceContent): Promise<Buffer> {
  const { renderInvoice } = await import("./invoice.pdf.js");
  return renderInvoice(content);
}
