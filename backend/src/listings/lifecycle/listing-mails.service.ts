import { Injectable } from "@nestjs/common";
import type { ListingMailData } from "../../mail/listing-mails.types.js";
import { MailService } from "../../mail/mail.service.js";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { ApplicationRow } from "../applications/application.row.js";

type OwnerTemplate = Exclude<keyof ListingMailData, "listing-new" | "listing-waiting" | "listing-claimed">;
type Said<T extends OwnerTemplate> = Omit<ListingMailData[T], "name" | "brandName">;

/** The mails of applications, noted in the transaction of what they tell; each once, by its key. */
@Injectable()
export class ListingMails {
  constructor(
    private readonly config: Config,
    private readonly mails: MailService,
  ) {}

  /**
   * Writes to whoever applied.
   *
   * @param key what tells this mail from others of the same application and template, e.g. a year
   */
  async owner<T extends OwnerTemplate>(
    tx: Tx,
    application: Pick<ApplicationRow, "id" | "email" | "full_name" | "brand_name">,
    template: T,
    said: Said<T>,
    key = "",
    invoiceId?: string,
  ): Promise<void> {
    const data = { ...said, name: application.full_name, brandName: application.brand_name };
    // TypeScript cannot see that T ties template and data together.
    await this.mails.queue(tx, {
      template,
      data,
      to: application.email,
      dedupeKey: `${template}/${application.id}${key === "" ? "" : `/${key}`}`,
      applicationId: application.id,
      invoiceId,
    } as unknown as Parameters<MailService["queue"]>[1]);
  }

  /** Tells the organisation that somebody applied. */
  async mailOperator(tx: Tx, application: ApplicationRow, stallId?: string): Promise<void> {
    const { id, kind, full_name, email, phone, brand_name, company_type, business_category } = application;
    await this.mails.queue(tx, {
      template: "listing-new",
      to: this.config.operatorEmail,
      dedupeKey: `listing-new/${id}`,
      applicationId: id,
      data: {
        name: this.config.siteName,
        brandName: brand_name,
        kind,
        applicant: { name: full_name, address: email },
        phone,
        companyType: company_type,
        category: business_category,
        stallId,
      },
    });
  }

  /** Reminds the organisation that an application waits. */
  async remindOffice(tx: Tx, application: ApplicationRow, since: Date): Promise<void> {
    const { id, kind, brand_name: brandName } = application;
    await this.mails.queue(tx, {
      template: "listing-waiting",
      to: this.config.operatorEmail,
      dedupeKey: `listing-waiting/${id}`,
      applicationId: id,
      data: { name: this.config.siteName, brandName, kind, since: since.toISOString() },
    });
  }

  /** Tells the address a stall was booked with that its free listing was claimed. */
  async mailBooker(
    tx: Tx,
    application: ApplicationRow,
    booking: { readonly email: string; readonly fullName: string; readonly stallId: string },
  ): Promise<void> {
    await this.mails.queue(tx, {
      template: "listing-claimed",
      to: booking.email,
      dedupeKey: `listing-claimed/${application.id}`,
      applicationId: application.id,
      data: { name: booking.fullName, brandName: application.brand_name, stallId: booking.stallId },
    });
  }
}
