import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { ConfirmDialog } from "../../ui/dialog";
import { Spinner } from "../../ui/page";
import {
  checkApplication,
  type FormStep,
  isTouched,
  STEP_FIELDS,
  type WizardField,
  type WizardValues,
} from "./application-form";
import { textButton } from "./text-fields";
import { strings } from "./wizard.strings";

const bar = {
  direction: { base: "column-reverse", sm: "row" },
  justify: "space-between",
  align: { base: "stretch", sm: "center" },
  gap: "3",
} as const;

function Previous({ disabled, onClick }: { readonly disabled: boolean; readonly onClick?: () => void }) {
  return (
    <Button type="button" variant="outline" size="lg" disabled={disabled} onClick={onClick}>
      <ArrowLeft aria-hidden />
      {strings.previous}
    </Button>
  );
}

/** The invalid fields of a step, including those with a server error. */
function useMissing(step: FormStep): WizardField[] {
  const { control } = useFormContext<WizardValues>();
  // Typed as partial by react-hook-form, but every field has a default.
  const values = useWatch<WizardValues>({ control }) as WizardValues;
  const { errors: shownErrors } = useFormState<WizardValues>({ control });
  const { errors } = checkApplication(values);
  return STEP_FIELDS[step].filter((field) => errors[field] !== undefined || shownErrors[field]?.type === "server");
}

/**
 * Previous and Continue. Continue is `aria-disabled` until the step is valid: a text lists what is missing, and pressing
 * it shows every error message and focuses the first field.
 */
export function StepButtons({
  step,
  onPrevious,
  onContinue,
}: {
  readonly step: FormStep;
  readonly onPrevious: () => void;
  readonly onContinue: () => void;
}) {
  const id = useId();
  const { trigger, getFieldState, setFocus } = useFormContext<WizardValues>();
  const missing = useMissing(step);
  const [first] = missing;
  const go = async () => {
    if (first === undefined) {
      onContinue();
      return;
    }
    // A server error stays until its field changes; `trigger` would remove it.
    await trigger(missing.filter((field) => getFieldState(field).error?.type !== "server"));
    setFocus(first);
  };
  return (
    <Box mt="8">
      <Text id={id} role="status" textStyle="small" color="muted" mb="3" textAlign={{ sm: "end" }}>
        {first === undefined
          ? strings.complete
          : strings.missing(missing.map((field) => strings.fields[field].replace(/\?$/, "")))}
      </Text>
      <Flex {...bar}>
        <Previous disabled={step === 1} onClick={onPrevious} />
        <Button
          type="submit"
          size="lg"
          aria-disabled={first !== undefined}
          aria-describedby={id}
          onClick={(event) => {
            event.preventDefault();
            void go();
          }}
        >
          {strings.continue}
          <ArrowRight aria-hidden />
        </Button>
      </Flex>
    </Box>
  );
}

/** Previous and the submit button of the review. */
export function SubmitButtons({
  label,
  total,
  busy,
  problem,
  ready,
  onPrevious,
  onSubmit,
}: {
  readonly label: string;
  /** The amount to pay, formatted. */
  readonly total: string;
  readonly busy: boolean;
  /** Why the last submission did not go through. */
  readonly problem: string | undefined;
  /** False while a verification is missing: the button is `aria-disabled`, and pressing it shows why. */
  readonly ready: boolean;
  readonly onPrevious: () => void;
  readonly onSubmit: () => void;
}) {
  return (
    <Box mt="6">
      <Flex
        justify="space-between"
        align="baseline"
        wrap="wrap"
        gap="4"
        py="4"
        mb="4"
        borderBlockWidth="2px"
        borderBlockStyle="dashed"
      >
        <chakra.span fontWeight="600">{strings.total}</chakra.span>
        <chakra.span textStyle="price" color="indigo.text" aria-live="polite">
          {total}
        </chakra.span>
      </Flex>
      {problem !== undefined && (
        <Text mb="4" fontWeight="600" color="alarm.text" overflowWrap="anywhere" data-problem>
          {problem}
        </Text>
      )}
      <Flex {...bar}>
        <Previous disabled={busy} onClick={onPrevious} />
        <Button
          type="submit"
          size="lg"
          // Never disabled, which would drop its focus.
          aria-disabled={!ready || busy}
          fontVariantNumeric="tabular-nums"
          onClick={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {busy && <Spinner />}
          <span>{busy ? strings.submitting : label}</span>
        </Button>
      </Flex>
    </Box>
  );
}

/** Notes that the form is stored in this tab, with a button to discard it. */
export function DraftNote({ disabled, onDiscard }: { readonly disabled: boolean; readonly onDiscard: () => void }) {
  const { control } = useFormContext<WizardValues>();
  const values = useWatch<WizardValues>({ control }) as WizardValues;
  const [confirming, setConfirming] = useState(false);
  if (!isTouched(values)) return null;
  const { saved, discard, title, text, keep, yes } = strings.draft;
  return (
    <Flex mt="4" columnGap="2" align="center" color="muted" wrap="wrap">
      <Text textStyle="small">{saved}</Text>
      <chakra.button
        type="button"
        disabled={disabled}
        onClick={() => setConfirming(true)}
        {...textButton}
        px="1"
        fontSize="0.9375rem"
        _disabled={{ opacity: "0.6", cursor: "not-allowed" }}
      >
        {discard}
      </chakra.button>
      <ConfirmDialog
        open={confirming}
        title={title}
        stay={keep}
        go={yes}
        onStay={() => setConfirming(false)}
        onGo={() => {
          setConfirming(false);
          onDiscard();
        }}
      >
        {text}
      </ConfirmDialog>
    </Flex>
  );
}
