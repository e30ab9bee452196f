/** An order that this device went to pay for; no personal data. */
interface RememberedOrder {
  readonly orderId: string;
  /** The renewal link's token, where the order renews a listing. */
  readonly renew?: string;
}

const KEY = "join.order";

/** Remembers the order that is being paid for, in place of the one before. */
export function rememberOrder(order: RememberedOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order));
  } catch {
    // Then the result page knows less, and still leads on.
  }
}

/** What this device knows of an order; undefined when it was paid for elsewhere. */
export function rememberedOrder(orderId: string): RememberedOrder | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    const { orderId: known, renew } = kept as Record<string, unknown>;
    if (known !== orderId) return undefined;
    return typeof renew === "string" ? { orderId, renew } : { orderId };
  } catch {
    return undefined;
  }
}
