import { Injectable } from "@nestjs/common";
import type { Paise } from "@sakhi/domain/money/money";
import { returnsCoupon } from "@sakhi/domain/operator/operator.rules";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingSalesService } from "../bookings/booking-sales.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { type CancelledRefund, MailService } from "../mail/mail.service.js";
import type { CancelledEvent } from "../mail/mail.types.js";
import { type OperatorRefund, OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";

/** How a sale is cancelled. */
export interface SaleCancellation {
  readonly orderId: string;
  /** What of the sale's money was not refunded yet. */
  readonly leftPaise: Paise;
  readonly refundPaise: Paise;
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
  /** Undefined if nothing was refunded. */
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
  ) {}

  /**
   * Cancels a locked booking, whose order is locked too.
   *
   * @returns undefined if it is not sold; nothing has changed then
   */
  async cancel(tx: Tx, booking: BookingRow, cancellation: SaleCancellation): Promise<CancelledSaleResult | undefined> {
    const { orderId, leftPaise, refundPaise, event } = cancellation;
    if (!(await this.bookingSales.cancel(tx, booking.id))) return undefined;
    if (returnsCoupon(leftPaise, refundPaise, event !== undefined)) await this.coupons.returnUse(tx, booking.id);
    const refund = refundPaise > 0 ? await this.operatorRefunds.refund(tx, orderId, refundPaise) : undefined;
    await this.record(tx, booking, cancellation, refund);
    return { refund, creditNote: await this.issueCreditNote(tx, booking, cancellation, refund) };
  }

  /** Records the cancellation, signals the workflow and withdraws the included listing. */
  private async record(
    tx: Tx,
    booking: BookingRow,
    { orderId, refundPaise, note, listingReason }: SaleCancellation,
    refund: OperatorRefund | undefined,
  ): Promise<void> {
    const { id: bookingId } = booking;
    await this.bookingHistory.publish(
      tx,
      { ...booking, state: "released" },
      { kind: "cancelled", actor: "operator", note, detail: { orderId, refundPaise } },
      // The workflow completed with the sale; a new run records the remaining history.
      { evenIfCompleted: true },
    );
    if (refund !== undefined) {
      await this.bookingHistory.record(tx, bookingId, {
        kind: "refund_requested",
        actor: "operator",
        note: refund.byHand ? "to be paid back by hand" : "cancelled",
        detail: { refundId: refund.refundId, amountPaise: refundPaise },
      });
    }
    // Lock order: booking, then listing, then invoice counter.
    await this.listingWithdrawals.withdrawForBooking(tx, bookingId, listingReason);
  }

  /**
   * Issues the credit note last, because every document shares the counter's lock, and queues the booker's mail.
   *
   * @returns its number, if there is a refund
   */
  private async issueCreditNote(
    tx: Tx,
    booking: BookingRow,
    cancellation: SaleCancellation,
    refund: OperatorRefund | undefined,
  ): Promise<string | undefined> {
    const { orderId, refundPaise, creditReason, event } = cancellation;
    const { id: bookingId, email, stallId, stallType } = booking;
    const note = await this.operatorRefunds.endSale(tx, orderId, creditReason);
    if (note !== undefined) {
      const { number } = note;
      await this.bookingHistory.record(tx, bookingId, { kind: "credit_note_issued", actor: "system", note: number });
    }
    if (email !== null) {
      await this.mails.queue(tx, {
        template: "booking-cancelled",
        to: email,
        bookingId,
        invoiceId: note?.invoiceId,
        data: {
          ...{ name: booking.fullName ?? "", stallId, stallType, orderId, refundPaise },
          ...{ refund: refundForMail(cancellation, refund), creditNoteNumber: note?.number },
          ...(event === undefined ? {} : { event }),
        },
        dedupeKey: `booking-cancelled/${bookingId}`,
      });
    }
    return note?.number;
  }
}

/** The refund as the mail describes it. If nothing was left to refund, it was refunded before. */
function refundForMail({ keepsMoney }: SaleCancellation, refund: OperatorRefund | undefined): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return keepsMoney ? "none" : "refunded_before";
}
