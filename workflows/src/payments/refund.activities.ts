/** A refund's state. */
export interface RefundStep {
  readonly state: "requested" | "pending" | "succeeded" | "failed";
}

/** Activities of the refund workflow; all idempotent. */
export interface RefundActivities {
  /** Requests the refund from the provider, with the idempotency key stored with the decision. */
  requestRefund(refundId: string): Promise<RefundStep>;
  /** Reads the refund from the provider and records its state. */
  checkRefund(refundId: string): Promise<RefundStep>;
  /** Raises an issue for a refund that does not finish. */
  reportStuckRefund(refundId: string): Promise<void>;
}
