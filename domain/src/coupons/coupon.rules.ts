import { discountOf, type Paise } from "../money/money.js";
import { type StallType, stallTypeLabel } from "../stalls/stall.types.js";

/** Minimum total after a coupon, in paise: 1 rupee, the provider's minimum. */
export const MIN_TOTAL_PAISE: Paise = 100;

/** Inputs of {@link checkCoupon}. Dates and counts are evaluated by the database's clock. */
export interface CouponFacts {
  readonly percentage: number;
  readonly active: boolean;
  readonly started: boolean;
  readonly ended: boolean;
  /** Maximum number of uses, or null for unlimited. */
  readonly maxUses: number | null;
  /** Live claims and uses, excluding the visitor's own claim. */
  readonly claims: number;
  /** Those of them that are unpaid and come from the visitor's own network. */
  readonly networkClaims: number;
  /** Whether it is valid for the visitor's event: for that one, or for all. */
  readonly ofEvent: boolean;
  /** The only stall type the coupon is valid for, or null for all. */
  readonly stallType: StallType | null;
}

/** Result of {@link checkCoupon}: usable with its percentage, or the error. */
export type CouponVerdict =
  | { readonly usable: true; readonly percentage: number; readonly message: string }
  | { readonly usable: false; readonly code: "coupon_invalid" | "coupon_exhausted"; readonly message: string };

/**
 * Unpaid claims of a limited coupon that one network may have at a time: half of its uses, at least one. A registration
 * claims a use without paying, so a single network could otherwise keep a coupon from all others. Claims of paying
 * bookings are never taken back: the discount is promised.
 */
export function maxUnpaidClaims(maxUses: number): number {
  return Math.max(1, Math.floor(maxUses / 2));
}

/**
 * Checks a coupon for a stall type.
 *
 * @param coupon undefined if the code does not exist
 * @param stallType the type of the visitor's stall, or undefined if none is held yet
 */
export function checkCoupon(coupon: CouponFacts | undefined, stallType: StallType | undefined): CouponVerdict {
  const invalid = (message: string): CouponVerdict => ({ usable: false, code: "coupon_invalid", message });
  if (coupon === undefined || !coupon.active) return invalid("Invalid coupon code");
  if (!coupon.ofEvent) return invalid("This coupon is for another event");
  if (!coupon.started) return invalid("This coupon cannot be used yet");
  if (coupon.ended) return invalid("This coupon has ended");
  if (coupon.stallType !== null && stallType !== undefined && coupon.stallType !== stallType) {
    return invalid(`This coupon is only for ${stallTypeLabel(coupon.stallType)} stalls`);
  }
  if (coupon.maxUses !== null && coupon.claims >= coupon.maxUses) {
    return { usable: false, code: "coupon_exhausted", message: "This coupon has been used up" };
  }
  if (coupon.maxUses !== null && coupon.networkClaims >= maxUnpaidClaims(coupon.maxUses)) {
    return {
      usable: false,
      code: "coupon_exhausted",
      message:
        "Others on your internet connection are using this coupon right now. Please try again in some minutes, or continue without it.",
    };
  }
  return { usable: true, percentage: coupon.percentage, message: `${coupon.percentage}% discount applied` };
}

/** Price breakdown of a booking, in paise. */
export interface PriceSummary {
  readonly pricePaise: Paise;
  readonly discountPercentage: number;
  readonly discountPaise: Paise;
  readonly totalPaise: Paise;
}

/** Calculates the price breakdown; the total is never below {@link MIN_TOTAL_PAISE}. */
export function priceSummary(pricePaise: Paise, discountPercentage: number): PriceSummary {
  const discountPaise = Math.min(discountOf(pricePaise, discountPercentage), pricePaise - MIN_TOTAL_PAISE);
  return { pricePaise, discountPercentage, discountPaise, totalPaise: pricePaise - discountPaise };
}
