/** What was found when looking for money on an order whose stall was released. */
export interface LateMoneyFacts {
  readonly found: "nothing" | "sold" | "refunding" | "attention" | "unreachable";
  readonly at: string;
}

/** What the late-payment workflow has done for it; idempotent. */
export interface LatePaymentActivities {
  /** Asks the provider again and sells or refunds: the same settle function as everyone else's. */
  lookForLateMoney(orderId: string): Promise<LateMoneyFacts>;
}
