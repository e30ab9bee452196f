import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import type { Paise } from "@sakhi/domain/money/money";
import type { CancelBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { givesCouponBack, judgeRefund } from "@sakhi/domain/operator/organiser.rules";
import type { Administrator } from "../accounts/administrator.js";
import { CouponsService } from "../coupons/coupons.service.js";
import { OperatorRefunds } from "../payments/refunds/operator-refunds.service.js";
import type { Tx } from "../platform/database/database.js";
import type { BookingRow } from "../bookings/booking.row.js";
import { CancellationStory } from "./cancellation-story.service.js";
import { OrganiserLocks } from "./organiser-locks.service.js";
import { OrganiserRepository } from "./organiser.repository.js";
import type { CancelResponse } from "./organiser.response.js";
import { OrganiserTransaction } from "./organiser-transaction.service.js";
import type { Deed } from "./organiser-transaction.service.js";

/**
 * The end of a sale (docs/decisions/0005): the stall is free at once, what goes back of the money is
 * decided and asked for, the credit note is issued in proportion, the listing offer ends. A cancelled booking is never
 * sold again and its order's money is accounted for, whatever comes late.
 */
@Injectable()
export class BookingCancellations {
  constructor(
    private readonly transaction: OrganiserTransaction,
    private readonly locks: OrganiserLocks,
    private readonly organiser: OrganiserRepository,
    private readonly refunds: OperatorRefunds,
    private readonly coupons: CouponsService,
    private readonly story: CancellationStory,
  ) {}

  /** @throws DomainError booking_not_found, booking_not_sold, booking_cancelled; invalid_request for the amount */
  cancel(administrator: Administrator, bookingId: string, dto: CancelBookingDto): Promise<CancelResponse> {
    return this.transaction.run(administrator, (tx) => this.cancelInTx(tx, bookingId, dto));
  }

  private async cancelInTx(tx: Tx, bookingId: string, dto: CancelBookingDto): Promise<Deed<CancelResponse>> {
    const { booking } = await this.locks.booking(tx, bookingId);
    const orderId = soldOrder(booking);
    const { leftPaise } = await this.refunds.left(tx, orderId);
    const refundPaise = refundOf(dto, leftPaise);
    if (!(await this.organiser.cancel(tx, bookingId))) throw new DomainError("booking_not_sold");
    if (givesCouponBack(leftPaise, refundPaise)) await this.coupons.giveUseBack(tx, bookingId);
    const refund = refundPaise > 0 ? await this.refunds.refund(tx, orderId, refundPaise) : undefined;
    const creditNote = await this.story.tell(tx, booking, {
      orderId,
      refundPaise,
      choice: dto.refund,
      refund,
    });
    const { stallId } = booking;
    return {
      answer: {
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
  }
}

function soldOrder({ state, releaseReason, orderId }: BookingRow): string {
  if (releaseReason === "cancelled") throw new DomainError("booking_cancelled");
  if (state !== "sold" || orderId === undefined) throw new DomainError("booking_not_sold");
  return orderId;
}

function refundOf({ refund, refundAmount }: CancelBookingDto, leftPaise: Paise): Paise {
  const wished = refundAmount === undefined ? undefined : (toPaise(refundAmount) ?? 0);
  const verdict = judgeRefund(refund, leftPaise, wished);
  if (verdict.allowed) return verdict.refundPaise;
  throw new DomainError(
    "invalid_request",
    { fields: { refundAmount: [verdict.sentence] } },
    verdict.sentence,
  );
}
