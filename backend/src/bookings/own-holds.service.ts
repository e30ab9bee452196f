import { Injectable } from "@nestjs/common";
import { isHold } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { RequestedEvent } from "../events/event-facts.service.js";
import type { Tx } from "../platform/database/database.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { type StallRef, StallsService } from "../stalls/stalls.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { NetworkHoldsService } from "./network-holds.service.js";

/** Finds the hold that a visitor registers for. */
@Injectable()
export class OwnHoldsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly stalls: StallsService,
    private readonly networkHolds: NetworkHoldsService,
  ) {}

  /** @throws DomainError network_blocked */
  async assertNotBlocked({ id, address }: Pick<Visitor, "id" | "address">): Promise<void> {
    await this.networkHolds.assertNotBlocked(this.networkHolds.idsOf(address), id);
  }

  /**
   * Locks the visitor's held or registered booking of this stall, before its deadline, until `tx` ends.
   *
   * @throws DomainError stall_not_found; not_yours for another visitor; hold_expired; hold_replaced if they hold another
   * stall; payment_in_progress with the order id; already_paid
   */
  async lock(tx: Tx, visitorId: string | undefined, event: RequestedEvent, stallId: string): Promise<BookingRow> {
    const stall = { eventId: event.id, stallId };
    const mine = visitorId === undefined ? undefined : await this.lockVisitor(tx, visitorId, event);
    if (visitorId === undefined || mine === undefined) {
      const exists = await this.stalls.exists(tx, stall);
      throw new DomainError(exists ? "not_yours" : "stall_not_found");
    }
    // An order is registered with its first stall.
    const own = mine.find((each) => each.stallId === stallId && (each.firstBookingId === null || !isHold(each.state)));
    const booking = own && (await this.bookings.lock(tx, own.id));
    if (booking === undefined) throw await this.whyNoHold(tx, visitorId, stall, mine);
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

  /** Locks the visitor and reads their bookings, in one round trip. @returns undefined if there is no such visitor */
  private async lockVisitor(tx: Tx, visitorId: string, event: RequestedEvent): Promise<BookingRow[] | undefined> {
    const [isKnown, mine] = await Promise.all([
      this.bookings.lockVisitor(tx, visitorId),
      this.bookings.liveOfVisitor(tx, visitorId, event),
    ]);
    return isKnown ? mine : undefined;
  }

  private async whyNoHold(
    tx: Tx,
    visitorId: string,
    name: StallRef,
    mine: readonly BookingRow[],
  ): Promise<DomainError> {
    const stall = await this.stalls.find(name, tx);
    if (stall === undefined) return new DomainError("stall_not_found");
    const other = mine.find(
      (each) => isHold(each.state) && each.eventId === name.eventId && each.firstBookingId === null,
    );
    if (other !== undefined && !other.expired) {
      return new DomainError("hold_replaced", { stallId: other.stallId });
    }
    if (await this.bookings.everHeld(tx, visitorId, stall.stallKey)) return new DomainError("hold_expired");
    const onStall = await this.bookings.onStall(stall.stallKey, tx);
    return new DomainError(onStall === undefined || onStall.expired ? "hold_expired" : "not_yours");
  }
}
