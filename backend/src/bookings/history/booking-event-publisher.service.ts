import { Injectable } from "@nestjs/common";
import { Outbox } from "../../platform/outbox/outbox.js";
import type { Tx } from "../../platform/database/database.js";
import { BookingEvents } from "./booking-events.service.js";
import type { BookingEvent } from "./booking-events.service.js";
import { nudgeBooking } from "./booking-nudges.js";
import type { BookingRow } from "../booking.row.js";

/** What is written with every change of a booking: the event that tells of it, and the nudge for its workflow. */
@Injectable()
export class BookingEventPublisher {
  constructor(
    private readonly events: BookingEvents,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @param booking as it is after the change
   * @param how `evenIfCompleted` for news of a booking whose workflow has closed: a new run tells the story to its new
   * end, under the search attributes it has now, and closes at once
   */
  async record(
    tx: Tx,
    booking: Pick<BookingRow, "id" | "stallId" | "orderId" | "state">,
    event: Omit<BookingEvent, "bookingId">,
    how: { readonly evenIfCompleted?: boolean } = {},
  ): Promise<void> {
    await this.events.record(tx, { ...event, bookingId: booking.id });
    await this.nudge(tx, booking, how);
  }

  /** Only the nudge: nothing changed yet, but there is something to look at. */
  async nudge(
    tx: Tx,
    booking: Pick<BookingRow, "id" | "stallId" | "orderId" | "state">,
    { evenIfCompleted = false }: { readonly evenIfCompleted?: boolean } = {},
  ): Promise<void> {
    const { id: bookingId, stallId, orderId, state: stage } = booking;
    await nudgeBooking(this.outbox, tx, { bookingId, stallId, orderId, stage, evenIfCompleted });
  }
}
