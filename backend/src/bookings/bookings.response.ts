import { ApiProperty } from "@nestjs/swagger";
import {
  BOOKING_OUTCOME_KINDS,
  type BookingOutcome,
  type BookingOutcomeKind,
} from "@sakhi/domain/bookings/booking-outcome";
import { UNPAID_STATES } from "@sakhi/domain/bookings/booking.states";
import { STALL_OFFER_STATES, type StallOfferState } from "@sakhi/domain/bookings/stall-offer.rules";
import { toRupees } from "@sakhi/domain/money/money";
import type { PaymentStatus } from "@sakhi/domain/payments/payment.states";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { WHATSAPP_CONSENT_VERSIONS, type WhatsappConsentVersion } from "@sakhi/domain/whatsapp/whatsapp-consent";
import { AskedQuestionResponse } from "../papers/papers.response.js";
import { payerOutcomeResponse, RefundNoticeResponse } from "../payments/payment.response.js";
import { ErrorResponse, ProofChallengeResponse } from "../platform/http/error.response.js";
import type { BookingRow } from "./bookings.entities.js";

/** A stall reserved for the visitor. */
export class ReservationResponse {
  stallId!: string;
  type!: StallType;
  /** Rupees; fixed when the stall is reserved. */
  price!: number;
  /** When the hold ends (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock at the response (ISO 8601, UTC). Use it for the countdown instead of the browser's. */
  serverTime!: string;
}

/** A free stall suggested instead of a taken one. */
export class SimilarStallResponse {
  stallId!: string;
  type!: StallType;
  /** Rupees. */
  price!: number;
}

/** Why a stall could not be reserved. */
export class ReserveErrorResponse extends ErrorResponse {
  /** With stall_sold, stall_reserved and stall_paused: at most three free stalls, nearest of the same type first. */
  similar?: SimilarStallResponse[];
  /** With payment_in_progress: the order to continue paying. */
  orderId?: string;
  /** With proof_required: the challenge to solve; send the solution as `proof`. */
  challenge?: ProofChallengeResponse;
  /** With stall_paused and rate_limited: seconds until another try. */
  retryAfterSeconds?: number;
  /** With network_blocked: the e-mail address to contact. */
  contact?: string;
  /** With sales_not_open: when sales open (ISO 8601, UTC). */
  opensAt?: string;
  /** With sales_closed: when sales closed (ISO 8601, UTC). */
  closedAt?: string;
  /** With event_changed: slug of the event that the call is about. */
  event?: string;
  /** With event_changed: slug of the event whose plan the stall was chosen from. */
  planEvent?: string;
}

/** Why a registration or a release was refused. */
export class HoldErrorResponse extends ErrorResponse {
  /** With payment_in_progress and already_paid: the order. */
  orderId?: string;
  /** With hold_replaced: the stall the visitor holds instead. */
  stallId?: string;
  /** With network_blocked: the e-mail address to contact. */
  contact?: string;
}

/** Result of a release; `released` is false if there was nothing to release. */
export class ReleaseResponse {
  released!: boolean;
}

/** Inputs of the GST in a price, besides the buyer's GST number (domain: place-of-supply.ts). */
export class GstFactsResponse {
  /** Total rate in percent. */
  ratePercent!: number;
  /** Two-digit GST code of the state where the seller is registered. */
  sellerStateCode!: string;
  /** Two-digit GST code of the state where the event takes place. */
  eventStateCode!: string;
}

/** One of several stalls of an order. */
export class OrderedStallResponse {
  stallId!: string;
  type!: StallType;
  /** Rupees. */
  price!: number;
  /** Its share of the amount to pay, in rupees; with orderId. */
  finalAmount?: number;
}

/** The visitor's stall, including while paying. */
export class MyHoldResponse {
  /** Slug of the stall's event. */
  event!: string;
  stallId!: string;
  type!: StallType;
  /** Rupees; of all stalls of her order. */
  price!: number;
  /** Her stalls, the first one first, if she has several. */
  stalls?: OrderedStallResponse[];
  /** How many stalls she can still add to her order; absent if none. */
  canAdd?: number;
  @ApiProperty({ enum: UNPAID_STATES, enumName: "HoldState" })
  state!: "held" | "registered" | "paying";
  /** The payment order; present once registered. */
  orderId?: string;
  /** Amount to pay, in rupees; with orderId. */
  finalAmount?: number;
  /** The coupon's discount in percent, 0 without one; with orderId. */
  discountPercentage?: number;
  /** When the hold ends (ISO 8601, UTC). While paying it is suspended and payUntil applies. */
  expiresAt!: string;
  /** When the provider's payment page expires (ISO 8601, UTC); only while paying. */
  payUntil?: string;
  /** The server's clock at the response (ISO 8601, UTC). */
  serverTime!: string;
  /** To show the GST included in the price. */
  gst!: GstFactsResponse;
  /** What the event asks of the stall in the form; absent if nothing. */
  questions?: AskedQuestionResponse[];
  /** The version of the sentence to tick for messages by WhatsApp; absent while there are none. */
  @ApiProperty({ enum: WHATSAPP_CONSENT_VERSIONS, required: false })
  whatsapp?: WhatsappConsentVersion;
}

/** The price of a registration, of all stalls of its order. All amounts in rupees. */
export class ProvisionalRegistrationResponse {
  orderId!: string;
  stallId!: string;
  /** Its stalls, the first one first, if there are several. */
  stalls?: OrderedStallResponse[];
  stallPrice!: number;
  discountPercentage!: number;
  discountAmount!: number;
  finalAmount!: number;
  /** When the hold ends (ISO 8601, UTC); registering does not extend it. */
  expiresAt!: string;
}

/** The outcome shown to the payer of an order; no personal data. `kind` determines which fields are present. */
export class BookingOutcomeResponse {
  @ApiProperty({ enum: BOOKING_OUTCOME_KINDS, enumName: "BookingOutcomeKind" })
  kind!: BookingOutcomeKind;
  /** Total paid, in rupees; absent if nothing was paid. */
  amount?: number;
  /** The refund, pending or done. With sold and moved, the refund of a second payment. */
  refund?: RefundNoticeResponse;
  /** With sold and moved: the amount of the second payment, in rupees. */
  secondAmount?: number;
  /** With money_under_review and partly_refunded: whether the stall is still theirs. */
  kept?: boolean;
  /** With moved: the stall that was paid for. */
  fromStallId?: string;
  /** With pending: the stall is still theirs and no payment attempt is known, so that they can start one. */
  untried?: boolean;
  /** With late_offer: when the offer expires (ISO 8601, UTC). */
  offerExpiresAt?: string;
  /** With late_offer: the type of the offered stalls. */
  offerStallType?: StallType;
}

/** The status of a Mela payment; no personal data. */
export class MelaPaymentStatusResponse {
  orderId!: string;
  /** Slug of the stall's event, whose facts a ticket shows. */
  event!: string;
  stallId!: string;
  stallType!: StallType;
  @ApiProperty({ enum: ["payment_pending", "payment_successful", "payment_failed"], enumName: "PaymentStatus" })
  paymentStatus!: PaymentStatus;
  /** The detailed outcome: unlike the three-valued status above, it distinguishes a refund from a failure. */
  outcome!: BookingOutcomeResponse;
  /** Numbers of the other stalls of the order that are the payer's, or wait for the payment; absent if none. */
  together?: string[];
  /** Its event was cancelled: the stall is no longer the payer's, or will not be once the refund is made. Absent if not. */
  eventCancelled?: boolean;
  /** Its event has taken place; absent if not. */
  eventOver?: boolean;
  /** How often a sold booking was moved to another stall, which its calendar file counts; absent if never. */
  moves?: number;
  /** When it was sold, ISO 8601 UTC, for the calendar file; absent unless the event dropped days. */
  soldAt?: string;
}

/** An offer of another stall, for anyone with its link; no personal data. */
export class StallOfferResponse {
  @ApiProperty({ enum: STALL_OFFER_STATES, enumName: "StallOfferState" })
  state!: StallOfferState;
  orderId!: string;
  /** Slug of the stalls' event. */
  event!: string;
  /** The stall that was taken when the payment arrived. */
  lostStallId!: string;
  stallType!: StallType;
  /** Amount paid, in rupees. */
  amount!: number;
  /** When the offer expires (ISO 8601, UTC). */
  expiresAt!: string;
  /** The server's clock at the response (ISO 8601, UTC). Use it for the countdown instead of the browser's. */
  serverTime!: string;
  /** Currently free stalls of the same type and price; empty once the offer has ended. */
  freeStalls!: string[];
  /** With `accepted`: the chosen stall. */
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

/** Maps an outcome to its response. */
export function outcomeResponse(outcome: BookingOutcome): BookingOutcomeResponse {
  return {
    ...payerOutcomeResponse(outcome),
    ...(outcome.kind === "moved" ? { fromStallId: outcome.fromStallId } : {}),
    ...(outcome.kind === "pending" && outcome.untried === true ? { untried: true } : {}),
    ...(outcome.kind === "late_offer" ? { offerExpiresAt: outcome.expiresAt, offerStallType: outcome.stallType } : {}),
  };
}

/** A stall of an order, for the visitor who has it. */
export function orderedStallResponse({
  stallId,
  stallType: type,
  pricePaise,
  finalPaise,
}: Pick<BookingRow, "stallId" | "stallType" | "pricePaise" | "finalPaise">): OrderedStallResponse {
  return {
    stallId,
    type,
    price: toRupees(pricePaise),
    ...(finalPaise === null ? {} : { finalAmount: toRupees(finalPaise) }),
  };
}
