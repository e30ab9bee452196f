import { forget, keep, kept } from "../../ui/kept";

const KEY = "mela.order";

/** Stores the last order whose checkout was opened, with its stall; no personal data. */
export const rememberOpened = (orderId: string, stallId: string): void =>
  keep("localStorage", KEY, { orderId, stallId });

/** Removes the stored order when a new reservation begins. */
export const forgetOrder = (): void => forget("localStorage", KEY);

/** The order whose checkout was opened for this stall. If the hold is gone, the order's payment has ended. */
export function openedOrderFor(stallId: string): string | undefined {
  const opened = kept("localStorage", KEY);
  return opened?.["stallId"] === stallId && typeof opened["orderId"] === "string" ? opened["orderId"] : undefined;
}
