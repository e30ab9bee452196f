import { Box, chakra, Grid, Text } from "@chakra-ui/react";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useBusy } from "../../../ui/busy";
import { PageBody, PageHeading } from "../../../ui/page";
import { forgetStallPayer, readStallPayer } from "../../../ui/stall-payer";
import { showToast } from "../../../ui/toast";
import { card } from "../card";
import {
  checkApplication,
  EMPTY,
  reachableStep,
  stepOf,
  WIZARD_FIELDS,
  wizardResolver,
} from "./application-form";
import type { WizardField, WizardValues } from "./application-form";
import { WizardAside } from "./aside";
import { BusinessStep } from "./business-step";
import { ConfirmStep } from "./confirm-step";
import type { OpenedDraft } from "./draft";
import { forgetDraft, isTouched, keepDraft, openDraft } from "./draft";
import { DraftNote } from "./draft-note";
import { PaymentChoices } from "./payment-choice";
import { PersonalStep } from "./personal-step";
import { StepProgress } from "./progress";
import type { Step } from "./progress";
import { Review } from "./review-step";
import { StepButtons, SubmitButtons } from "./step-buttons";
import { useStallCheck } from "./use-stall-check";
import { useStep } from "./use-step";
import { useSubmission } from "./use-submission";
import type { FieldSentences } from "./use-submission";
import { strings } from "./wizard.strings";
import type { PaymentChoice } from "./wizard.strings";

/**
 * After a change of step: to the top, and the focus on the field that was asked for, else on the step's heading.
 *
 * @returns asks for a field that is to have the focus after the next change, or at once where the step stays
 */
function useArrivalAt(
  step: Step,
  setFocus: (field: WizardField) => void,
): (field: WizardField, at: Step) => void {
  const field = useRef<WizardField>(undefined);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const wanted = field.current;
    field.current = undefined;
    if (wanted !== undefined) {
      setFocus(wanted);
      return;
    }
    globalThis.scrollTo(0, 0);
    document.querySelector<HTMLElement>("[data-step-heading]")?.focus({ preventScroll: true });
  }, [step, setFocus]);
  return useCallback(
    (wanted, at) => {
      if (at === shown.current) setFocus(wanted);
      else field.current = wanted;
    },
    [setFocus],
  );
}

function StepCard({ step, children }: { readonly step: 1 | 2 | 3; readonly children: ReactNode }) {
  return (
    <chakra.section {...card} aria-labelledby="step-heading" p={{ base: "4", sm: "5", md: "8" }}>
      <Text color="rani.text" fontWeight="600">
        {strings.step(step, 4)}
      </Text>
      <chakra.h2
        id="step-heading"
        textStyle="h2"
        tabIndex={-1}
        data-step-heading
        css={{ "&:focus-visible": { outline: "none" } }}
      >
        {strings.headings[step]}
      </chakra.h2>
      <Text color="muted" mt="1" mb="6">
        {strings.texts[step]}
      </Text>
      {children}
    </chakra.section>
  );
}

function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <Box role="status" bg="marigold.soft" borderRadius="card" px="5" py="3" mb="5">
      {children}
    </Box>
  );
}

/** What is said of a form that isn't empty when it is opened. */
function noticeOf({ kept, fromStall }: OpenedDraft): string | undefined {
  if (fromStall) return strings.draft.fromStall;
  return kept ? strings.draft.welcome : undefined;
}

/** The brand listing wizard: four steps with one form, kept on this device until it is handed in. */
export function Wizard() {
  const [draft] = useState(openDraft);
  const { wanted, confirmed, goTo } = useStep();
  const form = useForm<WizardValues>({
    resolver: wizardResolver,
    defaultValues: draft.values,
    mode: "onChange",
    shouldFocusError: false,
  });
  const { getValues, reset, setError, setFocus, subscribe } = form;
  const [notice, setNotice] = useState(() => noticeOf(draft));
  const [choice, setChoice] = useState<PaymentChoice>("paid");
  const check = useStallCheck(readStallPayer()?.phoneNumber ?? "");
  const [busy, setBusy] = useBusy(() => undefined);
  const submit = useSubmission();

  // Once it is handed in, the fourth step is the only one; without that there is no fourth.
  const done = wanted === 4 ? confirmed : undefined;
  const furthest = reachableStep(getValues());
  const step: Step = done !== undefined ? 4 : wanted > furthest ? furthest : wanted;
  useEffect(() => {
    if (step !== wanted) goTo(step, { replace: true });
  }, [step, wanted, goTo]);
  const focusField = useArrivalAt(step, setFocus);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => (isTouched(values) ? keepDraft(values) : forgetDraft()),
      }),
    [subscribe],
  );

  const forget = () => {
    forgetStallPayer();
    reset(EMPTY);
    forgetDraft();
    setNotice(undefined);
    setChoice("paid");
    check.reset();
  };
  /** Puts the server's sentences under their fields and goes to the step that has the first. */
  const showRefused = (fields: FieldSentences) => {
    for (const [field, message] of fields) setError(field, { type: "server", message });
    const [first] = fields;
    if (first === undefined) return;
    const at = stepOf(first[0]);
    focusField(first[0], at);
    goTo(at);
  };
  const handIn = async () => {
    if (busy) return;
    if (choice === "mela_free" && check.state.kind !== "verified") {
      showToast({ kind: "error", ...strings.toasts.required });
      return;
    }
    const { application, errors } = checkApplication(getValues());
    const broken = WIZARD_FIELDS.flatMap((field) => {
      const message = errors[field];
      return message === undefined ? [] : [[field, message] as const];
    });
    if (broken.length > 0) {
      showRefused(broken);
      return;
    }
    setBusy(true);
    const result = await submit(choice, application, check.phone);
    if (result === undefined) return;
    switch (result.end) {
      case "left":
        // On its way to the checkout the page stays busy until it is gone.
        return;
      case "handed_in":
        if (choice !== "paid") {
          goTo(4, { replace: true, confirmed: { choice, brandName: application.brandName } });
          forget();
        }
        break;
      case "refused":
        if (result.verifyAgain) check.reset(check.phone);
        showRefused(result.fields);
        break;
      case "stayed":
        break;
    }
    setBusy(false);
  };

  return (
    <PageBody>
      <Text color="rani.text" fontWeight="600" mb="1">
        {strings.kicker}
      </Text>
      <PageHeading style="display">{strings.heading}</PageHeading>
      {step === 1 && (
        <Text textStyle="lead" mt="3" maxWidth="text">
          {strings.lead}
        </Text>
      )}
      <Grid
        mt={{ base: "6", md: "8" }}
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 20rem" }}
        gap={{ base: "6", lg: "10" }}
        alignItems="start"
      >
        <div>
          <StepProgress step={step} onBack={done === undefined && !busy ? (back) => goTo(back) : undefined} />
          {step === 1 && notice !== undefined && <Notice>{notice}</Notice>}
          {done !== undefined ? (
            <ConfirmStep confirmed={done} onAnother={() => goTo(1)} />
          ) : (
            <FormProvider {...form}>
              <chakra.form noValidate onSubmit={(event) => event.preventDefault()}>
                {(step === 1 || step === 2) && (
                  <StepCard step={step}>
                    {step === 1 ? <PersonalStep /> : <BusinessStep />}
                    <StepButtons
                      step={step}
                      onPrevious={() => goTo(1)}
                      onContinue={() => goTo(step === 1 ? 2 : 3)}
                    />
                  </StepCard>
                )}
                {step === 3 && (
                  <StepCard step={3}>
                    <Review disabled={busy} onChange={(back) => goTo(back)} />
                    <PaymentChoices choice={choice} onChoose={setChoice} check={check} disabled={busy} />
                    <SubmitButtons
                      label={strings.submit[choice]}
                      busy={busy}
                      ready={choice !== "mela_free" || check.state.kind === "verified"}
                      onPrevious={() => goTo(2)}
                      onSubmit={() => void handIn()}
                    />
                  </StepCard>
                )}
                <DraftNote
                  disabled={busy}
                  onDiscard={() => {
                    forget();
                    showToast({ kind: "info", ...strings.draft.discarded });
                    goTo(1);
                  }}
                />
              </chakra.form>
            </FormProvider>
          )}
        </div>
        <Box
          display={{ base: step === 1 ? "block" : "none", lg: "block" }}
          position={{ lg: "sticky" }}
          top={{ lg: "6" }}
        >
          <WizardAside />
        </Box>
      </Grid>
    </PageBody>
  );
}
