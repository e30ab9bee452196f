/**
 * What this browser remembers of the order it registered: the amount to ask for when the payment is continued, and
 * the discount to show. No personal data.
 */
export interface RememberedOrder {
  readonly orderId: string;
  /** Rupees. */
  readonly finalAmount: number;
  readonly discountPercentage: number;
  /** The stall whose payment was opened with it; absent until then. */
  readonly openedFor?: string;
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

/** Notes that the checkout of an order was opened for a stall. */
export function rememberOpened(orderId: string, stallId: string): void {
  const order = newest();
  if (order?.orderId === orderId) rememberOrder({ ...order, openedFor: stallId });
}

/** Forgets the order: a new reservation begins. */
export function forgetOrder(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered then.
  }
}

/** The order whose checkout was opened for this stall: a hold that is gone since then was paid for or given up there. */
export function openedOrderFor(stallId: string): string | undefined {
  const order = newest();
  return order?.openedFor === stallId ? order.orderId : undefined;
}

/** The remembered order of this id, if it is the newest one. */
export function rememberedOrder(orderId: string | undefined): RememberedOrder | undefined {
  const order = newest();
  return order?.orderId === orderId ? order : undefined;
}

function newest(): RememberedOrder | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const { orderId, finalAmount, discountPercentage, openedFor } = value as Partial<RememberedOrder>;
    if (typeof orderId !== "string" || typeof finalAmount !== "number") return undefined;
    return {
      orderId,
      finalAmount,
      discountPercentage: discountPercentage ?? 0,
      ...(typeof openedFor === "string" ? { openedFor } : {}),
    };
  } catch {
    return undefined;
  }
}
