/** Where a refund stands. */
export interface RefundFacts {
  readonly state: "requested" | "pending" | "succeeded" | "failed";
}

/** What the refund workflow has done for it; all idempotent. */
export interface RefundActivities {
  /** Asks the provider for the refund, with the key made when it was decided. */
  requestRefund(refundId: string): Promise<RefundFacts>;
  /** Reads the refund at the provider and commits what follows. */
  checkRefund(refundId: string): Promise<RefundFacts>;
  /** Puts a refund that does not finish before the operator. */
  reportStuckRefund(refundId: string): Promise<void>;
}
