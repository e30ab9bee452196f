import { formatRupees } from "@sakhi/domain/money/money";

/** Rupees with the sign, in the Indian format: ₹27,000. */
export function rupees(amount: number): string {
  return `₹${formatRupees(amount)}`;
}
