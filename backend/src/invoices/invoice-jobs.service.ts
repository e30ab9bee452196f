import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Injectable, Logger } from "@nestjs/common";
import type { Job } from "bullmq";
import { IssuesService } from "../issues/issues.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import type { InvoiceContent, InvoicedApplication, InvoicedBooking } from "./invoice.content.js";
import { InvoicesService } from "./invoices.service.js";

/** Renders invoices and, with them, notifies the buyer that the stall is theirs, or that the listing is paid. */
@Injectable()
export class InvoiceJobs {
  private readonly log = new Logger("Invoices");

  constructor(
    private readonly invoices: InvoicesService,
    private readonly mail: MailService,
    private readonly issues: IssuesService,
    private readonly database: Database,
  ) {}

  /**
   * Renders an invoice and queues its confirmation mail in the transaction that keeps the PDF. On the last try a
   * failure raises an issue and the confirmation goes without the invoice: everyone who paid hears from us.
   *
   * @throws Error when it should be tried again
   */
  async run(invoiceId: string, lastTry: boolean): Promise<void> {
    try {
      await this.invoices.render(invoiceId, async (tx, content) => {
        await this.confirm(tx, invoiceId, content, invoiceId);
        await this.issues.gone(tx, "invoice_failed", invoiceId);
      });
    } catch (error) {
      if (lastTry) await this.giveUp(invoiceId, describeError(error));
      throw error;
    }
  }

  private async giveUp(invoiceId: string, reason: string): Promise<void> {
    this.log.warn(`invoice ${invoiceId} could not be rendered: ${reason}`);
    const content = await this.invoices.content(invoiceId);
    const bookingId = content?.booking?.bookingId;
    const applicationId = content?.application?.applicationId;
    await this.database.transaction(async (tx) => {
      await this.issues.raise(tx, {
        kind: "invoice_failed",
        subject: invoiceId,
        bookingId,
        applicationId,
        facts: { reason, ...(content === undefined ? {} : { number: content.number }) },
      });
      if (content !== undefined) await this.confirm(tx, invoiceId, content, undefined);
    });
  }

  /** Queues the confirmation; or, when it had to go without the invoice before, the invoice by itself. */
  private async confirm(tx: Tx, invoiceId: string, content: InvoiceContent, attach: string | undefined): Promise<void> {
    const { booking, application } = content;
    if (content.kind !== "invoice") return;
    // Corrected before it was rendered: the new invoice's job confirms the sale, to the corrected address.
    if (await this.invoices.isReplaced(tx, invoiceId)) return;
    if (booking !== undefined) await this.confirmBooking(tx, content, booking, attach);
    if (application !== undefined) await this.confirmApplication(tx, content, application, attach);
  }

  private async confirmBooking(
    tx: Tx,
    content: InvoiceContent,
    { bookingId, stallId, stallType }: InvoicedBooking,
    attach: string | undefined,
  ): Promise<void> {
    // Cancelled before its invoice was rendered: "the stall is yours" would be wrong by now.
    if (await this.mail.isWritten(tx, `booking-cancelled/${bookingId}`)) return;
    const { recipient } = content;
    const said = { name: recipient.name, orderId: content.orderId, stallId, invoiceNumber: content.number };
    const to = recipient.email;
    const dedupeKey = `booking-confirmed-${bookingId}`;
    await this.mail.queue(tx, {
      template: "booking-confirmed",
      to,
      dedupeKey,
      bookingId,
      invoiceId: attach,
      data: { ...said, stallType, amountPaise: content.tax.totalPaise },
    });
    // The mail about a correction has the new invoice attached itself.
    if (content.replaces !== undefined) return;
    if (attach !== undefined && (await this.mail.isWithoutInvoice(tx, dedupeKey))) {
      await this.mail.queue(tx, {
        template: "invoice-late",
        to,
        dedupeKey: `invoice-late-${attach}`,
        bookingId,
        invoiceId: attach,
        data: { ...said, amountPaise: content.tax.totalPaise },
      });
    }
  }

  private async confirmApplication(
    tx: Tx,
    content: InvoiceContent,
    { applicationId, brandName, purpose, liveUntil }: InvoicedApplication,
    attach: string | undefined,
  ): Promise<void> {
    const { recipient, orderId } = content;
    const said = { name: recipient.name, brandName, orderId, invoiceNumber: content.number };
    const to = recipient.email;
    const dedupeKey = `listing-paid-${orderId}`;
    await this.mail.queue(tx, {
      template: "listing-paid",
      to,
      dedupeKey,
      applicationId,
      invoiceId: attach,
      data: { ...said, amountPaise: content.tax.totalPaise, purpose, liveUntil },
    });
    // The mail about a correction has the new invoice attached itself.
    if (content.replaces !== undefined) return;
    if (attach !== undefined && (await this.mail.isWithoutInvoice(tx, dedupeKey))) {
      await this.mail.queue(tx, {
        template: "listing-invoice-late",
        to,
        dedupeKey: `invoice-late-${attach}`,
        applicationId,
        invoiceId: attach,
        data: { ...said, amountPaise: content.tax.totalPaise },
      });
    }
  }
}

/** Renders invoices and credit notes, one per job. */
@Processor("invoices", PROCESSOR_OPTIONS)
export class InvoicesProcessor extends WorkerHost {
  constructor(private readonly jobs: InvoiceJobs) {
    super();
  }

  override async process(job: Job<{ invoiceId: string; bookingId?: string }>): Promise<void> {
    await this.jobs.run(job.data.invoiceId, isLastTry(job));
  }
}
