import type { PoliciesVersion } from "@sakhi/domain/bookings/policies";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { useRef } from "react";
import type { UseFormSetError } from "react-hook-form";
import { personMessage, apiErrorOf } from "../../api/failure";
import {
  type InitiateRequest,
  type MyHold,
  type ProvisionalRegistration,
  useCreateProvisionalRegistrationMutation,
} from "../../api/mela-api";
import { dismissToast, showToast } from "../../ui/toast";
import { strings } from "./mela.strings";
import { usePayment } from "./use-payment";
import { type FormValues, registrationOf, showRefused } from "./draft";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** A new order id: MELA, the time in ms, and eight random letters or digits (specification 2, section 7). */
export function newOrderId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `MELA${now}${[...random].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("")}`;
}

interface Submission {
  readonly hold: MyHold;
  readonly values: RegistrationFormDto;
  readonly couponCode: string | undefined;
  /** The policies that were shown and accepted. */
  readonly policiesVersion: PoliciesVersion;
}

/** How a submit ended while we are still here. `look`: the hold may have changed, read it again. */
type SubmitEnd = "left" | "stay" | "view";

/** After these the id is spent: the next try takes a new one. */
const SPENT = ["order_id_taken", "order_refused"];

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

/** The coupon was good when it was applied and is not any more. */
const COUPON_GONE = ["coupon_invalid", "coupon_exhausted"];

/** Registers, then starts the payment (T-182 to T-193). */
export function useSubmit(
  setError: UseFormSetError<FormValues>,
  couponRefused: (message: string) => void,
): (submission: Submission) => Promise<SubmitEnd> {
  const [register] = useCreateProvisionalRegistrationMutation();
  const pay = usePayment();
  // The same registration sent again keeps its id, so that a lost answer does not make a second order.
  const last = useRef({ orderId: "", body: "" });

  const reject = (error: unknown): SubmitEnd => {
    const { code } = apiErrorOf(error);
    if (code !== undefined && COUPON_GONE.includes(code)) {
      const message = personMessage(error, strings.register.couponInvalid);
      couponRefused(message);
      showToast({ kind: "error", title: strings.toasts.invalidCoupon.title, description: message });
      return "stay";
    }
    const { title, description } = strings.toasts.initiationFailed;
    showToast({ kind: "error", title, description: personMessage(error, description) });
    if (code !== undefined && SPENT.includes(code)) last.current = { orderId: "", body: "" };
    return showRefused(setError, error) ? "stay" : "view";
  };

  return async ({ hold, values, couponCode, policiesVersion }) => {
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
    const start = await pay(paymentRequest(orderId, registration.finalAmount, hold, values));
    switch (start.end) {
      case "left":
        return "left";
      case "fault":
        return "view";
      case "refused": {
        const { code } = apiErrorOf(start.error);
        if (code !== undefined && SPENT.includes(code)) last.current = { orderId: "", body: "" };
        return "view";
      }
    }
  };
}
