import { SUBMISSION_TYPES } from "@sakhi/domain/listings/listing-application.choices";
import type { SubmissionType } from "@sakhi/domain/listings/listing-application.choices";
import type { ListingPaymentStatus } from "@sakhi/domain/listings/listing.rules";
import { LISTING_OUTCOME_KINDS } from "@sakhi/domain/listings/listing-outcome";
import type { ListingOutcome, ListingOutcomeKind } from "@sakhi/domain/listings/listing-outcome";
import { toRupees } from "@sakhi/domain/money/money";
import { RefundNoticeResponse, refundOnTheWire } from "../payments/payment.response.js";
import { ApiProperty } from "@nestjs/swagger";

/** The response to an application. */
export class ApplicationResponse {
  /** A sentence for the person. */
  message!: string;
}

/** Whether a phone number entitles to a free listing; every no has the same text. */
export class PhoneVerificationResponse {
  verified!: boolean;
  /** A sentence for the person. */
  message!: string;
}

/** How far a listing is that was paid for. */
export const PAID_LISTING_STATUSES = ["in_review", "live", "expired"] as const;

/** The outcome of an order for its payer; no personal data. Which fields are present depends on the kind. */
export class ListingOutcomeResponse {
  @ApiProperty({ enum: LISTING_OUTCOME_KINDS, enumName: "ListingOutcomeKind" })
  kind!: ListingOutcomeKind;
  /** What was paid in all, in rupees; absent where nothing was. */
  amount?: number;
  /** Money that goes or went back. With paid it is that of a second payment. */
  refund?: RefundNoticeResponse;
  /** With paid: what was paid a second time, in rupees. */
  secondAmount?: number;
  /** With money_under_review and partly_refunded: whether what was paid for still stands. */
  kept?: boolean;
  /** With paid. */
  @ApiProperty({ enum: PAID_LISTING_STATUSES, enumName: "PaidListingStatus", required: false })
  status?: (typeof PAID_LISTING_STATUSES)[number];
}

/** The outcome as it is answered. */
export function listingOutcomeOnTheWire(outcome: ListingOutcome): ListingOutcomeResponse {
  const { kind } = outcome;
  const amount = "paidPaise" in outcome ? { amount: toRupees(outcome.paidPaise) } : {};
  switch (outcome.kind) {
    case "pending":
    case "not_started":
    case "failed_attempt":
    case "not_charged":
      return { kind };
    case "paid":
      return {
        kind,
        ...amount,
        status: outcome.status,
        ...(outcome.second === undefined
          ? {}
          : {
              secondAmount: toRupees(outcome.second.amountPaise),
              ...refundOnTheWire(outcome.second.refund),
            }),
      };
    case "rejected":
    case "withdrawn":
    case "refund_pending":
    case "refunded":
      return { kind, ...amount, ...refundOnTheWire(outcome.refund) };
    case "partly_refunded":
      return { kind, ...amount, kept: outcome.kept, ...refundOnTheWire(outcome.refund) };
    case "money_under_review":
      return { kind, ...amount, kept: outcome.kept };
  }
}

/** Where a listing's payment stands (specification 2, section 3). */
export class ListingPaymentStatusResponse {
  @ApiProperty({
    enum: ["payment_pending", "payment_successful", "payment_failed"],
    enumName: "PaymentStatus",
  })
  status!: ListingPaymentStatus;
  orderId!: string;
  brandName!: string;
  fullName!: string;
  @ApiProperty({ enum: SUBMISSION_TYPES, enumName: "SubmissionType" })
  submissionType!: SubmissionType;
  /** The outcome for the payer. The status above has three values only; this one distinguishes a refund from a failure. */
  outcome!: ListingOutcomeResponse;
}

/** Where a renewal stands: it can be paid, its payment is open, or the year is paid for already. */
export const RENEWAL_STATES = ["open", "paying", "renewed"] as const;

/** What the signed link of a reminder is for. */
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
