import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { fieldLabels } from "@sakhi/domain/fields/correction.rules";
import type { FieldName } from "@sakhi/domain/fields/declared-fields";
import { mailboxKey } from "@sakhi/domain/fields/mailbox-key";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import { APPLICATION_FIELDS } from "@sakhi/domain/listings/application.fields";
import type { SubmittedApplicationDto } from "@sakhi/domain/listings/submit-application.dto";
import type { OfferedStall } from "../bookings/listing-offers.service.js";
import { ApplicationPagesService } from "../brands/application-pages.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import type { ReissuedInvoice } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import type { ListingMailData, MailRequest } from "../mail/mail.types.js";
import { fieldsInWords, partsIn } from "../mail/mail.words.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import { WhatsappConsentsService } from "../whatsapp/whatsapp-consents.service.js";
import type { ApplicationRow } from "./applications.repository.js";

type OwnerTemplate = Exclude<
  keyof ListingMailData,
  "listing-new" | "listing-waiting" | "listing-claimed" | "listing-claim-waiting" | "listing-address-changed"
>;

/** Queues mails about applications in the transaction of what they report; each once, by its dedupe key. */
@Injectable()
export class ListingMailsService {
  constructor(
    private readonly config: Config,
    private readonly mails: MailService,
    private readonly mailedLinks: MailedLinksService,
    private readonly eventFacts: EventFactsService,
    private readonly applicationPages: ApplicationPagesService,
    private readonly whatsappConsents: WhatsappConsentsService,
  ) {}

  /**
   * Queues a mail to the applicant.
   *
   * @param key distinguishes this mail from others of the same application and template, e.g. a year
   */
  async toOwner<T extends OwnerTemplate>(
    tx: Tx,
    application: Pick<ApplicationRow, "id" | "email" | "fullName" | "brandName">,
    template: T,
    data: Omit<ListingMailData[T], "name" | "brandName">,
    key = "",
    {
      invoiceId,
      creditNoteId,
      worded,
    }: {
      readonly invoiceId?: string | undefined;
      readonly creditNoteId?: string | undefined;
      readonly worded?: MailRequest["worded"];
    } = {},
  ): Promise<void> {
    // TypeScript cannot see that T connects template and data.
    await this.mails.queue(tx, {
      template,
      data: { ...data, name: application.fullName, brandName: application.brandName },
      to: application.email,
      dedupeKey: `${template}/${application.id}${key === "" ? "" : `/${key}`}`,
      applicationId: application.id,
      invoiceId,
      creditNoteId,
      worded,
    } as unknown as Parameters<MailService["queue"]>[1]);
  }

  /**
   * Notifies the owner of a correction, and of another address as {@link addressChanged} says.
   *
   * @param former the address before the correction
   */
  async corrected(
    tx: Tx,
    application: Pick<ApplicationRow, "id" | "email" | "fullName" | "brandName">,
    former: string,
    changed: readonly FieldName<typeof APPLICATION_FIELDS>[],
    reissued: ReissuedInvoice | undefined,
  ): Promise<void> {
    await this.addressChanged(tx, application.id, former, application.email);
    await this.toOwner(
      tx,
      application,
      "listing-corrected",
      {
        changed: fieldLabels(APPLICATION_FIELDS, changed),
        invoiceNumber: reissued?.invoice.number,
        replacedNumber: reissued?.replacedNumber,
        creditNoteNumber: reissued?.creditNote.number,
      },
      // Each correction sends its own mail.
      randomUUID(),
      {
        invoiceId: reissued?.invoice.invoiceId,
        creditNoteId: reissued?.creditNote.invoiceId,
        worded: (language) => ({ changed: fieldsInWords(language, APPLICATION_FIELDS, changed) }),
      },
    );
  }

  /**
   * Moves an application's mails to its new address. If that is another mailbox, the keys in mails to the former one end,
   * and it gets a notice without details: it may be a stranger's.
   */
  async addressChanged(tx: Tx, applicationId: string, former: string, email: string): Promise<void> {
    if (former === email) return;
    const isSameMailbox = mailboxKey(former) === mailboxKey(email);
    if (!isSameMailbox) await this.mailedLinks.revoke(tx, "brand", applicationId);
    await this.mails.redirectOwner(tx, applicationId, former, email);
    if (isSameMailbox) return;
    await this.mails.queue(tx, {
      template: "listing-address-changed",
      to: former,
      applicationId,
      data: { name: "" },
      dedupeKey: `listing-address-changed/${applicationId}/${randomUUID()}`,
    });
  }

  /** Notifies the organisation of a new application. */
  async newApplication(tx: Tx, application: ApplicationRow, stallId?: string): Promise<void> {
    const { id, kind, fullName, email, phone, brandName, companyType, businessCategory } = application;
    await this.mails.queue(tx, {
      template: "listing-new",
      to: this.config.operatorEmail,
      dedupeKey: `listing-new/${id}`,
      applicationId: id,
      data: {
        name: (await this.eventFacts.current(tx)).organisation.name,
        brandName,
        kind,
        applicant: { name: fullName, address: email },
        phone,
        companyType,
        category: businessCategory,
        stallId,
      },
    });
  }

  /**
   * Asks the owner for her page, with what it lacks and the link to it.
   *
   * @param note of the operator
   * @returns false for an application without a page
   */
  async askForPage(
    tx: Tx,
    application: Pick<ApplicationRow, "id" | "email" | "fullName" | "brandName">,
    note?: string,
  ): Promise<boolean> {
    const page = await this.applicationPages.of(application.id, tx);
    if (page === undefined) return false;
    await tx.query("UPDATE listing_applications SET page_asked_at = clock_timestamp() WHERE id = $1", [application.id]);
    const worded = (language: LanguageCode) => ({
      lacks: page.lacks.length === 0 ? undefined : partsIn(language, page.lacks),
    });
    const data = { ...worded(FIRST_LANGUAGE), note };
    await this.toOwner(tx, application, "brand-page-asked", data, randomUUID(), { worded });
    return true;
  }

  /** Reminds the organisation that an application waits for review, and its owner if her page shows no picture yet. */
  async reviewReminder(tx: Tx, application: ApplicationRow, since: Date): Promise<void> {
    const { id, kind, brandName, pageAskedAt } = application;
    const page = await this.applicationPages.of(id, tx);
    const isMissing = page !== undefined && page.state !== "accepted" && page.state !== "sent";
    await this.mails.queue(tx, {
      template: "listing-waiting",
      to: this.config.operatorEmail,
      dedupeKey: `listing-waiting/${id}`,
      applicationId: id,
      data: {
        name: (await this.eventFacts.current(tx)).organisation.name,
        brandName,
        kind,
        since: since.toISOString(),
        pageMissing: isMissing,
      },
    });
    if (isMissing && pageAskedAt === null) await this.askForPage(tx, application);
  }

  /** Notifies the address a stall was booked with that its free listing was claimed. */
  async claimed(tx: Tx, { id, brandName }: ApplicationRow, booking: OfferedStall): Promise<void> {
    await this.mails.queue(tx, {
      template: "listing-claimed",
      to: booking.email,
      dedupeKey: `listing-claimed/${id}`,
      bookingId: booking.bookingId,
      applicationId: id,
      data: { name: booking.fullName, brandName, stallId: booking.stallId },
    });
  }

  /** Asks the address a stall was booked with to confirm claims of its free listing. The claimants' words stay out. */
  async claimWaiting(
    tx: Tx,
    {
      bookingId,
      ...booking
    }: { readonly bookingId: string; readonly email: string; readonly fullName: string; readonly stallId: string },
  ): Promise<void> {
    await this.mails.queue(tx, {
      template: "listing-claim-waiting",
      to: booking.email,
      dedupeKey: `listing-claim-waiting/${bookingId}`,
      // The page it opens shows every claim that waits.
      onceADay: true,
      bookingId,
      data: { name: booking.fullName, stallId: booking.stallId },
    });
  }

  /** The tick on the owner's WhatsApp number, or none. */
  chooseWhatsapp(
    tx: Tx,
    applicationId: string,
    { whatsappNumber: phone, whatsappConsent: version }: SubmittedApplicationDto,
  ): Promise<void> {
    const subject = { type: "application", id: applicationId } as const;
    return this.whatsappConsents.choose(tx, subject, { phone, version, place: "application" });
  }
}
