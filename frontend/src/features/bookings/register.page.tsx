import { PATHS, orderPath, registerPath } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Grid, Text, Skeleton } from "@chakra-ui/react";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { priceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import { useEffect, useEffectEvent, useRef, useState, useCallback } from "react";
import { type UseFormSetError, useWatch } from "react-hook-form";
import { useNavigate, useSearchParams } from "react-router-dom";
import { apiErrorOf, userMessage } from "../../api/failure";
import { answered, Unreachable } from "../../api/lost-answer";
import { isCookieMissing } from "../../api/visitor-cookie";
import {
  type MyHold,
  type ProvisionalRegistration,
  useCreateProvisionalRegistrationMutation,
} from "../../api/mela-api";
import { card } from "../../ui/card";
import { useBusy } from "../../ui/busy";
import { ConfirmDialog } from "../../ui/dialog";
import { rupees } from "../../ui/money";
import { OfflineNotice } from "../../ui/online";
import { FailureState } from "../../ui/states";
import { dismissToast, showToast } from "../../ui/toast";
import { NextSteps, Payee, Policies } from "./before-paying";
import { clock, useSecondsLeft } from "./countdown";
import { EmailDoubtDialog, useEmailDoubt } from "./email-doubt";
import { strings } from "./mela.strings";
import { ToCorrection } from "./to-correction";
import { type Coupon, CouponField, HoldStrip, PriceSummary, TaxSplit, useCoupon } from "./price";
import { RegistrationFields, useRegistrationForm } from "./registration-fields";
import { type FormValues, isTouched, saveDraft, readDraft, registrationOf, showRefused } from "./draft";
import { useLeaving } from "./use-leaving";
import { paymentRequest, showUnanswered, usePayment } from "./use-payment";
import { BackLink, Hidden, PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { openedOrderFor } from "./order-memory";
import { type MyHoldState, useMyHold } from "./use-my-hold";
import { LinkButton } from "../../ui/link-button";

interface ScreenProps {
  readonly hold: MyHold;
  /** When the hold, or the payment window, ends; ISO 8601. */
  readonly endsAt: string;
  readonly refresh: MyHoldState["refresh"];
  /** Called when the visitor leaves; the page then ignores that the hold disappears. */
  readonly onLeaving: () => void;
}

const paper = { ...card, p: { base: "5", md: "7" } } as const;

/** At zero, refetches my-hold before trusting the local clock; then releases, toasts and returns to the plan (T-157, T-158). */
function useExpiry(left: number, active: boolean, refresh: MyHoldState["refresh"], onExpired: () => void): void {
  const refetch = useEffectEvent(refresh);
  const expire = useEffectEvent(onExpired);
  const over = active && left === 0;
  useEffect(() => {
    if (!over) return;
    let current = true;
    void refetch().then((hold) => {
      // Still held by the server's clock: the countdown continues from the new deadline. No response: our clock decides.
      const running = hold !== null && hold !== undefined && Date.parse(hold.expiresAt) > Date.parse(hold.serverTime);
      if (current && !running && hold?.state !== "paying") expire();
    });
    return () => {
      current = false;
    };
  }, [over]);
}

/** Polling interval once the payment window has ended, until the outcome is known, in ms. */
const CLOSING_CHECK_MS = 5000;

/** Polls for the outcome once the payment window has ended. */
function useClosing(closing: boolean, refresh: MyHoldState["refresh"]): void {
  const poll = useEffectEvent(refresh);
  useEffect(() => {
    if (!closing) return;
    const timer = setInterval(() => void poll(), CLOSING_CHECK_MS);
    return () => clearInterval(timer);
  }, [closing]);
}

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
  readonly couponCode: string | undefined;
  /** The total shown on the button, in rupees. */
  readonly total: number;
}

/** How a submit ended while the page is still open. `refresh`: the hold may have changed, refetch it. */
type SubmitEnd = "left" | "stay" | "refresh";

/** Errors after which an order id can't be reused. */
const SPENT = ["order_id_taken", "order_refused"];

/** The coupon was valid when applied, and no longer is. */
const COUPON_GONE = ["coupon_invalid", "coupon_exhausted"];

/** Registers, then starts the payment (T-182 to T-193). */
function useSubmit(
  setError: UseFormSetError<FormValues>,
  coupon: Pick<Coupon, "refused" | "recheck">,
  onSend: (orderId: string) => void,
  myHold: Pick<MyHoldState, "refresh" | "endsAt">,
): (submission: Submission) => Promise<SubmitEnd> {
  const [register] = useCreateProvisionalRegistrationMutation();
  const pay = usePayment(myHold);
  // An unchanged registration is resent with the same order id, so that a lost response does not create a second order.
  const last = useRef({ orderId: "", body: "" });

  const forgetSpent = (error: unknown) => {
    if (SPENT.includes(apiErrorOf(error).code ?? "")) last.current = { orderId: "", body: "" };
  };
  const reject = (error: unknown): SubmitEnd => {
    const { code } = apiErrorOf(error);
    if (code !== undefined && COUPON_GONE.includes(code)) {
      const message = userMessage(error, strings.register.couponInvalid);
      coupon.refused(message);
      showToast({ kind: "error", title: strings.toasts.invalidCoupon, description: message });
      return "stay";
    }
    const { title, description } = strings.toasts.initiationFailed;
    showToast({ kind: "error", title, description: userMessage(error, description) });
    forgetSpent(error);
    return showRefused(setError, error) ? "stay" : "refresh";
  };

  return async ({ hold, values, couponCode, total }) => {
    dismissToast();
    const body = {
      gstNumber: "",
      gstAddress: "",
      ...registrationOf(values),
      stallId: hold.stallId,
      stallType: hold.type,
      ...(couponCode === undefined ? {} : { appliedCouponCode: couponCode }),
      policiesVersion: POLICIES_VERSION,
      paymentStatus: "payment_pending",
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
      return reject(error);
    }
    const { finalAmount } = registration;
    if (finalAmount !== total) {
      // The coupon was changed after it was applied. Nobody pays an amount other than the one on the button.
      await coupon.recheck();
      showToast({ kind: "info", ...strings.toasts.totalChanged(rupees(finalAmount)) });
      return "refresh";
    }
    const start = await pay(paymentRequest(orderId, finalAmount, hold, values));
    if (start.end === "refused") {
      forgetSpent(start.error);
      // The payment service may refuse a detail: it is corrected here, with a new order.
      if (showRefused(setError, start.error)) return "stay";
    }
    return start.end === "left" ? "left" : "refresh";
  };
}

/** Countdown, form, coupon, price and payment of the held stall. */
function RegistrationScreen({ hold, endsAt, refresh, onLeaving }: ScreenProps) {
  const navigate = useNavigate();
  const paying = hold.state === "paying";
  const left = useSecondsLeft(endsAt) ?? 0;
  const [draft] = useState(readDraft);
  const [busy, once] = useBusy(() => void refresh());

  const form = useRegistrationForm(draft.values);
  const coupon = useCoupon(paying ? "" : draft.coupon);
  const gstNumber = useWatch({ control: form.control, name: "gstNumber" });
  // Not stored: the policies are accepted again for each stall.
  const [accepted, setAccepted] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  // The order that the form's current values were sent for.
  const [sentFor, setSentFor] = useState(draft.orderId);
  const submit = useSubmit(form.setError, coupon, setSentFor, { refresh, endsAt });
  const pay = usePayment({ refresh, endsAt });
  const { subscribe, getValues } = form;

  const save = useEffectEvent((orderId?: string) => {
    saveDraft({ values: getValues(), coupon: coupon.code, orderId });
  });
  useEffect(() => {
    if (!paying) save(sentFor);
  }, [coupon.code, sentFor, paying]);
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

  const priceAt = (discount: number) => priceSummary(toPaise(hold.price) ?? 0, discount);
  const price = priceAt((paying ? hold.discountPercentage : undefined) ?? coupon.percentage);
  const total = (paying ? hold.finalAmount : undefined) ?? toRupees(price.totalPaise);

  // If another tab registered the order, this tab knows neither its details nor their tax; its own draft may differ.
  const detailsKnown = !paying || (hold.orderId !== undefined && hold.orderId === sentFor);

  const { confirming, stay, leave, letPass, release } = useLeaving(hold.stallId, !paying && !busy, onLeaving);
  useClosing(paying && left === 0, refresh);
  useExpiry(left, !paying && !busy, refresh, () => {
    onLeaving();
    letPass();
    void release();
    showToast({ kind: "error", ...strings.toasts.expired });
    void navigate(PATHS.plan, { replace: true });
  });

  const submitOnce = (work: () => Promise<SubmitEnd>) =>
    once(async () => {
      const end = await work();
      if (end === "refresh") await refresh();
      return end === "left";
    });
  const doubt = useEmailDoubt(form);
  const register = (values: RegistrationFormDto) => {
    if (doubt.ask(values.email)) return undefined;
    if (!accepted) {
      setForgotten(true);
      box.current?.focus();
      return undefined;
    }
    return submitOnce(async () => {
      const decided = coupon.code.trim() === "" ? coupon.state : await coupon.apply();
      // A code that turns out invalid only now is shown before paying; one already shown as invalid is ignored.
      if (decided.kind !== coupon.state.kind && decided.kind !== "valid") return "stay";
      const valid = decided.kind === "valid";
      return submit({
        hold,
        values,
        couponCode: valid ? readCouponCode(coupon.code) : undefined,
        total: toRupees(priceAt(valid ? decided.percentage : 0).totalPaise),
      });
    });
  };
  const continuePayment = () =>
    submitOnce(async () => {
      const { end } = await pay(paymentRequest(hold.orderId ?? "", total, hold));
      return end === "left" ? "left" : "refresh";
    });

  return (
    <>
      <chakra.form
        noValidate
        onSubmit={(event) => {
          if (!paying) return void form.handleSubmit(register, () => setForgotten(!accepted))(event);
          event.preventDefault();
          void continuePayment();
        }}
      >
        <HoldStrip hold={hold} left={left} total={total} />
        <OfflineNotice text={strings.register.offline(clock(left))} />
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" }}
          templateRows={{ lg: "auto 1fr" }}
          gap={{ base: "6", lg: "8" }}
          alignItems="start"
        >
          <chakra.section aria-labelledby="details" {...paper}>
            <chakra.h2 id="details" textStyle="h2">
              {paying ? strings.register.payingTitle : strings.register.details}
            </chakra.h2>
            <Text color="muted" mt="1">
              {paying ? strings.register.payingText : strings.register.detailsText}
            </Text>
            {paying && hold.orderId !== undefined && (
              <Box mt="4">
                <ToCorrection orderId={hold.orderId} />
              </Box>
            )}
            {detailsKnown && (
              <Box mt="6">
                <RegistrationFields form={form} readOnly={paying} />
              </Box>
            )}
          </chakra.section>
          <Box {...paper} gridRow={{ lg: "1 / 3" }} gridColumn={{ lg: "2" }} display="grid" gap="5">
            {!paying && <CouponField coupon={coupon} readOnly={busy} />}
            <PriceSummary price={price}>
              {detailsKnown && <TaxSplit totalPaise={toPaise(total) ?? 0} gst={hold.gst} gstNumber={gstNumber} />}
            </PriceSummary>
            <Text textStyle="small" borderInlineStartWidth="4px" borderColor="marigold.solid" ps="3">
              {strings.register.disclaimer}
            </Text>
            {!paying && (
              <Policies accepted={accepted} missing={forgotten && !accepted} onAccept={setAccepted} box={box} />
            )}
            <Button
              type="submit"
              size="lg"
              width="full"
              // Never disabled, which would drop its focus; `useBusy` ignores double submits.
              aria-disabled={busy}
              fontVariantNumeric="tabular-nums"
              // A press keeps the focus in the coupon field. Blurring it validates the coupon: a response between press
              // and release would move this button, or reject the coupon unseen. The submit validates it anyway.
              onMouseDown={(event) => event.preventDefault()}
            >
              {busy
                ? strings.register.processing
                : paying
                  ? strings.register.continue
                  : strings.register.submit(rupees(total))}
            </Button>
            <Payee />
          </Box>
          <Box {...paper}>
            <NextSteps stallId={hold.stallId} />
          </Box>
        </Grid>
      </chakra.form>
      <EmailDoubtDialog doubt={doubt} onDecided={() => void form.handleSubmit(register)()} />
      <ConfirmDialog
        open={confirming}
        title={strings.register.leaveTitle(hold.stallId)}
        stay={strings.register.stay}
        go={strings.register.leave}
        onStay={stay}
        onGo={leave}
      >
        {isTouched({ values: getValues(), coupon: coupon.code })
          ? strings.register.leaveText
          : strings.register.leaveUntouched}
      </ConfirmDialog>
    </>
  );
}

function InvalidRequest() {
  useDocumentTitle(strings.register.invalidTitle);
  return (
    <PageBody narrow>
      <PageHeading>{strings.register.invalidTitle}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {strings.register.invalidText}
      </Text>
      <LinkButton to={PATHS.plan} label={strings.register.invalidButton} />
    </PageBody>
  );
}

function Waiting() {
  return (
    <>
      <Hidden>
        <span role="status">{strings.register.loading}</span>
      </Hidden>
      <Skeleton height="5rem" mb="6" />
      <Skeleton height="24rem" />
    </>
  );
}

/** The registration for the stall in the address, once the server reports it as held. */
function Reserved({ requested }: { readonly requested: { stallId: string; type: string; price: string } }) {
  useDocumentTitle(strings.register.title);
  const navigate = useNavigate();
  const { hold, endsAt, fresh, failed, refresh } = useMyHold();
  // A response from before this screen may be about a stall that this one replaced.
  const usable = fresh || hold?.stallId === requested.stallId;
  const leaving = useRef(false);
  const markLeaving = useCallback(() => {
    leaving.current = true;
  }, []);

  // A paying hold disappears when its payment ends, also for a visitor who comes back by the browser's button. The
  // result page shows the outcome.
  const paidFor = useRef<string>(undefined);
  const payingOrder = hold?.state === "paying" ? hold.orderId : undefined;
  useEffect(() => {
    if (payingOrder !== undefined) paidFor.current = payingOrder;
  }, [payingOrder]);

  const gone = usable && hold === null;
  useEffect(() => {
    if (!gone || leaving.current) return;
    leaving.current = true;
    const order = paidFor.current ?? openedOrderFor(requested.stallId);
    if (order !== undefined) {
      void navigate(orderPath(PATHS.bookingPaid, order), { replace: true });
      return;
    }
    showToast({ kind: "error", ...(isCookieMissing() ? strings.toasts.cookieRefused : strings.toasts.expired) });
    void navigate(PATHS.plan, { replace: true });
  }, [gone, navigate, requested.stallId]);

  // The server's stall, type and price take precedence over the address.
  const correctPath = hold === null || hold === undefined || !fresh ? undefined : registerPath(hold);
  const differs =
    hold !== null &&
    hold !== undefined &&
    (hold.stallId !== requested.stallId || hold.type !== requested.type || String(hold.price) !== requested.price);
  const other = hold?.stallId === requested.stallId ? undefined : hold?.stallId;
  useEffect(() => {
    if (correctPath === undefined || !differs || leaving.current) return;
    if (other !== undefined) showToast({ kind: "info", ...strings.toasts.otherStall(other) });
    void navigate(correctPath, { replace: true });
  }, [correctPath, differs, other, navigate]);

  if (usable && hold !== null && hold !== undefined && endsAt !== undefined) {
    return <RegistrationScreen key={hold.stallId} {...{ hold, endsAt, refresh }} onLeaving={markLeaving} />;
  }
  const { unreadTitle, unreadText } = strings.register;
  return failed ? <FailureState message={unreadTitle} hint={unreadText} onRetry={() => void refresh()} /> : <Waiting />;
}

/** /paid-events/mela/register: needs stallId, type and price in the address (T-159). */
export function RegisterPage() {
  const [params] = useSearchParams();
  const stallId = params.get("stallId");
  const type = params.get("type");
  const price = params.get("price");
  if (!stallId || !type || !price) return <InvalidRequest />;
  return (
    <PageBody>
      <BackLink to={PATHS.plan}>{strings.register.back}</BackLink>
      <PageHeading>{strings.register.title}</PageHeading>
      <Box mt="4">
        <Reserved requested={{ stallId, type, price }} />
      </Box>
    </PageBody>
  );
}
