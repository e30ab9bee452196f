import { Injectable } from "@nestjs/common";
import { type EventFacts, factsIn } from "@sakhi/domain/events/event-facts";
import { oneLine } from "@sakhi/domain/fields/characters";
import { isMailAddress } from "@sakhi/domain/fields/identifiers";
import { uses } from "@sakhi/domain/messages/message-text.rules";
import { EventFactsService } from "../events/event-facts.service.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { calendarEntry, calendarOf } from "./calendar-entry.js";
import { nextEvent } from "./holder-message.js";
import { InvitationLinksService } from "./invitation-links.service.js";
import { type MailAttachment, MailAttachmentsService } from "./mail-attachments.service.js";
import { keyIn, keyProblem, messageWithoutKeys } from "./mail-keys.js";
import { MailEntity } from "./mail.entities.js";
import { MailRejected, type OutgoingMail } from "./mail.sender.js";
import { isMailTemplate, renderTemplate } from "./mail.templates.js";
import { mailLanguage } from "./mail.texts.js";
import type { MailMessage, MailTemplate } from "./mail.types.js";
import { languageOf } from "./mail.words.js";
import { MailedLinksService } from "./mailed-links.service.js";
import { type MissingPapers, missingPapersOf } from "./missing-papers.sql.js";
import { OfferLinksService } from "./offer-links.service.js";
import { TicketCodesService } from "./ticket-codes.service.js";

/** Mails that say which papers of their booking are missing. */
const SAY_WHAT_IS_MISSING: ReadonlySet<MailTemplate> = new Set(["booking-confirmed", "holder-message"]);

const FILES = "SELECT id, name, type, content FROM event_files WHERE id = ANY(:ids::uuid[]) ORDER BY created_at, id";

/** A mail as it is sent, and the mailbox that it goes to. */
export type RenderedMail = OutgoingMail & Pick<MailEntity, "mailbox">;

/**
 * Makes a stored mail what is sent: its text, with links that are made now, its attachments, and its addresses. No
 * key leaves in a mail that another person answers, or that brings papers (decision 92).
 */
@Injectable()
export class MailRenderingService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly mailAttachments: MailAttachmentsService,
    private readonly eventFacts: EventFactsService,
    private readonly offerLinks: OfferLinksService,
    private readonly mailedLinks: MailedLinksService,
    private readonly invitationLinks: InvitationLinksService,
    private readonly ticketCodes: TicketCodesService,
  ) {}

  /** @throws MailRejected for a mail that can never be sent */
  async render(mail: MailEntity): Promise<RenderedMail> {
    if (!isMailTemplate(mail.template)) throw new MailRejected(true, "unknown template");
    const stored = { template: mail.template, data: mail.data } as MailMessage;
    const person = mail.proof === null ? undefined : replyToOf(stored);
    // Her words go to someone who answers her: a key in them would be read by both.
    const message = person === undefined ? stored : messageWithoutKeys(stored);
    const key = keyIn(message);
    const language = mailLanguage(mail.template, languageOf(mail.language));
    const facts = factsIn(await this.factsOf(mail, message), language);
    // A copy to another address carries neither link nor attachment.
    const own = mail.otherAddress
      ? { bookingId: null, applicationId: null, invoiceId: null, creditNoteId: null }
      : mail;
    const invoice = own.invoiceId === null ? [] : [await this.mailAttachments.pdf(own.invoiceId)];
    const bookingUrl =
      own.bookingId !== null && key === "booking"
        ? await this.mailedLinks.url("booking", mail.id, own.bookingId)
        : undefined;
    const brandUrl =
      own.applicationId !== null && key === "brand"
        ? await this.mailedLinks.url("brand", mail.id, own.applicationId)
        : undefined;
    const booking = mail.otherAddress
      ? undefined
      : await calendarOf(this.database, { bookingId: mail.bookingId, message });
    const calendar = booking === undefined ? [] : [calendarEntry(booking, facts, mail.createdAt, language)];
    const creditNote = own.creditNoteId === null ? [] : [await this.mailAttachments.pdf(own.creditNoteId)];
    // Not to strangers: anyone who has the code comes in.
    const ticket =
      own.bookingId === null || mail.proof === null || !hasTicket(message)
        ? undefined
        : await this.ticketCodes.of(own.bookingId);
    // Read after the link was stored, which waits for a concurrent correction of the booking: either the new address is
    // read here, or the correction revokes the link. A former address never gets a working link.
    const { toAddress, mailbox } = (await this.database.repository(MailEntity).findOneBy({ id: mail.id })) ?? mail;
    if (!isMailAddress(toAddress)) throw new MailRejected(true, "not one plain address");
    const content = renderTemplate(message, {
      publicUrl: this.config.publicUrl,
      language,
      facts,
      missing: await this.missing(own.bookingId, message),
      next: await this.next(mail, message),
      invoiceAttached: invoice.length > 0,
      offerUrl: (offer) => (mail.otherAddress ? undefined : this.offerLinks.url(offer)),
      waitingUrl: (id) => (mail.otherAddress ? undefined : this.offerLinks.waitingUrl(id)),
      invitationUrl: (id) => this.invitationLinks.url(id),
      administratorMailUrl: (what, id) => this.invitationLinks.mailUrl(what, id),
      isCopy: mail.otherAddress,
      bookingUrl,
      brandUrl,
      ticket,
    });
    const files = mail.otherAddress ? [] : await this.filesOf(message);
    const attachments = [...invoice, ...creditNote, ...calendar, ...files];
    const problem = keyProblem({
      content,
      answersGoElsewhere: person !== undefined,
      hasPapers: attachments.length > 0,
    });
    if (problem !== undefined) throw new MailRejected(true, problem);
    return {
      id: mail.id,
      mailbox,
      to: { name: mail.proof === null ? "" : oneLine(message.data.name), address: toAddress },
      replyTo: person ?? { name: facts.organisation.name, address: facts.organisation.supportEmail },
      createdAt: mail.createdAt,
      ...("administratorId" in message.data
        ? { oneClickOff: this.invitationLinks.oneClickUrl(message.data.administratorId) }
        : {}),
      content,
      attachments,
    };
  }

  private async factsOf({ bookingId }: MailEntity, message: MailMessage): Promise<EventFacts> {
    const eventId = "eventId" in message.data ? message.data.eventId : undefined;
    return eventId === undefined ? this.eventFacts.ofBooking(bookingId) : (await this.eventFacts.of(eventId)).facts;
  }

  /** The event after the holder's, for messages that name it. Read now: it may have been published since it was queued. */
  private async next({ bookingId }: MailEntity, message: MailMessage): Promise<EventFacts | undefined> {
    if (message.template !== "holder-message") return undefined;
    // Without its words for a stranger.
    const { text = "" } = message.data as Partial<typeof message.data>;
    if (!uses(text, "next")) return undefined;
    const eventId = message.data.eventId ?? (await this.eventFacts.ofBooking(bookingId)).event.id;
    return nextEvent(await this.eventFacts.editions(), eventId);
  }

  /** The event's files that a message brings; one that was removed since is left out. */
  private async filesOf(message: MailMessage): Promise<MailAttachment[]> {
    const ids = message.template === "holder-message" ? (message.data.fileIds ?? []) : [];
    if (ids.length === 0) return [];
    const found = await this.database.query<{ id: string; name: string; type: string; content: Buffer }>(FILES, {
      ids,
    });
    return found.map(({ name, type, content }) => ({ filename: name, contentType: type, bytes: content }));
  }

  /** What the holder still has to give, for mails that say it. Read now: she may have answered since it was queued. */
  private async missing(bookingId: string | null, { template }: MailMessage): Promise<MissingPapers | undefined> {
    if (bookingId === null || !SAY_WHAT_IS_MISSING.has(template)) return undefined;
    return missingPapersOf(this.database, this.eventFacts, bookingId);
  }
}

/** Whether a mail brings the code of a ticket: to the booking's own address only. */
const hasTicket = ({ template }: MailMessage): boolean =>
  template === "booking-confirmed" || template === "booking-moved";

/**
 * Reply address of mails that another person answers: the sender of the enquiry, or the applicant. Never with the name she
 * typed, which mail programs would show as if we vouched for it.
 */
function replyToOf({ template, data }: MailMessage): OutgoingMail["replyTo"] {
  const person =
    template === "enquiry-received" || template === "brand-enquiry"
      ? data.sender
      : template === "listing-new"
        ? data.applicant
        : undefined;
  if (person === undefined || !isMailAddress(person.address)) return undefined;
  return { name: "", address: person.address };
}
