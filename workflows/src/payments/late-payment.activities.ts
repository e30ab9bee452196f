import type { LateMoney } from "@sakhi/domain/payments/consequences.rules";

/** Result of a check for late money on an order whose stall was released. */
export interface LateMoneyResult {
  readonly found: LateMoney;
  /** With `offered`: time until the offer of another stall ends by the database's clock, in ms; 0 if it has ended. */
  readonly offerMsLeft?: number;
}

/** Activities of the late-payment workflow; idempotent. */
export interface LatePaymentActivities {
  /** Settles the order by the provider's data: sells, offers another stall or refunds. */
  checkForLateMoney(orderId: string): Promise<LateMoneyResult>;
}
