import { discountOf, type Paise } from "../money/money.js";
import { type StallType, stallTypeLabel } from "../stalls/stall.types.js";

/** A code is trimmed and upper-cased (specification 2, section 5, Coupon). */
export function normaliseCouponCode(code: string): string {
  return code.trim().toUpperCase();
}

/** The least a booking may cost after a coupon: 1 rupee, the provider's minimum. */
export const MIN_TOTAL_PAISE: Paise = 100;

/** What decides whether a coupon can be used. Dates and counts are read by the database's clock. */
export interface CouponFacts {
  readonly percentage: number;
  readonly active: boolean;
  readonly started: boolean;
  readonly ended: boolean;
  /** Limit of uses, or null for none. */
  readonly maxUses: number | null;
  /** Live claims and uses, the visitor's own claim not among them. */
  readonly claims: number;
  /** Only for stalls of this type, or null for all. */
  readonly stallType: StallType | null;
}

/** The result of the check: usable with its percentage, or why not. */
export type CouponVerdict =
  | { readonly usable: true; readonly percentage: number; readonly message: string }
  | { readonly usable: false; readonly code: "coupon_invalid" | "coupon_exhausted"; readonly message: string };

/**
 * Checks a coupon for a stall type.
 *
 * @param coupon its facts, or undefined when no such code exists
 * @param stallType the type of the visitor's own stall, or undefined when nothing is held yet
 */
export function checkCoupon(coupon: CouponFacts | undefined, stallType: StallType | undefined): CouponVerdict {
  const invalid = (message: string): CouponVerdict => ({ usable: false, code: "coupon_invalid", message });
  if (coupon === undefined || !coupon.active) return invalid("Invalid coupon code");
  if (!coupon.started) return invalid("This coupon cannot be used yet");
  if (coupon.ended) return invalid("This coupon has ended");
  if (coupon.stallType !== null && stallType !== undefined && coupon.stallType !== stallType) {
    return invalid(`This coupon is only for ${stallTypeLabel(coupon.stallType)} stalls`);
  }
  if (coupon.maxUses !== null && coupon.claims >= coupon.maxUses) {
    return { usable: false, code: "coupon_exhausted", message: "This coupon has been used up" };
  }
  return { usable: true, percentage: coupon.percentage, message: `${coupon.percentage}% discount applied` };
}

/** What a booking costs, all in paise. */
export interface PriceSummary {
  readonly pricePaise: Paise;
  readonly discountPercentage: number;
  readonly discountPaise: Paise;
  readonly totalPaise: Paise;
}

/** Price, discount and total of a booking; the total never falls under {@link MIN_TOTAL_PAISE}. */
export function priceSummary(pricePaise: Paise, discountPercentage: number): PriceSummary {
  const discountPaise = Math.min(discountOf(pricePaise, discountPercentage), pricePaise - MIN_TOTAL_PAISE);
  return { pricePaise, discountPercentage, discountPaise, totalPaise: pricePaise - discountPaise };
}
