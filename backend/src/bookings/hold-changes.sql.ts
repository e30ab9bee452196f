import { BOOKING_LIFECYCLE, type ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Paise } from "@sakhi/domain/money/money";
import { beforeDeadline, pastDeadline } from "../stalls/live-bookings.sql.js";
import type { BookingChange } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";

/** A booking and the further ones of its order. */
export const ORDERED = "(id = :bookingId OR first_booking_id = :bookingId)";

/** A hold to insert. */
interface NewHold {
  readonly id: string;
  readonly stallKey: number;
  readonly visitorId: string;
  readonly pricePaise: Paise;
  /** Start of the hold, by the database's clock. */
  readonly heldAt: Date;
  readonly holdSeconds: number;
  /** The networks it was reserved from (NetworkHoldsService); none if no browser reserved it. */
  readonly networks?: readonly string[];
  /** Of the page on which it is reserved. */
  readonly language: LanguageCode;
  /** The first booking of the order that it is added to, and whose deadline it shares. */
  readonly first?: Pick<BookingRow, "id" | "holdExpiresAt">;
}

/** Inserts a hold; its deadline counts from `heldAt`. May violate the unique indexes of live bookings. */
export function heldInsert({ networks = [], first, ...hold }: NewHold): BookingChange {
  if (first !== undefined) {
    const { id: firstBookingId, holdExpiresAt } = first;
    return {
      name: "insert_further_hold",
      sql: `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, networks, language, held_at, hold_expires_at, first_booking_id)
            VALUES (:id, :stallKey, :visitorId, 'held', :pricePaise, :networks::text[], :language, :heldAt::timestamptz,
                    least(:holdExpiresAt::timestamptz, :heldAt::timestamptz + make_interval(secs => :holdSeconds)), :firstBookingId)`,
      values: { networks, ...hold, firstBookingId, holdExpiresAt },
    };
  }
  return {
    name: "insert_hold",
    sql: `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, networks, language, held_at, hold_expires_at)
          VALUES (:id, :stallKey, :visitorId, 'held', :pricePaise, :networks::text[], :language, :heldAt::timestamptz,
                  :heldAt::timestamptz + make_interval(secs => :holdSeconds))`,
    values: { networks, ...hold },
  };
}

/** held or registered → released, and the further ones of its order with it; with hold_expired only past the deadline. */
export function holdRelease(bookingId: string, reason: ReleaseReason): BookingChange {
  return {
    name: "release_hold",
    sql: `UPDATE bookings SET updated_at = clock_timestamp(), state = 'released', release_reason = :reason,
                 ended_at = clock_timestamp()
           WHERE ${ORDERED} AND state = ANY(:from)
             AND (:reason <> 'hold_expired' OR ${pastDeadline()})`,
    values: { bookingId, reason, from: BOOKING_LIFECYCLE.transitions.hold_released.from },
  };
}

/** {@link holdRelease} of one stall; its order stays without it. */
export function stallRelease(bookingId: string, reason: ReleaseReason): BookingChange {
  return {
    name: "release_stall",
    sql: `UPDATE bookings SET updated_at = clock_timestamp(), state = 'released', release_reason = :reason,
                 ended_at = clock_timestamp()
           WHERE id = :bookingId AND state = ANY(:from) AND (:reason <> 'hold_expired' OR ${pastDeadline()})`,
    values: { bookingId, reason, from: BOOKING_LIFECYCLE.transitions.hold_released.from },
  };
}

/**
 * registered, before the deadline → paying, which suspends the hold's deadline; all stalls of its order. The window is in whole
 * seconds as the order's: what the provider accepts then mostly changes nothing.
 */
export function paymentStart(bookingId: string, seconds: number): BookingChange {
  return {
    name: "start_paying",
    sql: `UPDATE bookings SET updated_at = clock_timestamp(), state = 'paying',
                 pay_until = date_trunc('second', clock_timestamp()) + make_interval(secs => :seconds)
           WHERE ${ORDERED} AND state = ANY(:from) AND ${beforeDeadline()}`,
    values: { bookingId, seconds, from: BOOKING_LIFECYCLE.transitions.payment_started.from },
  };
}
