import { MIN_TOTAL_PAISE, type PriceSummary, priceSummary } from "../coupons/coupon.rules.js";
import type { Paise } from "../money/money.js";
import type { StallType } from "../stalls/stall.types.js";

/**
 * Several stalls in one order (decision 131). Each has a booking of its own; the further ones belong to the first, which alone has a
 * workflow and is what the order pays for. Until they are sold they share its deadline and every transition: all or nothing.
 */

/** How many stalls one order may have: an event's choice. */
export const STALLS_PER_ORDER = { least: 1, most: 6, usual: 2 } as const;

/** The visitor's own unpaid booking that another stall is added to; undefined without one. */
export interface OwnOrder {
  readonly isPaying: boolean;
  /** Its ten minutes are over. */
  readonly isExpired: boolean;
  /** Stalls that it has, the first included. */
  readonly stalls: number;
  /** It began with a stall that the waiting list was offered, which is bought alone. */
  readonly isOffered: boolean;
}

/** Result of a request to add a stall; all but `add` are error codes. */
export type AddVerdict = "add" | "hold_expired" | "payment_in_progress" | "too_many_stalls" | "offer_is_alone";

/**
 * Whether a visitor can add a stall to what she holds. The stall itself must be free, which `reserveVerdict` decides.
 *
 * @param most stalls that an order of the event may have
 */
export function addVerdict(own: OwnOrder | undefined, most: number): AddVerdict {
  if (own === undefined) return "hold_expired";
  if (own.isPaying) return "payment_in_progress";
  if (own.isExpired) return "hold_expired";
  if (own.isOffered) return "offer_is_alone";
  return own.stalls < most ? "add" : "too_many_stalls";
}

/** A stall of an order. */
export interface PricedStall {
  readonly pricePaise: Paise;
  readonly stallType: StallType;
}

/** A coupon that an order uses, once. */
export interface OrderCoupon {
  readonly percentage: number;
  /** The only type that it is valid for; null for all. */
  readonly stallType: StallType | null;
}

/** What an order costs, by stall and in all. */
export interface OrderPrices {
  /** In the order of the stalls; their amounts sum to the total. */
  readonly lines: readonly PriceSummary[];
  /** Its percentage is the coupon's, although it may discount some of the stalls only. */
  readonly total: PriceSummary;
}

/**
 * The prices of an order's stalls. One use of a coupon discounts each stall that it is valid for by its percentage; each costs at
 * least a rupee, so that it can be cancelled and refunded on its own.
 */
export function orderPrices(stalls: readonly PricedStall[], coupon: OrderCoupon | undefined): OrderPrices {
  const lines = stalls.map(({ pricePaise, stallType }) => {
    const isDiscounted = coupon !== undefined && (coupon.stallType === null || coupon.stallType === stallType);
    return priceSummary(pricePaise, isDiscounted ? coupon.percentage : 0);
  });
  const sum = (of: (line: PriceSummary) => Paise): Paise => lines.reduce((total, line) => total + of(line), 0);
  return {
    lines,
    total: {
      pricePaise: sum(({ pricePaise }) => pricePaise),
      discountPercentage: coupon?.percentage ?? 0,
      discountPaise: sum(({ discountPaise }) => discountPaise),
      totalPaise: sum(({ totalPaise }) => totalPaise),
    },
  };
}

/**
 * Splits what a walk-in paid for several stalls in proportion to their prices, to the paisa.
 *
 * @returns undefined if it is more than they cost, or less than a rupee for one of them
 */
export function splitPaid(prices: readonly Paise[], paidPaise: Paise): readonly Paise[] | undefined {
  const total = prices.reduce((sum, price) => sum + price, 0);
  if (paidPaise > total) return undefined;
  const shares = inProportion(prices, paidPaise);
  return shares.every((share) => share >= MIN_TOTAL_PAISE) ? shares : undefined;
}

/** Splits an amount in proportion to parts, to the paisa: what is left over goes to the first ones, a paisa each. */
export function inProportion(parts: readonly Paise[], amountPaise: Paise): readonly Paise[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const shares = parts.map((part) => Math.floor((part * amountPaise) / total));
  const rest = shares.reduce((left, share) => left - share, amountPaise);
  return shares.map((share, index) => share + (index < rest ? 1 : 0));
}

/** The money of a sold stall's share of its order. */
export interface StallShare {
  /** What of the order's amount was paid for this stall. */
  readonly sharePaise: Paise;
  /** What of it is returned or on its way back. */
  readonly returnedPaise: Paise;
  /** What of the whole order's money was not returned yet: less than all shares if the provider returned some. */
  readonly orderLeftPaise: Paise;
  /** What of the order's payment exceeds its amount: a surcharge, which belongs to the last stall. */
  readonly surchargePaise?: Paise;
  /** No other stall of the order is still sold. */
  readonly isLast: boolean;
}

/** What can be refunded for one stall of an order: of its own share, never of another's. */
export function shareLeft({
  sharePaise,
  returnedPaise,
  orderLeftPaise,
  surchargePaise = 0,
  isLast,
}: StallShare): Paise {
  const own = Math.max(0, sharePaise + (isLast ? surchargePaise : 0) - returnedPaise);
  return Math.min(own, orderLeftPaise);
}

/** Stalls as a sentence of a language names them: `B12`, `B12 and B13`, `B12, B13 and B14`. */
export function stallNames(stallIds: readonly string[], locale = "en-IN"): string {
  return new Intl.ListFormat(locale).format(stallIds);
}

/** The stalls of an order in the provider's tag, the first one first. */
export function stallTag(stallIds: readonly string[]): string {
  return stallIds.join("+");
}

/** The stalls that a tag names; see {@link stallTag}. */
export function stallsOfTag(tag: string): readonly string[] {
  return tag.split("+");
}

/** Whether a tag names several stalls. */
export function isSeveral(tag: string | undefined): boolean {
  return tag?.includes("+") === true;
}

/** Why a lost order of several stalls cannot be created again as it was. */
export type Incomplete = "returned" | "changed" | "other_stalls";

/** A lost order of several stalls that is paid at the provider, with what is known of its stalls here and in Temporal. */
export interface LostOrder {
  /** Of its money something was returned, or is on its way back. */
  readonly isReturned: boolean;
  /** After the sale a stall of it was moved or cancelled. */
  readonly isChanged: boolean;
  /** The stalls that its tag names. */
  readonly ordered: readonly string[];
  /** Those of its bookings here; undefined if none of them was restored. */
  readonly here: readonly string[] | undefined;
}

/**
 * Whether a lost order of several stalls is created again: whole, as it was paid for, or not at all. What is left of one that was
 * changed after its sale, nobody outside knows: an operator is asked.
 *
 * @returns why not; undefined if it is
 */
export function incompleteOrder({ isReturned, isChanged, ordered, here }: LostOrder): Incomplete | undefined {
  if (isReturned) return "returned";
  if (isChanged) return "changed";
  const sorted = (stallIds: readonly string[]): string => stallTag(stallIds.toSorted());
  return here === undefined || sorted(here) === sorted(ordered) ? undefined : "other_stalls";
}

/** A stall of a lost order. */
export interface LostStall {
  readonly pricePaise: Paise;
  /** What its registration says that it costs; null if that was lost. */
  readonly finalPaise: Paise | null;
}

/**
 * What each stall of a lost order was paid with: as its registrations say, if that is what the order asks for; otherwise in proportion
 * to the prices, since the provider knows the sum only.
 */
export function restoredShares(stalls: readonly LostStall[], amountPaise: Paise): readonly Paise[] {
  const known = stalls.map(({ finalPaise }) => finalPaise ?? 0);
  const isKnown = known.every((paise) => paise > 0) && known.reduce((sum, paise) => sum + paise, 0) === amountPaise;
  if (isKnown) return known;
  const prices = stalls.map(({ pricePaise }) => pricePaise);
  const shares = inProportion(prices, amountPaise);
  if (shares.every((share) => share >= MIN_TOTAL_PAISE)) return shares;
  // A coupon for nearly all: each costs a rupee at least.
  const rest = amountPaise - MIN_TOTAL_PAISE * stalls.length;
  return inProportion(prices, rest).map((share) => MIN_TOTAL_PAISE + share);
}
