import { Injectable } from "@nestjs/common";
import type { PaymentEnvironment } from "@sakhi/domain/payments/payment.states";
import { UNKNOWN_ATTEMPT_MS } from "@sakhi/domain/payments/settlement.rules";
import { OrdersService } from "./orders.service.js";
import { PaymentAttempts } from "./payment-attempts.service.js";
import { Settlement } from "../settlement/settlement.service.js";

/** Whether an order can be paid now, and with what. */
export type SessionResult =
  | { readonly kind: "open"; readonly paymentSessionId: string; readonly environment: PaymentEnvironment }
  /** The provider does not have it: it can be opened (again). */
  | { readonly kind: "not_open" }
  /** Its time is over. */
  | { readonly kind: "closing" }
  | { readonly kind: "paid" }
  /** The provider gives no answer. */
  | { readonly kind: "unknown" };

/** How long a second caller waits for the first, in milliseconds: the provider's time-out and some. */
const WAIT_MS = 12_000;
/** An answer that was lost is read once, and what that changed is looked at once more. */
const MAX_CHECKS = 3;

/** Finds the payment session of an order that somebody has begun to open. */
@Injectable()
export class OrderSession {
  constructor(
    private readonly orders: OrdersService,
    private readonly attempts: PaymentAttempts,
    private readonly settlement: Settlement,
  ) {}

  /**
   * Waits for whoever is asking the provider; where their answer was lost, reads the order there.
   */
  async reach(orderId: string): Promise<SessionResult> {
    for (let checks = 1; checks <= MAX_CHECKS; checks += 1) {
      const attempt = await this.attempts.answered(orderId, WAIT_MS);
      const order = await this.orders.find(orderId);
      switch (order?.state) {
        case undefined:
        case "unsent":
        case "void":
          return { kind: "not_open" };
        case "paid":
          return { kind: "paid" };
        case "closing":
        case "closed":
          return { kind: "closing" };
        case "open":
          break;
      }
      if (attempt?.state === "accepted") {
        const { paymentSessionId, environment, lapsed } = order;
        if (lapsed || environment === null) return { kind: "closing" };
        if (paymentSessionId !== null) return { kind: "open", paymentSessionId, environment };
        // It was answered without a session, so it is read again.
      } else if (attempt?.state === "creating" && attempt.ageMs < UNKNOWN_ATTEMPT_MS) {
        return { kind: "unknown" };
      }
      const facts = await this.settlement.settleOrder(orderId, "initiate");
      if (facts.outcome === "unreachable") return { kind: "unknown" };
    }
    return { kind: "unknown" };
  }
}
