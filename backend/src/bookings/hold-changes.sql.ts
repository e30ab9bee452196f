import { BOOKING_LIFECYCLE, type ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { Paise } from "@sakhi/domain/money/money";
import { pastDeadline } from "../stalls/live-bookings.sql.js";
import type { BookingChange } from "./booking-history.service.js";

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
}

/** Inserts a hold; its deadline counts from `heldAt`. May violate the unique indexes of live bookings. */
export function heldInsert({ networks = [], ...hold }: NewHold): BookingChange {
  return {
    name: "insert_hold",
    sql: `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, networks, language, held_at, hold_expires_at)
          VALUES (:id, :stallKey, :visitorId, 'held', :pricePaise, :networks::text[], :language, :heldAt::timestamptz,
                  :heldAt::timestamptz + make_interval(secs => :holdSeconds))`,
    values: { networks, ...hold },
  };
}

/** held or registered → released; with hold_expired only past the deadline. */
export function holdRelease(bookingId: string, reason: ReleaseReason): BookingChange {
  return {
    name: "release_hold",
    sql: `UPDATE bookings SET updated_at = clock_timestamp(), state = 'released', release_reason = :reason,
                 ended_at = clock_timestamp()
           WHERE id = :bookingId AND state = ANY(:from) AND (:reason <> 'hold_expired' OR ${pastDeadline()})`,
    values: { bookingId, reason, from: BOOKING_LIFECYCLE.transitions.hold_released.from },
  };
}
