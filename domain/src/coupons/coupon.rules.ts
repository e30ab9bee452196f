import messages from "../generated/messages/en/coupons.js";
import { discountOf, type Paise } from "../money/money.js";
import { type StallType, stallTypeLabel } from "../stalls/stall.types.js";

/** Minimum total after a coupon, in paise: 1 rupee, the provider's minimum. */
export const MIN_TOTAL_PAISE: Paise = 100;

/** Inputs of {@link checkCoupon}. Dates and counts are evaluated by the database's clock. */
export interface CouponInput {
  readonly percentage: number;
  readonly active: boolean;
  readonly started: boolean;
  readonly ended: boolean;
  /** Maximum number of uses, or null for unlimited. */
  readonly maxUses: number | null;
  /** Uses that are promised: of sold and paying bookings, excluding the visitor's own. */
  readonly claims: number;
  /** Those of them that are being paid. */
  readonly payingClaims: number;
  /** Claims of registrations that nobody pays yet, excluding the visitor's own. */
  readonly unpaidClaims: number;
  /** Claims, paying or not, from the visitor's own network that are not paid, excluding the visitor's own. */
  readonly networkClaims: number;
  /** Until the first of the claims that are not paid ends, in seconds; null without one. */
  readonly nextFreeSeconds: number | null;
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
 * bookings are never taken back: the discount is promised. Several networks: {@link countedUnpaidClaims}.
 */
export function maxUnpaidClaims(maxUses: number): number {
  return Math.max(1, Math.floor(maxUses / 2));
}

/**
 * Claims of registrations that count, of all networks together: half of the uses, rounded up. The other half goes to those who
 * start to pay first ({@link canPromise}), so that people who register and do not pay never starve those who pay.
 */
export function countedUnpaidClaims(maxUses: number): number {
  return Math.ceil(maxUses / 2);
}

/** Whether a use is left for a registration whose payment starts now. From then on its price stands. */
export function canPromise({ maxUses, claims }: Pick<CouponInput, "maxUses" | "claims">): boolean {
  return maxUses === null || claims < maxUses;
}

/** What is said about a coupon, in one language; English if none is given. */
export type CouponWords = typeof messages;

/** Why no use of a limited coupon is left: used up, or taken by people who are paying. */
function exhausted(
  { maxUses, claims, payingClaims, unpaidClaims, nextFreeSeconds }: CouponInput,
  words: CouponWords,
): string | undefined {
  if (maxUses === null) return undefined;
  const isPromised = !canPromise({ maxUses, claims });
  if (!isPromised && claims + Math.min(unpaidClaims, countedUnpaidClaims(maxUses)) < maxUses) return undefined;
  if (isPromised && claims - payingClaims >= maxUses) return words.usedUp;
  return words.beingPaid({ minutes: Math.max(1, Math.ceil((nextFreeSeconds ?? 0) / 60)) });
}

/** The error of a coupon whose uses were given away before a payment started. */
export function usesGone(coupon: CouponInput, words: CouponWords = messages): string {
  return exhausted(coupon, words) ?? words.usedUp;
}

/**
 * Checks a coupon for a stall type.
 *
 * @param coupon undefined if the code does not exist
 * @param stallType the type of the visitor's stall, or undefined if none is held yet
 * @param others types of the further stalls of her order: it is enough if it is valid for one
 */
export function checkCoupon(
  coupon: CouponInput | undefined,
  stallType: StallType | undefined,
  others: readonly StallType[] = [],
  words: CouponWords = messages,
): CouponVerdict {
  const invalid = (message: string): CouponVerdict => ({ usable: false, code: "coupon_invalid", message });
  if (coupon === undefined || !coupon.active) return invalid(words.invalid);
  if (!coupon.ofEvent) return invalid(words.otherEvent);
  if (!coupon.started) return invalid(words.notYet);
  if (coupon.ended) return invalid(words.ended);
  const isForOneOfHers = stallType === undefined || [stallType, ...others].includes(coupon.stallType ?? stallType);
  if (coupon.stallType !== null && !isForOneOfHers) {
    return invalid(words.otherType({ type: stallTypeLabel(coupon.stallType) }));
  }
  const gone = exhausted(coupon, words);
  if (gone !== undefined) return { usable: false, code: "coupon_exhausted", message: gone };
  if (coupon.maxUses !== null && coupon.networkClaims >= maxUnpaidClaims(coupon.maxUses)) {
    return { usable: false, code: "coupon_exhausted", message: words.network };
  }
  const { percentage } = coupon;
  return { usable: true, percentage, message: words.applied({ percentage }) };
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
