import { ApiProperty } from "@nestjs/swagger";
import {
  BOOKING_OUTCOME_KINDS,
  type BookingOutcome,
  type BookingOutcomeKind,
} from "@sakhi/domain/bookings/booking-outcome";
import type { PaymentStatus } from "@sakhi/domain/bookings/booking.rules";
import { STALL_OFFER_STATES, type StallOfferState } from "@sakhi/domain/bookings/stall-offer.rules";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";
import { outcomeOnTheWire, RefundNoticeResponse } from "../payments/payment.response.js";
import { ErrorResponse } from "../platform/http/error.response.js";

/** A stall that is reserved for the visitor. */
export class ReservationResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees, frozen at reserve. */
  price!: number;
  /** When the hold ends (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock when it answered (ISO 8601, UTC): count down with it, not with the browser's. */
  serverTime!: string;
}

/** A free stall offered instead of one that is taken. */
export class SimilarStallResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees. */
  price!: number;
}

/** A proof of work to be solved: a challenge of ALTCHA (v2). */
export class ProofChallengeResponse {
  /** What to compute; it is signed as a whole, also for whom and until when it is good. */
  @ApiProperty({ type: "object", additionalProperties: true })
  parameters!: Record<string, unknown>;
  signature!: string;
}

/** Why a stall could not be reserved. */
export class ReserveErrorResponse extends ErrorResponse {
  /** With stall_sold and stall_reserved: at most three free stalls, nearest of the same type first. */
  similar?: SimilarStallResponse[];
  /** With payment_in_progress: the order to go on paying. */
  orderId?: string;
  /** With proof_required: what is to be solved and sent as `proof`. */
  challenge?: ProofChallengeResponse;
  /** With network_blocked: the e-mail address to write to. */
  contact?: string;
  /** With sales_not_open: when stalls can be booked (ISO 8601, UTC). */
  opensAt?: string;
  /** With sales_closed: since when they can't (ISO 8601, UTC). */
  closedAt?: string;
}

/** Why a registration or a release was refused. */
export class HoldErrorResponse extends ErrorResponse {
  /** With payment_in_progress and already_paid: the order. */
  orderId?: string;
  /** With hold_replaced: the stall the visitor holds instead. */
  stallId?: string;
}

/** Whether something was released; false when there was nothing to release. */
export class ReleaseResponse {
  released!: boolean;
}

/** What the GST in a price depends on, beside the buyer's own GST number (domain: place-of-supply.ts). */
export class GstFactsResponse {
  /** The whole rate, per cent. */
  ratePercent!: number;
  /** Two-digit GST code of the state the seller is registered in. */
  sellerStateCode!: string;
  /** Two-digit GST code of the state the event is held in. */
  eventStateCode!: string;
}

/** The visitor's stall, also while paying. */
export class MyHoldResponse {
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  type!: StallType;
  /** Rupees. */
  price!: number;
  @ApiProperty({ enum: ["held", "registered", "paying"], enumName: "HoldState" })
  state!: "held" | "registered" | "paying";
  /** The payment order, from the registration on. */
  orderId?: string;
  /** What the registration came to, in rupees; with orderId. */
  finalAmount?: number;
  /** The coupon's discount in percent, 0 without one; with orderId. */
  discountPercentage?: number;
  /** When the hold ends (ISO 8601, UTC); while paying it stands still and payUntil counts. */
  expiresAt!: string;
  /** Until when the payment provider takes the payment (ISO 8601, UTC), as its page counts; while paying only. */
  payUntil?: string;
  /** The server's clock when it answered (ISO 8601, UTC). */
  serverTime!: string;
  /** To show the GST that the price includes. */
  gst!: GstFactsResponse;
}

/** What a registration costs. All amounts in rupees. */
export class ProvisionalRegistrationResponse {
  orderId!: string;
  stallId!: string;
  stallPrice!: number;
  discountPercentage!: number;
  discountAmount!: number;
  finalAmount!: number;
  /** When the hold ends (ISO 8601, UTC): registering does not extend it. */
  expiresAt!: string;
}

/** What the payer of an order must know; no personal data. Which fields are present depends on the kind. */
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
  /** With pending: the stall is still theirs and no attempt to pay is known, so that they can start one. */
  untried?: boolean;
  /** With late_offer: until when it can be taken (ISO 8601, UTC). */
  offerExpiresAt?: string;
  /** With late_offer: the type of the stalls offered. */
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType", required: false })
  offerStallType?: StallType;
}

/** The status of a Mela payment; no personal data. */
export class MelaPaymentStatusResponse {
  orderId!: string;
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  @ApiProperty({ enum: ["payment_pending", "payment_successful", "payment_failed"], enumName: "PaymentStatus" })
  paymentStatus!: PaymentStatus;
  /** What the payer must know. The status above has three values; the outcome distinguishes a refund from a failure. */
  outcome!: BookingOutcomeResponse;
}

/** An offer of another stall, for anyone who has its link; no personal data. */
export class StallOfferResponse {
  @ApiProperty({ enum: STALL_OFFER_STATES, enumName: "StallOfferState" })
  state!: StallOfferState;
  orderId!: string;
  /** The stall that was taken when the money came. */
  lostStallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  /** What was paid, in rupees. */
  amount!: number;
  /** Until when a stall can be chosen (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock when it answered (ISO 8601, UTC): count down with it, not with the browser's. */
  serverTime!: string;
  /** Stalls of the same type and price that are free now; empty once the offer has ended. */
  freeStalls!: string[];
  /** The stall that was chosen; with `accepted`. */
  chosenStallId?: string;
}

/** Why an offer could not be accepted or declined. */
export class StallOfferErrorResponse extends ErrorResponse {
  /** With offer_stall_taken: the stalls that are still free. */
  freeStalls?: string[];
  /** With offer_used: the offer's state. */
  @ApiProperty({ enum: STALL_OFFER_STATES, enumName: "StallOfferState", required: false })
  state?: StallOfferState;
}

/** The outcome as it is sent. */
export function outcomeResponse(outcome: BookingOutcome): BookingOutcomeResponse {
  return {
    ...outcomeOnTheWire(outcome),
    ...(outcome.kind === "moved" ? { fromStallId: outcome.fromStallId } : {}),
    ...(outcome.kind === "pending" && outcome.untried === true ? { untried: true } : {}),
    ...(outcome.kind === "late_offer" ? { offerExpiresAt: outcome.expiresAt, offerStallType: outcome.stallType } : {}),
  };
}
