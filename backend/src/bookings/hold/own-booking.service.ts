import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Tx } from "../../platform/database/database.js";
import { StallsService } from "../../stalls/stalls.service.js";
import { VisitorsService } from "../../visitors/visitors.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";

/** Finds a visitor's own hold on a stall, and says why not where there is none. */
@Injectable()
export class OwnBooking {
  constructor(
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
  ) {}

  /**
   * The visitor's held or registered booking of this stall, before its deadline, locked until `tx` ends.
   *
   * @throws DomainError stall_not_found; not_yours for a stranger; hold_expired; hold_replaced when they hold another
   * stall; payment_in_progress with the order id; already_paid
   */
  async requireHold(tx: Tx, visitorId: string | undefined, stallId: string): Promise<BookingRow> {
    if (visitorId === undefined || !(await this.visitors.lock(tx, visitorId))) {
      const exists = await this.stalls.exists(tx, stallId);
      throw new DomainError(exists ? "not_yours" : "stall_not_found");
    }
    const mine = await this.bookings.liveOfVisitor(tx, visitorId);
    const own = mine.find((booking) => booking.stallId === stallId);
    const booking = own && (await this.bookings.lock(tx, own.id));
    if (booking === undefined) throw await this.whyNone(tx, visitorId, stallId, mine);
    switch (booking.state) {
      case "held":
      case "registered":
        if (booking.expired) throw new DomainError("hold_expired");
        return booking;
      case "paying":
        throw new DomainError("payment_in_progress", { orderId: booking.orderId });
      case "sold":
        throw new DomainError("already_paid", { orderId: booking.orderId });
      case "released":
      case "blocked":
        throw new DomainError("hold_expired");
    }
  }

  private async whyNone(
    tx: Tx,
    visitorId: string,
    stallId: string,
    mine: readonly BookingRow[],
  ): Promise<DomainError> {
    if (!(await this.stalls.exists(tx, stallId))) return new DomainError("stall_not_found");
    const other = mine.find((booking) => booking.state === "held" || booking.state === "registered");
    if (other !== undefined && !other.expired) {
      return new DomainError("hold_replaced", { stallId: other.stallId });
    }
    if (await this.bookings.everHeld(tx, visitorId, stallId)) return new DomainError("hold_expired");
    const onStall = await this.bookings.onStall(tx, stallId);
    return new DomainError(onStall === undefined || onStall.expired ? "hold_expired" : "not_yours");
  }
}
