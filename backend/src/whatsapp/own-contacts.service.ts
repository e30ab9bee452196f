import { Injectable } from "@nestjs/common";
import type { WhatsappConsentPlace, WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import type { LinkPurpose } from "../mail/mail.entities.js";
import type { MailedLinkResponse } from "../mail/mail.response.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { Database, rows } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { WhatsappConsentsService, type WhatsappSubject } from "./whatsapp-consents.service.js";
import type { WhatsappChoiceResponse } from "./whatsapp.response.js";

/** A person's own page: its subject, the statement of her number, and where a consent was given. */
interface OwnPage {
  readonly type: WhatsappSubject["type"];
  readonly place: WhatsappConsentPlace;
  readonly phone: string;
}

const PAGES: Readonly<Record<LinkPurpose, OwnPage>> = {
  booking: {
    type: "booking",
    place: "my_booking",
    phone: "SELECT phone FROM bookings WHERE id = :id AND erased_at IS NULL",
  },
  brand: {
    type: "application",
    place: "my_brand",
    phone: "SELECT whatsapp_number AS phone FROM listing_applications WHERE id = :id AND erased_at IS NULL",
  },
};

/** How a person is reached, as she manages it on her own page: the links that lead there, and messages by WhatsApp. */
@Injectable()
export class OwnContactsService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly mailedLinks: MailedLinksService,
    private readonly whatsappConsents: WhatsappConsentsService,
  ) {}

  /** @param own the link that this browser has opened */
  links(purpose: LinkPurpose, id: string, own: string | null): Promise<MailedLinkResponse[]> {
    return this.mailedLinks.list(purpose, id, own);
  }

  /** Ends one link. @throws DomainError not_found */
  endLink(purpose: LinkPurpose, id: string, linkId: string): Promise<void> {
    return this.mailedLinks.end(purpose, id, linkId);
  }

  /** Ends every link and every browser's access. */
  async revokeLinks(purpose: LinkPurpose, id: string): Promise<void> {
    await this.database.transaction((tx) => this.mailedLinks.revoke(tx, purpose, id));
  }

  /** Undefined while there is no WhatsApp. */
  async whatsapp(purpose: LinkPurpose, id: string): Promise<WhatsappChoiceResponse | undefined> {
    if (this.whatsappConsents.offered === undefined) return undefined;
    const { type, phone } = PAGES[purpose];
    const [person] = await this.database.query<{ phone: string | null }>(phone, { id });
    return this.whatsappConsents.view({ type, id }, person?.phone ?? null);
  }

  /**
   * Agrees to messages by WhatsApp to the person's number, or ends them.
   *
   * @param version of the ticked sentence; undefined to end them
   * @throws HttpError rate_limited
   */
  async chooseWhatsapp(purpose: LinkPurpose, id: string, version: WhatsappConsentVersion | undefined): Promise<void> {
    await this.limits.use({ limit: "whatsapp_choices_per_subject", by: id });
    const { type, phone, place } = PAGES[purpose];
    await this.database.transaction(async (tx) => {
      // A correction of the number waits.
      const [person] = await rows<{ phone: string | null }>(tx, `${phone} FOR SHARE`, { id });
      await this.whatsappConsents.choose(tx, { type, id }, { phone: person?.phone ?? null, version, place });
    });
  }
}
