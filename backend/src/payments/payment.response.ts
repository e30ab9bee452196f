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
