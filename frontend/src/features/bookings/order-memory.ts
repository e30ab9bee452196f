import { forget, keep, kept } from "../../ui/kept";

const KEY = "mela.order";

/** Remembers that the checkout of an order was opened for a stall, in place of the one before; no personal data. */
export const rememberOpened = (orderId: string, stallId: string): void =>
  keep("localStorage", KEY, { orderId, stallId });

/** Forgets the order: a new reservation begins. */
export const forgetOrder = (): void => forget("localStorage", KEY);

/** The order whose checkout was opened for this stall: a hold that is gone since then was paid for or given up there. */
export function openedOrderFor(stallId: string): string | undefined {
  const opened = kept("localStorage", KEY);
  return opened?.["stallId"] === stallId && typeof opened["orderId"] === "string" ? opened["orderId"] : undefined;
}
