import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { useEventFacts } from "../../api/event-facts";
import { userMessage } from "../../api/failure";
import { answered, Unreachable } from "../../api/lost-answer";
import {
  type InitiateRequest,
  type InitiateResponse,
  type MyHold,
  useInitiatePaymentMutation,
} from "../../api/mela-api";
import { useServerNow } from "../../api/server-clock";
import { useCheckout } from "../../shared/payments/use-checkout";
import { useToasts } from "../../ui/toast";
import { clock, secondsLeft } from "./countdown";
import { strings } from "./mela.strings";
import { rememberOpened } from "./order-memory";
import { payStrings } from "./pay.strings";
import type { MyHoldState } from "./use-my-hold";

/** The request that starts the payment of a registered order (T-186); amount in rupees. */
export function paymentRequest(
  orderId: string,
  amount: number,
  hold: Pick<MyHold, "stallId" | "type">,
  values?: RegistrationFormDto,
): InitiateRequest {
  const stall = { type: "mela_stall", stallId: hold.stallId, stallType: hold.type } as const;
  if (values === undefined) return { orderId, amount, metadata: stall };
  return {
    orderId,
    amount,
    customerName: values.fullName,
    customerEmail: values.email,
    customerPhone: values.phoneNumber,
    metadata: {
      ...stall,
      businessName: values.businessName,
      gstNumber: values.gstNumber ?? "",
      gstAddress: values.gstAddress ?? "",
      pincode: values.pincode,
    },
  };
}

/** Its toasts (T-191 to T-193). Only listings can be paid without the provider. */
const CHECKOUT = {
  faults: {
    script: strings.toasts.paymentSystem,
    setup: strings.toasts.paymentError,
    redirect: strings.toasts.redirectFailed,
  },
} as const;

/** How starting the payment ended. `left`: the browser is navigating to the checkout. */
type PaymentStart = { readonly end: "left" | "fault" } | { readonly end: "refused"; readonly error: unknown };

/** Receives what became of a try to pay, in a sentence that stays on the page once the toast is gone. */
export type OnPayProblem = (problem: string) => void;

/** @returns a function that shows that a call about the visitor's stall got no answer, and how long the stall is kept */
export function useUnanswered(onProblem: OnPayProblem) {
  const { showToast } = useToasts();
  const serverNow = useServerNow();
  return (hold: Pick<MyHold, "stallId">, endsAt: string): void => {
    const left = clock(secondsLeft(endsAt, serverNow()));
    showToast({ kind: "error", ...strings.toasts.paymentUnanswered(hold.stallId, left) });
    onProblem(payStrings.unanswered(hold.stallId));
  };
}

/**
 * Starts the payment of an order: requests a session, opens the hosted checkout, and shows a toast on failure (T-190 to
 * T-193).
 *
 * @param myHold asked after a lost answer
 */
export function usePayment(
  { refresh, endsAt }: Pick<MyHoldState, "refresh" | "endsAt">,
  onProblem: OnPayProblem = () => undefined,
): (request: InitiateRequest) => Promise<PaymentStart> {
  const { dismissToast, showToast } = useToasts();
  const [initiate] = useInitiatePaymentMutation();
  const checkout = useCheckout(CHECKOUT);
  const showUnanswered = useUnanswered(onProblem);
  const { slug } = useEventFacts();

  return async (request) => {
    let session: InitiateResponse;
    dismissToast();
    try {
      session = await answered<InitiateResponse, MyHold | null>(
        () => initiate(request).unwrap(),
        refresh,
        // Started: the same order returns the same session.
        (hold) =>
          hold?.state === "paying" && hold.orderId === request.orderId ? initiate(request).unwrap() : undefined,
      );
    } catch (error) {
      if (error instanceof Unreachable && endsAt !== undefined) {
        showUnanswered(request.metadata, endsAt);
        return { end: "refused", error };
      }
      const { title, description } = strings.toasts.initiationFailed;
      showToast({ kind: "error", title, description: userMessage(error, description) });
      onProblem(payStrings.notStarted(userMessage(error, ""), request.metadata.stallId));
      return { end: "refused", error };
    }
    // A visitor who has left for another screen stays there; the floor plan offers to continue.
    const end = await checkout(session, () =>
      rememberOpened({ orderId: request.orderId, stallId: request.metadata.stallId, event: slug }),
    );
    return { end: end === "left" ? end : "fault" };
  };
}
