import { CHECKOUT_DELAY_MS } from "@sakhi/domain/listings/listing.rules";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { apiErrorOf } from "../../api/failure";
import type { ListingPaymentStart } from "../../api/listing-api";
import { type CheckoutEnd, useCheckout } from "../../shared/payments/use-checkout";
import { storeValue, readStored } from "../../ui/stored-values";
import { strings } from "./join.strings";
import { markDraftOrder } from "./stored-draft";

/** A toast and 1.5 seconds to read it; then the hosted page, or the success page if `environment` is `mock` (T-094 to T-098). */
const CHECKOUT = {
  announced: { toast: strings.toasts.redirecting, pauseMs: CHECKOUT_DELAY_MS },
  faults: { script: strings.toasts.gateway, setup: strings.toasts.gateway, redirect: strings.toasts.gateway },
  paidPath: (orderId: string) => orderPath(PATHS.listingPaid, orderId),
} as const;

/**
 * Opens the checkout of a started payment.
 *
 * @returns a function of the API's response, and of the renewal's token if a listing is renewed
 */
export function useListingCheckout(): (start: ListingPaymentStart, renew?: string) => Promise<CheckoutEnd> {
  const checkout = useCheckout(CHECKOUT);
  return useCallback(
    (start, renew) => {
      rememberOrder(start.orderId, renew);
      return checkout(start);
    },
    [checkout],
  );
}

/**
 * Navigates to the receipt if the listing is paid already, e.g. in another tab.
 *
 * @returns a function of the API's error, and of the renewal's token; returns true if it navigates
 */
export function usePaidAlready(): (error: unknown, renew?: string) => boolean {
  const navigate = useNavigate();
  return useCallback(
    (error, renew) => {
      const { code, orderId } = apiErrorOf(error);
      if (code !== "listing_already_paid" || typeof orderId !== "string") return false;
      rememberOrder(orderId, renew);
      void navigate(orderPath(PATHS.listingPaid, orderId));
      return true;
    },
    [navigate],
  );
}

const KEY = "join.order";

/** Stores what an order pays for: the renewed listing on this device, or the draft in this tab. */
function rememberOrder(orderId: string, renew: string | undefined): void {
  if (renew === undefined) markDraftOrder(orderId);
  else storeValue("localStorage", KEY, { orderId, renew });
}

/** The renewal's token if this device opened this order's checkout for a renewal. */
export function renewalOf(orderId: string): string | undefined {
  const { orderId: known, renew } = readStored("localStorage", KEY) ?? {};
  return known === orderId && typeof renew === "string" ? renew : undefined;
}
