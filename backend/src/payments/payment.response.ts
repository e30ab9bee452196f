import { ApiProperty } from "@nestjs/swagger";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import type { RefundNotice, SecondPayment } from "@sakhi/domain/payments/payer-outcome";
import { ErrorResponse } from "../platform/http/error.response.js";

/** What the browser needs to open the provider's hosted checkout. */
export class InitiateResponse {
  orderId!: string;
  /** Empty in the environment mock. */
  paymentSessionId!: string;
  /** `mock` only of listings: paid already, nobody needs to be asked. */
  @ApiProperty({ enum: ["production", "sandbox", "mock"], enumName: "PaymentEnvironment" })
  environment!: "production" | "sandbox" | "mock";
  /** Only where the provider's own script is not to be used: the local simulator. */
  checkoutScriptUrl?: string;
}

/** Why a payment was not started. */
export class InitiateErrorResponse extends ErrorResponse {
  /** With already_paid and listing_already_paid: the order that paid for it. */
  orderId?: string;
}

/** What the payment provider sends; read only after its signature was checked over the raw bytes. */
export class WebhookEnvelope {
  /** What happened, e.g. PAYMENT_SUCCESS_WEBHOOK. Kinds we do not know are stored too. */
  type!: string;
  /** When (ISO 8601). */
  event_time?: string;
}

/** The event is stored; handling comes afterwards. */
export class WebhookReceivedResponse {
  received!: boolean;
}

/** The status of all refunds of an order together. */
export class RefundNoticeResponse {
  /** `failed`: the provider rejected it; the money is still owed. */
  @ApiProperty({ enum: ["pending", "succeeded", "failed"], enumName: "RefundNoticeState" })
  state!: RefundNotice["state"];
  /** Rupees. */
  amount!: number;
  /** When the last of it was paid out (ISO 8601, UTC); only with succeeded. */
  date?: string;
  /** The refund's number, for support. */
  reference?: string;
  /** What the payer's bank can find it by (ARN or RRN); only with succeeded, where the provider has named it. */
  bankReference?: string;
}

/** What the outcomes of bookings and of listings have in common, as far as it is there. */
interface PayerOutcome<Kind extends string> {
  readonly kind: Kind;
  readonly paidPaise?: Paise;
  readonly kept?: boolean;
  readonly refund?: RefundNotice;
  readonly second?: SecondPayment;
}

/** An outcome's money as it is sent: what was paid, paid a second time, and goes or went back. */
export function outcomeOnTheWire<Kind extends string>({
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
    ...refundOnTheWire(refund ?? second?.refund),
  };
}

/** @returns nothing where no refund was decided, to be spread into an answer */
function refundOnTheWire(refund: RefundNotice | undefined): { refund?: RefundNoticeResponse } {
  if (refund === undefined) return {};
  const { state, amountPaise, at, reference, bankReference } = refund;
  return {
    refund: {
      state,
      amount: toRupees(amountPaise),
      ...(at === undefined ? {} : { date: at }),
      ...(reference === undefined ? {} : { reference }),
      ...(bankReference === undefined ? {} : { bankReference }),
    },
  };
}
