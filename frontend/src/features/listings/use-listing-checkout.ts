import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { CHECKOUT_DELAY_MS } from "@sakhi/domain/listings/listing.rules";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { openCheckout } from "../../api/checkout";
import { apiErrorOf } from "../../api/failure";
import type { ListingPaymentStart } from "../../api/listing-api";
import { storeValue, readStored } from "../../ui/stored-values";
import { showToast } from "../../ui/toast";
import { markDraftOrder } from "./stored-draft";
import { strings } from "./join.strings";

/** How opening the checkout ended. `left`: the browser is navigating to it. `gone`: the visitor has left for another page or step. */
type CheckoutEnd = "left" | "fault" | "gone";

/**
 * Opens the checkout of a started payment: a toast, 1.5 seconds to read it, then the hosted page, or the success page if
 * `environment` is `mock` (T-094 to T-098).
 *
 * @returns a function of the API's response, and of the renewal's token if a listing is renewed
 */
export function useListingCheckout(): (start: ListingPaymentStart, renew?: string) => Promise<CheckoutEnd> {
  const navigate = useNavigate();
  // The history entry that the page shows; undefined once it has unmounted.
  const { key } = useLocation();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = key;
    return () => {
      shown.current = undefined;
    };
  }, [key]);

  return useCallback(
    async (start, renew) => {
      const { orderId, environment, paymentSessionId, checkoutScriptUrl } = start;
      rememberOrder(orderId, renew);
      showToast({ kind: "info", ...strings.toasts.redirecting });
      const startedAt = shown.current;
      await new Promise((resolve) => setTimeout(resolve, CHECKOUT_DELAY_MS));
      // A visitor who has left for another page or step stays there; a later submit continues the same order.
      if (shown.current !== startedAt) return "gone";
      if (environment === "mock") {
        await navigate(orderPath(PATHS.listingPaid, orderId));
        return "left";
      }
      try {
        await openCheckout({ paymentSessionId, environment, checkoutScriptUrl });
        return "left";
      } catch {
        showToast({ kind: "error", ...strings.toasts.gateway });
        return "fault";
      }
    },
    [navigate],
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
