import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { HIDDEN } from "@sakhi/domain/access/contacts";
import type { CreditedInvoice } from "@sakhi/domain/events/event-cancellation.rules";
import type { EventFacts } from "@sakhi/domain/events/event-facts";
import {
  financialYear,
  formatInvoiceNumber,
  INVOICE_SERIES,
  type InvoiceKind,
} from "@sakhi/domain/invoices/invoice-number";
import type { InvoiceRecipient } from "@sakhi/domain/invoices/invoice-recipient";
import type { TaxSplit } from "@sakhi/domain/invoices/tax-split";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import { IsNull } from "typeorm";
import { EventFactsService } from "../events/event-facts.service.js";
import type { MailAttachment, MailAttachmentsService } from "../mail/mail-attachments.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readClock, readIn, rows, type Tx } from "../platform/database/database.js";
import { ordersOf } from "../platform/database/orders-of.sql.js";
import { toResponse } from "../platform/http/list-response.js";
import { Outbox } from "../platform/outbox/outbox.js";
import {
  correctedContent,
  creditNoteContent,
  debitNoteContent,
  type DebitNoteRequest,
  invoiceContent,
  type InvoiceContent,
  type InvoiceTax,
  type InvoiceRequest,
  type IssuedNumber,
  supplementing,
} from "./invoice.content.js";
import type { AdminInvoiceResponse } from "./invoice.response.js";
import { InvoiceEntity } from "./invoices.entities.js";
import { documentTotal, isNewest } from "./invoices.sql.js";

/** An issued document. */
export interface IssuedInvoice {
  readonly invoiceId: string;
  readonly number: string;
}

/** The current invoice of an order. */
export interface InvoiceOfOrder extends IssuedInvoice {
  readonly totalPaise: Paise;
  /** The stall named on it; stalls only. */
  readonly stallId: string | undefined;
}

/** A full or partial refund to credit. */
interface CreditNoteRequest {
  readonly orderId: string;
  /** Deduplicates: one credit note per refund. */
  readonly refundId: string;
  readonly amountPaise: Paise;
  /** Printed reason for the refund. No personal data. */
  readonly reason: string;
}

/** What an invoice states of what was sold, besides the sale. */
interface FactsOfSale {
  readonly facts: EventFacts;
  readonly tax: InvoiceTax;
}

/** Corrected facts of an invoice. */
interface ReissueRequest {
  readonly orderId: string;
  readonly recipient: InvoiceRecipient;
  /** The booking's current stall and its event; stalls only. */
  readonly stallId?: string;
  readonly bookingId?: string;
  readonly eventId?: number | undefined;
  /** The corrected brand name; listings only. */
  readonly brandName?: string;
  /** The orders that paid for the booking's moves: their debit notes are replaced too. */
  readonly moveOrders?: readonly string[];
}

/** A replaced invoice or debit note with its credit note and the new document of its kind. */
export interface ReissuedInvoice {
  readonly kind: InvoicedKind;
  readonly replacedNumber: string;
  readonly creditNote: IssuedInvoice;
  readonly invoice: IssuedInvoice;
}

/** Kinds of documents that ask for money. */
type InvoicedKind = Exclude<InvoiceKind, "credit_note">;

/** Printed on the credit note of a replaced document. */
const CORRECTED_REASONS: Readonly<Record<InvoicedKind, string>> = {
  invoice: "The recipient's details were corrected; a new invoice is issued",
  debit_note: "The recipient's details were corrected; a new debit note is issued",
};

/** Age in seconds at which an unrendered invoice gets another job. */
const UNRENDERED_SECONDS = 900;

/** A document to insert. */
interface NewInvoice {
  readonly kind: InvoiceKind;
  readonly orderId: string;
  readonly invoiceOf?: string;
  readonly replaces?: string;
  readonly issued: IssuedNumber;
  readonly content: InvoiceContent;
}

/** Advisory locks of the series; held until the sale commits. */
const LOCKS = {
  invoice: "invoice-numbers/INV",
  credit_note: "invoice-numbers/CRN",
  debit_note: "invoice-numbers/DBN",
} as const;

/** Issues tax invoices and credit notes: numbered without gaps, frozen at issue, rendered once. */
@Injectable()
export class InvoicesService implements MailAttachmentsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Issues the tax invoice of an order inside the transaction of its sale and enqueues its rendering. Idempotent per order.
   * Takes the invoice counter's lock, which all sales share and which is the last in the order of locks: do nothing slow
   * afterwards.
   *
   * @param event the stall's, if the caller has read it in `tx`
   * @throws RangeError when the amounts do not add up
   */
  async issue(tx: Tx, request: InvoiceRequest, event?: FactsOfSale): Promise<IssuedInvoice> {
    // Read before the lock that all sales share.
    const { facts, tax } = event ?? (await this.sold(tx, request));
    await this.lockSeries(tx, "invoice");
    const existing = await this.invoiceOfOrder(tx, request.orderId);
    if (existing !== undefined) return { invoiceId: existing.id, number: existing.number };
    const issued = await this.nextNumber(tx, "invoice", request.orderId);
    const content = invoiceContent(request, issued, tax, facts);
    return this.add(tx, { kind: "invoice", orderId: request.orderId, issued, content });
  }

  /**
   * Issues the credit note of a refund, in proportion to the invoice's heads of tax; the last one takes the remainder.
   * Idempotent per refund.
   *
   * @returns undefined if the order has no invoice because nothing was sold
   * @throws RangeError when the amount exceeds the uncredited remainder of the invoice
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
    const issued = await this.nextNumber(tx, "credit_note", orderId);
    const bookingId = invoice.content.lines === undefined ? undefined : await this.stallOfRefund(tx, refundId);
    const content = creditNoteContent(invoice.content, credited, { ...request, bookingId }, issued);
    return this.add(tx, { kind: "credit_note", orderId, invoiceOf: invoice.id, issued, content });
  }

  /**
   * Issues the debit note of an order that pays what another order's invoice does not ask for, inside the transaction of its sale.
   * Idempotent per order. Takes the counter's lock, as an invoice does.
   *
   * @throws Error if nothing was invoiced
   */
  async issueDebitNote(tx: Tx, request: DebitNoteRequest): Promise<IssuedInvoice> {
    const { orderId, invoicedOrderId } = request;
    await this.lockSeries(tx, "debit_note");
    const existing = await this.invoiceOfOrder(tx, orderId);
    if (existing !== undefined) return { invoiceId: existing.id, number: existing.number };
    const invoice = await this.invoiceOfOrder(tx, invoicedOrderId);
    if (invoice === undefined) throw new Error(`order ${invoicedOrderId} has no invoice`);
    const issued = await this.nextNumber(tx, "debit_note", orderId);
    const content = debitNoteContent(invoice.content, request, issued);
    return this.add(tx, { kind: "debit_note", orderId, invoiceOf: invoice.id, issued, content });
  }

  /**
   * Replaces an order's invoice, and the debit notes of its booking's moves: credits their uncredited remainder and issues new
   * ones with the corrected recipient. No money moves. The caller holds the orders' locks. Locks the counters like a settlement:
   * credit notes last.
   *
   * @returns the invoice first; none of what is not there or fully credited
   */
  async reissue(tx: Tx, request: ReissueRequest): Promise<readonly ReissuedInvoice[]> {
    const { orderId, moveOrders = [] } = request;
    // Read before the locks that all sales share.
    const { event } = (await this.sold(tx, request)).facts;
    await this.lockSeries(tx, "invoice");
    if (moveOrders.length > 0) await this.lockSeries(tx, "debit_note");
    await this.lockSeries(tx, "credit_note");
    const reissued: ReissuedInvoice[] = [];
    for (const each of [orderId, ...moveOrders]) {
      // A debit note names the invoice that is valid from now on.
      const supplemented = each === orderId ? undefined : await this.invoiceOfOrder(tx, orderId);
      const replaced = await this.invoiceOfOrder(tx, each);
      const done = replaced && (await this.replace(tx, replaced, request, { ...event, supplemented }));
      if (done !== undefined) reissued.push(done);
    }
    return reissued;
  }

  /** @returns undefined if it is fully credited */
  private async replace(
    tx: Tx,
    replaced: InvoiceEntity,
    request: ReissueRequest,
    { stateCode, supplemented }: { readonly stateCode: string; readonly supplemented: InvoiceEntity | undefined },
  ): Promise<ReissuedInvoice | undefined> {
    const { id, kind, orderId, number: replacedNumber } = replaced;
    if (kind === "credit_note") throw new Error(`${replacedNumber} asks for no money`);
    const credited = await this.creditedOf(tx, id);
    const amountPaise = replaced.content.tax.totalPaise - credited;
    if (amountPaise <= 0) return undefined;
    const reversal = { amountPaise, reason: CORRECTED_REASONS[kind] };
    const noteNumber = await this.nextNumber(tx, "credit_note", orderId);
    const note = creditNoteContent(replaced.content, credited, reversal, noteNumber);
    const number = await this.nextNumber(tx, kind, orderId);
    const corrected = correctedContent(replaced.content, note, request.recipient, request, number, stateCode);
    const content = supplemented === undefined ? corrected : supplementing(corrected, supplemented.content);
    const invoiceOf = supplemented === undefined ? {} : { invoiceOf: supplemented.id };
    return {
      ...{ kind, replacedNumber },
      creditNote: await this.add(tx, {
        kind: "credit_note",
        orderId,
        invoiceOf: id,
        issued: noteNumber,
        content: note,
      }),
      invoice: await this.add(tx, { kind, orderId, ...invoiceOf, replaces: id, issued: number, content }),
    };
  }

  /** The facts and the tax of a sale: those of the stall's event; of a listing, the settings'. */
  private async sold(tx: Tx, { eventId }: Pick<InvoiceRequest, "eventId">): Promise<FactsOfSale> {
    if (eventId !== undefined) return this.eventFacts.ofIn(tx, eventId);
    const { gstRatePercent: ratePercent, sac } = this.config;
    return { facts: await this.eventFacts.current(tx), tax: { ratePercent, sac: sac.listing } };
  }

  /** True if a corrected invoice has replaced this one. */
  isReplaced(tx: Tx, invoiceId: string): Promise<boolean> {
    return tx.existsBy(InvoiceEntity, { replaces: invoiceId });
  }

  /** An order's current invoice; undefined if none was issued. */
  async ofOrder(tx: Tx, orderId: string): Promise<InvoiceOfOrder | undefined> {
    const found = await this.invoiceOfOrder(tx, orderId);
    if (found === undefined) return undefined;
    const { tax, booking } = found.content;
    return { invoiceId: found.id, number: found.number, totalPaise: tax.totalPaise, stallId: booking?.stallId };
  }

  /** Order id → its current invoice's tax, and what was credited of it so far. */
  async credited(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, CreditedInvoice>> {
    const found = await rows<{ order_id: string; tax: TaxSplit; credited: string }>(
      tx,
      `SELECT i.order_id, i.content->'tax' AS tax,
              coalesce((SELECT sum(${documentTotal("c")}) FROM invoices c
                         WHERE c.invoice_of = i.id AND c.kind = 'credit_note'), 0) AS credited
         FROM invoices i WHERE i.order_id = ANY($1) AND ${isNewest("i")}`,
      [orderIds],
    );
    return new Map(found.map(({ order_id, tax, credited }) => [order_id, { tax, creditedPaise: Number(credited) }]));
  }

  /** The documents of all orders of a booking or an application, oldest first. */
  async ofSubject(type: "booking" | "application", id: string): Promise<AdminInvoiceResponse[]> {
    const found = await this.database.read<
      Pick<InvoiceEntity, "id" | "number" | "kind" | "issuedAt"> & { paise: string; rendered: boolean }
    >(
      InvoiceEntity,
      `SELECT i.id, i.number, i.kind, i.issued_at, i.content->'tax'->>'totalPaise' AS paise, i.pdf IS NOT NULL AS rendered
         FROM invoices i JOIN (${ordersOf(type, "$1")}) own USING (order_id) ORDER BY i.issued_at, i.number`,
      [id],
    );
    return found.map(({ paise, ...invoice }) => toResponse({ ...invoice, amount: toRupees(Number(paise)) }));
  }

  /** A document's content; undefined for an unknown id. */
  async content(invoiceId: string): Promise<InvoiceContent | undefined> {
    return (await this.withPdf(invoiceId))?.content;
  }

  /**
   * Returns the PDF of an invoice, rendering and storing it if necessary.
   *
   * @throws Error when the invoice does not exist
   */
  async pdf(invoiceId: string, withContacts = true): Promise<MailAttachment> {
    if (withContacts) return this.render(invoiceId);
    const row = await this.withPdf(invoiceId);
    if (row === undefined) throw new Error(`There is no invoice ${invoiceId}.`);
    // A copy, which is not stored.
    const recipient = { ...row.content.recipient, phone: HIDDEN, email: HIDDEN };
    const bytes = await renderPdf({ ...row.content, recipient });
    return { filename: `${row.number.replaceAll("/", "-")}.pdf`, bytes };
  }

  /**
   * Renders an invoice once and stores the PDF.
   *
   * @param afterwards runs in the transaction that stores the PDF; also if it was stored before, so that a repeated job
   *   completes its work
   * @throws Error when the invoice does not exist
   */
  async render(
    invoiceId: string,
    afterwards?: (tx: Tx, content: InvoiceContent) => Promise<void>,
  ): Promise<MailAttachment> {
    const row = await this.withPdf(invoiceId);
    if (row === undefined) throw new Error(`There is no invoice ${invoiceId}.`);
    const bytes = row.pdf ?? (await renderPdf(row.content));
    await this.database.transaction(async (tx) => {
      if (row.pdf === null || row.pdf === undefined) await this.storePdf(tx, invoiceId, bytes);
      await afterwards?.(tx, row.content);
    });
    return { filename: `${row.number.replaceAll("/", "-")}.pdf`, bytes };
  }

  /**
   * For the sweep: enqueues another job for every overdue invoice without a PDF.
   *
   * @param seconds age from which one is overdue; less where the queue may be lost together with the database
   * @returns their number; zero in a healthy system
   */
  async requeueUnrendered(seconds = UNRENDERED_SECONDS): Promise<number> {
    return this.database.transaction(async (tx) => {
      const found = await this.claimUnrendered(tx, seconds);
      // A failed job keeps its id, and the queue would drop a second job with the same id.
      for (const row of found) await this.enqueue(tx, row.id, row.content, `invoice-again-${randomUUID()}`);
      return found.length;
    });
  }

  /** Enqueues the rendering of an invoice once `tx` has committed. @returns false if the invoice does not exist */
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
   * Serializes the issue of documents of a kind until `tx` ends; the last lock in the order. Taken before the clock is read,
   * so that numbers and dates have the same order, also across midnight of 31 March.
   */
  private async lockSeries(tx: Tx, kind: InvoiceKind): Promise<void> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [LOCKS[kind]]);
  }

  /** The booking whose share of an order a refund returns; undefined if it is none that an operator decided. */
  private async stallOfRefund(tx: Tx, refundId: string): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(
      tx,
      `SELECT coalesce(r.booking_id, o.subject_id) AS id FROM refunds r JOIN orders o USING (order_id)
        WHERE r.refund_id = $1 AND r.reason = 'operator'`,
      [refundId],
    );
    return found?.id;
  }

  /**
   * The next number of the series; the caller holds {@link lockSeries}. The counter is a row and not a sequence, so that a
   * rollback leaves no gap (CGST rule 46(b)). A document that was lost with the database and is issued again keeps the number
   * that its recipient has (decision 50).
   */
  private async nextNumber(tx: Tx, kind: InvoiceKind, orderId: string): Promise<IssuedNumber> {
    const [known] = await rows<{ number: string; issued_at: Date }>(
      tx,
      `DELETE FROM known_numbers WHERE number = (
         SELECT k.number FROM known_numbers k WHERE k.order_id = $1 AND k.kind = $2 ORDER BY k.number LIMIT 1)
       RETURNING number, issued_at`,
      [orderId, kind],
    );
    if (known !== undefined) return { number: known.number, issuedAt: known.issued_at };
    const now = await readClock(tx);
    const series = INVOICE_SERIES[kind];
    const year = financialYear(now);
    const [counter] = await rows<{ last_number: number }>(
      tx,
      `INSERT INTO invoice_counters (series, financial_year, last_number) VALUES ($1, $2, 1)
       ON CONFLICT (series, financial_year) DO UPDATE SET last_number = invoice_counters.last_number + 1
       RETURNING last_number`,
      [series, year],
    );
    if (counter === undefined) throw new Error("The counter returned no number.");
    return { number: formatInvoiceNumber(series, year, counter.last_number), issuedAt: now };
  }

  /** Inserts a document and enqueues its rendering. */
  private async add(tx: Tx, { issued, invoiceOf, replaces, ...invoice }: NewInvoice): Promise<IssuedInvoice> {
    const id = randomUUID();
    const others = { invoiceOf: invoiceOf ?? null, replaces: replaces ?? null };
    await tx.insert(InvoiceEntity, { id, ...invoice, ...issued, ...others });
    await this.enqueue(tx, id, invoice.content, `invoice-${id}`);
    return { invoiceId: id, number: issued.number };
  }

  /** The current invoice: after a correction, the new one. */
  private async invoiceOfOrder(tx: Tx, orderId: string): Promise<InvoiceEntity | undefined> {
    const [found] = await readIn(
      tx,
      InvoiceEntity,
      `SELECT ${columnsOf(InvoiceEntity, "i")} FROM invoices i WHERE i.order_id = $1 AND ${isNewest("i")}`,
      [orderId],
    );
    return found;
  }

  /** Sum of an invoice's credit notes in paise. */
  private async creditedOf(tx: Tx, invoiceId: string): Promise<Paise> {
    const notes = await tx.findBy(InvoiceEntity, { invoiceOf: invoiceId, kind: "credit_note" });
    return notes.reduce((sum, note) => sum + note.content.tax.totalPaise, 0);
  }

  /** A document including its PDF, if rendered. */
  private async withPdf(invoiceId: string): Promise<InvoiceEntity | undefined> {
    const [found] = await this.database.read(
      InvoiceEntity,
      `SELECT ${columnsOf(InvoiceEntity)}, pdf FROM invoices WHERE id = $1`,
      [invoiceId],
    );
    return found;
  }

  /** Stores the PDF unless one is stored already. */
  private async storePdf(tx: Tx, invoiceId: string, pdf: Buffer): Promise<void> {
    await tx.update(InvoiceEntity, { id: invoiceId, pdf: IsNull() }, { pdf, renderedAt: databaseNow });
  }

  /** Claims the documents that are unrendered `seconds` after their issue or last claim. */
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

/** Loads the renderer and its fonts with the first invoice, so that other processes start faster. */
async function renderPdf(content: InvoiceContent): Promise<Buffer> {
  const { renderInvoice } = await import("./invoice.pdf.js");
  return renderInvoice(content);
}
