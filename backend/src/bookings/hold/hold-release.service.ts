import { Injectable } from "@nestjs/common";
import { canTransition } from "@sakhi/domain/bookings/booking.states";
import type { BookingActor } from "@sakhi/domain/bookings/booking.states";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { msToDeadline } from "../history/booking-facts.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { HoldReleaseFollowUp } from "./hold-release.follow-up.js";
import type { HoldReleaseReason } from "./hold-release.follow-up.js";

/** The one way a held or registered booking ends without a sale. */
@Injectable()
export class HoldRelease {
  constructor(
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly follow: HoldReleaseFollowUp,
  ) {}

  /**
   * Releases a held or registered booking inside a transaction that has locked what comes before a booking in the
   * order of locks. Does nothing when it is in another state, or when the reason is hold_expired and it is too early.
   *
   * @returns whether it was released now
   */
  async releaseInTx(
    tx: Tx,
    bookingId: string,
    reason: HoldReleaseReason,
    actor: BookingActor,
  ): Promise<boolean> {
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined || !canTransition("hold_released", booking.state)) return false;
    if (!(await this.bookings.releaseHold(tx, bookingId, reason))) return false;
    await this.follow.released(tx, booking, reason, actor);
    return true;
  }

  /**
   * Releases a hold whose time is over. Can be asked any number of times by anybody: the facts tell when and why the
   * booking was released even where another process did it.
   */
  async releaseExpiredHold(bookingId: string): Promise<ReleaseFacts> {
    await this.database.transaction((tx) => this.releaseInTx(tx, bookingId, "hold_expired", "system"));
    const booking = await this.bookings.find(bookingId);
    return booking === undefined ? nothing(new Date()) : releaseFacts(booking);
  }

  /** Ids of holds overdue by at least this many seconds that nobody has released, for the sweep. */
  overdue(bySeconds: number, limit: number): Promise<string[]> {
    return this.bookings.overdueHolds(bySeconds, limit);
  }
}

function nothing(at: Date): ReleaseFacts {
  return { released: false, at: at.toISOString() };
}

function releaseFacts(booking: BookingRow): ReleaseFacts {
  if (booking.state === "released") {
    const at = (booking.endedAt ?? booking.readAt).toISOString();
    return {
      released: true,
      ...(booking.releaseReason === undefined ? {} : { reason: booking.releaseReason }),
      at,
    };
  }
  const msLeft = canTransition("hold_released", booking.state) ? msToDeadline(booking) : undefined;
  return { ...nothing(booking.readAt), ...(msLeft === undefined ? {} : { msLeft }) };
}
