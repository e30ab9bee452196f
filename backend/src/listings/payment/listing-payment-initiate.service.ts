import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { CheckoutResponse } from "../../payments/orders/checkout-response.service.js";
import { OrderOpening } from "../../payments/orders/order-opening.service.js";
import { OrderSession } from "../../payments/orders/order-session.service.js";
import type { InitiateResponse } from "../../payments/payment.response.js";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { clientNetwork } from "../../platform/http/client-network.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { StartedPayment } from "./listing-payment-start.service.js";

/** How often it is begun anew when the order ended in between. */
const MAX_TRIES = 3;

/** What a beginning came to: an order to be paid at the provider, or one that is paid without. */
export type PaymentStart = StartedPayment | { readonly mockOrderId: string };

/** Who pays, as the limits see it. */
export interface Payer {
  /** Ten digits. */
  readonly phone: string;
  /** The address the call came from. */
  readonly address: string;
  /** Whether the payment has been begun before, at a glance. */
  readonly hasStarted: () => Promise<boolean>;
}

/** Beginning the payment of a listing's year, and continuing one that was begun. */
@Injectable()
export class ListingPaymentInitiate {
  constructor(
    private readonly database: Database,
    private readonly openings: OrderOpening,
    private readonly sessions: OrderSession,
    private readonly checkout: CheckoutResponse,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The session with which the year is paid; asked again, also by a second click, the same.
   *
   * @param begin finds or begins the payment, in a transaction
   * @param payer whom the limits count: only payments that were begun count, and nobody is kept from continuing one
   * @throws DomainError order_closing; listing_already_paid; listing_payment_refused; provider_unavailable
   * @throws HttpError rate_limited
   */
  async initiate(begin: (tx: Tx) => Promise<PaymentStart>, payer: Payer): Promise<InitiateResponse> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const started = await this.opened(begin, payer);
      if ("mockOrderId" in started) {
        return { orderId: started.mockOrderId, paymentSessionId: "", environment: "mock" };
      }
      const { orderId } = started;
      const session = await this.sessions.reach(orderId);
      switch (session.kind) {
        case "open":
          return this.checkout.of(orderId, session);
        case "closing":
          throw new DomainError("order_closing");
        case "paid":
          throw new DomainError("listing_already_paid", { orderId });
        case "unknown":
          throw unavailable();
        case "not_open":
          // An earlier request never arrived: begin anew, with another order.
          break;
      }
    }
    throw unavailable();
  }

  private async opened(
    begin: (tx: Tx) => Promise<PaymentStart>,
    { phone, address, hasStarted }: Payer,
  ): Promise<PaymentStart> {
    if (await hasStarted()) {
      const started = await this.database.transaction(begin);
      // Had it ended in this moment, its successor is asked for without being counted.
      return this.ask(started);
    }
    const network = clientNetwork(address);
    const undo = await this.limits.use(
      // What is done with the phone number from elsewhere keeps nobody from paying.
      { limit: "listing_initiates_per_phone", by: `${network} ${phone}` },
      { limit: "listing_initiates_per_address", by: network },
    );
    let counts = false;
    try {
      const started = await this.ask(await this.database.transaction(begin));
      counts = !("mockOrderId" in started) && started.attemptId !== undefined;
      return started;
    } finally {
      if (!counts) await undo();
    }
  }

  /** Asks the provider to open the order, unless somebody else just does. */
  private async ask(started: PaymentStart): Promise<PaymentStart> {
    if ("mockOrderId" in started || started.attemptId === undefined) return started;
    const opening = await this.openings.ask(started.attemptId);
    if (opening === "refused") throw new DomainError("listing_payment_refused");
    if (opening !== "accepted") throw unavailable();
    return started;
  }
}

/** The sentence of the code speaks of a stall. */
function unavailable(): DomainError {
  return new DomainError(
    "provider_unavailable",
    {},
    "The payment service is not answering right now. What you filled in is kept; please try again.",
  );
}
