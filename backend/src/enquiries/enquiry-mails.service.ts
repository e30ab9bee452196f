import { Injectable } from "@nestjs/common";
import { MailService } from "../mail/mail.service.js";
import { Config } from "../platform/config/config.js";
import type { Tx } from "../platform/database/database.js";
import type { EnquiryRow } from "./enquiries.repository.js";

/** How many characters of an enquiry's id people are given to name it by. */
const REFERENCE_LENGTH = 8;

/** The two mails of an enquiry: one confirms it to the sender, one brings it to the organisation. */
@Injectable()
export class EnquiryMails {
  constructor(
    private readonly mail: MailService,
    private readonly config: Config,
  ) {}

  /** Notes both, to be sent once `tx` has committed; once per enquiry, however often it is called. */
  async queue(tx: Tx, enquiry: EnquiryRow): Promise<void> {
    const { id, kind, email, phone } = enquiry;
    const name = `${enquiry.first_name} ${enquiry.last_name}`;
    const reference = id.slice(0, REFERENCE_LENGTH).toUpperCase();
    await this.mail.queue(tx, {
      template: "enquiry-confirmed",
      to: email,
      dedupeKey: `enquiry-confirmed-${id}`,
      data: { name, kind, reference },
    });
    await this.mail.queue(tx, {
      template: "enquiry-received",
      to: this.config.operatorEmail,
      dedupeKey: `enquiry-received-${id}`,
      data: {
        name: this.config.siteName,
        kind,
        reference,
        sender: { name, address: email },
        phone: phone ?? undefined,
        company: enquiry.company ?? undefined,
        isMember: enquiry.is_member ?? undefined,
        subject: enquiry.subject ?? undefined,
        message: enquiry.message,
      },
    });
  }
}
