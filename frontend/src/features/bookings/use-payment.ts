import { useCallback, useEffect, useRef } from "react";
import { type CheckoutFault, CheckoutError, openCheckout } from "../../api/checkout";
import { personMessage } from "../../api/failure";
import { type InitiateResponse, type InitiateRequest, useInitiatePaymentMutation } from "../../api/mela-api";
import { dismissToast, showToast } from "../../ui/toast";
import { strings } from "./mela.strings";
import { rememberOpened } from "./order-memory";

const FAULT_TOASTS = {
  script: strings.toasts.paymentSystem,
  setup: strings.toasts.paymentError,
  redirect: strings.toasts.redirectFailed,
} as const satisfies Record<CheckoutFault, { title: string; description: string }>;

/** How a start of the payment ended while we are still here. `left`: the browser is on its way to the checkout. */
type PaymentStart = { readonly end: "left" | "fault" } | { readonly end: "refused"; readonly error: unknown };

/**
 * Starts the payment of an order: asks for a session, opens the hosted checkout, and toasts what fails
 * (T-190 to T-193).
 */
export function usePayment(): (request: InitiateRequest) => Promise<PaymentStart> {
  const [initiate] = useInitiatePaymentMutation();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  return useCallback(
    async (request) => {
      let answer: InitiateResponse;
      dismissToast();
      try {
        answer = await initiate(request).unwrap();
      } catch (error) {
        const { title, description } = strings.toasts.initiationFailed;
        showToast({ kind: "error", title, description: personMessage(error, description) });
        return { end: "refused", error };
      }
      // A visitor who went to another screen meanwhile stays there; the floor plan offers to continue.
      if (!here.current) return { end: "fault" };
      rememberOpened(request.orderId, request.metadata.stallId);
      const { environment } = answer;
      try {
        // A stall is never paid without a provider: only listings can be.
        if (environment === "mock") throw new CheckoutError("setup");
        await openCheckout({ ...answer, environment });
        return { end: "left" };
      } catch (error) {
        const fault = error instanceof CheckoutError ? error.fault : "setup";
        showToast({ kind: "error", ...FAULT_TOASTS[fault] });
        return { end: "fault" };
      }
    },
    [initiate],
  );
}
