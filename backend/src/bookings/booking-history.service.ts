import { Injectable } from "@nestjs/common";
import { type BookingEventKind, type BookingState, SALE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import type { WebhookKind } from "@sakhi/domain/integrations/webhook.rules";
import { STALL_BOOKING, stallBookingWorkflowId } from "@sakhi/workflows/bookings/stall-booking.messages";
import { OutgoingEventsService } from "../integrations/outgoing-events.service.js";
import {
  detailOf,
  type HistoryEvent,
  type SignalOptions,
  SubjectHistoryService,
  type SubjectWorkflow,
} from "../payments/subject-history.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import type { Statement, Values } from "../platform/database/statements.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import type { BookingRow } from "./bookings.entities.js";

/** The fields that a signal sets as Temporal search attributes: stall, order and state. */
type SignalledBooking = Pick<BookingRow, "id" | "stallId" | "orderId" | "state">;

/** A booking that is changed on its event's plan. */
type ChangedBooking = SignalledBooking & Pick<BookingRow, "eventId">;

/** An INSERT or UPDATE of one booking, or of those of one order, without RETURNING, and its named parameters. */
export interface BookingChange {
  /** Of its {@link Statement}. */
  readonly name: string;
  readonly sql: string;
  readonly values: Values;
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

/** What other systems are notified of a booking, by the event of its history. */
const NOTIFIED: Readonly<Partial<Record<string, Extract<WebhookKind, `booking.${string}`>>>> = {
  ...Object.fromEntries(SALE_EVENTS.map((kind) => [kind, "booking.sold"] as const)),
  ...{ cancelled: "booking.cancelled", moved: "booking.moved" },
};

const RECORD_FURTHER: Statement = {
  name: "record_further_events",
  text: `INSERT INTO booking_events (booking_id, stall_key, kind, actor, detail)
         SELECT id, stall_key, :kind, :actor, :detail FROM bookings
          WHERE first_booking_id = :firstBookingId AND state = :state ORDER BY held_at, id`,
};

/** The history of bookings. */
@Injectable()
export class BookingHistoryService extends SubjectHistoryService<SignalledBooking, BookingEventKind> {
  constructor(
    database: Database,
    outbox: Outbox,
    private readonly outgoing: OutgoingEventsService,
  ) {
    super(database, outbox, { events: "booking_events", subject: "booking_id" });
  }

  /**
   * Records an event in the history of the further bookings of an order, which have followed its first one to `state` in the same
   * transaction. They have no workflow of their own until they are sold.
   */
  async recordFurther(
    tx: Tx,
    firstBookingId: string,
    state: BookingState,
    event: HistoryEvent<BookingEventKind>,
  ): Promise<void> {
    const { kind, actor } = event;
    await rows(tx, RECORD_FURTHER, { firstBookingId, state, kind, actor, detail: detailOf(event) });
  }

  protected async announce(tx: Tx, bookingId: string, { kind, detail }: HistoryEvent<string>): Promise<void> {
    const notified = NOTIFIED[kind];
    if (notified !== undefined) await this.outgoing.booking(tx, notified, bookingId, detail);
  }

  protected workflowOf({ id, stallId, orderId, state }: SignalledBooking): SubjectWorkflow {
    return {
      workflowType: STALL_BOOKING,
      workflowId: stallBookingWorkflowId(id),
      args: [{ bookingId: id }],
      searchAttributes: { StallId: stallId, OrderId: orderId ?? undefined, Stage: state },
      summary: `Stall ${stallId}`,
    };
  }

  /**
   * Changes a booking on the plan, or those of one order, and, if that applied, records the event of each and signals its workflow:
   * one statement.
   *
   * @param booking its state after the change
   * @returns whether the change applied
   */
  async change(
    tx: Tx,
    change: BookingChange,
    booking: ChangedBooking,
    event: HistoryEvent<BookingEventKind>,
    options: SignalOptions | "no signal" = {},
  ): Promise<boolean> {
    const { kind, actor } = event;
    const withEvent = {
      name: `${change.name}_and_nudge`,
      sql: `changed AS (${change.sql} RETURNING id, stall_key),
            event AS (INSERT INTO booking_events (booking_id, stall_key, kind, actor, detail)
                      SELECT id, stall_key, :kind, :actor, :detail FROM changed)`,
      values: { ...change.values, kind, actor, detail: detailOf(event) },
    };
    const changed =
      options === "no signal"
        ? (
            await rows(
              tx,
              { name: change.name, text: `WITH ${withEvent.sql} SELECT id FROM changed` },
              withEvent.values,
            )
          ).length > 0
        : await this.outbox.nudgeIfChanged(tx, withEvent, this.nudgeOf(booking, options), options.notBefore);
    if (changed) notifyPlanChanged(tx, booking.eventId);
    if (changed) await this.announce(tx, booking.id, event);
    return changed;
  }
}
