import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Injectable, Logger, type OnApplicationShutdown } from "@nestjs/common";
import type { FindBookingDto } from "@sakhi/domain/bookings/my-booking.dto";
import { orderKey } from "@sakhi/domain/fields/identifiers";
import { MailService } from "../mail/mail.service.js";
import { Database } from "../platform/database/database.js";
import { clientNetwork, RateLimits } from "../platform/http/rate-limits.js";
import { describeError } from "../platform/log/log.js";
import type { FindBookingResponse } from "./my-booking.response.js";

/** Fixed response time of a search, in ms; longer than the lookup and queuing the mail take. */
const RESPONSE_MS = 400;

const MESSAGE =
  "If there is a booking with these details, we have sent a link to its e-mail address. It usually arrives within a few minutes.";

/** Mails a new link to a payer who knows the order number and the registration's e-mail address or phone number. */
@Injectable()
export class FindBookingService implements OnApplicationShutdown {
  private readonly log = new Logger("FindBooking");
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly limits: RateLimits,
    private readonly mails: MailService,
  ) {}

  /**
   * Responds after a fixed time with the same message, so that neither reveals whether the booking exists.
   *
   * @param address the client's; visible limits count by its network and apply before the lookup
   * @throws HttpError rate_limited
   */
  async find({ contact, orderId }: FindBookingDto, address: string): Promise<FindBookingResponse> {
    const network = clientNetwork(address);
    await this.limits.use(
      { limit: "booking_searches_per_network", by: network },
      { limit: "booking_searches_per_order", by: `${orderKey(orderId)} ${network}` },
      { limit: "booking_searches_per_contact", by: `${contact.toLowerCase()} ${network}` },
    );
    const work = this.send(contact, orderId).catch((error: unknown) => {
      this.log.error(`a booking link could not be queued: ${describeError(error)}`);
    });
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
    await pause(RESPONSE_MS);
    return { message: MESSAGE };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }

  private async send(contact: string, typedOrderId: string): Promise<void> {
    const found = await this.bookingOf(contact, typedOrderId);
    if (found === undefined) return;
    const { id: bookingId, orderId, email, fullName, stallId, paid } = found;
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
    await this.database.transaction((tx) => (paid ? this.mails.queue(tx, mail) : this.mails.queueUnpaid(tx, mail)));
  }

  private async bookingOf(contact: string, orderId: string): Promise<FoundBooking | undefined> {
    const [found] = await this.database.query<FoundBooking>(
      `SELECT b.id, o.order_id AS "orderId", b.email, b.full_name AS "fullName", b.stall_id AS "stallId",
              EXISTS (SELECT FROM orders every JOIN payments p ON p.order_id = every.order_id
                       WHERE every.subject_id = b.id AND p.outcome = 'success') AS paid
         FROM orders o JOIN bookings b ON b.id = o.subject_id
        WHERE order_key(o.order_id) = $1 AND o.subject_type = 'booking' AND b.erased_at IS NULL
          AND b.email IS NOT NULL AND b.full_name IS NOT NULL
          AND (lower(b.email) = lower($2) OR b.phone = $2)`,
      [orderKey(orderId), contact],
    );
    return found;
  }
}

interface FoundBooking {
  readonly id: string;
  readonly orderId: string;
  readonly email: string;
  readonly fullName: string;
  readonly stallId: string;
  /** A payment succeeded. An unpaid registration may carry a stranger's address. */
  readonly paid: boolean;
}
