import { ApiProperty } from "@nestjs/swagger";
import { SUBMISSION_TYPES, type SubmissionType } from "@sakhi/domain/listings/listing-application.choices";
import {
  LISTING_OUTCOME_KINDS,
  type ListingOutcome,
  type ListingOutcomeKind,
} from "@sakhi/domain/listings/listing-outcome";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import { payerOutcomeResponse, RefundNoticeResponse } from "../payments/payment.response.js";

/** The response to an application. */
export class ApplicationResponse {
  /** A sentence for the person. */
  message!: string;
  /** Claims only: it is submitted once the address that the stall was booked with confirms it. */
  waits?: boolean;
}

/** Whether a phone number can claim a free listing; every negative response has the same text. */
export class PhoneVerificationResponse {
  verified!: boolean;
  /** A sentence for the person. */
  message!: string;
}

/** Progress of a paid listing. */
export const PAID_LISTING_STATUSES = ["in_review", "live", "expired"] as const;

/** The outcome of an order for its payer; no personal data. Which fields are present depends on the kind. */
export class ListingOutcomeResponse {
  @ApiProperty({ enum: LISTING_OUTCOME_KINDS, enumName: "ListingOutcomeKind" })
  kind!: ListingOutcomeKind;
  /** Total paid, in rupees; absent if nothing was. */
  amount?: number;
  /** The refund, pending or made. With paid: of a second payment. */
  refund?: RefundNoticeResponse;
  /** With paid: the second payment, in rupees. */
  secondAmount?: number;
  /** With money_under_review and partly_refunded: true if the paid year is still valid. */
  kept?: boolean;
  /** With paid. */
  @ApiProperty({ enum: PAID_LISTING_STATUSES, enumName: "PaidListingStatus", required: false })
  status?: (typeof PAID_LISTING_STATUSES)[number];
}

/** Converts an outcome to its response. */
export function listingOutcomeResponse(outcome: ListingOutcome): ListingOutcomeResponse {
  return { ...payerOutcomeResponse(outcome), ...(outcome.kind === "paid" ? { status: outcome.status } : {}) };
}

/** Status of a listing's payment (specification 2, section 3). */
export class ListingPaymentStatusResponse {
  @ApiProperty({ enum: ["payment_pending", "payment_successful", "payment_failed"], enumName: "PaymentStatus" })
  status!: PaymentStatus;
  orderId!: string;
  brandName!: string;
  fullName!: string;
  @ApiProperty({ enum: SUBMISSION_TYPES, enumName: "SubmissionType" })
  submissionType!: SubmissionType;
  /**
   * The outcome for the payer. The status above has three values only; this one distinguishes a refund from a failure.
   */
  outcome!: ListingOutcomeResponse;
}

/** States of a renewal: payable, payment open, already paid. */
export const RENEWAL_STATES = ["open", "paying", "renewed"] as const;

/** The renewal that a reminder's signed link is for. */
export class RenewalResponse {
  brandName!: string;
  fullName!: string;
  /** When the listing ends, or ended (ISO 8601, UTC). */
  liveUntil!: string;
  /** Rupees for another year, GST included. */
  amount!: number;
  @ApiProperty({ enum: RENEWAL_STATES, enumName: "RenewalState" })
  state!: (typeof RENEWAL_STATES)[number];
}
