import { Injectable } from "@nestjs/common";
import { Outbox } from "../../platform/outbox/outbox.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEvents } from "./booking-events.service.js";
import type { BookingEvent } from "./booking-events.service.js";
import { nudgeBooking } from "./booking-nudges.js";
import type { BookingRow } from "../booking.row.js";

/** What is written with every change of a booking: the event that tells of it, and the nudge for its workflow. */
@Injectable()
export class BookingNews {
  constructor(
    private readonly events: BookingEvents,
    private readonly outbox: Outbox,
  ) {}

  /** @param booking as it is after the change */
  async tell(
    tx: Tx,
    booking: Pick<BookingRow, "id" | "stallId" | "orderId" | "state">,
    event: Omit<BookingEvent, "bookingId">,
  ): Promise<void> {
    await this.events.record(tx, { ...event, bookingId: booking.id });
    await this.nudge(tx, booking);
  }

  /** Only the nudge: nothing changed yet, but there is something to look at. */
  async nudge(tx: Tx, booking: Pick<BookingRow, "id" | "stallId" | "orderId" | "state">): Promise<void> {
    const { id: bookingId, stallId, orderId, state: stage } = booking;
    await nudgeBooking(this.outbox, tx, { bookingId, stallId, orderId, stage });
  }
}
