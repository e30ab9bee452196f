import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE, HOLD_STATES, LIVE_STATES } from "@sakhi/domain/bookings/booking.states";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { copiedColumns } from "../platform/database/declared-columns.js";
import { computed, sql, type Values } from "../platform/database/statements.js";
import { beforeDeadline } from "../stalls/live-bookings.sql.js";
import type { BookingRow } from "./bookings.entities.js";

/** Changes of the further bookings of an order, which its first one's do not bring with them (docs/decisions/0131). */
@Injectable()
export class FurtherBookingsRepository {
  constructor(private readonly database: Database) {}

  /** Numbers of the other stalls that a booking's order has sold or waits to sell. */
  async together({ id, orderId }: Pick<BookingRow, "id" | "orderId">): Promise<string[]> {
    if (orderId === null) return [];
    const others = sql`SELECT ${computed<{ stallId: string }>({ stallId: "s.stall_id" })}
      FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key
      WHERE b.order_id = :orderId AND b.id <> :id AND b.state = ANY(:live) ORDER BY b.held_at, b.id`;
    return (await this.database.select(others, { id, orderId, live: LIVE_STATES })).map(({ stallId }) => stallId);
  }

  /** As {@link BookingsRepository.register}, of a further stall: with the first one's registration. */
  registerFurther(tx: Tx, bookingId: string, price: PriceSummary): Promise<boolean> {
    const { discountPercentage, discountPaise, totalPaise } = price;
    const { from } = BOOKING_LIFECYCLE.transitions.registered;
    const columns = ["order_id", "policies_version", "policies_accepted_at", "language"].map(
      (name) => `${name} = f.${name}`,
    );
    return update(
      tx,
      `state = 'registered', registered_at = coalesce(bookings.registered_at, clock_timestamp()),
       ${copiedColumns(REGISTRATION_FIELDS, "f")}, ${columns.join(", ")},
       discount_percentage = :discountPercentage, discount_paise = :discountPaise, final_paise = :totalPaise
        FROM bookings f
        WHERE bookings.id = :bookingId AND f.id = bookings.first_booking_id AND bookings.state = ANY(:from)
          AND ${beforeDeadline("bookings")}`,
      { bookingId, from, discountPercentage, discountPaise, totalPaise },
      "register_further",
    );
  }

  /** Gives a registration that has changed another order, with what it costs now; before its deadline. */
  reprice(tx: Tx, bookingId: string, orderId: string, price: PriceSummary): Promise<boolean> {
    const { discountPercentage, discountPaise, totalPaise } = price;
    return update(
      tx,
      `order_id = :orderId, discount_percentage = :discountPercentage, discount_paise = :discountPaise, final_paise = :totalPaise
        WHERE id = :bookingId AND state = 'registered' AND ${beforeDeadline()}`,
      { bookingId, orderId, discountPercentage, discountPaise, totalPaise },
    );
  }

  /** Takes a released stall out of its order, which continues without it. */
  async detach(tx: Tx, bookingId: string): Promise<void> {
    await update(tx, "first_booking_id = NULL, order_id = NULL WHERE id = :bookingId AND state = 'released'", {
      bookingId,
    });
  }

  /** Makes a further booking the first one of its order, in place of one that is released. */
  async makeFirst(tx: Tx, bookingId: string, before: string): Promise<void> {
    await update(
      tx,
      `first_booking_id = CASE WHEN id = :bookingId THEN NULL ELSE :bookingId::uuid END
        WHERE first_booking_id = :before AND state = ANY(:holds)`,
      { bookingId, before, holds: HOLD_STATES },
    );
  }

  /** Takes over the coupon that an order used with its former first booking. */
  async keepCoupon(tx: Tx, bookingId: string, couponCode: string | null): Promise<void> {
    await update(tx, "coupon_code = :couponCode WHERE id = :bookingId", { bookingId, couponCode });
  }
}

/** @param changes SET list and WHERE. @returns whether a row was changed */
async function update(tx: Tx, changes: string, values: Values, name?: string): Promise<boolean> {
  const text = `UPDATE bookings SET updated_at = clock_timestamp(), ${changes} RETURNING bookings.id`;
  return (await rows(tx, name === undefined ? text : { name, text }, values)).length > 0;
}
