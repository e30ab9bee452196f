import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { type OrderCoupon, orderPrices } from "@sakhi/domain/bookings/several-stalls.rules";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useEventPaths } from "../../api/event-facts";
import type { MyHold } from "../../api/mela-api";
import { useEmailDoubt } from "../../shared/email-doubt";
import { useBusy } from "../../ui/busy";
import { useToasts } from "../../ui/toast";
import { useCoupon } from "./coupon-field";
import { readDraft, saveDraft } from "./draft";
import { strings } from "./mela.strings";
import { useRegistrationForm } from "./registration-fields";
import { useAnswers } from "./use-answers";
import { useClosing, useExpiry } from "./use-hold-end";
import { useLeaving } from "./use-leaving";
import type { MyHoldState } from "./use-my-hold";
import { paymentRequest, usePayment } from "./use-payment";
import { type SubmitEnd, useSubmit } from "./use-submit";

/** The hold that is registered. */
export interface HoldProps {
  readonly hold: MyHold;
  /** When the hold, or the payment window, ends; ISO 8601. */
  readonly endsAt: string;
  readonly refresh: MyHoldState["refresh"];
}

export const isPaying = (hold: MyHold): boolean => hold.state === "paying";

/** What is typed for a hold; stored in this tab until the stall is paid for. */
export function useTyped(hold: MyHold) {
  const paying = isPaying(hold);
  const [draft] = useState(() => readDraft(hold.event));
  const form = useRegistrationForm(draft.values);
  const coupon = useCoupon(paying ? "" : draft.coupon);
  // The order that the form's current values were sent for.
  const [sentFor, setSentFor] = useState(draft.orderId);
  const answers = useAnswers(
    hold.questions ?? [],
    draft.answers ?? {},
    ({ asked }) => asked !== "form",
    () => setSentFor(undefined),
  );
  // Not stored: nobody finds it ticked.
  const [whatsapp, setWhatsapp] = useState(false);
  const { subscribe, getValues } = form;

  const save = useEffectEvent((orderId?: string) => {
    saveDraft(hold.event, { values: getValues(), coupon: coupon.code, answers: answers.values, orderId });
  });
  useEffect(() => {
    if (!paying) save(sentFor);
  }, [coupon.code, answers.values, sentFor, paying]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: () => {
          setSentFor(undefined);
          save();
        },
      }),
    [subscribe],
  );
  return { form, coupon, answers, whatsapp, setWhatsapp, sentFor, setSentFor };
}

export type Typed = ReturnType<typeof useTyped>;

/** The box that accepts the policies. Not stored: they are accepted again for each stall. */
export function usePolicies() {
  const [accepted, setAccepted] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  return {
    box,
    accepted,
    missing: forgotten && !accepted,
    accept: setAccepted,
    /** Says so if they are not accepted; `focus` the box then. @returns whether they are */
    check: (focus: boolean): boolean => {
      setForgotten(!accepted);
      if (!accepted && focus) box.current?.focus();
      return accepted;
    },
  };
}

/** What a hold costs with a coupon, all its stalls together. */
function priceOf(hold: MyHold, coupon: OrderCoupon | undefined): PriceSummary {
  const stalls = (hold.stalls ?? [hold]).map(({ price, type }) => ({
    pricePaise: toPaise(price) ?? 0,
    stallType: type,
  }));
  return orderPrices(stalls, coupon).total;
}

/** What a paying order's stalls cost. */
function priceOfOrder(hold: MyHold): PriceSummary {
  const { discountPercentage = 0, finalAmount } = hold;
  if (finalAmount === undefined) return priceOf(hold, { percentage: discountPercentage, stallType: null });
  const [pricePaise, totalPaise] = [toPaise(hold.price) ?? 0, toPaise(finalAmount) ?? 0];
  return { pricePaise, discountPercentage, discountPaise: pricePaise - totalPaise, totalPaise };
}

/** The price as the page shows it, and the total in rupees; while paying, those of the order. */
export function shownPrice(hold: MyHold, coupon: Typed["coupon"]) {
  const paying = isPaying(hold);
  const price = paying ? priceOfOrder(hold) : priceOf(hold, coupon.used);
  return { price, total: (paying ? hold.finalAmount : undefined) ?? toRupees(price.totalPaise) };
}

/** Registers what is typed and starts its payment; while paying, continues that. */
export function useSending(
  { hold, endsAt, refresh }: HoldProps,
  typed: Typed,
  policies: ReturnType<typeof usePolicies>,
  total: number,
) {
  const { form, coupon, answers, whatsapp, setSentFor } = typed;
  const [busy, once] = useBusy(() => void refresh());
  const myHold = { refresh, endsAt };
  // What became of the last try, until the next one.
  const [problem, setProblem] = useState<string>();
  const send = useSubmit({ setError: form.setError, coupon, onSend: setSentFor, myHold, onProblem: setProblem });
  const pay = usePayment(myHold, setProblem);
  const doubt = useEmailDoubt((email) => form.setValue("email", email, { shouldDirty: true, shouldValidate: true }));

  const submitOnce = (work: () => Promise<SubmitEnd>) =>
    once(async () => {
      setProblem(undefined);
      const end = await work();
      if (end === "refresh") await refresh();
      return end === "left";
    });
  const register = (values: RegistrationFormDto) => {
    if (doubt.ask(values.email)) return undefined;
    if (!answers.check()) return undefined;
    if (!policies.check(true)) return undefined;
    return submitOnce(async () => {
      const decided = coupon.code.trim() === "" ? coupon.state : await coupon.apply();
      // A code that turns out invalid only now is shown before paying; one already shown as invalid is ignored.
      if (decided.kind !== coupon.state.kind && decided.kind !== "valid") return "stay";
      const valid = decided.kind === "valid";
      return send({
        hold,
        values,
        answers: (hold.questions ?? []).map(({ key }) => ({ key, value: answers.values[key] ?? "" })),
        showRefused: answers.showRefused,
        couponCode: valid ? readCouponCode(coupon.code) : undefined,
        whatsapp,
        total: toRupees(priceOf(hold, valid ? decided : undefined).totalPaise),
      });
    });
  };
  const continuePayment = () =>
    submitOnce(async () => {
      const { end } = await pay(paymentRequest(hold.orderId ?? "", total, hold));
      return end === "left" ? "left" : "refresh";
    });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (!isPaying(hold))
      return void form.handleSubmit(register, () => {
        policies.check(false);
        // The focus is at the first field of the form.
        answers.check(false);
      })(event);
    event.preventDefault();
    void continuePayment();
  };
  return { busy, problem, doubt, submit, submitAgain: () => void form.handleSubmit(register)() };
}

/**
 * What happens when the visitor leaves, or time is up.
 *
 * @param isOver the hold's time, or the time to pay, has come
 * @param busy a payment is starting
 * @param onLeaving called when the visitor leaves; the page then ignores that the hold disappears
 */
export function useEnds({ hold, refresh }: HoldProps, isOver: boolean, busy: boolean, onLeaving: () => void) {
  const { showToast } = useToasts();
  const navigate = useNavigate();
  const { plan } = useEventPaths();
  const paying = isPaying(hold);
  const leaving = useLeaving(hold.stallId, !paying && !busy, onLeaving);
  useClosing(paying && isOver, refresh);
  useExpiry(isOver && !paying && !busy, refresh, () => {
    onLeaving();
    leaving.allowNavigation();
    void leaving.release();
    showToast({ kind: "error", ...strings.toasts.expired });
    void navigate(plan, { replace: true });
  });
  return leaving;
}
