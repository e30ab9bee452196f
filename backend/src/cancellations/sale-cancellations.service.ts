import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import { returnsCoupon } from "@sakhi/domain/operator/operator.rules";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingSalesService } from "../bookings/booking-sales.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { CouponsService } from "../coupons/coupons.service.js";
import type { IssuedInvoice } from "../invoices/invoices.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { type CancelledRefund, MailService } from "../mail/mail.service.js";
import type { CancelledEvent } from "../mail/mail.types.js";
import { MoveMailsService } from "../moves/move-mails.service.js";
import { type OperatorRefund, OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";

/** What is returned of one of the orders that paid for a sale. */
export interface CancelledOrder {
  readonly orderId: string;
  /** What of its money was not refunded yet. */
  readonly leftPaise: Paise;
  readonly refundPaise: Paise;
  /** The further stall of the order whose share it is. */
  readonly ofBooking?: string | undefined;
}

/** How a sale is cancelled. */
export interface SaleCancellation {
  /** The orders that paid for it: its own first, then those of its moves. */
  readonly orders: readonly CancelledOrder[];
  /** In the booking's history. */
  readonly note: string;
  /** Printed on the credit note; no personal data. */
  readonly creditReason: string;
  /** Sent to the owner of the free listing that came with the stall. */
  readonly listingReason: string;
  /** No refund was wanted, as opposed to nothing being left. */
  readonly keepsMoney: boolean;
  /** The whole event is cancelled; the mail says so. */
  readonly event?: CancelledEvent;
}

/** A cancelled sale. */
export interface CancelledSaleResult {
  /** The refund of the sale's own order; undefined if nothing of it was refunded. */
  readonly ownRefund: OperatorRefund | undefined;
  /** The first refund; undefined if nothing was refunded. */
  readonly refund: OperatorRefund | undefined;
  /** The credit note's number. */
  readonly creditNote: string | undefined;
}

/**
 * Ends a sale, for one booking or for all of a cancelled event: frees the stall immediately, requests the refund, issues
 * a proportional credit note, ends the listing offer and notifies the booker. A cancelled booking is never sold again;
 * late money on its order is refunded.
 */
@Injectable()
export class SaleCancellationsService {
  constructor(
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
    private readonly coupons: CouponsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly bookingSales: BookingSalesService,
    private readonly mails: MailService,
    private readonly moveMails: MoveMailsService,
  ) {}

  /**
   * Cancels a locked booking, whose order is locked too.
   *
   * @returns undefined if it is not sold; nothing has changed then
   */
  async cancel(tx: Tx, booking: BookingRow, cancellation: SaleCancellation): Promise<CancelledSaleResult | undefined> {
    const { orders, event } = cancellation;
    if (!(await this.bookingSales.cancel(tx, booking.id))) return undefined;
    const [leftPaise, refundPaise] = [sumOf(orders, "leftPaise"), sumOf(orders, "refundPaise")];
    // One use for all stalls of an order: it is returned with the last one.
    const returnsUse = returnsCoupon(leftPaise, refundPaise, event !== undefined);
    if (returnsUse && !(await this.bookingSales.hasOthers(tx, booking)))
      await this.coupons.returnUse(tx, booking.firstBookingId ?? booking.id);
    const refunds: DecidedRefund[] = [];
    for (const order of orders.filter((each) => each.refundPaise > 0)) {
      const refund = await this.operatorRefunds.refund(tx, order.orderId, order.refundPaise, order.ofBooking);
      refunds.push({ ...refund, ...order });
    }
    await this.record(tx, booking, cancellation, refunds);
    return {
      refund: refunds[0],
      ownRefund: refunds.find(({ orderId }) => orderId === orders[0]?.orderId),
      creditNote: await this.issueCreditNotes(tx, booking, cancellation, refunds),
    };
  }

  /** Records the cancellation, signals the workflow and withdraws the included listing. */
  private async record(
    tx: Tx,
    booking: BookingRow,
    { orders, note, listingReason }: SaleCancellation,
    refunds: readonly DecidedRefund[],
  ): Promise<void> {
    const { id: bookingId } = booking;
    await this.bookingHistory.publish(
      tx,
      { ...booking, state: "released" },
      {
        kind: "cancelled",
        actor: "operator",
        note,
        detail: { orderId: booking.orderId ?? "", refundPaise: sumOf(orders, "refundPaise") },
      },
      // The workflow completed with the sale; a new run records the remaining history.
      { evenIfCompleted: true },
    );
    for (const { refundId, byHand, refundPaise: amountPaise } of refunds) {
      await this.bookingHistory.record(tx, bookingId, {
        kind: "refund_requested",
        actor: "operator",
        note: byHand ? "to be paid back by hand" : "cancelled",
        detail: { refundId, amountPaise },
      });
    }
    await this.moveMails.bookingEnded(tx, bookingId);
    // Lock order: booking, then listing, then invoice counter.
    await this.listingWithdrawals.withdrawForBooking(tx, bookingId, listingReason);
  }

  /**
   * Issues the credit notes last, because every document shares the counter's lock, and queues the booker's mail.
   *
   * @returns the first one's number, if there is a refund
   */
  private async issueCreditNotes(
    tx: Tx,
    booking: BookingRow,
    cancellation: SaleCancellation,
    refunds: readonly DecidedRefund[],
  ): Promise<string | undefined> {
    const { orders, creditReason, event } = cancellation;
    const { id: bookingId, email, stallId, stallType, orderId } = booking;
    const notes: IssuedInvoice[] = [];
    for (const order of orders) {
      const issued = await this.operatorRefunds.endSale(tx, order.orderId, creditReason);
      if (issued === undefined) continue;
      notes.push(issued);
      const { number } = issued;
      await this.bookingHistory.record(tx, bookingId, { kind: "credit_note_issued", actor: "system", note: number });
    }
    const [note, second] = notes;
    if (email !== null) {
      await this.mails.queue(tx, {
        template: "booking-cancelled",
        to: email,
        bookingId,
        invoiceId: note?.invoiceId,
        creditNoteId: second?.invoiceId,
        data: {
          ...{ name: booking.fullName ?? "", stallId, stallType, orderId: orderId ?? "" },
          refundPaise: sumOf(orders, "refundPaise"),
          ...{ refund: refundForMail(cancellation, refunds[0]), creditNoteNumber: note?.number },
          ...(event === undefined ? {} : { event }),
        },
        dedupeKey: `booking-cancelled/${bookingId}`,
      });
    }
    return note?.number;
  }
}

/** A refund of one of the sale's orders. */
type DecidedRefund = OperatorRefund & CancelledOrder;

function sumOf(orders: readonly CancelledOrder[], amount: "leftPaise" | "refundPaise"): Paise {
  return orders.reduce((sum, order) => sum + order[amount], 0);
}

/** The refund as the mail describes it. If nothing was left to refund, it was refunded before. */
function refundForMail({ keepsMoney }: SaleCancellation, refund: OperatorRefund | undefined): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return keepsMoney ? "none" : "refunded_before";
}
