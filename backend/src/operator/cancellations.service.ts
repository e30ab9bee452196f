import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Paise, toPaise, toRupees } from "@sakhi/domain/money/money";
import { refundByOrder } from "@sakhi/domain/moves/move.rules";
import type { CancelBookingDto, RefundBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { decidePartRefund, decideRefund, type RefundVerdict } from "@sakhi/domain/operator/operator.rules";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { SaleCancellationsService } from "../cancellations/sale-cancellations.service.js";
import { SaleOrdersService } from "../moves/sale-orders.service.js";
import { BookingRequestsService } from "../my-booking/booking-requests.service.js";
import { BY_OPERATOR, OperatorRefundsService } from "../payments/operator-refunds.service.js";
import type { CancelResponse, PartRefundResponse } from "./operator.response.js";

/** Printed on the credit note. */
const CREDIT_REASON = "Stall booking cancelled by the Mela organizer";

/**
 * Cancels and refunds sales (docs/decisions/0005). Cancelling frees the stall immediately, requests the refund, issues a
 * proportional credit note, ends the listing offer and notifies the booker. A cancelled booking is never sold again; late
 * money on its order is refunded.
 */
@Injectable()
export class CancellationsService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly operatorRefunds: OperatorRefundsService,
    private readonly saleOrders: SaleOrdersService,
    private readonly sales: SaleCancellationsService,
    private readonly bookingRequests: BookingRequestsService,
  ) {}

  /**
   * Cancels a sale.
   *
   * @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount; not_found
   * and issue_resolved for the issue
   */
  cancel(administrator: Administrator, bookingId: string, dto: CancelBookingDto): Promise<CancelResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const orderId = soldOrder(booking);
      const orders = await this.saleOrders.lock(tx, bookingId, orderId);
      const leftPaise = orders.reduce((sum, order) => sum + order.leftPaise, 0);
      const refundPaise = refundOf(dto, leftPaise);
      const parts = new Map(refundByOrder(orders, refundPaise).map((part) => [part.orderId, part.refundPaise]));
      if (dto.issueId !== undefined) {
        await this.bookingRequests.fulfil(tx, dto.issueId, bookingId, administrator.username);
      }
      const cancelled = await this.sales.cancel(tx, booking, {
        orders: orders.map((order) => ({ ...order, refundPaise: parts.get(order.orderId) ?? 0 })),
        creditReason: CREDIT_REASON,
        note: dto.refund === "none" ? "no refund" : `${dto.refund} refund`,
        listingReason: `The booking of stall ${booking.stallId}, with which the free listing came, was cancelled.`,
        keepsMoney: dto.refund === "none",
      });
      if (cancelled === undefined) throw new DomainError("booking_not_sold");
      const { refund, creditNote } = cancelled;
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
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking } = await this.bookingLocks.lock(tx, bookingId);
      const orderId = soldOrder(booking);
      const [own] = await this.saleOrders.lock(tx, bookingId, orderId);
      const { leftPaise = 0, ofBooking } = own ?? {};
      const refundPaise = allowed(decidePartRefund(leftPaise, toPaise(refundAmount) ?? 0));
      const part = { ...BY_OPERATOR, bookingId: ofBooking };
      const refund = await this.operatorRefunds.refundKeepingSale(tx, orderId, refundPaise, part);
      const { refundId, byHand, creditNote } = refund;
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
