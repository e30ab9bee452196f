import { Injectable } from "@nestjs/common";
import { type BookingsListDto, BOOKINGS_PAGE } from "@sakhi/domain/admin/bookings-list.dto";
import type { BookingState, ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { EventFactsService } from "../events/event-facts.service.js";
import { Database } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import type { BookingsPageResponse } from "./bookings-list.response.js";
import { NET_PAISE, PAYMENT_STATUS } from "./registrations.sql.js";

interface ListedBooking {
  readonly id: string;
  readonly event: string;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly state: BookingState;
  readonly releaseReason: ReleaseReason | null;
  readonly orderId: string | null;
  readonly pricePaise: number;
  readonly discountPaise: number;
  readonly netPaise: number;
  readonly paymentStatus: PaymentStatus;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Microseconds since 1970: more than a Date holds, so that no booking is skipped. */
  readonly micros: string;
}

const REGISTERED_AT = "coalesce(b.registered_at, b.held_at)";
const PAGE = `
  SELECT b.id, e.slug AS event, s.stall_id AS "stallId", s.type AS "stallType",
         CASE WHEN ${expiredHold()} THEN 'released' ELSE b.state END AS state,
         CASE WHEN ${expiredHold()} THEN 'hold_expired' ELSE b.release_reason END AS "releaseReason",
         b.order_id AS "orderId", b.price_paise::float8 AS "pricePaise", b.discount_paise::float8 AS "discountPaise",
         (${NET_PAISE})::float8 AS "netPaise", ${PAYMENT_STATUS} AS "paymentStatus",
         ${REGISTERED_AT} AS "createdAt", b.updated_at AS "updatedAt",
         (extract(epoch FROM ${REGISTERED_AT}) * 1000000)::bigint::text AS micros
    FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id
   WHERE b.final_paise IS NOT NULL AND (:eventId::integer IS NULL OR s.event_id = :eventId)
     AND (:id::uuid IS NULL OR (${REGISTERED_AT}, b.id) >
          (timestamptz 'epoch' + :micros::bigint * interval '1 microsecond', :id::uuid))
   ORDER BY ${REGISTERED_AT}, b.id LIMIT :limit`;

/** Bookings for other systems: ids, states and amounts, and nothing about a person. */
@Injectable()
export class BookingsListService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * A page, oldest first, and the slug of its event or "all".
   *
   * @throws DomainError event_not_found
   */
  async page({
    event: named,
    limit = BOOKINGS_PAGE.usual,
    after,
  }: BookingsListDto): Promise<{ readonly page: BookingsPageResponse; readonly event: string }> {
    const event = await this.eventFacts.listed(named);
    const [micros = null, id = null] = after?.split("_") ?? [];
    const found = await this.database.query<ListedBooking>(PAGE, {
      ...{ eventId: event?.id ?? null, micros, id, limit: limit + 1 },
    });
    const bookings = found.slice(0, limit);
    const last = bookings.at(-1);
    return {
      event: event?.slug ?? ALL_EVENTS,
      page: {
        bookings: bookings.map(({ micros: _micros, ...booking }) => toResponse(booking)),
        ...(last === undefined || found.length <= limit ? {} : { next: `${last.micros}_${last.id}` }),
      },
    };
  }
}
