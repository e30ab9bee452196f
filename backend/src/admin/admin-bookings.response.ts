import { ApiProperty } from "@nestjs/swagger";
import { LISTING_OFFERS, PAYMENT_STATUSES, type ListingOffer } from "@sakhi/domain/admin/admin.choices";
import { PAYMENT_LABELS, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import {
  BOOKING_STATES,
  RELEASE_REASONS,
  type BookingState,
  type ReleaseReason,
} from "@sakhi/domain/bookings/booking.states";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { type LanguageCode, SITE_LANGUAGES } from "@sakhi/domain/languages/language-paths";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { AdminInvoiceResponse } from "../invoices/invoice.response.js";
import { AdminMailResponse } from "../mail/mail.response.js";
import { AdminRefundResponse } from "../payments/refund.response.js";
import { formIfSent } from "../platform/http/declared-response.js";
import { WhatsappMessageResponse } from "../whatsapp/whatsapp.response.js";
import { AuditEntryResponse } from "./audit.response.js";

const TIMELINE_KINDS = ["event", "payment", "invoice", "mail", "whatsapp", "refund"] as const;

/** An entry of a booking's history. */
export class TimelineEntryResponse {
  at!: string;
  @ApiProperty({ enum: TIMELINE_KINDS, enumName: "TimelineKind" })
  kind!: (typeof TIMELINE_KINDS)[number];
  /** Description of the event. */
  sentence!: string;
  /** visitor, system, provider or operator. */
  by!: string;
  /** Id of the order, payment, invoice, mail, message or refund concerned. */
  reference?: string;
  administrator?: string;
  reason?: string;
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
  /** Paid to the organizer directly, outside the provider. */
  offline!: boolean;
}

/** A network that a booking was reserved from: an address, or a range of addresses. */
export class AdminNetworkResponse {
  /** Distinguishes networks without identifying anyone. */
  label!: string;
  /** Length of its prefix in bits: 32 and 24 of IPv4, 64, 56 and 48 of IPv6. */
  prefix!: number;
  /** Its stalls held now, registered or not. */
  held!: number;
  /** Its stalls being paid for now. */
  paying!: number;
  /** Its holds of the last hour that ended without a sale. */
  endedUnsold!: number;
  /** Different visitors of the live ones. */
  visitors!: number;
  /** Held ones that are registered. */
  registered!: number;
  /** Stalls sold to it in the last day. */
  sold!: number;
  /** True while it can neither reserve nor pay. */
  blocked!: boolean;
}

/** Everything about a booking. Money in rupees, times ISO 8601 in UTC. */
export class AdminBookingResponse extends formIfSent(REGISTRATION_FIELDS) {
  id!: string;
  /** Of its mails, calendar and papers. */
  @ApiProperty({ enum: SITE_LANGUAGES, enumName: "SiteLanguage" })
  language!: LanguageCode;
  /** Slug of the stall's event. */
  event!: string;
  stallId!: string;
  stallType!: StallType;
  @ApiProperty({ enum: BOOKING_STATES, enumName: "BookingState" })
  state!: BookingState;
  @ApiProperty({ enum: RELEASE_REASONS, enumName: "ReleaseReason", required: false })
  releaseReason?: ReleaseReason;
  /** The state in plain English. */
  status!: string;
  /** Before any discount. */
  stallPrice!: number;
  discountPercentage!: number;
  discountAmount!: number;
  couponCode?: string;
  /** After the discount; absent before the registration. */
  amountDue?: number;
  /** Paid for moves to dearer stalls. */
  movesAmount!: number;
  /** Refunded or to be refunded. */
  refundedAmount!: number;
  /** After the discount, moves and refunds, as in the table; absent before the registration. */
  netAmount?: number;
  orderId?: string;
  /** Numbers of the other stalls of its order; absent if there are none. */
  together?: string[];
  @ApiProperty({ enum: PAYMENT_STATUSES, enumName: "PaymentStatus", required: false })
  paymentStatus?: PaymentStatus;
  /** Outcome of the payment: like paymentStatus, but distinguishes cancelled and refunded payments. */
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
  /** When the event policies were accepted; absent if they were not asked for. */
  policiesAcceptedAt?: string;
  policiesVersion?: string;
  /** End of the hold. */
  holdExpiresAt?: string;
  /** Payment deadline, while paying. */
  payUntil?: string;
  /** When it was sold or released. */
  endedAt?: string;
  updatedAt!: string;
  /** Oldest first. */
  timeline!: TimelineEntryResponse[];
  payments!: AdminPaymentResponse[];
  invoices!: AdminInvoiceResponse[];
  mails!: AdminMailResponse[];
  /** Messages by WhatsApp, oldest first; none if the holder has not agreed. */
  whatsapp!: WhatsappMessageResponse[];
  refunds!: AdminRefundResponse[];
  /** Audit entries about the booking, its mails, invoices and issues; newest first. */
  audit!: AuditEntryResponse[];
  /** The networks it was reserved from, the narrowest first; none if unknown or forgotten. */
  networks!: AdminNetworkResponse[];
  /** The workflow's page in Temporal's UI, if configured. */
  temporalUrl?: string;
}
