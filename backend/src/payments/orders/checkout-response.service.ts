import { Injectable } from "@nestjs/common";
import { Config } from "../../platform/config/config.js";
import type { InitiateResponse } from "../payment.response.js";

/** What the browser is told to open the hosted checkout with. */
@Injectable()
export class CheckoutResponse {
  constructor(private readonly config: Config) {}

  of(
    orderId: string,
    { paymentSessionId, environment }: Pick<InitiateResponse, "paymentSessionId" | "environment">,
  ): InitiateResponse {
    const { baseUrl } = this.config.cashfree;
    // Where the provider is the local simulator, the browser's script comes from it too.
    const script =
      baseUrl === undefined ? {} : { checkoutScriptUrl: `${new URL(baseUrl).origin}/checkout.js` };
    return { orderId, paymentSessionId, environment, ...script };
  }
}
