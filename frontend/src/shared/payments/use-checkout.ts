import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { type CheckoutFault, CheckoutError, openCheckout } from "../../api/checkout";
import type { InitiateResponse } from "../../api/generated/visitor";
import { useToasts } from "../../ui/toast";

/** A toast's texts. */
interface ToastTexts {
  readonly title: string;
  readonly description?: string;
}

/** How a product opens its checkout; a module's constant. */
interface CheckoutTexts {
  /** A toast, and the time to read it in ms, before the browser leaves. */
  readonly announced?: { readonly toast: ToastTexts; readonly pauseMs: number };
  /** The toast of each step that can fail. */
  readonly faults: Readonly<Record<CheckoutFault, ToastTexts>>;
  /** Where an order leads that the environment `mock` has paid already; without one it is a fault of the set-up. */
  readonly paidPath?: (orderId: string) => string;
}

/** How opening the checkout ended. `left`: the browser is navigating to it. `gone`: the visitor has left for another page or step. */
export type CheckoutEnd = "left" | "fault" | "gone";

/**
 * Opens the hosted checkout of a started payment in this window, and shows a toast on failure.
 *
 * @returns a function of the API's response; `opening` is called just before the checkout opens
 */
export function useCheckout(
  texts: CheckoutTexts,
): (start: InitiateResponse, opening?: () => void) => Promise<CheckoutEnd> {
  const { showToast } = useToasts();
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
    async ({ orderId, paymentSessionId, environment, checkoutScriptUrl }, opening) => {
      const { announced, faults, paidPath } = texts;
      // A visitor who has left for another page or step stays there; a later submit continues the same order.
      const startedAt = shown.current;
      if (startedAt === undefined) return "gone";
      if (announced !== undefined) {
        showToast({ kind: "info", ...announced.toast });
        await new Promise((resolve) => setTimeout(resolve, announced.pauseMs));
        if (shown.current !== startedAt) return "gone";
      }
      opening?.();
      try {
        if (environment === "mock") {
          if (paidPath === undefined) throw new CheckoutError("setup");
          await navigate(paidPath(orderId));
          return "left";
        }
        await openCheckout({ paymentSessionId, environment, checkoutScriptUrl });
        return "left";
      } catch (error) {
        showToast({ kind: "error", ...faults[error instanceof CheckoutError ? error.fault : "setup"] });
        return "fault";
      }
    },
    [navigate, texts, showToast],
  );
}
