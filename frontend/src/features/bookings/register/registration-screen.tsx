import { PATHS } from "@sakhi/domain/site/routes";
import { Box, Button, chakra, Grid, Text } from "@chakra-ui/react";
import { classValidatorResolver } from "@hookform/resolvers/class-validator";
import { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { normaliseCouponCode, priceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { toPaise, toRupees } from "@sakhi/domain/money/money";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import type { MyHold } from "../../../api/mela-api";
import { useBusy } from "../../../ui/busy";
import { Modal } from "../../../ui/dialog";
import { rupees } from "../../../ui/money";
import { showToast } from "../../../ui/toast";
import type { Deadline } from "../countdown";
import { useSecondsLeft } from "../countdown";
import { strings } from "../mela.strings";
import { usePayment } from "../use-payment";
import { CouponField } from "./coupon-field";
import type { FormValues } from "./draft";
import { isTouched, keepDraft, readDraft } from "./draft";
import { HoldStrip } from "./hold-strip";
import { PriceSummary } from "./price-summary";
import { RegistrationFields } from "./registration-fields";
import { useCoupon } from "./use-coupon";
import { useLeaving } from "./use-leaving";
import { paymentRequest, useSubmit } from "./use-submit";

interface ScreenProps {
  readonly hold: MyHold;
  readonly deadline: Deadline;
  readonly ask: () => Promise<MyHold | null | undefined>;
  /** Told when the visitor is on the way out, so that the page takes a vanished hold for no news. */
  readonly onLeaving: () => void;
}

const resolver = classValidatorResolver(RegistrationFormDto);

const card = {
  bg: "card",
  borderRadius: "card",
  borderWidth: "1px",
  borderStyle: "solid",
  borderColor: "line",
  boxShadow: "card",
  p: { base: "5", md: "7" },
} as const;

/** At zero: my-hold is read before our clock is believed; then release, toast and back to the plan (T-157, T-158). */
function useZero(
  left: number | undefined,
  active: boolean,
  ask: ScreenProps["ask"],
  expire: () => void,
): void {
  const latest = useRef({ ask, expire });
  useEffect(() => {
    latest.current = { ask, expire };
  }, [ask, expire]);
  const over = active && left === 0;
  useEffect(() => {
    if (!over) return;
    let current = true;
    void latest.current.ask().then((hold) => {
      // Still held by the server's clock: its new answer goes on counting. No answer: our clock stands.
      const running =
        hold !== null && hold !== undefined && Date.parse(hold.expiresAt) > Date.parse(hold.serverTime);
      if (current && !running && hold?.state !== "paying") latest.current.expire();
    });
    return () => {
      current = false;
    };
  }, [over]);
}

/** How often a payment whose window is over is looked at until its end is known, in ms. */
const CLOSING_CHECK_MS = 5000;

/** When the time to pay is over, the page waits for how it ended. */
function useClosing(closing: boolean, ask: ScreenProps["ask"]): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  }, [ask]);
  useEffect(() => {
    if (!closing) return;
    const timer = setInterval(() => void latest.current(), CLOSING_CHECK_MS);
    return () => clearInterval(timer);
  }, [closing]);
}

/** Countdown, form, coupon, price and payment for the stall that is held. */
export function RegistrationScreen({ hold, deadline, ask, onLeaving }: ScreenProps) {
  const navigate = useNavigate();
  const paying = hold.state === "paying";
  const left = useSecondsLeft(deadline) ?? 0;
  const [draft] = useState(readDraft);
  const [busy, setBusy] = useBusy(() => void ask());
  const inFlight = useRef(false);

  const form = useForm<FormValues, unknown, RegistrationFormDto>({
    // The DTO's optional fields are empty text in the form; it turns them into absent ones itself.
    resolver: resolver as never,
    defaultValues: draft.values,
    // Not when a field is left: a sentence that appears under it would move what is pressed away from under the click.
    mode: "onSubmit",
  });
  const coupon = useCoupon(paying ? "" : draft.coupon);
  const submit = useSubmit(form.setError, coupon.refused);
  const pay = usePayment();
  const { subscribe, getValues } = form;

  const latestCode = useRef(coupon.code);
  useEffect(() => {
    latestCode.current = coupon.code;
    if (!paying) keepDraft({ values: getValues(), coupon: coupon.code });
  }, [coupon.code, getValues, paying]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => keepDraft({ values, coupon: latestCode.current }),
      }),
    [subscribe],
  );

  const price = priceSummary(
    toPaise(hold.price) ?? 0,
    (paying ? hold.discountPercentage : undefined) ?? coupon.percentage,
  );
  const total = (paying ? hold.finalAmount : undefined) ?? toRupees(price.totalPaise);

  const { asking, stay, leave, letPass, release } = useLeaving(
    hold.stallId,
    !paying && !busy,
    () => isTouched({ values: getValues(), coupon: coupon.code }),
    onLeaving,
  );
  useClosing(paying && left === 0, ask);
  useZero(left, !paying && !busy, ask, () => {
    onLeaving();
    letPass();
    void release();
    showToast({ kind: "error", ...strings.toasts.expired });
    void navigate(PATHS.plan, { replace: true });
  });

  /** One at a time: a second click finds the flag set before the first has redrawn anything. */
  const once = async (work: () => Promise<"left" | "stay" | "view">) => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    try {
      const end = await work();
      // On its way to the checkout the page stays busy until it is gone.
      if (end === "left") return;
      if (end === "view") await ask();
      setBusy(false);
    } finally {
      inFlight.current = false;
    }
  };
  const register = (values: RegistrationFormDto) =>
    once(async () => {
      const decided = coupon.code.trim() === "" ? coupon.state : await coupon.apply();
      // A code that was only now refused is told before anything is paid; once it is known to be wrong it's ignored.
      if (decided.kind !== coupon.state.kind && decided.kind !== "valid") return "stay";
      return submit({
        hold,
        values,
        couponCode: decided.kind === "valid" ? normaliseCouponCode(coupon.code) : undefined,
      });
    });
  const continuePayment = () =>
    once(async () => {
      const { end } = await pay(paymentRequest(hold.orderId ?? "", total, hold));
      return end === "left" ? "left" : "view";
    });

  return (
    <>
      <chakra.form
        noValidate
        onSubmit={(event) => {
          if (!paying) return void form.handleSubmit(register)(event);
          event.preventDefault();
          void continuePayment();
        }}
      >
        <HoldStrip hold={hold} left={left} total={total} />
        <Grid
          templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 24rem" }}
          gap={{ base: "6", lg: "8" }}
          alignItems="start"
        >
          <chakra.section aria-labelledby="details" {...card}>
            <chakra.h2 id="details" textStyle="h2">
              {paying ? strings.register.payingTitle : strings.register.details}
            </chakra.h2>
            <Text color="muted" mt="1">
              {paying ? strings.register.payingText : strings.register.detailsText}
            </Text>
            {(!paying || isTouched({ values: getValues(), coupon: coupon.code })) && (
              <Box mt="6">
                <RegistrationFields form={form as never} readOnly={paying} />
              </Box>
            )}
          </chakra.section>
          <Box {...card} position={{ lg: "sticky" }} top={{ lg: "7.5rem" }} display="grid" gap="5">
            {!paying && <CouponField coupon={coupon} readOnly={busy} />}
            <PriceSummary price={price} />
            <Text
              textStyle="small"
              borderInlineStartWidth="4px"
              borderInlineStartStyle="solid"
              borderColor="marigold.solid"
              ps="3"
            >
              {strings.register.disclaimer}
            </Text>
            <Button
              type="submit"
              size="lg"
              width="full"
              disabled={busy}
              fontVariantNumeric="tabular-nums"
              // Pressed while the coupon is typed, it leaves the focus there: the coupon's answer between press and
              // release would move this button, or be paid without before it was read. The submit itself asks.
              onMouseDown={(event) => event.preventDefault()}
            >
              {busy
                ? strings.register.processing
                : paying
                  ? strings.register.continue
                  : strings.register.submit(rupees(total))}
            </Button>
          </Box>
        </Grid>
      </chakra.form>
      <Modal
        open={asking}
        role="alertdialog"
        title={strings.register.leaveTitle(hold.stallId)}
        onClose={stay}
        footer={
          <>
            <Button variant="subtle" onClick={stay}>
              {strings.register.stay}
            </Button>
            <Button onClick={leave}>{strings.register.leave}</Button>
          </>
        }
      >
        {strings.register.leaveText}
      </Modal>
    </>
  );
}
