import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Logger } from "@nestjs/common";
import { stallTag } from "@sakhi/domain/bookings/several-stalls.rules";
import type { Job } from "bullmq";
import { IssuesService } from "../issues/issues.service.js";
import { bookingKeyMail, brandKeyMail, MailService } from "../mail/mail.service.js";
import type { MailRequest } from "../mail/mail.types.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import type { InvoiceContent } from "./invoice.content.js";
import { InvoicesService } from "./invoices.service.js";

/** Renders invoices and credit notes, one per job, and queues the buyer's confirmation mail with them. */
@Processor("invoices", PROCESSOR_OPTIONS)
export class InvoiceJobsService extends WorkerHost {
  private readonly log = new Logger("Invoices");

  constructor(
    private readonly invoices: InvoicesService,
    private readonly mail: MailService,
    private readonly issues: IssuesService,
    private readonly database: Database,
  ) {
    super();
  }

  override async process(job: Job<{ invoiceId: string; bookingId?: string }>): Promise<void> {
    await this.run(job.data.invoiceId, isLastTry(job));
  }

  /**
   * Renders an invoice and queues its confirmation mail in the transaction that stores the PDF. If the last attempt fails,
   * raises an issue and sends the confirmation without the invoice, so that every payer gets one.
   *
   * @throws Error when the job should be retried
   */
  async run(invoiceId: string, lastTry: boolean): Promise<void> {
    try {
      await this.invoices.render(invoiceId, async (tx, content) => {
        await this.confirm(tx, invoiceId, content, invoiceId);
        await this.issues.closeIfOpen(tx, "invoice_failed", invoiceId);
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
      if (content !== undefined) await this.confirm(tx, invoiceId, content, undefined);
      await this.issues.raise(tx, {
        kind: "invoice_failed",
        subject: invoiceId,
        bookingId,
        applicationId,
        facts: { reason, ...(content === undefined ? {} : { number: content.number }) },
      });
    });
  }

  /** Queues the confirmation; if it was sent without the invoice before, queues the mail with the late invoice. */
  private async confirm(tx: Tx, invoiceId: string, content: InvoiceContent, attach: string | undefined): Promise<void> {
    const { kind, replaces } = content;
    if (kind !== "invoice") return;
    const addresses = await this.buyersAddresses(tx, content);
    if (addresses.size === 0) return;
    // Replaced before it was rendered: the new invoice's job sends the confirmation.
    if (await this.invoices.isReplaced(tx, invoiceId)) return;
    for (const mails of mailsOf(content, addresses, attach)) {
      await this.mail.queue(tx, mails.confirmation);
      if (mails.key !== undefined) await this.mail.queue(tx, mails.key);
      // The mail about a correction attaches the new invoice itself.
      if (attach === undefined || replaces !== undefined || mails.late === undefined) continue;
      if (await this.mail.isWithoutInvoice(tx, mails.confirmation.dedupeKey)) await this.mail.queue(tx, mails.late);
    }
  }

  /**
   * The buyer's current address, because correcting an address issues no new invoice. Locks the booking or application, so
   * that a concurrent cancellation or correction is either seen here or finds the queued mail.
   *
   * @returns by the id of what was bought; none of what has ended: a confirmation would be wrong
   */
  private async buyersAddresses(
    tx: Tx,
    { booking, application }: InvoiceContent,
  ): Promise<ReadonlyMap<string, string>> {
    const [table, ids] =
      booking === undefined
        ? ["listing_applications", [application?.applicationId]]
        : ["bookings", [booking, ...(booking.further ?? [])].map(({ bookingId }) => bookingId)];
    const found = await rows<{ id: string; email: string | null }>(
      tx,
      `SELECT id, email FROM ${table} WHERE id = ANY($1::uuid[]) AND state NOT IN ('released', 'rejected', 'withdrawn')
        ORDER BY id FOR SHARE`,
      [ids],
    );
    return new Map(found.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])));
  }
}

/** The confirmation of a sale, the key beside it, and the mail with its late invoice. */
interface SaleMails {
  readonly confirmation: MailRequest;
  readonly key?: MailRequest | undefined;
  readonly late?: MailRequest | undefined;
}

/** The mails of a sale, of several stalls one for each with its own ticket; none for other invoices. */
function mailsOf(
  { booking, application, lines, recipient: { name }, orderId, number: invoiceNumber, tax }: InvoiceContent,
  addresses: ReadonlyMap<string, string>,
  invoiceId: string | undefined,
): readonly SaleMails[] {
  const lateKey = `invoice-late-${invoiceId ?? ""}`;
  if (booking !== undefined) {
    const all = [booking, ...(booking.further ?? [])];
    return all
      .filter(({ bookingId }) => addresses.has(bookingId))
      .map(({ bookingId, stallId, stallType }, index): SaleMails => {
        const to = addresses.get(bookingId) ?? "";
        const line = lines?.find((each) => each.bookingId === bookingId);
        const amountPaise = line === undefined ? tax.totalPaise : line.pricePaise - line.discountPaise;
        const mail = { to, bookingId, invoiceId };
        const data = { name, orderId, stallId, invoiceNumber, amountPaise };
        const others = all.flatMap((each) => (each.bookingId === bookingId ? [] : [each.stallId]));
        return {
          confirmation: {
            ...mail,
            template: "booking-confirmed",
            dedupeKey: `booking-confirmed-${bookingId}`,
            data: { ...data, stallType, ...(others.length === 0 ? {} : { together: stallTag(others) }) },
          },
          key: bookingKeyMail({ to, bookingId }, data),
          // One invoice, and one mail with it.
          late: index === 0 ? { ...mail, template: "invoice-late", dedupeKey: lateKey, data } : undefined,
        };
      });
  }
  const to = addresses.get(application?.applicationId ?? "");
  if (application === undefined || to === undefined) return [];
  const { applicationId, brandName, purpose, liveUntil } = application;
  const mail = { to, applicationId, invoiceId };
  const data = { name, orderId, brandName, invoiceNumber, amountPaise: tax.totalPaise };
  return [
    {
      confirmation: {
        ...mail,
        template: "listing-paid",
        dedupeKey: `listing-paid-${orderId}`,
        data: { ...data, purpose, liveUntil },
      },
      // Of a renewal, she has had one, and asks for another when she needs it.
      key: purpose === "first" ? brandKeyMail({ to, applicationId }, data) : undefined,
      late: { ...mail, template: "listing-invoice-late", dedupeKey: lateKey, data },
    },
  ];
}
