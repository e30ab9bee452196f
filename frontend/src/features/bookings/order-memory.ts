import { removeStored, storeValue, readStored } from "../../ui/stored-values";

const KEY = "mela.order";

/** Stores the last order whose checkout was opened, with its stall; no personal data. */
export const rememberOpened = (orderId: string, stallId: string): void =>
  storeValue("localStorage", KEY, { orderId, stallId });

/** Removes the stored order when a new reservation begins. */
export const forgetOrder = (): void => removeStored("localStorage", KEY);

/** The order whose checkout was opened for this stall. If the hold is gone, the order's payment has ended. */
export function openedOrderFor(stallId: string): string | undefined {
  const opened = readStored("localStorage", KEY);
  return opened?.["stallId"] === stallId && typeof opened["orderId"] === "string" ? opened["orderId"] : undefined;
}
