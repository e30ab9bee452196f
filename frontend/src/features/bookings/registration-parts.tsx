import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { toPaise } from "@sakhi/domain/money/money";
import { Suspense } from "react";
import { useWatch } from "react-hook-form";
import type { MyHold } from "../../api/mela-api";
import { card } from "../../ui/card";
import { lazyPart } from "../../ui/lazy-part";
import { rupees } from "../../ui/money";
import { Bought, Payee, Policies } from "./before-paying";
import { CouponField } from "./coupon-field";
import { strings } from "./mela.strings";
import { PriceSummary, TaxSplit } from "./price-summary";
import { RegistrationFields } from "./registration-fields";
import { idsOf } from "./stall-labels";
import { ToCorrection } from "./to-correction";
import type { MyHoldState } from "./use-my-hold";
import { isPaying, type shownPrice, type Typed, type usePolicies, type useSending } from "./use-registration";

/** Lazy: some events and stalls are asked nothing. */
const QuestionFields = lazyPart(async () => (await import("./question-fields")).QuestionFields);

/** Lazy: where an order may have one stall only, it is not there. */
const OrderStalls = lazyPart(async () => (await import("./order-stalls")).OrderStalls);

/** Lazy: most sites do not offer it. */
const WhatsappTick = lazyPart(async () => (await import("../../shared/whatsapp/whatsapp-tick")).WhatsappTick);

export const paper = { ...card, p: { base: "5", md: "7" } } as const;

interface PartProps {
  readonly hold: MyHold;
  readonly typed: Typed;
}

interface PayProps {
  readonly hold: MyHold;
  /** Rupees. */
  readonly total: number;
  readonly sending: Pick<ReturnType<typeof useSending>, "busy" | "problem">;
}

/** If another tab registered the order, this tab knows neither its details nor their tax; its own draft may differ. */
const areDetailsKnown = ({ hold, typed: { sentFor } }: PartProps): boolean =>
  !isPaying(hold) || (hold.orderId !== undefined && hold.orderId === sentFor);

/** What is paid for, the button that pays, and who is paid. */
function Pay({ hold, total, sending: { busy, problem } }: PayProps) {
  return (
    <>
      {problem !== undefined && (
        <Text fontWeight="600" color="alarm.text" overflowWrap="anywhere" data-problem>
          {problem}
        </Text>
      )}
      <Bought stallId={idsOf(hold)} />
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
        {payText(isPaying(hold), busy, total)}
      </Button>
      <Payee />
    </>
  );
}

/** The form, and what the event asks; above it, once a payment was started, the button that continues it. */
export function Details({ hold, typed, total, sending }: PartProps & PayProps) {
  const paying = isPaying(hold);
  const { questions = [] } = hold;
  const known = areDetailsKnown({ hold, typed });
  return (
    <chakra.section aria-labelledby="details" {...paper}>
      <chakra.h2 id="details" textStyle="h2">
        {paying ? strings.register.payingTitle : strings.register.details}
      </chakra.h2>
      <Text color="muted" mt="1">
        {paying ? strings.register.payingText : strings.register.detailsText}
      </Text>
      {paying && (
        <Box display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" mt="4">
          <Pay hold={hold} total={total} sending={sending} />
          {hold.orderId !== undefined && (
            <div>
              <ToCorrection orderId={hold.orderId} />
            </div>
          )}
        </Box>
      )}
      {known && (
        <Box mt="6">
          <RegistrationFields form={typed.form} readOnly={paying} />
        </Box>
      )}
      {known && !paying && hold.whatsapp !== undefined && (
        <Suspense fallback={<Box minHeight="6rem" />}>
          <WhatsappTick version={hold.whatsapp} ticked={typed.whatsapp} onTick={typed.setWhatsapp} />
        </Suspense>
      )}
      {known && questions.length > 0 && (
        <Suspense fallback={<Box minHeight={`${questions.length * 6}rem`} />}>
          <QuestionFields questions={questions} answers={typed.answers} readOnly={paying} />
        </Suspense>
      )}
    </chakra.section>
  );
}

interface ToPayProps extends PartProps {
  readonly policies: ReturnType<typeof usePolicies>;
  readonly shown: ReturnType<typeof shownPrice>;
  readonly sending: PayProps["sending"];
  readonly endsAt: string;
  readonly refresh: MyHoldState["refresh"];
}

/** Coupon, price, policies and the button that pays. */
export function ToPay({ hold, typed, policies, shown: { price, total }, sending, endsAt, refresh }: ToPayProps) {
  const paying = isPaying(hold);
  const gstNumber = useWatch({ control: typed.form.control, name: "gstNumber" });
  return (
    <Box
      {...paper}
      gridRow={{ lg: "1 / 3" }}
      gridColumn={{ lg: "2" }}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="5"
    >
      {(hold.stalls ?? hold.canAdd) !== undefined && (
        <Suspense fallback={<Box minHeight="6rem" />}>
          <OrderStalls hold={hold} myHold={{ hold, endsAt, refresh, fresh: true, failed: false, askedAgain: false }} />
        </Suspense>
      )}
      {!paying && <CouponField coupon={typed.coupon} readOnly={sending.busy} />}
      <PriceSummary price={price}>
        {areDetailsKnown({ hold, typed }) && (
          <TaxSplit totalPaise={toPaise(total) ?? 0} gst={hold.gst} gstNumber={gstNumber} />
        )}
      </PriceSummary>
      <Text textStyle="small" borderInlineStartWidth="4px" borderColor="marigold.solid" ps="3">
        {strings.register.disclaimer}
      </Text>
      {!paying && (
        <Policies
          accepted={policies.accepted}
          missing={policies.missing}
          onAccept={policies.accept}
          box={policies.box}
        />
      )}
      {!paying && <Pay hold={hold} total={total} sending={sending} />}
    </Box>
  );
}

function payText(paying: boolean, busy: boolean, total: number): string {
  if (busy) return strings.register.processing;
  return paying ? strings.register.continue : strings.register.submit(rupees(total));
}
