import { ApiProperty } from "@nestjs/swagger";
import { BOOKING_OUTCOME_KINDS } from "@sakhi/domain/bookings/booking-outcome";
import type { BookingOutcome, BookingOutcomeKind } from "@sakhi/domain/bookings/booking-outcome";
import { toRupees } from "@sakhi/domain/money/money";
import { STALL_TYPES } from "@sakhi/domain/stalls/stall.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { RefundNoticeResponse, refundOnTheWire } from "../../payments/payment.response.js";

/** What the payer must be told of an order; no personal data. Which fields are there depends on the kind. */
export class BookingOutcomeResponse {
  @ApiProperty({ enum: BOOKING_OUTCOME_KINDS, enumName: "BookingOutcomeKind" })
  kind!: BookingOutcomeKind;
  /** What was paid in all, in rupees; absent where nothing was. */
  amount?: number;
  /** Money that goes or went back. With sold and moved it is that of a second payment. */
  refund?: RefundNoticeResponse;
  /** With sold and moved: what was paid a second time, in rupees. */
  secondAmount?: number;
  /** With money_under_review and partly_refunded: whether the stall is still theirs. */
  kept?: boolean;
  /** With moved: the stall that was paid for. */
  fromStallId?: string;
  /** With late_offer: until when it can be taken (ISO 8601, UTC). */
  offerExpiresAt?: string;
  /** With late_offer: the type of the stalls offered. */
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType", required: false })
  offerStallType?: StallType;
}

/** The outcome as it is answered. */
export function outcomeOnTheWire(outcome: BookingOutcome): BookingOutcomeResponse {
  const { kind } = outcome;
  const amount = "paidPaise" in outcome ? { amount: toRupees(outcome.paidPaise) } : {};
  switch (outcome.kind) {
    case "pending":
    case "not_started":
    case "failed_attempt":
    case "not_charged":
    case "cancelled_without_refund":
      return { kind, ...amount };
    case "sold":
    case "moved":
      return {
        kind,
        ...amount,
        ...(outcome.kind === "moved" ? { fromStallId: outcome.fromStallId } : {}),
        ...(outcome.second === undefined
          ? {}
          : {
              secondAmount: toRupees(outcome.second.amountPaise),
              ...refundOnTheWire(outcome.second.refund),
            }),
      };
    case "cancelled":
    case "refund_pending":
    case "refunded":
      return { kind, ...amount, ...refundOnTheWire(outcome.refund) };
    case "partly_refunded":
      return { kind, ...amount, kept: outcome.kept, ...refundOnTheWire(outcome.refund) };
    case "money_under_review":
      return { kind, ...amount, kept: outcome.kept };
    case "late_offer":
      return { kind, ...amount, offerExpiresAt: outcome.expiresAt, offerStallType: outcome.stallType };
  }
}
