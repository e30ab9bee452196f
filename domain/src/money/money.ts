/**
 * Money is stored and calculated in integer paise; APIs use rupees with at most two decimals. Only the functions here
 * convert between the two.
 */

/** An amount of money in paise; always an integer. */
export type Paise = number;

/** Converts paise to rupees, for our API and the payment provider. */
export function toRupees(paise: Paise): number {
  return Number((paise / 100).toFixed(2));
}

/** Converts rupees to paise. Returns `undefined` if the amount has more than two decimals. */
export function toPaise(rupees: number): Paise | undefined {
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return undefined;
  // Above about a crore, floating-point errors exceed the tolerance even with two decimals; so compare the rupees first.
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

/** Formats rupees in Indian notation without a currency sign: 27,000 or 1,00,000.50. */
export function formatRupees(rupees: number): string {
  return Number.isInteger(rupees) ? whole.format(rupees) : withPaise.format(rupees);
}

/** Formats paise as rupees in Indian notation without a currency sign. */
export function formatPaise(paise: Paise): string {
  return formatRupees(toRupees(paise));
}
