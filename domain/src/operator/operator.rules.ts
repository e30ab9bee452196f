import type { Paise } from "../money/money.js";
import type { StallType } from "../stalls/stall.types.js";
import type { CouponStatus, RefundChoice } from "./operator.types.js";

/** Maximum total extension of a hold, in minutes, to be fair to other visitors. */
export const MAX_EXTENSION_MINUTES = 30;

/** Bounds of a stall's price, in rupees. At least 2, so that a coupon always leaves 1 to pay. */
export const MIN_STALL_PRICE_RUPEES = 2;
export const MAX_STALL_PRICE_RUPEES = 1_000_000;

/** Result of {@link checkExtension}: the seconds to add, or the whole minutes that are left. */
type ExtensionVerdict =
  | { readonly allowed: true; readonly addSeconds: number }
  | { readonly allowed: false; readonly minutesLeft: number };

/**
 * Checks whether a hold can be extended, by at most {@link MAX_EXTENSION_MINUTES} in total. An extension beyond the cap
 * is rejected, not shortened: the operator has promised the visitor that time.
 *
 * @param extendedSeconds total of the earlier extensions
 * @param minutes whole minutes to add, at least 1
 */
export function checkExtension(extendedSeconds: number, minutes: number): ExtensionVerdict {
  const leftSeconds = MAX_EXTENSION_MINUTES * 60 - extendedSeconds;
  const addSeconds = minutes * 60;
  if (addSeconds <= leftSeconds) return { allowed: true, addSeconds };
  return { allowed: false, minutesLeft: Math.max(0, Math.floor(leftSeconds / 60)) };
}

/** Inputs of {@link sameKindOfStall}. */
interface StallForMove {
  readonly type: StallType;
  /** The stall's current price, in paise. */
  readonly pricePaise: Paise;
}

/**
 * Whether a booking may move to another stall: one of the same type, at the booking's agreed price or at its own stall's
 * current price. The latter keeps moves possible after the prices of all stalls of a type have changed.
 *
 * @param agreedPaise the booking's price, fixed when it was reserved
 */
export function sameKindOfStall(agreedPaise: Paise, from: StallForMove, to: StallForMove): boolean {
  if (from.type !== to.type) return false;
  return to.pricePaise === agreedPaise || to.pricePaise === from.pricePaise;
}

/** Result of {@link decideRefund}: the amount in paise, or the error message. */
export type RefundVerdict =
  | { readonly allowed: true; readonly refundPaise: Paise }
  | { readonly allowed: false; readonly sentence: string };

/**
 * Decides the refund of a cancelled sale.
 *
 * @param leftPaise the amount paid, less completed and pending refunds
 * @param requestedPaise the amount of a partial refund
 */
export function decideRefund(choice: RefundChoice, leftPaise: Paise, requestedPaise: Paise | undefined): RefundVerdict {
  if (choice !== "partial" && requestedPaise !== undefined) {
    return { allowed: false, sentence: "An amount is given with a partial refund only" };
  }
  switch (choice) {
    case "none":
      return { allowed: true, refundPaise: 0 };
    case "full":
      return { allowed: true, refundPaise: leftPaise };
    case "partial":
      if (requestedPaise === undefined || requestedPaise <= 0) {
        return { allowed: false, sentence: "Please give the amount to refund" };
      }
      if (requestedPaise > leftPaise) {
        return { allowed: false, sentence: "The refund is more than what was paid and has not been refunded yet" };
      }
      return { allowed: true, refundPaise: requestedPaise };
  }
}

/**
 * Decides a refund that leaves the booking sold: less than all that is left, since a sale without money is a cancellation.
 *
 * @param leftPaise the amount paid, less completed and pending refunds
 */
export function decidePartRefund(leftPaise: Paise, requestedPaise: Paise | undefined): RefundVerdict {
  if (requestedPaise !== undefined && requestedPaise >= leftPaise) {
    return { allowed: false, sentence: "To return everything, cancel the booking: this leaves it sold" };
  }
  return decideRefund("partial", leftPaise, requestedPaise);
}

/**
 * Whether a cancelled booking returns its use of a coupon: with a full refund, as any amount kept was discounted, so that
 * the coupon was used; and always if the event was cancelled, whatever is deducted: the payer did not choose.
 */
export function returnsCoupon(leftPaise: Paise, refundPaise: Paise, eventCancelled = false): boolean {
  return eventCancelled || refundPaise >= leftPaise;
}

/** Whether a coupon can be used now, or the first reason why not, in the order of `checkCoupon`. */
export function couponStatus(coupon: {
  readonly active: boolean;
  readonly started: boolean;
  readonly ended: boolean;
  readonly maxUses: number | null;
  readonly used: number;
  readonly claimed: number;
}): CouponStatus {
  if (!coupon.active) return "inactive";
  if (!coupon.started) return "not_started";
  if (coupon.ended) return "ended";
  if (coupon.maxUses !== null && coupon.used + coupon.claimed >= coupon.maxUses) return "used_up";
  return "usable";
}
