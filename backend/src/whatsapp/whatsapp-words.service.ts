import { Injectable } from "@nestjs/common";
import { editionDates } from "@sakhi/domain/events/event-dates";
import { editionTitle, factsIn, venueShort } from "@sakhi/domain/events/event-facts";
import { indianClock, indianMoment } from "@sakhi/domain/events/indian-time";
import { formatDay, istDay } from "@sakhi/domain/invoices/indian-dates";
import { type LanguageCode, pathIn } from "@sakhi/domain/languages/language-paths";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { brandPath } from "@sakhi/domain/site/routes";
import { whatsappLanguage } from "@sakhi/domain/whatsapp/whatsapp.bodies";
import { PAGE_LINK_LENGTH } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { EventFactsService } from "../events/event-facts.service.js";
import { linkIn } from "../mail/mail-parts.js";
import { languageOf, WORDS } from "../mail/mail.words.js";
import { MailedLinksService } from "../mail/mailed-links.service.js";
import { missingPapersOf } from "../mail/missing-papers.sql.js";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import type { WhatsappMessageEntity } from "./whatsapp.entities.js";

interface BookingDetails {
  readonly stallId: string;
  readonly eventId: number;
  readonly orderId: string | null;
  readonly holdExpiresAt: Date | null;
  readonly payUntil: Date | null;
}

const BOOKING = `
  SELECT s.stall_id AS "stallId", s.event_id AS "eventId", b.order_id AS "orderId", b.hold_expires_at AS "holdExpiresAt",
         b.pay_until AS "payUntil"
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key WHERE b.id = :bookingId`;

const LANGUAGE = `
  SELECT language FROM bookings WHERE id = :bookingId
  UNION ALL SELECT language FROM listing_applications WHERE id = :applicationId LIMIT 1`;

interface ListingDetails {
  readonly brandName: string;
  readonly module: CatalogueModule;
  readonly liveUntil: Date | null;
  /** Of the mail about a buyer's question. */
  readonly reference: string | null;
}

const LISTING = `
  SELECT r.name AS "brandName", r.module, a.live_until AS "liveUntil",
         (SELECT m.data ->> 'reference' FROM mails m WHERE m.id = :mailId) AS reference
    FROM listing_applications a JOIN brands r ON r.id = a.brand_id WHERE a.id = :applicationId`;

/** What a message says: read when it is sent, and stored nowhere. */
@Injectable()
export class WhatsappWordsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly mailedLinks: MailedLinksService,
  ) {}

  /** The language of the person whom a message is for: that of her booking or application now. */
  async languageOf({ bookingId, applicationId }: WhatsappMessageEntity): Promise<LanguageCode> {
    const [found] = await this.database.query<{ language: string }>(LANGUAGE, { bookingId, applicationId });
    return whatsappLanguage(languageOf(found?.language));
  }

  /** The values of a message's parameters; undefined if there is nothing left to say. */
  async of(message: WhatsappMessageEntity, language: LanguageCode): Promise<readonly string[] | undefined> {
    const { bookingId, applicationId, mailId } = message;
    if (bookingId !== null) return this.ofBooking(message, bookingId, language);
    const [listing] = await this.database.query<ListingDetails>(LISTING, { applicationId, mailId });
    if (listing === undefined) return undefined;
    const { brandName, module, liveUntil, reference } = listing;
    if (message.template === "brand_question") return reference === null ? undefined : [brandName, reference];
    if (liveUntil === null) return undefined;
    const page = `${this.config.publicUrl}${pathIn(language, brandPath(module, brandName))}`;
    // Encoded, a long name in another script takes nine characters for each of its own.
    return [
      brandName,
      formatDay(istDay(liveUntil), WORDS[language].dates),
      page.length > PAGE_LINK_LENGTH ? this.config.publicUrl : page,
    ];
  }

  private async ofBooking(
    { id, template }: WhatsappMessageEntity,
    bookingId: string,
    language: LanguageCode,
  ): Promise<readonly string[] | undefined> {
    const [booking] = await this.database.query<BookingDetails>(BOOKING, { bookingId });
    if (booking === undefined) return undefined;
    const { facts: first, status } = await this.eventFacts.of(booking.eventId);
    const facts = factsIn(first, language);
    const { event } = facts;
    if (status === "cancelled") return undefined;
    const [stall, title] = [booking.stallId, editionTitle(facts.event)];
    // The key goes to the number of who has paid, and to nobody else (decision 122).
    const { dates } = WORDS[language];
    const link = async (): Promise<string> =>
      linkIn(await this.mailedLinks.url("booking", id, bookingId), { publicUrl: this.config.publicUrl, language }) ??
      "";
    const days = editionDates(event, dates);
    switch (template) {
      case "booking_confirmed":
        return [stall, title, booking.orderId ?? "", days, await link()];
      case "hold_ending":
        return booking.holdExpiresAt === null ? undefined : [stall, title, indianClock(booking.holdExpiresAt)];
      case "payment_failed":
        return booking.payUntil === null ? undefined : [stall, title, indianClock(booking.payUntil)];
      case "papers_missing": {
        const missing = await missingPapersOf(this.database, this.eventFacts, bookingId);
        if (missing === undefined) return undefined;
        return [
          stall,
          title,
          missing.papers.join(", "),
          indianMoment(new Date(missing.until), "minute", dates),
          await link(),
        ];
      }
      case "evening_before":
        return [title, stall, days, venueShort(facts.event), await link()];
      default:
        return undefined;
    }
  }
}
