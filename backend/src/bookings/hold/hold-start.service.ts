import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { BOOKING_INITIAL_STATES } from "@sakhi/domain/bookings/booking.states";
import { Config } from "../../platform/config/config.js";
import type { Tx } from "../../platform/database/database.js";
import type { StallRow } from "../../stalls/stalls.service.js";
import { BookingEventPublisher } from "../history/booking-event-publisher.service.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";

/** Begins a booking: the stall is the visitor's for HOLD_SECONDS, at today's price. */
@Injectable()
export class HoldStart {
  constructor(
    private readonly config: Config,
    private readonly bookings: BookingsRepository,
    private readonly publisher: BookingEventPublisher,
  ) {}

  /**
   * The price freezes here. May fail on the unique indexes of live bookings; the caller knows what that means.
   *
   * @param network digest of the network that the hold counts for, see NetworkHolds
   */
  async begin(tx: Tx, visitorId: string, stall: StallRow, network?: string): Promise<BookingRow> {
    const id = randomUUID();
    const { stallId, pricePaise } = stall;
    const { holdSeconds } = this.config;
    await this.bookings.insertHeld(tx, { id, stallId, visitorId, pricePaise, holdSeconds, network });
    await this.publisher.record(
      tx,
      { id, stallId, orderId: undefined, state: BOOKING_INITIAL_STATES.reserved },
      { kind: "reserved", actor: "visitor", note: stallId, detail: { pricePaise, holdSeconds } },
    );
    const booking = await this.bookings.lock(tx, id);
    if (booking === undefined) throw new Error(`Booking ${id} vanished inside its own transaction`);
    return booking;
  }
}
