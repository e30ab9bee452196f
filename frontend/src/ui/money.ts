import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { formatRupees, toRupees } from "@sakhi/domain/money/money";

/** Formats rupees in the Indian format: ₹27,000. */
export function rupees(amount: number): string {
  return `₹${formatRupees(amount)}`;
}

/** The same of an amount that may be taken away: -₹27,000. */
export function signedRupees(amount: number): string {
  return amount < 0 ? `-${rupees(-amount)}` : rupees(amount);
}

/** Formatted price of a year's listing: ₹999. */
export const LISTING_FEE = rupees(toRupees(LISTING_FEE_PAISE));
