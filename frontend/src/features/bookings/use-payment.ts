import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { useEffect, useRef } from "react";
import type { UseFormSetError } from "react-hook-form";
import { type CheckoutFault, CheckoutError, openCheckout } from "../../api/checkout";
import { apiErrorOf, personMessage } from "../../api/failure";
import {
  type InitiateRequest,
  type InitiateResponse,
  type MyHold,
  type ProvisionalRegistration,
  useCreateProvisionalRegistrationMutation,
  useInitiatePaymentMutation,
} from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { dismissToast, showToast } from "../../ui/toast";
import { type FormValues, registrationOf, showRefused } from "./draft";
import { strings } from "./mela.strings";
import { rememberOpened } from "./order-memory";
import type { Coupon } from "./price";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** A new order id: MELA, the time in ms, and eight random letters or digits (specification 2, section 7). */
export function newOrderId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `MELA${now}${[...random].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("")}`;
}

/** What is asked of the provider for a registered order (T-186); amount in rupees. */
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

  return async (request) => {
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
  };
}

interface Submission {
  readonly hold: MyHold;
  readonly values: RegistrationFormDto;
  readonly couponCode: string | undefined;
  /** The total she has seen, in rupees. */
  readonly total: number;
  /** The policies that were shown and accepted. */
  readonly policiesVersion: PoliciesVersion;
}

/** How a submit ended while we are still here. `view`: the hold may have changed, read it again. */
type SubmitEnd = "left" | "stay" | "view";

/** After these the id is spent: the next try takes a new one. */
const SPENT = ["order_id_taken", "order_refused"];

/** The coupon was good when it was applied and is not any more. */
const COUPON_GONE = ["coupon_invalid", "coupon_exhausted"];

/** Registers, then starts the payment (T-182 to T-193). */
export function useSubmit(
  setError: UseFormSetError<FormValues>,
  coupon: Pick<Coupon, "refused" | "recheck">,
): (submission: Submission) => Promise<SubmitEnd> {
  const [register] = useCreateProvisionalRegistrationMutation();
  const pay = usePayment();
  // The same registration sent again keeps its id, so that a lost answer does not make a second order.
  const last = useRef({ orderId: "", body: "" });

  const forgetSpent = (error: unknown) => {
    if (SPENT.includes(apiErrorOf(error).code ?? "")) last.current = { orderId: "", body: "" };
  };
  const reject = (error: unknown): SubmitEnd => {
    const { code } = apiErrorOf(error);
    if (code !== undefined && COUPON_GONE.includes(code)) {
      const message = personMessage(error, strings.register.couponInvalid);
      coupon.refused(message);
      showToast({ kind: "error", title: strings.toasts.invalidCoupon.title, description: message });
      return "stay";
    }
    const { title, description } = strings.toasts.initiationFailed;
    showToast({ kind: "error", title, description: personMessage(error, description) });
    forgetSpent(error);
    return showRefused(setError, error) ? "stay" : "view";
  };

  return async ({ hold, values, couponCode, total, policiesVersion }) => {
    dismissToast();
    const body = {
      gstNumber: "",
      gstAddress: "",
      ...registrationOf(values),
      stallId: hold.stallId,
      stallType: hold.type,
      ...(couponCode === undefined ? {} : { appliedCouponCode: couponCode }),
      policiesVersion,
      paymentStatus: "payment_pending",
    } as const;
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { orderId: newOrderId(), body: text };
    const { orderId } = last.current;

    let registration: ProvisionalRegistration;
    try {
      registration = await register({ orderId, ...body }).unwrap();
    } catch (error) {
      return reject(error);
    }
    const { finalAmount } = registration;
    if (finalAmount !== total) {
      // The coupon was changed since it was applied: nobody pays another amount than the one on the button.
      await coupon.recheck();
      showToast({ kind: "info", ...strings.toasts.totalChanged(rupees(finalAmount)) });
      return "view";
    }
    const start = await pay(paymentRequest(orderId, finalAmount, hold, values));
    if (start.end === "refused") forgetSpent(start.error);
    return start.end === "left" ? "left" : "view";
  };
}
