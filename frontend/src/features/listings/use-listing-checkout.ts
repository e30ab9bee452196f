import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { CHECKOUT_DELAY_MS } from "@sakhi/domain/listings/listing.rules";
import { useCallback, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { openCheckout } from "../../api/checkout";
import { apiErrorOf } from "../../api/failure";
import type { ListingPaymentStart } from "../../api/listing-api";
import { keep, kept } from "../../ui/kept";
import { showToast } from "../../ui/toast";
import { keepDraftOrder } from "./application-form";
import { strings } from "./join.strings";

/** How the way to the checkout ended. `left`: the browser is on its way; `gone`: the person went elsewhere meanwhile. */
type CheckoutEnd = "left" | "fault" | "gone";

/**
 * From a started payment to the checkout: the toast, 1.5 seconds to read it, then the hosted page, or straight to the
 * success page where nothing is to be paid (T-094 to T-098).
 *
 * @returns a function of the answer, and of the renewal's token where a listing is renewed
 */
export function useListingCheckout(): (start: ListingPaymentStart, renew?: string) => Promise<CheckoutEnd> {
  const navigate = useNavigate();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  return useCallback(
    async (start, renew) => {
      const { orderId, environment, paymentSessionId, checkoutScriptUrl } = start;
      rememberOrder(orderId, renew);
      showToast({ kind: "info", ...strings.toasts.redirecting });
      await new Promise((resolve) => setTimeout(resolve, CHECKOUT_DELAY_MS));
      // A visitor who has gone to another page stays there; the same application goes on with the same order.
      if (!here.current) return "gone";
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
 * Leads anyone who would pay again for what is paid already, e.g. in another tab, to its receipt.
 *
 * @returns a function of the server's error, and of the renewal's token; it says whether that was the reason
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

/** Remembers what an order pays for: on this device the listing that it renews, else in this tab the form. */
function rememberOrder(orderId: string, renew: string | undefined): void {
  if (renew === undefined) keepDraftOrder(orderId);
  else keep("localStorage", KEY, { orderId, renew });
}

/** The renewal link's token, where this device went to pay for a renewal with this order. */
export function renewalOf(orderId: string): string | undefined {
  const { orderId: known, renew } = kept("localStorage", KEY) ?? {};
  return known === orderId && typeof renew === "string" ? renew : undefined;
}
