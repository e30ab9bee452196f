/**
 * Money is integer paise inside and rupees with at most two decimals on the wire.
 * These are the only places where one becomes the other.
 */

/** An amount of money in paise; always an integer. */
export type Paise = number;

/** Paise → rupees, for the wire and the payment provider. */
export function toRupees(paise: Paise): number {
  return Number((paise / 100).toFixed(2));
}

/** Rupees from the wire → paise. Returns `undefined` when it is no amount with at most two decimals. */
export function toPaise(rupees: number): Paise | undefined {
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return undefined;
  // Above a crore or so, even what has two decimals differs by more from a whole number of paise.
  return toRupees(paise) === rupees || Math.abs(rupees * 100 - paise) < 1e-6 ? paise : undefined;
}

/**
 * Discount in paise for a percentage of a price, rounded to the paisa
 * (specification 2, section 5: price x percentage / 100).
 */
export function discountOf(pricePaise: Paise, percentage: number): Paise {
  return Math.round((pricePaise * percentage) / 100);
}

const whole = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const withPaise = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees in the Indian format without a currency sign: 27,000 or 1,00,000.50. */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? whole.format(rupees) : withPaise.format(rupees);
}

/** Paise in the Indian format without a currency sign. */
export function formatPaise(paise: Paise): string {
  return formatRupees(toRupees(paise));
}
