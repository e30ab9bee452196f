import { ApiProperty } from "@nestjs/swagger";

/** What the browser needs to open the provider's hosted checkout. */
export class InitiateResponse {
  orderId!: string;
  paymentSessionId!: string;
  @ApiProperty({ enum: ["production", "sandbox"], enumName: "PaymentEnvironment" })
  environment!: "production" | "sandbox";
  /** Only where the provider's own script is not to be used: the local simulator. */
  checkoutScriptUrl?: string;
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
