/** Values of the operators' actions on the wire. */

export const OFFLINE_METHODS = ["cash", "upi", "bank_transfer", "cheque"] as const;
/** How a walk-in paid, outside the payment provider. */
export type OfflineMethod = (typeof OFFLINE_METHODS)[number];

export const REFUND_CHOICES = ["full", "partial", "none"] as const;
/** The refund when a sold booking is cancelled. */
export type RefundChoice = (typeof REFUND_CHOICES)[number];

/** How an offline method reads to people. */
export function offlineMethodLabel(method: OfflineMethod): string {
  switch (method) {
    case "cash":
      return "Cash";
    case "upi":
      return "UPI to the organiser";
    case "bank_transfer":
      return "Bank transfer";
    case "cheque":
      return "Cheque";
  }
}

export const COUPON_STATUSES = ["usable", "not_started", "ended", "used_up", "inactive"] as const;
/** Whether a coupon can be used now, and if not, why. */
export type CouponStatus = (typeof COUPON_STATUSES)[number];
