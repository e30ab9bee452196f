import type { Paise } from "../money/money.js";
import type { StallType } from "../stalls/stall.types.js";
import type { CouponStatus, RefundChoice } from "./operator.types.js";

/** How far all extensions together may move a hold's deadline, in minutes: the sale stays fair to everyone waiting. */
export const MAX_EXTENSION_MINUTES = 30;

/** The least and the most a stall may cost, in rupees. At least 2, so that a coupon always leaves 1 to pay. */
export const MIN_STALL_PRICE_RUPEES = 2;
export const MAX_STALL_PRICE_RUPEES = 1_000_000;

/** Whether an extension is allowed: the seconds to add, or how many whole minutes could still be given. */
type ExtensionVerdict =
  | { readonly allowed: true; readonly addSeconds: number }
  | { readonly allowed: false; readonly minutesLeft: number };

/**
 * Whether a hold can be extended, by at most {@link MAX_EXTENSION_MINUTES} in all. An extension beyond the cap is
 * rejected, not shortened: the operator has promised somebody a time.
 *
 * @param extendedSeconds what earlier extensions have added
 * @param minutes whole minutes to add, at least 1
 */
export function checkExtension(extendedSeconds: number, minutes: number): ExtensionVerdict {
  const leftSeconds = MAX_EXTENSION_MINUTES * 60 - extendedSeconds;
  const addSeconds = minutes * 60;
  if (addSeconds <= leftSeconds) return { allowed: true, addSeconds };
  return { allowed: false, minutesLeft: Math.max(0, Math.floor(leftSeconds / 60)) };
}

/** What decides whether a booking can stand on another stall. */
interface StallForMove {
  readonly type: StallType;
  /** What the stall costs today, in paise. */
  readonly pricePaise: Paise;
}

/**
 * Whether a booking may move to another stall: of the same type, and at the price that was agreed when it was
 * reserved, or else at what its own stall costs today, so that a new price for all stalls of a type strands nobody.
 *
 * @param agreedPaise the booking's own price, frozen at reserve
 */
export function sameKindOfStall(agreedPaise: Paise, from: StallForMove, to: StallForMove): boolean {
  if (from.type !== to.type) return false;
  return to.pricePaise === agreedPaise || to.pricePaise === from.pricePaise;
}

/** Whether a refund is allowed: its amount in paise, or why not. */
type RefundVerdict =
  | { readonly allowed: true; readonly refundPaise: Paise }
  | { readonly allowed: false; readonly sentence: string };

/**
 * The refund when a sold booking is cancelled.
 *
 * @param leftPaise what was paid, less what was refunded or is being refunded
 * @param wishedPaise the amount of a partial refund
 */
export function decideRefund(choice: RefundChoice, leftPaise: Paise, wishedPaise: Paise | undefined): RefundVerdict {
  if (choice !== "partial" && wishedPaise !== undefined) {
    return { allowed: false, sentence: "An amount is given with a partial refund only" };
  }
  switch (choice) {
    case "none":
      return { allowed: true, refundPaise: 0 };
    case "full":
      return { allowed: true, refundPaise: leftPaise };
    case "partial":
      if (wishedPaise === undefined || wishedPaise <= 0) {
        return { allowed: false, sentence: "Please give the amount to refund" };
      }
      if (wishedPaise > leftPaise) {
        return { allowed: false, sentence: "The refund is more than what was paid and has not been refunded yet" };
      }
      return { allowed: true, refundPaise: wishedPaise };
  }
}

/**
 * Whether a cancelled booking returns its use of a coupon: only when all money is refunded. Money that is kept was
 * discounted, so the discount was used.
 */
export function returnsCoupon(leftPaise: Paise, refundPaise: Paise): boolean {
  return refundPaise >= leftPaise;
}

/** Whether a coupon can be used now, and if not, why; in the order in which visitors see the reasons. */
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
