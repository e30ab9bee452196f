import { Injectable } from "@nestjs/common";
import { LATE_MONEY_RESTART_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { BOOKING_LIFECYCLE, UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { computed, selected, sql, type Typed, type Values } from "../platform/database/statements.js";
import { expiredHold } from "../stalls/live-bookings.sql.js";
import { BookingEntity, type BookingRow } from "./bookings.entities.js";

const ID = selected(BookingEntity, "b", ["id"]);

/** Bookings that wait for something that is due, for the sweep. */
@Injectable()
export class OverdueBookingsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Paying bookings whose window ended at least `bySeconds` ago and whose order has not been checked at the provider
   * since.
   */
  overduePayments(bySeconds: number, limit: number): Promise<string[]> {
    return this.ids(
      sql`SELECT ${ID} FROM bookings b JOIN orders o ON o.order_id = b.order_id
        WHERE b.state = 'paying' AND b.first_booking_id IS NULL AND b.pay_until < clock_timestamp() - make_interval(secs => :bySeconds)
          AND (o.asked_at IS NULL OR o.asked_at < clock_timestamp() - make_interval(secs => :bySeconds))
        ORDER BY b.pay_until LIMIT :limit`,
      { bySeconds, limit },
    );
  }

  /** Unfinished bookings without a recent change. Each should have its workflow; the further ones of an order have the first one's. */
  unfinished(olderThanSeconds: number, limit: number): Promise<string[]> {
    return this.ids(
      sql`SELECT ${ID} FROM bookings b
        WHERE b.state IN ${sqlList(UNPAID_STATES)} AND b.first_booking_id IS NULL
          AND b.updated_at < clock_timestamp() - make_interval(secs => :olderThanSeconds)
        ORDER BY b.held_at LIMIT :limit`,
      { olderThanSeconds, limit },
    );
  }

  /**
   * Orders closed without money whose late-payment workflow should run ({@link LATE_MONEY_RESTART_SECONDS}). Oldest first, so that every order comes within the limit before it leaves the window.
   */
  async lateOrders(olderThanSeconds: number, limit: number): Promise<{ orderId: string; stallId: string }[]> {
    return this.database.select(
      sql`SELECT ${computed<{ orderId: string; stallId: string }>({ orderId: "o.order_id", stallId: "s.stall_id" })}
         FROM bookings b JOIN orders o ON o.order_id = b.order_id JOIN stalls s ON s.stall_key = b.stall_key
        WHERE b.state = 'released' AND b.first_booking_id IS NULL
          AND b.release_reason IN ${sqlList(BOOKING_LIFECYCLE.transitions.payment_released.reasons)}
          AND o.state = 'closed'
          -- statement_timestamp(), because clock_timestamp() is volatile and would rule out an index scan.
          AND b.ended_at < statement_timestamp() - make_interval(secs => :olderThanSeconds)
          AND b.ended_at > statement_timestamp() - make_interval(secs => :restartSeconds)
        ORDER BY b.ended_at LIMIT :limit`,
      { olderThanSeconds, restartSeconds: LATE_MONEY_RESTART_SECONDS, limit },
    );
  }

  /** Ids of holds at least this many seconds past their deadline, oldest first; of several stalls of one order, the first. */
  overdueHolds(bySeconds: number, limit: number): Promise<string[]> {
    return this.ids(
      sql`SELECT ${ID} FROM bookings b
        WHERE ${expiredHold()} AND b.first_booking_id IS NULL AND b.hold_expires_at <= clock_timestamp() - make_interval(secs => :bySeconds)
        ORDER BY b.hold_expires_at LIMIT :limit`,
      { bySeconds, limit },
    );
  }

  private async ids(statement: Typed<Pick<BookingRow, "id">>, values: Values): Promise<string[]> {
    return (await this.database.select(statement, values)).map(({ id }) => id);
  }
}
