import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { StaleReadError } from "../platform/database/database.js";
import type { Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { StallRow } from "../stalls/stalls.service.js";
import { VisitorsService } from "../visitors/visitors.service.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { BookingsRepository } from "../bookings/bookings.repository.js";
import { HoldRelease } from "../bookings/hold/hold-release.service.js";
import { OperatorRepository } from "./operator.repository.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A booking under all locks that an action on it needs, with its stall and the others that were asked for. */
export interface LockedBooking {
  readonly booking: BookingRow;
  readonly stall: StallRow;
  readonly others: readonly StallRow[];
}

/** What every action of an operator locks first, in the one order of locks: visitor → stalls ascending → booking. */
@Injectable()
export class OperatorLocks {
  constructor(
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly operator: OperatorRepository,
    private readonly holds: HoldRelease,
  ) {}

  /**
   * @param otherStalls stalls to lock with the booking's own; those that do not exist are missing from the answer
   * @throws DomainError booking_not_found
   * @throws StaleReadError when somebody moved it meanwhile: the transaction begins anew
   */
  async booking(tx: Tx, bookingId: string, otherStalls: readonly string[] = []): Promise<LockedBooking> {
    const place = UUID.test(bookingId) ? await this.operator.placeOf(tx, bookingId) : undefined;
    if (place === undefined) throw new DomainError("booking_not_found");
    if (place.visitorId !== null) await this.visitors.lock(tx, place.visitorId);
    const locked = await this.stalls.lock(tx, [place.stallId, ...otherStalls]);
    const booking = await this.bookings.lock(tx, bookingId);
    const stall = locked.find(({ stallId }) => stallId === booking?.stallId);
    if (booking === undefined || stall === undefined || booking.stallId !== place.stallId) {
      throw new StaleReadError(`booking ${bookingId}`);
    }
    return { booking, stall, others: locked.filter((other) => other !== stall) };
  }

  /** @throws DomainError stall_not_found */
  async stall(tx: Tx, stallId: string): Promise<StallRow> {
    const [stall] = await this.stalls.lock(tx, [stallId]);
    if (stall === undefined) throw new DomainError("stall_not_found");
    return stall;
  }

  /** The live or overdue booking on a locked stall, locked too. */
  async onStall(tx: Tx, stallId: string): Promise<BookingRow | undefined> {
    const onStall = await this.bookings.onStall(tx, stallId);
    const booking = onStall && (await this.bookings.lock(tx, onStall.id));
    // Whoever released it in between did not need the stall's lock; nobody can have taken the stall since.
    return booking?.state === "released" ? undefined : booking;
  }

  /**
   * Makes sure that nobody has a locked stall; an overdue hold is released first, as by whoever reserves it.
   *
   * @throws DomainError stall_sold, stall_reserved or stall_blocked, with the booking that has it
   */
  async clear(tx: Tx, stallId: string): Promise<void> {
    const live = await this.onStall(tx, stallId);
    if (live === undefined) return;
    const details = { bookingId: live.id };
    switch (live.state) {
      case "released":
        return;
      case "sold":
        throw new DomainError("stall_sold", details);
      case "blocked":
        throw new DomainError("stall_blocked", details);
      case "paying":
        throw new DomainError("stall_reserved", details);
      case "held":
      case "registered":
        if (!live.expired) throw new DomainError("stall_reserved", details);
        await this.holds.releaseInTx(tx, live.id, "hold_expired", "system");
        return;
    }
  }
}
