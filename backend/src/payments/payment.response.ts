import { ApiProperty } from "@nestjs/swagger";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { RefundNotice, SecondPayment } from "@sakhi/domain/payments/payer-outcome";
import { ErrorResponse } from "../platform/http/error.response.js";

/** The data with which the browser opens the provider's hosted checkout. */
export class InitiateResponse {
  orderId!: string;
  /** Empty in the environment mock. */
  paymentSessionId!: string;
  /** `mock`: a listing that is paid already, without the provider. */
  @ApiProperty({ enum: ["production", "sandbox", "mock"], enumName: "PaymentEnvironment" })
  environment!: "production" | "sandbox" | "mock";
  /** Script to load instead of the provider's: the local simulator's. */
  checkoutScriptUrl?: string;
}

/** Why a payment was not started. */
export class InitiateErrorResponse extends ErrorResponse {
  /** With already_paid and listing_already_paid: the paid order. */
  orderId?: string;
  /** With network_blocked: the e-mail address to contact. */
  contact?: string;
}

/** An event of the payment provider, parsed only after its signature over the raw bytes is verified. */
export class WebhookEnvelope {
  /** Event type, e.g. PAYMENT_SUCCESS_WEBHOOK. Unknown types are stored too. */
  type!: string;
  /** Time of the event (ISO 8601). */
  event_time?: string;
}

/** The event is stored; it is handled afterwards. */
export class WebhookReceivedResponse {
  received!: boolean;
}

/** Combined status of an order's refunds. */
export class RefundNoticeResponse {
  /** `failed`: the provider rejected it; the money is still owed. */
  @ApiProperty({ enum: ["pending", "succeeded", "failed"], enumName: "RefundNoticeState" })
  state!: RefundNotice["state"];
  /** Rupees. */
  amount!: number;
  /** When the last refund was paid out (ISO 8601, UTC); only with succeeded. */
  date?: string;
  /** The refund's number, for support. */
  reference?: string;
  /** Reference for the payer's bank (ARN or RRN); only with succeeded, if the provider has sent it. */
  bankReference?: string;
  /** True if the organizer pays it back in person, since it was paid outside the provider. */
  byHand?: boolean;
}

/** Common fields of the outcomes of bookings and listings. */
interface PayerOutcome<Kind extends string> {
  readonly kind: Kind;
  readonly paidPaise?: Paise;
  readonly kept?: boolean;
  readonly refund?: RefundNotice;
  readonly second?: SecondPayment;
}

/** Maps an outcome's money to the response: paid, paid a second time, and refunded. */
export function payerOutcomeResponse<Kind extends string>({
  kind,
  paidPaise,
  kept,
  refund,
  second,
}: PayerOutcome<Kind>): {
  kind: Kind;
  amount?: number;
  kept?: boolean;
  secondAmount?: number;
  refund?: RefundNoticeResponse;
} {
  return {
    kind,
    ...(paidPaise === undefined ? {} : { amount: toRupees(paidPaise) }),
    ...(kept === undefined ? {} : { kept }),
    ...(second === undefined ? {} : { secondAmount: toRupees(second.amountPaise) }),
    ...toRefundResponse(refund ?? second?.refund),
  };
}

/** @returns an empty object without a refund, to be spread into a response */
function toRefundResponse(refund: RefundNotice | undefined): { refund?: RefundNoticeResponse } {
  if (refund === undefined) return {};
  const { state, amountPaise, at, reference, bankReference, byHand } = refund;
  return {
    refund: {
      state,
      amount: toRupees(amountPaise),
      ...(at === undefined ? {} : { date: at }),
      ...(reference === undefined ? {} : { reference }),
      ...(bankReference === undefined ? {} : { bankReference }),
      ...(byHand === undefined ? {} : { byHand }),
    },
  };
}
