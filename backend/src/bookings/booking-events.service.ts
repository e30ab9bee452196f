import { Injectable } from "@nestjs/common";
import type { BookingEventKind } from "@sakhi/domain/bookings/booking.states";
import type { HistoryEntry } from "@sakhi/workflows/bookings/stall-booking.activities";
import { STALL_BOOKING, stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { type HistoryEvent, historyOf } from "../payments/payments.types.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Outbox, type WorkflowNudge } from "../platform/outbox/outbox.js";
import { MoreThan } from "typeorm";
import { planChanged } from "../stalls/live-bookings.sql.js";
import { BookingEventEntity, type BookingRow } from "./bookings.entities.js";

/** The fields that a signal sets as Temporal search attributes: stall, order and state. */
type SignalledBooking = Pick<BookingRow, "id" | "stallId" | "orderId" | "state">;

/** Options of a signal to a booking's workflow. */
interface SignalOptions {
  /** Start a new run even if the last one completed; it records the remaining history and closes. */
  readonly evenIfCompleted?: boolean;
  /** The booking was just created, or has ended unpaid. If both happen before its workflow starts, none is started. */
  readonly at?: "begin" | "end";
  /** Relays the signal no earlier; see {@link workflowStart}. */
  readonly notBefore?: Date | undefined;
}

/** An INSERT or UPDATE of at most one booking, without RETURNING, and its parameters. */
export interface BookingChange {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** How long after a hold its workflow starts, in ms. */
const WORKFLOW_DELAY_MS = 1_000;

/**
 * When a hold's workflow starts; undefined if that time has passed. A hold that ends before is signalled at the same time,
 * so that the relay claims both rows together and starts nothing.
 */
export function workflowStart({ heldAt, readAt }: Pick<BookingRow, "heldAt" | "readAt">): Date | undefined {
  const start = new Date(heldAt.getTime() + WORKFLOW_DELAY_MS);
  return start > readAt ? start : undefined;
}

/** A booking's history (who did what, when and why), and the signals that make its workflow recheck the booking. */
@Injectable()
export class BookingEvents {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Adds an event to the history, in the transaction of the change it records. */
  async record(tx: Tx, event: HistoryEvent<BookingEventKind> & { readonly bookingId: string }): Promise<void> {
    const { bookingId, kind, actor } = event;
    await tx.query("INSERT INTO booking_events (booking_id, kind, actor, detail) VALUES ($1, $2, $3, $4)", [
      ...[bookingId, kind, actor],
      detailOf(event),
    ]);
  }

  /**
   * Records an event and signals the booking's workflow.
   *
   * @param booking its state after the change
   */
  async publish(
    tx: Tx,
    booking: SignalledBooking,
    event: HistoryEvent<BookingEventKind>,
    options: SignalOptions = {},
  ): Promise<void> {
    await this.record(tx, { ...event, bookingId: booking.id });
    await this.signal(tx, booking, options);
  }

  /**
   * Changes a booking on the plan and, if that applied, records its event and signals its workflow: one statement.
   *
   * @param booking its state after the change
   * @returns whether the change applied
   */
  async change(
    tx: Tx,
    change: BookingChange,
    booking: SignalledBooking,
    event: HistoryEvent<BookingEventKind>,
    options: SignalOptions | "no signal" = {},
  ): Promise<boolean> {
    const next = change.values.length;
    const withEvent = {
      sql: `changed AS (${change.sql} RETURNING id, stall_id),
            event AS (INSERT INTO booking_events (booking_id, stall_id, kind, actor, detail)
                      SELECT id, stall_id, $${next + 1}, $${next + 2}, $${next + 3} FROM changed)`,
      values: [...change.values, event.kind, event.actor, detailOf(event)],
    };
    const changed =
      options === "no signal"
        ? (await rows(tx, `WITH ${withEvent.sql} SELECT id FROM changed`, withEvent.values)).length > 0
        : await this.outbox.nudgeIfChanged(tx, withEvent, nudgeOf(booking, options), options.notBefore);
    if (changed) planChanged(tx);
    return changed;
  }

  /** Starts the booking's workflow, or signals it to recheck the booking, once `tx` has committed. */
  signal(tx: Tx, booking: SignalledBooking, options: SignalOptions = {}): Promise<void> {
    return this.outbox.nudge(tx, nudgeOf(booking, options), options.notBefore);
  }

  /**
   * The booking's history after an event, oldest first.
   *
   * @param afterEvent id of the last known event, "0" for all
   */
  async since(
    bookingId: string,
    afterEvent: string,
  ): Promise<{ readonly happened: HistoryEntry[]; readonly lastEvent: string }> {
    const events = await this.database
      .repository(BookingEventEntity)
      .find({ where: { bookingId, id: MoreThan(afterEvent) }, order: { id: "ASC" } });
    return historyOf(events, afterEvent);
  }
}

function detailOf({ detail, note }: HistoryEvent<BookingEventKind>): string {
  return JSON.stringify({ ...detail, ...(note === undefined ? {} : { note }) });
}

function nudgeOf(booking: SignalledBooking, { evenIfCompleted = false, at }: SignalOptions): WorkflowNudge {
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
