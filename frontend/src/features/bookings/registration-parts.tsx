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
import { ToCorrection } from "./to-correction";
import { isPaying, type shownPrice, type Typed, type usePolicies } from "./use-registration";

/** Lazy: most events and stalls are asked nothing. */
const QuestionFields = lazyPart(async () => (await import("./question-fields")).QuestionFields);

export const paper = { ...card, p: { base: "5", md: "7" } } as const;

interface PartProps {
  readonly hold: MyHold;
  readonly typed: Typed;
}

/** If another tab registered the order, this tab knows neither its details nor their tax; its own draft may differ. */
const areDetailsKnown = ({ hold, typed: { sentFor } }: PartProps): boolean =>
  !isPaying(hold) || (hold.orderId !== undefined && hold.orderId === sentFor);

/** The form, and what the event asks. */
export function Details({ hold, typed }: PartProps) {
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
      {paying && hold.orderId !== undefined && (
        <Box mt="4">
          <ToCorrection orderId={hold.orderId} />
        </Box>
      )}
      {known && (
        <Box mt="6">
          <RegistrationFields form={typed.form} readOnly={paying} />
        </Box>
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
  readonly busy: boolean;
}

/** Coupon, price, policies and the button that pays. */
export function ToPay({ hold, typed, policies, shown: { price, total }, busy }: ToPayProps) {
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
      {!paying && <CouponField coupon={typed.coupon} readOnly={busy} />}
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
        {payText(paying, busy, total)}
      </Button>
      <Payee />
    </Box>
  );
}

function payText(paying: boolean, busy: boolean, total: number): string {
  if (busy) return strings.register.processing;
  return paying ? strings.register.continue : strings.register.submit(rupees(total));
}
