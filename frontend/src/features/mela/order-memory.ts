/**
 * What this browser remembers of the order it registered: the amount to ask for when the payment is continued, and
 * the discount to show. No personal data.
 */
export interface RememberedOrder {
  readonly orderId: string;
  /** Rupees. */
  readonly finalAmount: number;
  readonly discountPercentage: number;
}

const KEY = "mela.order";

/** Remembers the newest order in place of the one before. */
export function rememberOrder(order: RememberedOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // Storage can be full or forbidden; then the server's price is asked for, and compared there.
  }
}

/** The remembered order of this id, if it is the newest one. */
export function rememberedOrder(orderId: string | undefined): RememberedOrder | undefined {
  if (orderId === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const order = value as Partial<RememberedOrder>;
    if (order.orderId !== orderId || typeof order.finalAmount !== "number") return undefined;
    return { orderId, finalAmount: order.finalAmount, discountPercentage: order.discountPercentage ?? 0 };
  } catch {
    return undefined;
  }
}
