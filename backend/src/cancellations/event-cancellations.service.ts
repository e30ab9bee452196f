import { Injectable } from "@nestjs/common";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  type CancelledSale,
  type Deduction,
  deductionInWords,
  type EventRefund,
  eventCreditNote,
  eventRefunds,
  eventRefundTotals,
  isEventName,
} from "@sakhi/domain/events/event-cancellation.rules";
import { canChangeEvent } from "@sakhi/domain/events/event.states";
import type { TaxSplit } from "@sakhi/domain/invoices/tax-split";
import { type Paise, toPaise, toRupees } from "@sakhi/domain/money/money";
import { type CancelEventDto, type DeductionDto, deductionIn } from "@sakhi/domain/operator/event-cancellation.dto";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { OperatorReleasesService } from "../bookings/operator-releases.service.js";
import { assertChangeable, rejectInvalid } from "../events/event-facts-management.service.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { EventRecordsService } from "../events/event-records.service.js";
import { lockEvents } from "../events/unnotified-changes.service.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import { type SaleOrder, SaleOrdersService } from "../moves/sale-orders.service.js";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { toResponse } from "../platform/http/list-response.js";
import { notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import { BY_NUMBER, lockStallsOf } from "../stalls/stalls.service.js";
import { EventCancellationEntity, EventRefundFailureEntity } from "./cancellations.entities.js";
import type { CancellationPreviewResponse, EventCancellationResponse } from "./event-cancellations.response.js";
import { deductionOf, EventRefundsService, lockCancellation } from "./event-refunds.service.js";

/** Sold bookings of event $1, in the order of the plan. */
const SOLD = `
  SELECT b.id AS "bookingId", s.stall_id AS "stallId", b.full_name AS name, b.order_id AS "orderId", o.offline
    FROM bookings b JOIN stalls s USING (stall_key) JOIN orders o ON o.order_id = b.order_id
   WHERE s.event_id = $1 AND b.state = 'sold' ${BY_NUMBER}`;

const PROGRESS = `
  SELECT (SELECT count(*)::int FROM bookings b JOIN stalls s USING (stall_key)
           WHERE s.event_id = $1 AND b.state = 'sold') AS "left",
         (SELECT count(*)::int FROM bookings b JOIN stalls s USING (stall_key)
           WHERE s.event_id = $1 AND b.state IN ${sqlList(UNPAID_STATES)}) AS unpaid,
         count(f.booking_id)::int AS refunded,
         coalesce(sum(f.refund_paise + f.moves_refund_paise), 0)::float8 AS "refundPaise",
         coalesce(sum(f.deducted_paise + f.moves_deducted_paise), 0)::float8 AS "deductedPaise",
         (count(*) FILTER (WHERE r.state = 'succeeded' AND NOT r.by_hand))::int AS arrived,
         (count(*) FILTER (WHERE r.state IN ${sqlList(UNFINISHED_REFUND_STATES)} AND NOT r.by_hand))::int AS "onTheWay",
         (count(*) FILTER (WHERE r.state = 'failed'))::int AS rejected,
         (count(*) FILTER (WHERE r.by_hand))::int AS "byHand",
         (SELECT count(*)::int FROM event_refunds n JOIN invoices i ON i.order_id = n.order_id
           WHERE n.event_id = $1 AND i.kind = 'credit_note' AND i.content->'credit'->>'refundId' = n.refund_id)
           AS "creditNotes"
    FROM event_refunds f LEFT JOIN refunds r ON r.refund_id = f.refund_id WHERE f.event_id = $1`;
const FAILURES = `
  SELECT ${columnsOf(EventRefundFailureEntity, "f")}, s.stall_id
    FROM event_refund_failures f JOIN bookings b ON b.id = f.booking_id JOIN stalls s USING (stall_key)
   WHERE f.event_id = $1 AND b.state = 'sold' ${BY_NUMBER}`;

/** A sold booking with its refund. */
interface PlannedRefund extends CancelledSale, EventRefund {
  readonly bookingId: string;
  readonly stallId: string;
  readonly name: string | null;
  readonly offline: boolean;
  /** The sums of its credit notes. */
  readonly credit: Pick<TaxSplit, "totalPaise" | "taxablePaise"> | undefined;
}

interface Progress {
  readonly left: number;
  readonly unpaid: number;
  readonly refunded: number;
  readonly refundPaise: Paise;
  readonly deductedPaise: Paise;
  readonly arrived: number;
  readonly onTheWay: number;
  readonly rejected: number;
  readonly byHand: number;
  readonly creditNotes: number;
}

/** Cancels events, and pauses, resumes and shows the refunds of their bookings (docs/decisions/0074). */
@Injectable()
export class EventCancellationsService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly facts: EventFactsService,
    private readonly eventRecords: EventRecordsService,
    private readonly operatorReleases: OperatorReleasesService,
    private readonly saleOrders: SaleOrdersService,
    private readonly invoices: InvoicesService,
    private readonly eventRefunds: EventRefundsService,
  ) {}

  /**
   * What cancelling an event would refund, per booking and in all.
   *
   * @throws DomainError event_not_found, event_not_published, event_archived, event_cancelled
   */
  preview(slug: string, dto: DeductionDto): Promise<CancellationPreviewResponse> {
    return this.database.transaction(async (tx) => {
      const { event } = assertCancellable(await this.facts.calledIn(tx, slug));
      const refunds = await this.planned(tx, event.id, deductionIn(dto));
      const unpaid = await this.operatorReleases.unpaidOf(tx, event.id);
      return { eventName: event.name, ...previewOf(refunds), unpaid: unpaid.length };
    });
  }

  /**
   * Cancels an event. From the commit on, nothing of it is held, paid for or sold; its workflow refunds what was sold, less
   * the deduction.
   *
   * @throws DomainError invalid_request for another name; event_not_found, event_not_published, event_archived,
   *   event_cancelled; cancellation_changed if the refunds are not those that the operator has seen
   */
  async cancel(administrator: Administrator, slug: string, dto: CancelEventDto): Promise<EventCancellationResponse> {
    const deduction = deductionIn(dto);
    const response = await this.operatorTransaction.run(administrator, async (tx) => {
      await lockEvents(tx);
      const stored = assertCancellable(await this.facts.calledIn(tx, slug));
      const { event } = stored;
      const eventId = event.id;
      if (!isEventName(dto.eventName, event.name)) {
        rejectInvalid("eventName", `Please type the event's name exactly: ${event.name}`);
      }
      await lockStallsOf(tx, eventId);
      const refunds = await this.planned(tx, eventId, deduction);
      const { refundPaise, deductedPaise } = eventRefundTotals(refunds);
      if (refunds.length !== dto.seenBookings || refundPaise !== toPaise(dto.seenRefund)) {
        throw new DomainError("cancellation_changed");
      }
      await tx.insert(EventCancellationEntity, {
        eventId,
        deductionHundredths: deduction.kind === "percent" ? deduction.hundredths : null,
        deductionPaise: deduction.kind === "amount" ? deduction.paise : null,
        message: dto.message === undefined || dto.message === "" ? null : dto.message,
        startedBy: administrator.username,
      });
      await this.eventRecords.changeStatus(tx, event, "cancelled");
      notifyPlanChanged(tx);
      const ended = await this.operatorReleases.endAllOf(tx, eventId);
      await this.eventRefunds.nudge(tx, { id: eventId, slug: stored.slug });
      return {
        response: await this.progress(tx, eventId, stored.slug),
        audit: {
          ...{ action: "event_cancelled", subjectType: "event", subjectId: String(eventId), reason: dto.reason },
          before: { status: stored.status },
          after: {
            ...{ status: "cancelled", deduction: deductionInWords(deduction), bookings: refunds.length },
            ...{ refundPaise, deductedPaise, ...ended },
          },
        },
      };
    });
    // PostgreSQL notifies the other processes.
    this.facts.invalidate();
    return response;
  }

  /**
   * Stops refunding after the bookings that are being refunded, or continues. Failed refunds are then tried at once.
   *
   * @throws DomainError event_not_found; event_not_cancelled, cancellation_complete
   */
  pause(
    administrator: Administrator,
    slug: string,
    reason: string,
    change: "pause" | "resume",
  ): Promise<EventCancellationResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { event, slug: known } = await this.facts.calledIn(tx, slug);
      const eventId = event.id;
      const cancellation = await lockCancellation(tx, eventId);
      if (cancellation === undefined) throw new DomainError("event_not_cancelled");
      if (cancellation.completedAt !== null) throw new DomainError("cancellation_complete");
      const paused = { pausedAt: databaseNow, pausedBy: administrator.username };
      await tx.update(
        EventCancellationEntity,
        { eventId },
        { ...(change === "pause" ? paused : { pausedAt: null, pausedBy: null }), updatedAt: databaseNow },
      );
      if (change === "resume") await tx.update(EventRefundFailureEntity, { eventId }, { nextTryAt: databaseNow });
      await this.eventRefunds.nudge(tx, { id: eventId, slug: known });
      return {
        response: await this.progress(tx, eventId, known),
        audit: {
          action: change === "pause" ? "event_refunds_paused" : "event_refunds_resumed",
          ...{ subjectType: "event", subjectId: String(eventId), reason },
        },
      };
    });
  }

  /** How far the refunds are. @throws DomainError event_not_found; event_not_cancelled */
  read(slug: string): Promise<EventCancellationResponse> {
    return this.database.transaction(async (tx) => {
      const { event, slug: known } = await this.facts.calledIn(tx, slug);
      return this.progress(tx, event.id, known);
    });
  }

  /** The refunds of an event's sold bookings, as they would be decided now. */
  private async planned(tx: Tx, eventId: number, deduction: Deduction): Promise<PlannedRefund[]> {
    type Sold = Pick<PlannedRefund, "bookingId" | "stallId" | "name" | "offline"> & { readonly orderId: string };
    const sold = await rows<Sold>(tx, SOLD, [eventId]);
    const planned: PlannedRefund[] = [];
    const ordersOf = new Map<string, readonly SaleOrder[]>();
    for (const [index, { bookingId, orderId }] of sold.entries()) {
      // As they will be refunded one after another: the last stall of an order has its surcharge.
      const before = sold.slice(0, index).filter((each) => each.orderId === orderId);
      const ended = before.map((each) => each.bookingId);
      ordersOf.set(bookingId, await this.saleOrders.read(tx, bookingId, orderId, ended));
    }
    const all = [...ordersOf.values()].flat();
    const invoices = new Map(
      await this.invoices.credited(
        tx,
        all.map(({ orderId }) => orderId),
      ),
    );
    for (const { orderId: _, ...booking } of sold) {
      const orders = ordersOf.get(booking.bookingId) ?? [];
      const refunds = eventRefunds(orders, deduction);
      const credits = refunds.map((refund, index) => {
        const { orderId = "" } = orders[index] ?? {};
        const invoice = invoices.get(orderId);
        const credit = eventCreditNote(invoice, refund);
        // Stalls of one order share its invoice: the next note is of what is left of it.
        if (invoice !== undefined && credit !== undefined) {
          invoices.set(orderId, { ...invoice, creditedPaise: invoice.creditedPaise + credit.totalPaise });
        }
        return credit;
      });
      planned.push({ ...booking, ...sumOfMoney(orders), ...sumOfRefunds(refunds), credit: sumOfCredits(credits) });
    }
    return planned;
  }

  private async progress(tx: Tx, eventId: number, slug: string): Promise<EventCancellationResponse> {
    const cancellation = await tx.findOneBy(EventCancellationEntity, { eventId });
    if (cancellation === null) throw new DomainError("event_not_cancelled");
    const [found] = await rows<Progress>(tx, PROGRESS, [eventId]);
    if (found === undefined) throw new Error("the progress was not read");
    const failures = await readIn<EventRefundFailureEntity & { readonly stallId: string }>(
      tx,
      EventRefundFailureEntity,
      FAILURES,
      [eventId],
    );
    const { startedBy, startedAt, pausedBy, pausedAt, completedAt } = cancellation;
    const { left, refundPaise, deductedPaise, ...counts } = found;
    return {
      slug,
      deduction: deductionInWords(deductionOf(cancellation)),
      ...toResponse({ startedBy, startedAt, pausedBy, pausedAt, completedAt }),
      ...{ ...counts, total: counts.refunded + left },
      ...{ refund: toRupees(refundPaise), deducted: toRupees(deductedPaise) },
      failures: failures.map(({ bookingId, stallId, problem, attempts, nextTryAt }) => ({
        ...{ bookingId, stallId, problem, attempts, nextTryAt: nextTryAt.toISOString() },
      })),
    };
  }
}

const total = <Part>(parts: readonly Part[], of: (part: Part) => Paise): Paise =>
  parts.reduce((sum, part) => sum + of(part), 0);

function sumOfMoney(orders: readonly CancelledSale[]): CancelledSale {
  return { paidPaise: total(orders, (order) => order.paidPaise), leftPaise: total(orders, (order) => order.leftPaise) };
}

function sumOfRefunds(refunds: readonly EventRefund[]): EventRefund {
  const deductedPaise = total(refunds, (refund) => refund.deductedPaise);
  return { deductedPaise, refundPaise: total(refunds, (refund) => refund.refundPaise) };
}

function sumOfCredits(credits: readonly (TaxSplit | undefined)[]): PlannedRefund["credit"] {
  const notes = credits.filter((credit) => credit !== undefined);
  if (notes.length === 0) return undefined;
  const taxablePaise = total(notes, (note) => note.taxablePaise);
  return { taxablePaise, totalPaise: total(notes, (note) => note.totalPaise) };
}

/** @throws DomainError event_not_published, event_archived, event_cancelled */
function assertCancellable(stored: StoredEvent): StoredEvent {
  assertChangeable(stored.status);
  if (!canChangeEvent("cancelled", stored.status)) throw new DomainError("event_not_published");
  return stored;
}

function previewOf(refunds: readonly PlannedRefund[]): Omit<CancellationPreviewResponse, "eventName" | "unpaid"> {
  const totals = eventRefundTotals(refunds);
  const paidPaise = refunds.reduce((sum, each) => sum + each.paidPaise, 0);
  return {
    bookings: refunds.map(({ credit, paidPaise: paid, leftPaise, deductedPaise, refundPaise, ...booking }) => ({
      ...{ bookingId: booking.bookingId, stallId: booking.stallId, byHand: booking.offline },
      ...(booking.name === null ? {} : { name: booking.name }),
      ...{ paid: toRupees(paid), refundedBefore: toRupees(paid - leftPaise) },
      ...{ deducted: toRupees(deductedPaise), refund: toRupees(refundPaise) },
      taxable: toRupees(credit?.taxablePaise ?? 0),
      tax: toRupees(credit === undefined ? 0 : credit.totalPaise - credit.taxablePaise),
    })),
    ...{ paid: toRupees(paidPaise), refundedBefore: toRupees(paidPaise - totals.leftPaise) },
    ...{ deducted: toRupees(totals.deductedPaise), refund: toRupees(totals.refundPaise) },
    ...{ taxable: toRupees(totals.taxablePaise), tax: toRupees(totals.taxPaise) },
    byHand: refunds.filter(({ offline, refundPaise }) => offline && refundPaise > 0).length,
  };
}
