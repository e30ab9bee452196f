import { SUBMISSION_TYPES } from "@sakhi/domain/listings/listing-application.choices";
import type { SubmissionType } from "@sakhi/domain/listings/listing-application.choices";
import type { ListingPaymentStatus } from "@sakhi/domain/listings/listing.rules";
import { ApiProperty } from "@nestjs/swagger";

/** What somebody who applied is told. */
export class ApplicationResponse {
  /** A sentence for the person. */
  message!: string;
}

/** Whether a phone number entitles to a free listing; every no has the same words. */
export class PhoneVerificationResponse {
  verified!: boolean;
  /** A sentence for the person. */
  message!: string;
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
