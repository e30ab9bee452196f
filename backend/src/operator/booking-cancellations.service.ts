import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise, toRupees, type Paise } from "@sakhi/domain/money/money";
import type { CancelBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { returnsCoupon, decideRefund } from "@sakhi/domain/operator/operator.rules";
import type { RefundChoice } from "@sakhi/domain/operator/operator.types";
import type { Administrator } from "../accounts/administrator.js";
import type { BookingRow } from "../bookings/booking.types.js";
import { BookingRecords } from "../bookings/booking-records.service.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { MailService, type CancelledRefund } from "../mail/mail.service.js";
import { OperatorRefundsService, type OperatorRefund } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorRepository } from "./operator.repository.js";
import type { CancelResponse } from "./operator.response.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

/** Printed on the credit note. */
const CREDIT_REASON = "Stall booking cancelled by the Mela organiser";

/** What was decided when a sale was cancelled. */
interface Cancellation {
  readonly orderId: string;
  readonly refundPaise: Paise;
  readonly choice: RefundChoice;
  readonly refund: OperatorRefund | undefined;
}

/**
 * Cancels sales (docs/decisions/0005): the stall is free at once, the refund is decided and requested, the credit note
 * is issued in proportion, the listing offer ends. A cancelled booking is never sold again and its order's money is
 * accounted for, whatever comes late.
 */
@Injectable()
export class BookingCancellationsService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly bookings: BookingRecords,
    private readonly operator: OperatorRepository,
    private readonly events: BookingEvents,
    private readonly refunds: OperatorRefundsService,
    private readonly coupons: CouponsService,
    private readonly listings: ListingWithdrawalsService,
    private readonly mails: MailService,
  ) {}

  /** @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount */
  cancel(administrator: Administrator, bookingId: string, dto: CancelBookingDto): Promise<CancelResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking } = await this.bookings.lock(tx, bookingId);
      const orderId = soldOrder(booking);
      const { leftPaise } = await this.refunds.left(tx, orderId);
      const refundPaise = refundOf(dto, leftPaise);
      if (!(await this.operator.cancel(tx, bookingId))) throw new DomainError("booking_not_sold");
      if (returnsCoupon(leftPaise, refundPaise)) await this.coupons.returnUse(tx, bookingId);
      const refund = refundPaise > 0 ? await this.refunds.refund(tx, orderId, refundPaise) : undefined;
      const cancellation = { orderId, refundPaise, choice: dto.refund, refund };
      await this.recordCancellation(tx, booking, cancellation);
      const creditNote = await this.issueCreditNote(tx, booking, cancellation);
      const { stallId } = booking;
      return {
        response: {
          bookingId,
          stallId,
          refundAmount: toRupees(refundPaise),
          refund: refund === undefined ? "none" : refund.byHand ? "by_hand" : "requested",
          ...(refund === undefined ? {} : { refundId: refund.refundId }),
          ...(creditNote === undefined ? {} : { creditNoteNumber: creditNote }),
        },
        audit: {
          action: "booking_cancelled",
          subjectType: "booking",
          subjectId: bookingId,
          reason: dto.reason,
          before: { stallId, state: "sold", orderId, leftPaise },
          after: {
            stallId,
            state: "released",
            refundPaise,
            refundId: refund?.refundId ?? null,
            creditNote: creditNote ?? null,
          },
        },
      };
    });
  }

  /** Writes the booking's history, informs its workflow and withdraws the listing that came with it. */
  private async recordCancellation(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<void> {
    const { id: bookingId, stallId } = booking;
    const { orderId, refundPaise, choice, refund } = cancellation;
    await this.events.publish(
      tx,
      { ...booking, state: "released" },
      {
        kind: "cancelled",
        actor: "operator",
        note: choice === "none" ? "no refund" : `${choice} refund`,
        detail: { orderId, refundPaise },
      },
      // The workflow closed with the sale: a new run continues the history to its new end.
      { evenIfCompleted: true },
    );
    if (refund !== undefined) {
      await this.events.record(tx, {
        bookingId,
        kind: refund.byHand ? "refund_succeeded" : "refund_requested",
        actor: "operator",
        note: refund.byHand ? "refunded by hand" : "cancelled",
        detail: { refundId: refund.refundId, amountPaise: refundPaise },
      });
    }
    // The listing's locks come after the booking's and before the invoice counter's.
    await this.listings.withdrawForBooking(
      tx,
      bookingId,
      `The booking of stall ${stallId}, with which the free listing came, was cancelled.`,
    );
  }

  /**
   * Issues the credit note last, because every document shares the counter's lock, and queues the booker's mail.
   *
   * @returns its number, if there is a refund
   */
  private async issueCreditNote(
    tx: Tx,
    booking: BookingRow,
    cancellation: Cancellation,
  ): Promise<string | undefined> {
    const { orderId, refundPaise } = cancellation;
    const { id: bookingId, email, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const note = await this.refunds.endSale(tx, orderId, CREDIT_REASON);
    if (note !== undefined) {
      const { number } = note;
      await this.events.record(tx, { bookingId, kind: "credit_note_issued", actor: "system", note: number });
    }
    if (email !== null) {
      const refund = refundForMail(cancellation);
      await this.mails.queue(tx, {
        template: "booking-cancelled",
        to: email,
        bookingId,
        invoiceId: note?.invoiceId,
        data: { name, stallId, stallType, orderId, refundPaise, refund, creditNoteNumber: note?.number },
        dedupeKey: `booking-cancelled/${bookingId}`,
      });
    }
    return note?.number;
  }
}

function soldOrder({ state, releaseReason, orderId }: BookingRow): string {
  if (releaseReason === "cancelled") throw new DomainError("booking_cancelled");
  if (state !== "sold" || orderId === null) throw new DomainError("booking_not_sold");
  return orderId;
}

function refundOf({ refund, refundAmount }: CancelBookingDto, leftPaise: Paise): Paise {
  const requested = refundAmount === undefined ? undefined : (toPaise(refundAmount) ?? 0);
  const verdict = decideRefund(refund, leftPaise, requested);
  if (verdict.allowed) return verdict.refundPaise;
  throw new DomainError(
    "invalid_request",
    { fields: { refundAmount: [verdict.sentence] } },
    verdict.sentence,
  );
}

/** How the mail describes the refund; where nothing was left to refund, it was refunded before. */
function refundForMail({ choice, refund }: Cancellation): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return choice === "none" ? "none" : "refunded_before";
}
