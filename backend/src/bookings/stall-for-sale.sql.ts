import type { SalesVerdict } from "@sakhi/domain/events/sales.rules";
import { SALES_COLUMNS } from "../events/event-facts.service.js";
import { computed, named, orNull, selected, sql } from "../platform/database/statements.js";
import { expiredHold, inLiveState } from "../stalls/live-bookings.sql.js";
import { BookingEntity, type BookingRow } from "./bookings.entities.js";

/** A stall as a visitor wants to reserve it, with its booking and its event's sales; read without locks. */
export const ON_STALL = named(
  "booking_on_stall",
  sql`SELECT ${orNull(sql`${selected(BookingEntity, "b", ["state", "visitorId", "orderId"])}, ${computed<Pick<BookingRow, "expired">>({ expired: expiredHold() })}`)},
         ${SALES_COLUMNS}, ${computed<{ isKept: boolean }>({ isKept: "coalesce(stall_is_kept(n.event_id, n.type, n.stall_key), false)" })}
    FROM events e
    LEFT JOIN stalls n ON n.event_id = e.id AND n.stall_id = :stallId AND n.removed_at IS NULL
    LEFT JOIN bookings b ON ${inLiveState("b")} AND b.stall_key = n.stall_key
   WHERE e.id = :eventId`,
);
/** The booking on a stall, as far as a check without locks reads it. */
export type BookingOnStall = Pick<BookingRow, "state" | "visitorId" | "orderId" | "expired">;

/** The state of a stall when a visitor wants to reserve it. */
export interface StallForSale<Booking extends BookingOnStall = BookingOnStall> {
  /** The live or overdue booking on it. */
  readonly onStall: Booking | undefined;
  /** Whether sales are open, by the database's clock. */
  readonly sales: SalesVerdict;
  /** Free, it goes to the waiting list first (docs/decisions/0117). */
  readonly isKept: boolean;
}
