import { Box, Button, chakra, Grid, Text } from "@chakra-ui/react";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { priceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { readCouponCode } from "@sakhi/domain/fields/identifiers";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { useEventPaths } from "../../api/event-facts";
import type { MyHold } from "../../api/mela-api";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { useBusy } from "../../ui/busy";
import { card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/dialog";
import { lazyPart } from "../../ui/lazy-part";
import { rupees } from "../../ui/money";
import { OfflineNotice } from "../../ui/online";
import { showToast } from "../../ui/toast";
import { Bought, NextSteps, Payee, Policies } from "./before-paying";
import { clock, useSecondsLeft } from "./countdown";
import { CouponField } from "./coupon-field";
import { isTouched, readDraft, saveDraft } from "./draft";
import { HoldStrip } from "./hold-strip";
import { strings } from "./mela.strings";
import { PriceSummary, TaxSplit } from "./price-summary";
import { RegistrationFields, useRegistrationForm } from "./registration-fields";
import { ToCorrection } from "./to-correction";
import { useAnswers } from "./use-answers";
import { useCoupon } from "./use-coupon";
import { useClosing, useExpiry } from "./use-hold-end";
import { useLeaving } from "./use-leaving";
import type { MyHoldState } from "./use-my-hold";
import { paymentRequest, usePayment } from "./use-payment";
import { type SubmitEnd, useSubmit } from "./use-submit";

/** Lazy: most events and stalls are asked nothing. */
const QuestionFields = lazyPart(async () => (await import("./question-fields")).QuestionFields);

interface ScreenProps {
  readonly hold: MyHold;
  /** When the hold, or the payment window, ends; ISO 8601. */
  readonly endsAt: string;
  readonly refresh: MyHoldState["refresh"];
  /** Called when the visitor leaves; the page then ignores that the hold disappears. */
  readonly onLeaving: () => void;
}

const paper = { ...card, p: { base: "5", md: "7" } } as const;

/** Countdown, form, coupon, price and payment of the held stall. */
export function RegistrationScreen({ hold, endsAt, refresh, onLeaving }: ScreenProps) {
  const navigate = useNavigate();
  const paying = hold.state === "paying";
  const left = useSecondsLeft(endsAt) ?? 0;
  const { plan } = useEventPaths();
  const [draft] = useState(() => readDraft(hold.event));
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
  const answers = useAnswers(
    hold.questions ?? [],
    draft.answers ?? {},
    ({ asked }) => asked !== "form",
    () => setSentFor(undefined),
  );
  const submit = useSubmit(form.setError, coupon, setSentFor, { refresh, endsAt });
  const pay = usePayment({ refresh, endsAt });
  const { subscribe, getValues } = form;
  const { questions = [] } = hold;

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

  const priceAt = (discount: number) => priceSummary(toPaise(hold.price) ?? 0, discount);
  const price = priceAt((paying ? hold.discountPercentage : undefined) ?? coupon.percentage);
  const total = (paying ? hold.finalAmount : undefined) ?? toRupees(price.totalPaise);

  // If another tab registered the order, this tab knows neither its details nor their tax; its own draft may differ.
  const detailsKnown = !paying || (hold.orderId !== undefined && hold.orderId === sentFor);

  const { confirming, stay, leave, allowNavigation, release } = useLeaving(hold.stallId, !paying && !busy, onLeaving);
  useClosing(paying && left === 0, refresh);
  useExpiry(left, !paying && !busy, refresh, () => {
    onLeaving();
    allowNavigation();
    void release();
    showToast({ kind: "error", ...strings.toasts.expired });
    void navigate(plan, { replace: true });
  });

  const submitOnce = (work: () => Promise<SubmitEnd>) =>
    once(async () => {
      const end = await work();
      if (end === "refresh") await refresh();
      return end === "left";
    });
  const doubt = useEmailDoubt((email) => form.setValue("email", email, { shouldDirty: true, shouldValidate: true }));
  const register = (values: RegistrationFormDto) => {
    if (doubt.ask(values.email)) return undefined;
    if (!answers.check()) return undefined;
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
        answers: questions.map(({ key }) => ({ key, value: answers.values[key] ?? "" })),
        showRefused: answers.showRefused,
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
          if (!paying)
            return void form.handleSubmit(register, () => {
              setForgotten(!accepted);
              // The focus is at the first field of the form.
              answers.check(false);
            })(event);
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
            {detailsKnown && questions.length > 0 && (
              <Suspense fallback={<Box minHeight={`${questions.length * 6}rem`} />}>
                <QuestionFields questions={questions} answers={answers} readOnly={paying} />
              </Suspense>
            )}
          </chakra.section>
          <Box
            {...paper}
            gridRow={{ lg: "1 / 3" }}
            gridColumn={{ lg: "2" }}
            display="grid"
            gridTemplateColumns="minmax(0, 1fr)"
            gap="5"
          >
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
            <Bought stallId={hold.stallId} />
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
      <EmailDoubtDialog doubt={doubt} text={strings.emailDoubt} onDecided={() => void form.handleSubmit(register)()} />
      <ConfirmDialog
        open={confirming}
        title={strings.register.leaveTitle(hold.stallId)}
        stay={strings.register.stay}
        go={strings.register.leave}
        onStay={stay}
        onGo={leave}
      >
        {isTouched({ values: getValues(), coupon: coupon.code, answers: answers.values })
          ? strings.register.leaveText
          : strings.register.leaveUntouched}
      </ConfirmDialog>
    </>
  );
}
