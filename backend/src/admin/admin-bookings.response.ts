import { ApiProperty } from "@nestjs/swagger";
import { LISTING_OFFERS, PAYMENT_STATUSES, type ListingOffer } from "@sakhi/domain/admin/registrations";
import { PAYMENT_LABELS, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import type { PaymentStatus } from "@sakhi/domain/bookings/booking.rules";
import {
  BOOKING_STATES,
  RELEASE_REASONS,
  type BookingState,
  type ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import {
  REFUND_REASONS,
  REFUND_STATES,
  type RefundReason,
  type RefundState,
} from "@sakhi/domain/payments/payment.states";
import { STALL_TYPES, type StallType } from "@sakhi/domain/stalls/stall.types";
import { AuditEntryResponse } from "./audit.response.js";

const TIMELINE_KINDS = ["event", "payment", "invoice", "mail", "refund"] as const;

/** One line of a booking's history. */
export class TimelineEntryResponse {
  at!: string;
  @ApiProperty({ enum: TIMELINE_KINDS, enumName: "TimelineKind" })
  kind!: (typeof TIMELINE_KINDS)[number];
  /** What happened, in a sentence. */
  sentence!: string;
  /** visitor, system, provider or operator. */
  by!: string;
  /** Order, payment, invoice, mail or refund it is about. */
  reference?: string;
  administrator?: string;
  reason?: string;
}

/** An invoice or a credit note. */
export class AdminInvoiceResponse {
  id!: string;
  number!: string;
  @ApiProperty({ enum: ["invoice", "credit_note"], enumName: "InvoiceKind" })
  kind!: "invoice" | "credit_note";
  issuedAt!: string;
  /** Rupees, tax included. */
  amount!: number;
  /** Whether its PDF was made already; asking for it makes it. */
  rendered!: boolean;
}

/** A mail to the booking's holder. */
export class AdminMailResponse {
  id!: string;
  template!: string;
  to!: string;
  @ApiProperty({ enum: ["queued", "sending", "sent", "failed"], enumName: "MailState" })
  state!: "queued" | "sending" | "sent" | "failed";
  attempts!: number;
  /** The mail server's last error. */
  lastError?: string;
  createdAt!: string;
  sentAt?: string;
  /** Whether it was sent again on request, after this or another mail. */
  copy!: boolean;
}

/** A refund. */
export class AdminRefundResponse {
  id!: string;
  orderId!: string;
  /** Rupees. */
  amount!: number;
  @ApiProperty({ enum: REFUND_REASONS, enumName: "RefundReason" })
  reason!: RefundReason;
  @ApiProperty({ enum: REFUND_STATES, enumName: "RefundState" })
  state!: RefundState;
  providerStatus?: string;
  /** What the payer's bank can find it by (ARN or RRN). */
  bankReference?: string;
  createdAt!: string;
  endedAt?: string;
}

/** A payment on one of the booking's orders. */
export class AdminPaymentResponse {
  /** The provider's payment id. */
  id!: string;
  orderId!: string;
  @ApiProperty({ enum: ["success", "failed", "pending"], enumName: "PaymentOutcome" })
  outcome!: "success" | "failed" | "pending";
  /** The provider's own status. */
  providerStatus!: string;
  /** Rupees. */
  amount!: number;
  mode?: string;
  at!: string;
}

/** Everything about a booking. Money in rupees, times ISO 8601 in UTC. */
export class AdminBookingResponse {
  id!: string;
  stallId!: string;
  @ApiProperty({ enum: STALL_TYPES, enumName: "StallType" })
  stallType!: StallType;
  @ApiProperty({ enum: BOOKING_STATES, enumName: "BookingState" })
  state!: BookingState;
  @ApiProperty({ enum: RELEASE_REASONS, enumName: "ReleaseReason", required: false })
  releaseReason?: ReleaseReason;
  /** Its status, in a sentence. */
  status!: string;
  /** Before any discount. */
  stallPrice!: number;
  discountPercentage!: number;
  discountAmount!: number;
  couponCode?: string;
  /** After the discount; absent before the registration. */
  amountDue?: number;
  /** What was or will be refunded. */
  refundedAmount!: number;
  /** After the discount and refunds, as in the table; absent before the registration. */
  netAmount?: number;
  orderId?: string;
  fullName?: string;
  email?: string;
  phoneNumber?: string;
  businessName?: string;
  gstNumber?: string;
  gstAddress?: string;
  pincode?: string;
  @ApiProperty({ enum: PAYMENT_STATUSES, enumName: "PaymentStatus", required: false })
  paymentStatus?: PaymentStatus;
  /** What became of the payment: the status above, or what is true where money was taken and refunded. */
  @ApiProperty({ enum: PAYMENT_LABELS, enumName: "PaymentLabel", required: false })
  paymentLabel?: PaymentLabel;
  @ApiProperty({ enum: LISTING_OFFERS, enumName: "ListingOffer" })
  listingOfferStatus!: ListingOffer;
  linkedApplicationId?: string;
  transactionId?: string;
  paymentMode?: string;
  /** When the stall was reserved. */
  heldAt!: string;
  registeredAt?: string;
  /** When the event policies were accepted, and which version of them; absent where nobody was asked. */
  policiesAcceptedAt?: string;
  policiesVersion?: string;
  /** End of the hold. */
  holdExpiresAt?: string;
  /** End of the time to pay, while paying. */
  payUntil?: string;
  /** When it was sold or released. */
  endedAt?: string;
  updatedAt!: string;
  /** Everything that happened, oldest first. */
  timeline!: TimelineEntryResponse[];
  payments!: AdminPaymentResponse[];
  invoices!: AdminInvoiceResponse[];
  mails!: AdminMailResponse[];
  refunds!: AdminRefundResponse[];
  /** What administrators did to it, to its mails and its issues; newest first. */
  audit!: AuditEntryResponse[];
  /** Its workflow's page in Temporal, where its address is configured. */
  temporalUrl?: string;
}
