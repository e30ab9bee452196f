/** API values of operators' actions. */

/** Payment methods of walk-ins, outside the payment provider, with their labels. */
export const OFFLINE_METHODS = {
  cash: "Cash",
  upi: "UPI to the organizer",
  bank_transfer: "Bank transfer",
  cheque: "Cheque",
} as const;
export type OfflineMethod = keyof typeof OFFLINE_METHODS;

export const REFUND_CHOICES = ["full", "partial", "none"] as const;
/** Refund of a cancelled sale. */
export type RefundChoice = (typeof REFUND_CHOICES)[number];

export const COUPON_STATUSES = ["usable", "not_started", "ended", "used_up", "inactive"] as const;
/** Whether a coupon can be used now, or why not. */
export type CouponStatus = (typeof COUPON_STATUSES)[number];
