import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";
import { ApiProperty } from "@nestjs/swagger";
import { BookingOutcomeResponse } from "./outcome/booking-outcome.response.js";
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
  /** Until when the payment can be finished (ISO 8601, UTC); while paying only. */
  payUntil?: string;
  /** The server's clock when it answered (ISO 8601, UTC). */
  serverTime!: string;
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

/** Where a Mela payment stands; no personal data. */
export class MelaPaymentStatusResponse {
  orderId!: string;
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  @ApiProperty({
    enum: ["payment_pending", "payment_successful", "payment_failed"],
    enumName: "PaymentStatus",
  })
  paymentStatus!: "payment_pending" | "payment_successful" | "payment_failed";
  /** What the payer must be told. The status above knows three words; this one tells a refund from a failure. */
  outcome!: BookingOutcomeResponse;
}
