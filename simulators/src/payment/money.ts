/** Rupees on the wire, paise inside, and how both are shown. */

/** Rupees (a JSON number with at most 2 decimals) as integer paise; null when it is no such number. */
export function paiseFromRupees(rupees: unknown): number | null {
  if (typeof rupees !== "number" || !Number.isFinite(rupees)) return null;
  const paise = Math.round(rupees * 100);
  if (!Number.isSafeInteger(paise)) return null;
  return Number((paise / 100).toFixed(2)) === rupees ? paise : null;
}

/** Integer paise as rupees for JSON, at most 2 decimals. */
export function rupeesFromPaise(paise: number): number {
  return Number((paise / 100).toFixed(2));
}

/** Integer paise as rupees with always 2 decimals, as the provider writes amounts in webhooks: `1180.00`. */
export function fixedRupees(paise: number): string {
  return (paise / 100).toFixed(2);
}

const INDIAN = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** Integer paise for people, with Indian digit groups: `₹12,34,567.00`. */
export function indianRupees(paise: number): string {
  return INDIAN.format(paise / 100);
}
