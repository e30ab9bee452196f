import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { useRef } from "react";
import type { UseFormSetError } from "react-hook-form";
import { useShownEvent } from "../../api/event-facts";
import { apiErrorOf, userMessage } from "../../api/failure";
import { answered, Unreachable } from "../../api/lost-answer";
import {
  type MyHold,
  type ProvisionalRegistration,
  useCreateProvisionalRegistrationMutation,
} from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { useToasts } from "../../ui/toast";
import type { Coupon } from "./coupon-field";
import { type FormValues, registrationOf, showRefused } from "./draft";
import { strings } from "./mela.strings";
import { payStrings } from "./pay.strings";
import type { MyHoldState } from "./use-my-hold";
import { type OnPayProblem, paymentRequest, usePayment, useUnanswered } from "./use-payment";

/** Letters and digits that handwriting distinguishes. */
const LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** A new order id: MELA, the time in ms, and eight random letters or digits (specification 2, section 7). */
export function newOrderId(now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `MELA${now}${[...random].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join("")}`;
}

interface Submission {
  readonly hold: MyHold;
  readonly values: RegistrationFormDto;
  /** To what the event asks of the stall; none if it asks nothing. */
  readonly answers: readonly { readonly key: string; readonly value: string }[];
  /** Shows what the server refuses of them. @returns whether there is any */
  readonly showRefused: (error: unknown) => boolean;
  readonly couponCode: string | undefined;
  /** The box for messages by WhatsApp is ticked. */
  readonly whatsapp: boolean;
  /** The total shown on the button, in rupees. */
  readonly total: number;
}

/** How a submit ended while the page is still open. `refresh`: the hold may have changed, refetch it. */
export type SubmitEnd = "left" | "stay" | "refresh";

/** Errors after which an order id can't be reused. */
const SPENT = ["order_id_taken", "order_refused"];

/** The coupon was valid when applied, and no longer is. */
const COUPON_GONE = ["coupon_invalid", "coupon_exhausted"];

/** What a registration is sent with. */
interface SubmitOptions {
  readonly setError: UseFormSetError<FormValues>;
  readonly coupon: Pick<Coupon, "refused" | "recheck">;
  /** Gets the order's id before it is sent. */
  readonly onSend: (orderId: string) => void;
  readonly myHold: Pick<MyHoldState, "refresh" | "endsAt">;
  readonly onProblem: OnPayProblem;
}

/** Registers, then starts the payment (T-182 to T-193). */
export function useSubmit({
  setError,
  coupon,
  onSend,
  myHold,
  onProblem,
}: SubmitOptions): (submission: Submission) => Promise<SubmitEnd> {
  const { dismissToast, showToast } = useToasts();
  const [register] = useCreateProvisionalRegistrationMutation();
  const pay = usePayment(myHold, onProblem);
  const showUnanswered = useUnanswered(onProblem);
  const event = useShownEvent();
  // An unchanged registration is resent with the same order id, so that a lost response does not create a second order.
  const last = useRef({ orderId: "", body: "" });

  const forgetSpent = (error: unknown) => {
    if (SPENT.includes(apiErrorOf(error).code ?? "")) last.current = { orderId: "", body: "" };
  };
  /** Says so at the coupon if it can no longer be used; the visitor continues without it. */
  const refuseCoupon = (error: unknown): boolean => {
    const { code } = apiErrorOf(error);
    if (code === undefined || !COUPON_GONE.includes(code)) return false;
    const message = userMessage(error, strings.register.couponInvalid);
    coupon.refused(message);
    showToast({ kind: "error", title: strings.toasts.invalidCoupon, description: message });
    return true;
  };
  const reject = (error: unknown, stallId: string, showAnswers: Submission["showRefused"]): SubmitEnd => {
    if (refuseCoupon(error)) return "stay";
    const { title, description } = strings.toasts.initiationFailed;
    showToast({ kind: "error", title, description: userMessage(error, description) });
    forgetSpent(error);
    const isAnswer = showAnswers(error);
    if (showRefused(setError, error) || isAnswer) return "stay";
    onProblem(payStrings.notStarted(userMessage(error, ""), stallId));
    return "refresh";
  };

  return async ({ hold, values, answers, showRefused: showAnswers, couponCode, whatsapp, total }) => {
    dismissToast();
    const body = {
      gstNumber: "",
      gstAddress: "",
      ...registrationOf(values),
      stallId: hold.stallId,
      stallType: hold.type,
      ...(couponCode === undefined ? {} : { appliedCouponCode: couponCode }),
      ...(answers.length === 0 ? {} : { answers: [...answers] }),
      ...(whatsapp ? { whatsappConsent: hold.whatsapp } : {}),
      policiesVersion: POLICIES_VERSION,
      paymentStatus: "payment_pending",
      event,
    } as const;
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { orderId: newOrderId(), body: text };
    const { orderId } = last.current;
    onSend(orderId);

    let registration: Pick<ProvisionalRegistration, "finalAmount">;
    try {
      registration = await answered<typeof registration, MyHold | null>(
        () => register({ orderId, ...body }).unwrap(),
        myHold.refresh,
        // Each order id was sent with these details only.
        (now) =>
          now?.orderId === orderId && now.finalAmount !== undefined ? { finalAmount: now.finalAmount } : undefined,
      );
    } catch (error) {
      if (error instanceof Unreachable) {
        showUnanswered(hold, myHold.endsAt ?? hold.expiresAt);
        return "stay";
      }
      return reject(error, hold.stallId, showAnswers);
    }
    const { finalAmount } = registration;
    if (finalAmount !== total) {
      // The coupon was changed after it was applied. Nobody pays an amount other than the one on the button.
      await coupon.recheck();
      showToast({ kind: "info", ...strings.toasts.totalChanged(rupees(finalAmount)) });
      onProblem(payStrings.totalIs(rupees(finalAmount)));
      return "refresh";
    }
    const start = await pay(paymentRequest(orderId, finalAmount, hold, values));
    if (start.end === "refused") {
      forgetSpent(start.error);
      // Others began to pay with its last uses.
      if (refuseCoupon(start.error)) return "stay";
      // The payment service may refuse a detail: it is corrected here, with a new order.
      if (showRefused(setError, start.error)) return "stay";
    }
    return start.end === "left" ? "left" : "refresh";
  };
}
