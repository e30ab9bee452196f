import { Injectable, Logger } from "@nestjs/common";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  type Deduction,
  eventRefunds,
  secondsToNextTry,
  TRIES_BEFORE_ISSUE,
} from "@sakhi/domain/events/event-cancellation.rules";
import type {
  CancellationStep,
  EventCancellationActivities,
} from "@sakhi/workflows/events/event-cancellation.activities";
import {
  EVENT_CANCELLATION,
  type EventCancellationInput,
  eventCancellationWorkflowId,
} from "@sakhi/workflows/events/event-cancellation.messages";
import { RECHECK } from "@sakhi/workflows/shared/signals";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { SaleOrdersService } from "../moves/sale-orders.service.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { describeError } from "../platform/log/log.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";
import { EventCancellationEntity, EventRefundEntity, EventRefundFailureEntity } from "./cancellations.entities.js";
import { SaleCancellationsService } from "./sale-cancellations.service.js";

/** How long a cancellation may be without its workflow before the sweep starts one, in seconds. */
const OVERDUE_SECONDS = 60;

/** Bookings that one activity refunds, and for how long at most, in ms: an attempt of an activity has a minute. */
const BATCH = 10;
const BATCH_MS = 20_000;

/** Printed on the credit note. */
const CREDIT_REASON = "The Mela was cancelled by the organizer";

/** Bookings of event $1 that still have to be refunded, in the order of the plan, with those that cannot be tried yet. */
const LEFT = `
  SELECT b.id, f.next_try_at > clock_timestamp() AS waits,
         (extract(epoch FROM f.next_try_at - clock_timestamp()) * 1000)::float8 AS "waitsMs"
    FROM bookings b JOIN stalls s USING (stall_key)
    LEFT JOIN event_refund_failures f ON f.booking_id = b.id
   WHERE s.event_id = $1 AND b.state = 'sold' ${BY_NUMBER}`;
const COUNTS = `
  SELECT (SELECT count(*)::int FROM event_refunds WHERE event_id = $1) AS refunded,
         (SELECT count(*)::int FROM bookings b JOIN stalls s USING (stall_key)
           WHERE s.event_id = $1 AND b.state IN ${sqlList(UNPAID_STATES)}) AS unpaid,
         (SELECT paused_at IS NOT NULL FROM event_cancellations WHERE event_id = $1) AS paused`;
/** Cancellations that are not over. */
const UNFINISHED = `
  SELECT e.id, e.slug FROM event_cancellations c JOIN events e ON e.id = c.event_id
   WHERE c.completed_at IS NULL AND c.updated_at < clock_timestamp() - make_interval(secs => $1)`;

const NOTHING_LEFT: CancellationStep = { refunded: 0, due: 0, failing: 0, unpaid: 0, paused: false };

interface LeftRow {
  readonly id: string;
  readonly waits: boolean | null;
  readonly waitsMs: number | null;
}

/** A cancelled event, as its workflow is named. */
export interface CancelledEventName {
  readonly id: number;
  readonly slug: string;
}

/** The deduction as stored. */
export function deductionOf({
  deductionHundredths: hundredths,
  deductionPaise: paise,
}: Pick<EventCancellationEntity, "deductionHundredths" | "deductionPaise">): Deduction {
  return hundredths === null ? { kind: "amount", paise: paise ?? 0 } : { kind: "percent", hundredths };
}

/**
 * Refunds the bookings of a cancelled event: the activities of its workflow (docs/decisions/0074). Each booking is refunded
 * in a transaction of its own, under its locks, and at most once, by the primary key of `event_refunds`.
 */
@Injectable()
export class EventRefundsService implements EventCancellationActivities {
  private readonly logger = new Logger("EventRefunds");

  constructor(
    private readonly database: Database,
    private readonly bookingLocks: BookingLocksService,
    private readonly saleOrders: SaleOrdersService,
    private readonly sales: SaleCancellationsService,
    private readonly issues: IssuesService,
    private readonly outbox: Outbox,
  ) {}

  /** Starts the event's workflow, or makes it recheck, once `tx` has committed. @param again even if it has completed */
  async nudge(tx: Tx, { id: eventId, slug }: CancelledEventName, again = false): Promise<void> {
    await this.outbox.nudge(tx, {
      workflowType: EVENT_CANCELLATION,
      workflowId: eventCancellationWorkflowId(slug),
      args: [{ eventId, slug } satisfies EventCancellationInput],
      signal: RECHECK,
      searchAttributes: { StallId: undefined, OrderId: undefined, Stage: "refunding" },
      summary: `Cancellation of ${slug}`,
      ...(again ? { evenIfCompleted: true } : {}),
    });
  }

  /** Workflow id → event, of cancellations that are not over: each should have an open run. */
  async workflows(ageSeconds = OVERDUE_SECONDS): Promise<Map<string, CancelledEventName>> {
    const found = await this.database.query<CancelledEventName>(UNFINISHED, [ageSeconds]);
    return new Map(found.map((event) => [eventCancellationWorkflowId(event.slug), event]));
  }

  /** Starts the workflow of an event again; for the sweep and operators. */
  async restart(slug: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [event] = await rows<CancelledEventName>(tx, "SELECT id, slug FROM events WHERE slug = $1", [slug]);
      if (event !== undefined) await this.nudge(tx, event, true);
    });
  }

  /** Makes the failed refund of a booking due now. @returns false if it does not wait for one */
  async tryAgain(tx: Tx, bookingId: string): Promise<boolean> {
    const [event] = await rows<CancelledEventName>(
      tx,
      `UPDATE event_refund_failures f SET next_try_at = clock_timestamp() FROM events e
        WHERE f.booking_id = $1 AND e.id = f.event_id RETURNING e.id, e.slug`,
      [bookingId],
    );
    if (event === undefined) return false;
    await this.nudge(tx, event);
    return true;
  }

  async refundEventBookings(eventId: number): Promise<CancellationStep> {
    const until = Date.now() + BATCH_MS;
    // After a restore of an older database: the event is as before, and its bookings are none of this run's business.
    if (!(await this.isCancelled(eventId))) return NOTHING_LEFT;
    const left = await this.database.query<LeftRow>(LEFT, [eventId]);
    const due = left.filter(({ waits }) => waits !== true).slice(0, BATCH);
    for (const { id } of due) {
      if (Date.now() > until || (await this.refundOrRecord(eventId, id)) === "paused") break;
    }
    return this.facts(eventId);
  }

  async completeEventCancellation(eventId: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const cancellation = await lockCancellation(tx, eventId);
      // Not cancelled in a restored database; the run ends then, too.
      if (cancellation === undefined || cancellation.completedAt !== null) return true;
      const [live] = await rows<{ count: number }>(
        tx,
        `SELECT count(*)::int AS count FROM bookings b JOIN stalls s USING (stall_key)
          WHERE s.event_id = $1 AND b.state IN ${sqlList([...UNPAID_STATES, "sold"])}`,
        [eventId],
      );
      if (live?.count !== 0 || cancellation.pausedAt !== null) return false;
      await tx.update(EventCancellationEntity, { eventId }, { completedAt: databaseNow, updatedAt: databaseNow });
      return true;
    });
  }

  private isCancelled(eventId: number): Promise<boolean> {
    return this.database.repository(EventCancellationEntity).existsBy({ eventId });
  }

  /** Refunds a booking; records why not, so that the others go on. @throws while the database is unreachable */
  private async refundOrRecord(eventId: number, bookingId: string): Promise<"done" | "paused" | "failed"> {
    try {
      return await this.database.transaction((tx) => this.refund(tx, eventId, bookingId));
    } catch (error) {
      this.logger.warn(`booking ${bookingId} was not refunded: ${describeError(error)}`);
      const problem = error instanceof DomainError ? error.message : describeError(error);
      await this.database.transaction((tx) => this.recordFailure(tx, eventId, bookingId, problem));
      return "failed";
    }
  }

  private async refund(tx: Tx, eventId: number, bookingId: string): Promise<"done" | "paused"> {
    // Held until the commit: a pause waits for refunds that have started, and none starts after it.
    const cancellation = await lockCancellation(tx, eventId, "SHARE");
    if (cancellation === undefined) throw new Error(`event ${eventId} is not cancelled`);
    if (cancellation.pausedAt !== null) return "paused";
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    // Cancelled by an operator meanwhile, or refunded by another run.
    if (booking.state !== "sold" || booking.eventId !== eventId) return "done";
    const { orderId } = booking;
    if (orderId === null) throw new Error(`booking ${bookingId} has no order`);
    const orders = await this.saleOrders.lock(tx, bookingId, orderId);
    const refunds = eventRefunds(orders, deductionOf(cancellation));
    const deductedPaise = refunds.reduce((sum, refund) => sum + refund.deductedPaise, 0);
    const result = await this.sales.cancel(tx, booking, {
      orders: orders.map((order, index) => ({ ...order, refundPaise: refunds[index]?.refundPaise ?? 0 })),
      creditReason: CREDIT_REASON,
      note: "the event is cancelled",
      listingReason: `The Mela was cancelled, and with it the booking of stall ${booking.stallId}, with which the free listing came.`,
      keepsMoney: deductedPaise > 0,
      event: { deductedPaise, words: cancellation.message ?? undefined },
    });
    if (result === undefined) return "done";
    const [own, ...ofMoves] = orders.map(({ paidPaise, leftPaise }, index) => {
      return { paidPaise, leftPaise, ...(refunds[index] ?? { deductedPaise: 0, refundPaise: 0 }) };
    });
    if (own === undefined) throw new Error(`order ${orderId} was not read`);
    const refundId = result.ownRefund?.refundId ?? null;
    await tx.insert(EventRefundEntity, {
      ...{ bookingId, eventId, orderId, ...own, refundId },
      movesPaidPaise: ofMoves.reduce((sum, { paidPaise }) => sum + paidPaise, 0),
      movesDeductedPaise: ofMoves.reduce((sum, each) => sum + each.deductedPaise, 0),
      movesRefundPaise: ofMoves.reduce((sum, each) => sum + each.refundPaise, 0),
    });
    await tx.delete(EventRefundFailureEntity, { bookingId });
    await this.issues.closeIfOpen(tx, "event_refund_failed", bookingId);
    return "done";
  }

  /** Keeps a failure with the time of the next try; after some, an operator has to look. */
  private async recordFailure(tx: Tx, eventId: number, bookingId: string, problem: string): Promise<void> {
    const before = await tx.findOneBy(EventRefundFailureEntity, { bookingId });
    const attempts = (before?.attempts ?? 0) + 1;
    await tx.query(
      `INSERT INTO event_refund_failures (booking_id, event_id, attempts, problem, next_try_at)
       VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
       ON CONFLICT (booking_id) DO UPDATE
          SET attempts = excluded.attempts, problem = excluded.problem, next_try_at = excluded.next_try_at`,
      [bookingId, eventId, attempts, problem, secondsToNextTry(attempts)],
    );
    if (attempts < TRIES_BEFORE_ISSUE) return;
    await this.issues.raise(tx, { kind: "event_refund_failed", subject: bookingId, bookingId, facts: { problem } });
  }

  private async facts(eventId: number): Promise<CancellationStep> {
    const left = await this.database.query<LeftRow>(LEFT, [eventId]);
    const [counts] = await this.database.query<{ refunded: number; unpaid: number; paused: boolean | null }>(COUNTS, [
      eventId,
    ]);
    if (counts?.paused === undefined || counts.paused === null) throw new Error(`event ${eventId} is not cancelled`);
    const waiting = left.filter(({ waits }) => waits === true);
    const nextTryInMs = Math.min(...waiting.map(({ waitsMs }) => Math.max(1, Math.ceil(waitsMs ?? 1))));
    return {
      ...{ refunded: counts.refunded, unpaid: counts.unpaid, paused: counts.paused },
      ...{ due: left.length - waiting.length, failing: waiting.length },
      ...(waiting.length === 0 ? {} : { nextTryInMs }),
    };
  }
}

/** Locks the cancellation of an event; undefined if it is not cancelled. */
export async function lockCancellation(
  tx: Tx,
  eventId: number,
  mode: "UPDATE" | "SHARE" = "UPDATE",
): Promise<EventCancellationEntity | undefined> {
  const [found] = await readIn(
    tx,
    EventCancellationEntity,
    `SELECT ${columnsOf(EventCancellationEntity)} FROM event_cancellations WHERE event_id = $1 FOR ${mode}`,
    [eventId],
  );
  return found;
}
