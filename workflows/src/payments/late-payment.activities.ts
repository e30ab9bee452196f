/** What was found when looking for money on an order whose stall was released. */
export interface LateMoneyFacts {
  readonly found: "nothing" | "sold" | "offered" | "refunding" | "issue" | "unreachable";
  /** With `offered`: milliseconds until the offer of another stall ends, 0 when it has; by the database's clock. */
  readonly offerMsLeft?: number;
}

/** What the late-payment workflow has done for it; idempotent. */
export interface LatePaymentActivities {
  /** Asks the provider again and sells, offers another stall or refunds: the same settle function as everyone else's. */
  checkForLateMoney(orderId: string): Promise<LateMoneyFacts>;
}
