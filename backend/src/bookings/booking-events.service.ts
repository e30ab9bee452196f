import { Injectable } from "@nestjs/common";
import type { BookingActor, BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import type { HistoryEntry } from "@sakhi/workflows/bookings/stall-booking.activities";
import { STALL_BOOKING, stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { Database, type Tx } from "../platform/database/database.js";
import { Outbox, type WorkflowNudge } from "../platform/outbox/outbox.js";
import type { BookingRow } from "./booking.types.js";

/** Something that happened to a booking. */
interface BookingEvent {
  readonly bookingId: string;
  readonly kind: BookingEventKind;
  readonly actor: BookingActor;
  /** A few plain words, e.g. a release reason or an order id; never personal data. */
  readonly note?: string;
  /** Further facts; never a name, email, phone or GST number. */
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

/** What a signal shows in Temporal's search attributes: stall, order and state. */
type SignalledBooking = Pick<BookingRow, "id" | "stallId" | "orderId" | "state">;

/** How a booking's workflow is signalled. */
interface SignalOptions {
  /** Start a new run though the last one completed: it records the history to its new end and closes. */
  readonly evenIfCompleted?: boolean;
  /** The booking was made just now, or ended unpaid: one that had both before its workflow was started needs none. */
  readonly at?: "begin" | "end";
}

/** A booking's history (who did what, when and why), and the signals that make its workflow recheck it. */
@Injectable()
export class BookingEvents {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Adds an event to the history, in the transaction of the change it records. */
  async record(tx: Tx, event: BookingEvent): Promise<void> {
    const note = event.note === undefined ? {} : { note: event.note };
    await tx.query("INSERT INTO booking_events (booking_id, kind, actor, detail) VALUES ($1, $2, $3, $4)", [
      event.bookingId,
      event.kind,
      event.actor,
      JSON.stringify({ ...event.detail, ...note }),
    ]);
  }

  /**
   * Records an event and signals the booking's workflow.
   *
   * @param booking as it is after the change
   */
  async publish(
    tx: Tx,
    booking: SignalledBooking,
    event: Omit<BookingEvent, "bookingId">,
    options: SignalOptions = {},
  ): Promise<void> {
    await this.record(tx, { ...event, bookingId: booking.id });
    await this.signal(tx, booking, options);
  }

  /** Has the booking's workflow started, or signalled to recheck the booking, once `tx` has committed. */
  signal(tx: Tx, booking: SignalledBooking, options: SignalOptions = {}): Promise<void> {
    return this.outbox.nudge(tx, this.nudgeOf(booking, options));
  }

  /** What {@link signal} notes, for a function of the database that writes it with the change. */
  nudgeOf(booking: SignalledBooking, { evenIfCompleted = false, at }: SignalOptions = {}): WorkflowNudge {
    return {
      workflowType: STALL_BOOKING,
      workflowId: stallBookingWorkflowId(booking.id),
      args: [{ bookingId: booking.id }],
      signal: RECHECK,
      searchAttributes: { StallId: booking.stallId, OrderId: booking.orderId ?? undefined, Stage: booking.state },
      summary: `Stall ${booking.stallId}`,
      ...(evenIfCompleted ? { evenIfCompleted } : {}),
      ...(at === "begin" ? { begins: true } : {}),
      ...(at === "end" ? { ends: true } : {}),
    };
  }

  /**
   * What happened to a booking since an event, in order.
   *
   * @param afterEvent id of the last event known, "0" for all
   */
  async since(
    bookingId: string,
    afterEvent: string,
  ): Promise<{ readonly happened: HistoryEntry[]; readonly lastEvent: string }> {
    const events = await this.database.query<{
      id: string;
      kind: BookingEventKind;
      actor: BookingActor;
      note: string | null;
      at: Date;
    }>(
      `SELECT id, kind, actor, detail->>'note' AS note, at
         FROM booking_events WHERE booking_id = $1 AND id > $2::bigint ORDER BY id`,
      [bookingId, afterEvent],
    );
    return {
      happened: events.map(({ kind, actor, note, at }) => ({
        what: kind,
        at: at.toISOString(),
        by: actor,
        ...(note === null ? {} : { note }),
      })),
      lastEvent: events.at(-1)?.id ?? afterEvent,
    };
  }
}
