import { ApiProperty } from "@nestjs/swagger";
import { LISTING_OFFERS, PAYMENT_STATUSES, type ListingOffer } from "@sakhi/domain/admin/admin.choices";
import { PAYMENT_LABELS, type PaymentLabel } from "@sakhi/domain/admin/payment-labels";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { formInFull } from "../platform/http/declared-response.js";

/** A registration: a booking with a submitted form, in any state. Money in rupees, times ISO 8601 in UTC. */
export class RegistrationResponse extends formInFull(REGISTRATION_FIELDS) {
  /** The booking's id. */
  id!: string;
  orderId!: string;
  /** Ten digits. */
  override phoneNumber!: string;
  stallId!: string;
  stallType!: StallType;
  /** Slug of the stall's event. */
  event!: string;
  /** Price at the time of the reservation, before any discount. */
  stallPrice!: number;
  @ApiProperty({ enum: PAYMENT_STATUSES, enumName: "PaymentStatus" })
  paymentStatus!: PaymentStatus;
  /** Outcome of the payment: like paymentStatus, but distinguishes cancelled and refunded payments. */
  @ApiProperty({ enum: PAYMENT_LABELS, enumName: "PaymentLabel" })
  paymentLabel!: PaymentLabel;
  @ApiProperty({ enum: LISTING_OFFERS, enumName: "ListingOffer" })
  listingOfferStatus!: ListingOffer;
  /** The provider's payment id, once paid. */
  @ApiProperty({ type: String, nullable: true })
  transactionId!: string | null;
  /** E.g. upi or card, once paid. */
  @ApiProperty({ type: String, nullable: true })
  paymentMode!: string | null;
  /** The application that claimed the free listing. */
  @ApiProperty({ type: String, nullable: true })
  linkedApplicationId!: string | null;
  createdAt!: string;
  updatedAt!: string;
  /** The price less the discount, with what was paid for moves, less refunds. Amount and Revenue figures are sums of it. */
  netAmount!: number;
}
