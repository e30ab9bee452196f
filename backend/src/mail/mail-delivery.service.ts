import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Logger } from "@nestjs/common";
import { oneLine } from "@sakhi/domain/invoices/printed-text";
import { DelayedError, type Job } from "bullmq";
import { Not } from "typeorm";
import { EventFactsService } from "../events/event-facts.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { isOneAddress, MailRejected, MailSender, type OutgoingMail } from "./mail.sender.js";
import { MailEntity } from "./mail.entities.js";
import { calendarEntry } from "./calendar-entry.js";
import { MailAttachments } from "./mail-attachments.service.js";
import { BookingLinks } from "./booking-links.service.js";
import type { MailMessage } from "./mail.types.js";
import { isMailTemplate, leadsToBooking, writeMail } from "./mail.templates.js";
import { OfferLinks } from "./offer-links.service.js";

/** A claim older than this is of a process that died, in seconds; far beyond all our SMTP timeouts together. */
const ABANDONED_SECONDS = 120;
/** When another process holds a mail, the recheck comes after this, in ms: that process may have died. */
const RECHECK_MS = 30_000;

/** The row of a mail while this claim of it holds. */
const claimOf = ({ id, attempts }: MailEntity) => ({ id, attempts, state: "sending" as const });

/** What became of a mail: sent now, finished before, given up, or in somebody else's hands. */
type DeliveryOutcome = "sent" | "finished" | "failed" | "busy";

/**
 * Sends one mail per job, once: claims its row, writes it, hands it to the server, notes the answer. The conditional
 * updates here are what keeps a mail from being sent twice.
 */
@Processor("mails", PROCESSOR_OPTIONS)
export class MailDelivery extends WorkerHost {
  private readonly log = new Logger("Mail");

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly sender: MailSender,
    private readonly attachments: MailAttachments,
    private readonly issues: IssuesService,
    private readonly offerLinks: OfferLinks,
    private readonly facts: EventFactsService,
    private readonly bookingLinks: BookingLinks,
  ) {
    super();
  }

  override async process(job: Job<{ mailId: string }>, token?: string): Promise<string> {
    const outcome = await this.deliver(job.data.mailId, isLastTry(job));
    if (outcome === "busy") {
      // Not a failure: it must not use up the job's attempts.
      await job.moveToDelayed(Date.now() + RECHECK_MS, token);
      throw new DelayedError();
    }
    return outcome;
  }

  /**
   * @param lastTry whether nobody will call again after a failure: then a temporary rejection is final too
   * @throws MailRejected when the mail should be tried again later
   */
  async deliver(mailId: string, lastTry: boolean): Promise<DeliveryOutcome> {
    const mail = await this.claim(mailId);
    if (mail === undefined) return (await this.find(mailId))?.state === "sending" ? "busy" : "finished";
    let outgoing: OutgoingMail;
    try {
      outgoing = await this.write(mail);
      await this.sender.send(outgoing);
    } catch (error) {
      const refused = error instanceof MailRejected ? error : new MailRejected(false, describeError(error));
      if (refused.permanent || lastTry) return this.giveUp(mail, refused);
      // Back to be tried again, unless another process has claimed it since.
      await this.mails.update(claimOf(mail), { state: "queued", lastError: refused.reason });
      throw refused;
    }
    // Also where another process has claimed it since. Where it went: it may have been redirected meanwhile.
    const { address: toAddress } = outgoing.to;
    await this.mails.update(
      { id: mail.id, state: Not("sent") },
      { state: "sent", toAddress, sentAt: databaseNow, lastError: null },
    );
    return "sent";
  }

  private get mails() {
    return this.database.of(MailEntity);
  }

  private find(id: string): Promise<MailEntity | null> {
    return this.mails.findOneBy({ id });
  }

  /**
   * Takes a mail to send. One whose sender has said nothing for long counts as abandoned: its process died, before or
   * after the server had the message.
   */
  private async claim(id: string): Promise<MailEntity | undefined> {
    const [claimed] = await this.database.read(
      MailEntity,
      `UPDATE mails SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp()
       WHERE id = $1 AND (state = 'queued'
         OR (state = 'sending' AND claimed_at < clock_timestamp() - make_interval(secs => $2)))
       RETURNING ${columnsOf(MailEntity)}`,
      [id, ABANDONED_SECONDS],
    );
    return claimed;
  }

  private async write(mail: MailEntity): Promise<OutgoingMail> {
    if (!isMailTemplate(mail.template)) throw new MailRejected(true, "unknown template");
    const message = { template: mail.template, data: mail.data } as MailMessage;
    const facts = await this.facts.current();
    const attachment = mail.invoiceId === null ? undefined : await this.attachments.pdf(mail.invoiceId);
    const bookingUrl =
      mail.bookingId !== null && leadsToBooking(message)
        ? await this.bookingLinks.url(mail.id, mail.bookingId)
        : undefined;
    const inCalendar = calendarBooking(message);
    const creditNote = mail.creditNoteId === null ? [] : [await this.attachments.pdf(mail.creditNoteId)];
    // Read after its link was kept, which waits for a correction of the booking: either that is seen here, or the link
    // is there for it to revoke. No former address gets one that opens the booking.
    const { toAddress } = (await this.find(mail.id)) ?? mail;
    if (!isOneAddress(toAddress)) throw new MailRejected(true, "not one plain address");
    return {
      id: mail.id,
      to: { name: oneLine(message.data.name), address: toAddress },
      replyTo: answeredBy(message) ?? { name: facts.organisation.name, address: facts.organisation.supportEmail },
      createdAt: mail.createdAt,
      content: writeMail(message, {
        publicUrl: this.config.publicUrl,
        facts,
        invoiceAttached: attachment !== undefined,
        offerUrl: (offer) => this.offerLinks.url(offer),
        bookingUrl,
      }),
      attachments: [
        ...(attachment === undefined ? [] : [attachment]),
        ...creditNote,
        ...(inCalendar === undefined ? [] : [calendarEntry(inCalendar, facts, mail.createdAt)]),
      ],
    };
  }

  private async giveUp(mail: MailEntity, refused: MailRejected): Promise<DeliveryOutcome> {
    const decided = await this.database.transaction(async (tx) => {
      const { affected } = await tx.update(MailEntity, claimOf(mail), { state: "failed", lastError: refused.reason });
      // Another process has claimed it since: it is that one's to decide.
      if (affected !== 1) return false;
      await this.issues.raise(tx, {
        kind: "mail_failed",
        subject: mail.id,
        bookingId: mail.bookingId ?? undefined,
        applicationId: mail.applicationId ?? undefined,
        facts: { template: mail.template, attempts: mail.attempts, reason: refused.reason },
      });
      return true;
    });
    if (!decided) return "busy";
    this.log.warn(`mail ${mail.id} will not be sent: ${refused.reason}`);
    return "failed";
  }
}

/** The stall that a mail brings into its reader's calendar: one that is paid for, or that such a booking moved to. */
function calendarBooking({
  template,
  data,
}: MailMessage): { readonly stallId: string; readonly orderId: string } | undefined {
  if (template === "booking-confirmed") return data;
  if (template !== "booking-moved" || !data.sold || data.orderId === undefined) return undefined;
  return { stallId: data.stallId, orderId: data.orderId };
}

/** Who gets the answer to a mail, where it is not the organisation: the person who wrote to it, or applied. */
function answeredBy(message: MailMessage): OutgoingMail["replyTo"] {
  const person = personOf(message);
  if (person === undefined || !isOneAddress(person.address)) return undefined;
  return { name: oneLine(person.name), address: person.address };
}

function personOf(message: MailMessage): { readonly name: string; readonly address: string } | undefined {
  if (message.template === "enquiry-received") return message.data.sender;
  return message.template === "listing-new" ? message.data.applicant : undefined;
}
