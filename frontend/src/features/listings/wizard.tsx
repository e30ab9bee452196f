import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";
import { useBusy } from "../../ui/busy";
import { readStallPayer } from "../../ui/stall-payer";
import { showToast } from "../../ui/toast";
import {
  checkApplication,
  EMPTY,
  forgetDraft,
  forgetForm,
  isTouched,
  keepDraft,
  openDraft,
  type OpenedDraft,
  reachableStep,
  stepOf,
  WIZARD_FIELDS,
  wizardResolver,
  type WizardValues,
} from "./application-form";
import { ConfirmStep } from "./confirm-step";
import { BusinessStep, PersonalStep } from "./form-steps";
import { PaymentChoices } from "./payment-choice";
import { Review } from "./review-step";
import { useStallCheck } from "./stall-verification";
import { DraftNote, StepButtons, SubmitButtons } from "./step-buttons";
import { type StepAddress, useArrivalAt, useStep } from "./use-step";
import { type FieldSentences, useSubmission } from "./use-submission";
import { StepCard, WizardFrame } from "./wizard-frame";
import { type PaymentChoice, strings } from "./wizard.strings";

/** What is said of a form that isn't empty when it is opened. */
function noticeOf({ kept, fromStall }: OpenedDraft): string | undefined {
  if (fromStall) return strings.draft.fromStall;
  return kept ? strings.draft.welcome : undefined;
}

/** The three steps that ask, with one form; kept in this tab until it is submitted. */
function WizardForm({ wanted, goTo }: Pick<StepAddress, "wanted" | "goTo">) {
  const [draft] = useState(openDraft);
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
  const inFlight = useRef(false);
  const [busy, setBusy] = useBusy(() => {
    inFlight.current = false;
  });
  const submit = useSubmission();

  // Nobody gets ahead of what is filled in; the fourth step is only for what was handed in.
  const furthest = reachableStep(getValues());
  const step = wanted > furthest || wanted === 4 ? furthest : wanted;
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

  const discard = () => {
    reset(EMPTY);
    forgetForm();
    setNotice(undefined);
    setChoice("paid");
    check.reset();
    showToast({ kind: "info", ...strings.draft.discarded });
    goTo(1);
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
    // One at a time: a second click finds the flag set before the first has redrawn anything.
    if (inFlight.current) return;
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
    inFlight.current = true;
    setBusy(true);
    const result = await submit(choice, application, check.phone);
    switch (result.end) {
      case "left":
        // On its way to the checkout the page stays busy until it is gone.
        return;
      case "handed_in":
        forgetForm();
        goTo(4, { replace: true, confirmed: { choice: result.choice, brandName: application.brandName } });
        return;
      case "refused":
        if (result.verifyAgain) check.reset(check.phone);
        showRefused(result.fields);
        break;
      case "stayed":
        break;
    }
    inFlight.current = false;
    setBusy(false);
  };

  return (
    <WizardFrame step={step} onBack={busy ? undefined : (back) => goTo(back)} notice={step === 1 ? notice : undefined}>
      <FormProvider {...form}>
        <chakra.form noValidate onSubmit={(event) => event.preventDefault()}>
          <StepCard step={step}>
            {step === 3 ? (
              <>
                <Review disabled={busy} onChange={(back) => goTo(back)} />
                <PaymentChoices choice={choice} onChoose={setChoice} check={check} disabled={busy} />
                <SubmitButtons
                  label={strings.submit[choice]}
                  total={choice === "paid" ? strings.choice.fee : strings.choice.nothing}
                  busy={busy}
                  ready={choice !== "mela_free" || check.state.kind === "verified"}
                  onPrevious={() => goTo(2)}
                  onSubmit={() => void handIn()}
                />
              </>
            ) : (
              <>
                {step === 1 ? <PersonalStep /> : <BusinessStep />}
                <StepButtons step={step} onPrevious={() => goTo(1)} onContinue={() => goTo(step === 1 ? 2 : 3)} />
              </>
            )}
          </StepCard>
          <DraftNote disabled={busy} onDiscard={discard} />
        </chakra.form>
      </FormProvider>
    </WizardFrame>
  );
}

/** The brand listing wizard: three steps that ask and one that confirms. */
export function Wizard() {
  const { wanted, confirmed, goTo } = useStep();
  if (wanted === 4 && confirmed !== undefined)
    return (
      <WizardFrame step={4}>
        <ConfirmStep confirmed={confirmed} onAnother={() => goTo(1)} />
      </WizardFrame>
    );
  // Made again after something was handed in: nothing of that form is left.
  return <WizardForm wanted={wanted} goTo={goTo} />;
}
