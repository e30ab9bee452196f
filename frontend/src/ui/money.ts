import { LISTING_FEE_PAISE } from "@sakhi/domain/listings/listing.rules";
import { formatRupees, toRupees } from "@sakhi/domain/money/money";

/** Rupees with the sign, in the Indian format: ₹27,000. */
export function rupees(amount: number): string {
  return `₹${formatRupees(amount)}`;
}

/** What a year's listing costs, as it is shown: ₹999. */
export const LISTING_FEE = rupees(toRupees(LISTING_FEE_PAISE));
