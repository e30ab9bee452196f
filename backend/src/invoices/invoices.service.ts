import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import type { MailAttachment, MailAttachments } from "../mail/mail-attachments.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { creditNoteContent, invoiceContent } from "./invoice.content.js";
import type { InvoiceContent, InvoiceRequest } from "./invoice.content.js";
import { renderInvoice } from "./invoice.pdf.js";
import { InvoicesRepository } from "./invoices.repository.js";

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
export interface CreditNoteRequest {
  readonly orderId: string;
  /** One credit note per refund, however often it is asked for. */
  readonly refundId: string;
  readonly amountPaise: Paise;
  /** For a person, printed: why the money went back. No personal data. */
  readonly reason: string;
}

/** An invoice that should have been rendered this long ago gets another job, in seconds. */
const UNRENDERED_SECONDS = 900;

/** Tax invoices and credit notes: numbered without gaps, frozen at issue, rendered once. */
@Injectable()
export class InvoicesService implements MailAttachments {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly repository: InvoicesRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Issues the tax invoice of an order inside the transaction of its sale, and notes the job that renders it. The
   * same order again: the same invoice. Takes the last lock of all; do nothing slow after it.
   *
   * @throws RangeError when the amounts do not add up
   */
  async issue(tx: Tx, request: InvoiceRequest): Promise<IssuedInvoice> {
    await this.repository.lockSeries(tx, "invoice");
    const existing = await this.repository.invoiceOfOrder(tx, request.orderId);
    if (existing !== undefined) return { invoiceId: existing.id, number: existing.number };
    const issued = await this.repository.nextNumber(tx, "invoice");
    const content = invoiceContent(request, issued, this.config);
    const id = randomUUID();
    await this.repository.insert(tx, { id, kind: "invoice", orderId: request.orderId, issued, content });
    await this.enqueue(tx, id, content, `invoice-${id}`);
    return { invoiceId: id, number: issued.number };
  }

  /**
   * Issues the credit note of a refund, in proportion and under the invoice's own heads of tax; the last one takes
   * what is left. An order refunded without a sale has no invoice and so no credit note: undefined.
   *
   * @throws RangeError when more is credited than the invoice has left
   */
  async issueCreditNote(tx: Tx, request: CreditNoteRequest): Promise<IssuedInvoice | undefined> {
    await this.repository.lockSeries(tx, "credit_note");
    const invoice = await this.repository.invoiceOfOrder(tx, request.orderId);
    if (invoice === undefined) return undefined;
    const earlier = await this.repository.creditNotesOf(tx, invoice.id);
    const same = earlier.find((note) => note.content.credit?.refundId === request.refundId);
    if (same !== undefined) return { invoiceId: same.id, number: same.number };
    const credited = earlier.reduce((sum, note) => sum + note.content.tax.totalPaise, 0);
    const issued = await this.repository.nextNumber(tx, "credit_note");
    const content = creditNoteContent(invoice.content, credited, request, issued);
    const id = randomUUID();
    const { orderId } = request;
    await this.repository.insert(tx, {
      id,
      kind: "credit_note",
      orderId,
      invoiceOf: invoice.id,
      issued,
      content,
    });
    await this.enqueue(tx, id, content, `invoice-${id}`);
    return { invoiceId: id, number: issued.number };
  }

  /** An order's invoice, with its total and the stall it names; undefined where none was issued. */
  async ofOrder(tx: Tx, orderId: string): Promise<InvoiceOfOrder | undefined> {
    const found = await this.repository.invoiceOfOrder(tx, orderId);
    if (found === undefined) return undefined;
    const { tax, booking } = found.content;
    return {
      invoiceId: found.id,
      number: found.number,
      totalPaise: tax.totalPaise,
      stallId: booking?.stallId,
    };
  }

  /**
   * What of an order's invoice no credit note has taken back yet, in paise; 0 without an invoice. Stays so until `tx`
   * ends where the order is locked: who issues a credit note has its lock.
   */
  async leftToCredit(tx: Tx, orderId: string): Promise<Paise> {
    const invoice = await this.repository.invoiceOfOrder(tx, orderId);
    if (invoice === undefined) return 0;
    const notes = await this.repository.creditNotesOf(tx, invoice.id);
    return notes.reduce((left, note) => left - note.content.tax.totalPaise, invoice.content.tax.totalPaise);
  }

  /** What an invoice says; undefined for an unknown id. */
  async content(invoiceId: string): Promise<InvoiceContent | undefined> {
    return (await this.repository.printed(invoiceId))?.content;
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
    const row = await this.repository.printed(invoiceId);
    if (row === undefined) throw new Error(`There is no invoice ${invoiceId}.`);
    const bytes = row.pdf ?? (await renderInvoice(row.content));
    await this.database.transaction(async (tx) => {
      if (row.pdf === null || row.pdf === undefined) await this.repository.keepPdf(tx, invoiceId, bytes);
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
      const found = await this.repository.claimUnrendered(tx, UNRENDERED_SECONDS);
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
}
