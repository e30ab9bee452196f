import type { SeenHold } from "@sakhi/domain/bookings/hold-over";
import type { MyHold } from "../../api/mela-api";
import { readStored, storeValue } from "../../ui/stored-values";

/** One per event, for this tab. @param event slug */
const keyOf = (event: string): string => `mela.hold.${event}`;

/**
 * Remembers a hold, so that the page can say how it ended, also after a reload, on the way back from another page, or without
 * network.
 *
 * @param clockAhead how far the server's clock is ahead of the device's, in ms
 */
export function rememberHold(
  { event, stallId, state, expiresAt, payUntil, orderId }: MyHold,
  clockAhead: number,
): void {
  const before = readStored("sessionStorage", keyOf(event));
  // An answer that was on its way when she released it.
  if (before?.["known"] === true && before["stallId"] === stallId && before["expiresAt"] === expiresAt) return;
  const paying = state === "paying";
  storeValue("sessionStorage", keyOf(event), {
    ...{ stallId, expiresAt, clockAhead, endsAt: paying ? (payUntil ?? expiresAt) : expiresAt },
    ...(paying && orderId !== undefined ? { payingOrder: orderId } : {}),
  });
}

/** Nothing is left to say of it: she released it, its outcome was shown, or she has read how it ended. @param event slug */
export function forgetHold(event: string): void {
  const seen = readStored("sessionStorage", keyOf(event));
  if (seen !== undefined) storeValue("sessionStorage", keyOf(event), { ...seen, known: true });
}

/** The hold that this tab saw last, until she knows how it ended. @param event slug */
export function seenHold(event: string): SeenHold | undefined {
  const { stallId, endsAt, payingOrder, clockAhead, known } = readStored("sessionStorage", keyOf(event)) ?? {};
  if (known === true || typeof stallId !== "string" || typeof endsAt !== "string") return undefined;
  return {
    stallId,
    endsAt,
    payingOrder: typeof payingOrder === "string" ? payingOrder : undefined,
    clockAhead: typeof clockAhead === "number" ? clockAhead : undefined,
  };
}
