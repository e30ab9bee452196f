import { Injectable } from "@nestjs/common";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { refundWorkflowId } from "@sakhi/workflows/payments/refund.messages";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { PaymentProvider, type ProviderRefund } from "../payments/provider/payment-provider.js";
import { RefundsService } from "../payments/refunds.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { bookingOf, isBooking, isCancellation, type Read } from "./lost-steps.js";
import type { Reading } from "./reading.js";
import { assumeSent } from "./restored-sales.service.js";

/** In the history of a booking whose lost refund is on record again. */
const REASON = "repeated after a restored backup";

/** What is known here and in Temporal of a refund that the provider made. */
interface RefundOfOrder {
  readonly orderId: string;
  /** The booking whose money it was; undefined if nothing says so: the order's subject then. */
  readonly ofBooking: string | undefined;
  /** Its payer was notified before the loss. */
  readonly notified: boolean;
}

/** Refunds that were lost with the database (docs/decisions/0050). */
@Injectable()
export class LostRefundsService {
  constructor(
    private readonly database: Database,
    private readonly provider: PaymentProvider,
    private readonly bookingHistory: BookingHistoryService,
    private readonly refunds: RefundsService,
  ) {}

  /**
   * Refunds that the database does not have, and the provider does: recorded under their own ids, so that they are not taken
   * for refunds made by the provider, and nothing is mailed again.
   *
   * @param mailLog whether there is a log of sent mails
   */
  async restore(read: readonly Read[], reading: Reading, mailLog: boolean): Promise<void> {
    const prefix = refundWorkflowId("");
    for (const { workflowId, orderId } of read.filter((each) => each.workflowId.startsWith(prefix))) {
      if (orderId === undefined) continue;
      await reading.guarded(workflowId, async () => {
        const refundId = workflowId.slice(prefix.length);
        const [lost] = await this.database.query(
          `SELECT FROM orders o WHERE o.order_id = $2 AND NOT EXISTS (SELECT FROM refunds r WHERE r.refund_id = $1)`,
          [refundId, orderId],
        );
        if (lost === undefined) return;
        const refunds = await this.provider.readRefunds(orderId);
        if (refunds.kind !== "done") {
          reading.unanswered.push(orderId);
          return;
        }
        const made = refunds.value.find((refund) => refund.refundId === refundId);
        // Not requested yet: the settlement decides it again.
        if (made === undefined) return;
        // The mail about the cancellation, or without a log the one about the refund, has notified the payer.
        const notified = !mailLog || read.some((each) => each.orderId === orderId && each.entries.some(isCancellation));
        const ofBooking = bookingOfRefund(read, orderId, refundId);
        await this.database.transaction((tx) => this.recordRefund(tx, { orderId, ofBooking, notified }, made));
      });
    }
  }

  private async recordRefund(
    tx: Tx,
    { orderId, ofBooking, notified }: RefundOfOrder,
    made: ProviderRefund,
  ): Promise<void> {
    const { refundId, amountPaise, providerRefundId } = made;
    if (refundId === undefined) return;
    const [order] = await rows<{ booking_id: string | null; share_of: string | null; sold: boolean }>(
      tx,
      `SELECT coalesce(f.id, b.id) AS booking_id, f.id AS share_of, coalesce(f.state, b.state, 'sold') = 'sold' AS sold
         FROM orders o LEFT JOIN bookings b ON o.subject_type = 'booking' AND b.id = o.subject_id
         LEFT JOIN bookings f ON f.id = $2 AND f.order_id = o.order_id AND f.first_booking_id IS NOT NULL
        WHERE o.order_id = $1 FOR UPDATE OF o`,
      [orderId, ofBooking ?? null],
    );
    if (order === undefined) return;
    const reason = order.sold ? "operator" : "late_payment";
    const { share_of: bookingId } = order;
    await this.refunds.restore(tx, { refundId, orderId, amountPaise, reason, providerRefundId, bookingId });
    if (notified) await assumeSent(tx, [`payment-refunded/${refundId}`]);
    if (order.booking_id === null) return;
    await this.bookingHistory.record(tx, order.booking_id, {
      kind: "refund_requested",
      actor: order.sold ? "operator" : "system",
      note: REASON,
      detail: { refundId, amountPaise },
    });
  }

  /** Workflows of refunds and late payments that the database does not have. */
  async lostWatches(open: readonly Read[]): Promise<readonly string[]> {
    const ids = (prefix: string): string[] =>
      open.flatMap(({ workflowId }) => (workflowId.startsWith(prefix) ? [workflowId.slice(prefix.length)] : []));
    const [refund, late] = [refundWorkflowId(""), latePaymentWorkflowId("")];
    const found = await this.database.query<{ id: string }>(
      `SELECT $3 || r AS id FROM unnest($1::text[]) r WHERE NOT EXISTS (SELECT FROM refunds WHERE refund_id = r)
       UNION ALL
       SELECT $4 || o FROM unnest($2::text[]) o WHERE NOT EXISTS (SELECT FROM orders WHERE order_id = o)`,
      [ids(refund), ids(late), refund, late],
    );
    return found.map(({ id }) => id);
  }
}

/**
 * The booking whose history has a refund, of an order with several stalls: the one that names it once it has arrived; before, the only
 * one that money was returned for.
 */
function bookingOfRefund(read: readonly Read[], orderId: string, refundId: string): string | undefined {
  const bookings = read.filter((each) => isBooking(each) && each.orderId === orderId);
  const named = bookings.find(({ entries }) => entries.some(({ note }) => note === refundId));
  const refunded = bookings.filter(({ entries }) => entries.some(({ what }) => what === "refund_requested"));
  const found = named ?? (refunded.length === 1 ? refunded[0] : undefined);
  return found && bookingOf(found);
}
