import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { FormProvider, useForm, type UseFormReturn } from "react-hook-form";
import { EmailDoubtDialog, useEmailDoubt } from "../../shared/email-doubt";
import { readStallPayer } from "../../shared/stall-payer";
import { useBusy } from "../../ui/busy";
import { useToasts } from "../../ui/toast";
import {
  checkApplication,
  documentToRetype,
  EMPTY,
  isTouched,
  saveDraft,
  openDraft,
  type OpenedDraft,
  reachableStep,
  stepOf,
  WIZARD_FIELDS,
  type WizardField,
  wizardResolver,
  type WizardValues,
} from "./application-form";
import { ConfirmStep } from "./confirm-step";
import { BusinessStep, PersonalStep, type WhatsappBox } from "./form-steps";
import { PaymentChoices } from "./payment-choice";
import { Review } from "./review-step";
import { useStallCheck } from "./stall-verification";
import { DraftNote, StepButtons, SubmitButtons } from "./step-buttons";
import { clearDraft, clearForm } from "./stored-draft";
import { type StepAddress, useStepFocus, useStep } from "./use-step";
import { type FieldMessages, useSubmission } from "./use-submission";
import { StepCard, WizardFrame } from "./wizard-frame";
import { type PaymentChoice, strings } from "./wizard.strings";

/** The notice above a form that isn't empty when it opens. */
function noticeOf({ restored, fromStall }: OpenedDraft): string | undefined {
  if (fromStall) return strings.draft.fromStall;
  return restored ? strings.draft.welcome : undefined;
}

type WizardProps = Pick<StepAddress, "requested" | "goTo">;

/** The form of the first three steps; stored in this tab until it is submitted. */
function useWizardForm() {
  const [draft] = useState(openDraft);
  const form = useForm<WizardValues>({
    resolver: wizardResolver,
    defaultValues: draft.values,
    mode: "onChange",
    shouldFocusError: false,
  });
  const { subscribe } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => (isTouched(values) ? saveDraft(values) : clearDraft()),
      }),
    [subscribe],
  );
  const [notice, setNotice] = useState(() => noticeOf(draft));
  const [retype] = useState(() => (draft.restored ? documentToRetype(draft.values) : undefined));
  return { form, notice, retype, dropNotice: () => setNotice(undefined) };
}

/**
 * The way back to the review, after a reload or a declined payment, leads to the document number that has to be typed again, and
 * says so there.
 */
function useRetype(
  { setError, setFocus }: UseFormReturn<WizardValues>,
  field: WizardField | undefined,
  asked: boolean,
  reached: boolean,
): void {
  const pending = useRef(asked ? field : undefined);
  useEffect(() => {
    const missing = pending.current;
    if (missing === undefined || !reached) return;
    pending.current = undefined;
    setError(missing, { type: "retype", message: strings.draft.retype });
    setFocus(missing);
  }, [reached, setError, setFocus]);
}

/** Work that waits until the form's address is beyond doubt. */
function useSure({ getValues, setValue }: UseFormReturn<WizardValues>) {
  const doubt = useEmailDoubt((email) => setValue("email", email, { shouldDirty: true, shouldValidate: true }));
  const waiting = useRef<() => void>(undefined);
  const sure = (work: () => void): void => {
    waiting.current = work;
    if (!doubt.ask(getValues("email"))) work();
  };
  return { doubt, sure, goOn: () => waiting.current?.() };
}

/** The step that is open, the choice of payment, and what the buttons do. */
function useWizard({ requested, goTo }: WizardProps) {
  const { showToast } = useToasts();
  const { form, notice, retype, dropNotice } = useWizardForm();
  // What became of the last submission, until the next one.
  const [problem, setProblem] = useState<string>();
  const { getValues, reset, setError, setFocus } = form;
  const [choice, setChoice] = useState<PaymentChoice>("paid");
  const check = useStallCheck(readStallPayer()?.phoneNumber ?? "");
  const [busy, once] = useBusy();
  const submit = useSubmission();
  // Not stored: nobody finds it ticked.
  const [whatsapp, setWhatsapp] = useState<WhatsappBox["ticked"]>();

  // A step opens only once the previous ones are valid; the fourth only after a submission.
  const furthest = reachableStep(getValues());
  const step = requested > furthest || requested === 4 ? furthest : requested;
  useEffect(() => {
    if (step !== requested) goTo(step, { replace: true });
  }, [step, requested, goTo]);
  const focusField = useStepFocus(step, setFocus);
  useRetype(form, retype, requested > furthest, step === requested);

  const discard = () => {
    reset(EMPTY);
    clearForm();
    dropNotice();
    setChoice("paid");
    setWhatsapp(undefined);
    check.reset();
    showToast({ kind: "info", ...strings.draft.discarded });
    goTo(1);
  };
  /** Shows error messages at their fields and goes to the step of the first one. */
  const showErrors = (fields: FieldMessages) => {
    for (const [field, message] of fields) setError(field, { type: "server", message });
    const [first] = fields;
    if (first === undefined) return;
    const at = stepOf(first[0]);
    focusField(first[0], at);
    goTo(at);
  };
  const submitForm = async () => {
    setProblem(undefined);
    if (choice === "mela_free" && check.state.kind !== "verified") {
      showToast({ kind: "error", ...strings.toasts.required });
      return;
    }
    const { application, errors } = checkApplication(getValues());
    const invalid = WIZARD_FIELDS.flatMap((field) => {
      const message = errors[field];
      return message === undefined ? [] : [[field, message] as const];
    });
    if (invalid.length > 0) {
      showErrors(invalid);
      return;
    }
    await once(async () => {
      const result = await submit(choice, application, check.phone, whatsapp);
      if (result.end === "submitted") {
        clearForm();
        goTo(4, {
          replace: true,
          confirmed: { choice: result.choice, brandName: application.brandName, waits: result.waits },
        });
      } else if (result.end === "stayed") {
        setProblem(strings.notOpened);
      } else if (result.end === "refused") {
        if (result.fields.length === 0) setProblem(result.reason);
        if (result.verifyAgain) check.reset(check.phone);
        showErrors(result.fields);
      }
      return result.end === "left" || result.end === "submitted";
    });
  };
  const box: WhatsappBox = { ticked: whatsapp, onTick: setWhatsapp };
  return { form, step, notice, busy, problem, payment: { choice, setChoice, check }, box, discard, submitForm };
}

/** The first three steps. */
function WizardForm({ requested, goTo }: WizardProps) {
  const { form, step, notice, busy, problem, payment, box, discard, submitForm } = useWizard({ requested, goTo });
  const { doubt, sure, goOn } = useSure(form);
  const { choice, setChoice, check } = payment;
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
                  problem={problem}
                  ready={choice !== "mela_free" || check.state.kind === "verified"}
                  onPrevious={() => goTo(2)}
                  onSubmit={() => sure(() => void submitForm())}
                />
              </>
            ) : (
              <>
                {step === 1 ? <PersonalStep whatsapp={box} /> : <BusinessStep />}
                <StepButtons
                  step={step}
                  onPrevious={() => goTo(1)}
                  onContinue={() => sure(() => goTo(step === 1 ? 2 : 3))}
                />
              </>
            )}
          </StepCard>
          <DraftNote disabled={busy} onDiscard={discard} />
          <EmailDoubtDialog doubt={doubt} text={strings.emailDoubt} onDecided={goOn} />
        </chakra.form>
      </FormProvider>
    </WizardFrame>
  );
}

/** The brand listing wizard: two form steps, a review and a confirmation. */
export function Wizard() {
  const { requested, confirmed, goTo } = useStep();
  if (requested === 4 && confirmed !== undefined)
    return (
      <WizardFrame step={4}>
        <ConfirmStep confirmed={confirmed} onAnother={() => goTo(1)} />
      </WizardFrame>
    );
  // Remounts after a submission, with an empty form.
  return <WizardForm requested={requested} goTo={goTo} />;
}
