/** An order whose checkout this browser opened; no personal data. */
interface OpenedOrder {
  readonly orderId: string;
  readonly stallId: string;
}

const KEY = "mela.order";

/** Remembers that the checkout of an order was opened for a stall, in place of the one before. */
export function rememberOpened(orderId: string, stallId: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ orderId, stallId } satisfies OpenedOrder));
  } catch {
    // Storage can be full or forbidden; then a returning visitor sees the floor plan.
  }
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
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return undefined;
    const opened = value as Partial<OpenedOrder>;
    return opened.stallId === stallId && typeof opened.orderId === "string" ? opened.orderId : undefined;
  } catch {
    return undefined;
  }
}
