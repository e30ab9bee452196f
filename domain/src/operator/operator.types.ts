/** Values of the operators' actions on the wire. */

/** How a walk-in can have paid, outside the payment provider, and how each reads to people. */
export const OFFLINE_METHODS = {
  cash: "Cash",
  upi: "UPI to the organiser",
  bank_transfer: "Bank transfer",
  cheque: "Cheque",
} as const;
/** How a walk-in paid. */
export type OfflineMethod = keyof typeof OFFLINE_METHODS;

export const REFUND_CHOICES = ["full", "partial", "none"] as const;
/** The refund when a sold booking is cancelled. */
export type RefundChoice = (typeof REFUND_CHOICES)[number];

export const COUPON_STATUSES = ["usable", "not_started", "ended", "used_up", "inactive"] as const;
/** Whether a coupon can be used now, and if not, why. */
export type CouponStatus = (typeof COUPON_STATUSES)[number];
