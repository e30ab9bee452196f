import { removeStored, storeValue, readStored } from "../../ui/stored-values";

const KEY = "mela.order";

/** A stall by its event's slug and its number. */
interface StallOfEvent {
  readonly event: string;
  readonly stallId: string;
}

/** Stores the last order whose checkout was opened, with its stall; no personal data. */
export const rememberOpened = (order: StallOfEvent & { readonly orderId: string }): void =>
  storeValue("localStorage", KEY, order);

/** Removes the stored order when a new reservation begins. */
export const forgetOrder = (): void => removeStored("localStorage", KEY);

/**
 * The order whose checkout was opened for this stall. If the hold is gone, the order's payment has ended.
 *
 * @param event undefined where the address names none: another may have become current since
 */
export function openedOrderFor(event: string | undefined, stallId: string): string | undefined {
  const { orderId, ...opened } = readStored("localStorage", KEY) ?? {};
  const isThis = opened["stallId"] === stallId && (event === undefined || opened["event"] === event);
  return isThis && typeof orderId === "string" ? orderId : undefined;
}
