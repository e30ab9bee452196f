import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { FindBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { orderKey } from "@sakhi/domain/fields/identifiers";
import { answersIn } from "@sakhi/domain/languages/answers";
import { EventFactsService } from "../events/event-facts.service.js";
import { LinkSearchesService } from "../mail/link-searches.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";
import { ordersOf, wasPaid } from "../platform/database/orders-of.sql.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { liveBooking } from "../stalls/live-bookings.sql.js";
import type { FindBookingResponse } from "./my-booking.response.js";

/** Maximum number of bookings that a search by contact alone mails links to; the newest count. */
const MAX_FOUND = 5;

/**
 * Mails a new link to the address of each booking of an e-mail address or phone number, with an order number to that
 * booking only. Who searches learns nothing: the answer goes to the booking's own address.
 */
@Injectable()
export class FindBookingService {
  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly mails: MailService,
    private readonly linkSearches: LinkSearchesService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Responds after a fixed time with the same message, so that neither reveals whether the booking exists.
   *
   * @param address the client's; visible limits count by its network and apply before the lookup
   * @throws HttpError rate_limited
   * @throws DomainError event_not_found
   */
  async find(
    { contact, orderId, event }: FindBookingDto,
    { address, language }: Pick<Visitor, "address" | "language">,
  ): Promise<FindBookingResponse> {
    await this.limits.use(
      { limit: "booking_searches_per_address", by: address },
      ...(orderId === undefined
        ? []
        : [{ limit: "booking_searches_per_order", by: orderKey(orderId), address } as const]),
      { limit: "booking_searches_per_contact", by: contact.toLowerCase(), address },
    );
    const eventId = event === undefined ? undefined : (await this.eventFacts.resolve(event)).id;
    await this.linkSearches.run(() => this.send(contact, orderId, eventId));
    return { message: answersIn(language).links.booking };
  }

  private async send(contact: string, wanted: string | undefined, eventId: number | undefined): Promise<void> {
    for (const found of await this.bookingsOf(contact, wanted, eventId)) await this.sendLink(found);
  }

  private async sendLink({ id: bookingId, email, fullName, stallId, orderId }: FoundBooking): Promise<void> {
    try {
      await this.limits.use({ limit: "booking_links_per_booking", by: bookingId });
    } catch {
      // The payer has the maximum of links for this hour; an error would reveal that the booking exists.
      return;
    }
    const mail = {
      template: "booking-link",
      to: email,
      dedupeKey: `booking-link/${randomUUID()}`,
      bookingId,
      data: { name: fullName, orderId, stallId },
    } as const;
    await this.database.transaction((tx) => this.mails.queue(tx, mail));
  }

  /** The newest registered bookings of a contact, those paid for first; of all events if none is named. */
  private async bookingsOf(
    contact: string,
    orderId: string | undefined,
    eventId: number | undefined,
  ): Promise<readonly FoundBooking[]> {
    return this.database.query<FoundBooking>(
      `SELECT id, email, "fullName", "stallId", "orderId", paid FROM (
         SELECT b.id, b.email, b.full_name AS "fullName", s.stall_id AS "stallId", b.held_at,
                coalesce(searched.order_id, b.order_id) AS "orderId",
                ${wasPaid("booking", "b.id")} AS paid
           FROM bookings b
           JOIN stalls s ON s.stall_key = b.stall_key
           LEFT JOIN LATERAL (
             SELECT own.order_id FROM (${ordersOf("booking", "b.id")}) own WHERE order_key(own.order_id) = $1 LIMIT 1
           ) searched ON true
          WHERE b.erased_at IS NULL AND b.email IS NOT NULL AND b.full_name IS NOT NULL AND b.order_id IS NOT NULL
            AND (lower(b.email) = lower($2) OR b.phone = $2)
            AND ($1::text IS NULL OR searched.order_id IS NOT NULL)
            AND ($3::integer IS NULL OR s.event_id = $3)
       ) found
        -- Without an order number, an unpaid registration that has ended leads nowhere.
        WHERE $1::text IS NOT NULL OR paid OR EXISTS (
          SELECT FROM bookings live WHERE live.id = found.id AND ${liveBooking("live")})
        ORDER BY paid DESC, held_at DESC LIMIT ${MAX_FOUND}`,
      [orderId === undefined ? null : orderKey(orderId), contact, eventId ?? null],
    );
  }
}

interface FoundBooking {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly stallId: string;
  /** The order searched for, else the booking's current one. */
  readonly orderId: string;
}
