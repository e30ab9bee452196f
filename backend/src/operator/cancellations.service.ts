import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Paise, toPaise, toRupees } from "@sakhi/domain/money/money";
import type { CancelBookingDto, RefundBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import {
  decidePartRefund,
  decideRefund,
  type RefundVerdict,
  returnsCoupon,
} from "@sakhi/domain/operator/operator.rules";
import type { RefundChoice } from "@sakhi/domain/operator/operator.types";
import type { Administrator } from "../accounts/administrator.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { ListingWithdrawalsService } from "../listings/listing-withdrawals.service.js";
import { type CancelledRefund, MailService } from "../mail/mail.service.js";
import { BookingRequestsService } from "../my-booking/booking-requests.service.js";
import { type OperatorRefund, OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorTransactionService } from "./operator-transaction.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type { CancelResponse, PartRefundResponse } from "./operator.response.js";

/** Printed on the credit note. */
const CREDIT_REASON = "Stall booking cancelled by the Mela organizer";

/** The refund decision of a cancelled sale. */
interface Cancellation {
  readonly orderId: string;
  readonly refundPaise: Paise;
  readonly choice: RefundChoice;
  readonly refund: OperatorRefund | undefined;
}

/**
 * Cancels and refunds sales (docs/decisions/0005). Cancelling frees the stall immediately, requests the refund, issues a
 * proportional credit note, ends the listing offer and notifies the booker. A cancelled booking is never sold again; late
 * money on its order is refunded.
 */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly operator: OperatorRepository,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly listingWithdrawals: ListingWithdrawalsService,
    private readonly coupons: CouponsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly bookingRequests: BookingRequestsService,
    private readonly mails: MailService,
  ) {}

  /**
   * Cancels a sale.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount; not_found
   * and issue_resolved for the issue
   */
  cancel(administrator: Administrator, bookingId: string, dto: CancelBookingDto): Promise<CancelResponse> {
    return this.operatorTransaction.onBooking(administrator, bookingId, async (tx, booking) => {
      const orderId = soldOrder(booking);
      const { leftPaise } = await this.operatorRefunds.left(tx, orderId);
      const refundPaise = refundOf(dto, leftPaise);
      if (!(await this.operator.cancel(tx, bookingId))) throw new DomainError("booking_not_sold");
      if (dto.issueId !== undefined) {
        await this.bookingRequests.fulfil(tx, dto.issueId, bookingId, administrator.username);
      }
      if (returnsCoupon(leftPaise, refundPaise)) await this.coupons.returnUse(tx, bookingId);
      const refund = refundPaise > 0 ? await this.operatorRefunds.refund(tx, orderId, refundPaise) : undefined;
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
            ...(dto.issueId === undefined ? {} : { issueId: dto.issueId }),
          },
        },
      };
    });
  }

  /**
   * Refunds a part of a sale's money; the booking stays sold. Issues the credit note and notifies the booker.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount
   */
  refundPart(
    administrator: Administrator,
    bookingId: string,
    { refundAmount, reason }: RefundBookingDto,
  ): Promise<PartRefundResponse> {
    return this.operatorTransaction.onBooking(administrator, bookingId, async (tx, booking) => {
      const orderId = soldOrder(booking);
      const { leftPaise } = await this.operatorRefunds.left(tx, orderId);
      const refundPaise = allowed(decidePartRefund(leftPaise, toPaise(refundAmount) ?? 0));
      const { refundId, byHand, creditNote } = await this.operatorRefunds.refundKeepingSale(tx, orderId, refundPaise);
      const { stallId } = booking;
      return {
        response: {
          ...{ bookingId, stallId, refundId, refundAmount: toRupees(refundPaise) },
          refund: byHand ? "by_hand" : "requested",
          ...(creditNote === undefined ? {} : { creditNoteNumber: creditNote }),
        },
        audit: {
          action: "booking_refunded",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId, orderId, leftPaise },
          after: { stallId, leftPaise: leftPaise - refundPaise, refundPaise, refundId, creditNote: creditNote ?? null },
        },
      };
    });
  }

  /** Records the cancellation, signals the workflow and withdraws the included listing. */
  private async recordCancellation(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<void> {
    const { id: bookingId, stallId } = booking;
    const { orderId, refundPaise, choice, refund } = cancellation;
    await this.bookingHistory.publish(
      tx,
      { ...booking, state: "released" },
      {
        kind: "cancelled",
        actor: "operator",
        note: choice === "none" ? "no refund" : `${choice} refund`,
        detail: { orderId, refundPaise },
      },
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
    await this.listingWithdrawals.withdrawForBooking(
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
  private async issueCreditNote(tx: Tx, booking: BookingRow, cancellation: Cancellation): Promise<string | undefined> {
    const { orderId, refundPaise } = cancellation;
    const { id: bookingId, email, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const note = await this.operatorRefunds.endSale(tx, orderId, CREDIT_REASON);
    if (note !== undefined) {
      const { number } = note;
      await this.bookingHistory.record(tx, bookingId, { kind: "credit_note_issued", actor: "system", note: number });
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
  return allowed(decideRefund(refund, leftPaise, requested));
}

/** @throws DomainError invalid_request */
function allowed(verdict: RefundVerdict): Paise {
  if (verdict.allowed) return verdict.refundPaise;
  throw new DomainError("invalid_request", { fields: { refundAmount: [verdict.sentence] } }, verdict.sentence);
}

/** The refund as the mail describes it. If nothing was left to refund, it was refunded before. */
function refundForMail({ choice, refund }: Cancellation): CancelledRefund {
  if (refund !== undefined) return refund.byHand ? "by_hand" : "requested";
  return choice === "none" ? "none" : "refunded_before";
}
