import { Box, Button, chakra, Field, Input, Text } from "@chakra-ui/react";
import { CircleX } from "lucide-react";
import { useId, useRef, useState } from "react";
import { isFailure, personMessage } from "../../api/failure";
import { useVerifyPhoneMutation } from "../../api/listing-api";
import { Modal } from "../../ui/dialog";
import { Spinner } from "../../ui/page";
import { FieldError } from "../../ui/text-field";
import { dismissToast, showToast } from "../../ui/toast";
import { tenDigits } from "./text-fields";
import { strings } from "./wizard.strings";
import { Sign } from "../../ui/sign";

/** Asks for the phone number a stall was paid with, and says how its verification stands. */
export function VerificationDialog({
  open,
  check,
  onVerified,
  onCancel,
}: {
  readonly open: boolean;
  readonly check: StallCheck;
  readonly onVerified: () => void;
  /** Closed without a verification. */
  readonly onCancel: () => void;
}) {
  const form = useId();
  const { phone, state } = check;
  const verifying = state.kind === "verifying";
  const failed = state.kind === "failed";
  const error = state.kind === "idle" ? state.error : undefined;
  return (
    <Modal
      open={open}
      title={strings.verification.title}
      onClose={onCancel}
      footer={
        <>
          <Button variant="subtle" onClick={onCancel}>
            {failed ? strings.verification.other : strings.verification.cancel}
          </Button>
          <Button type="submit" form={form} aria-disabled={verifying} minWidth="9rem">
            {verifying && <Spinner />}
            {verifying
              ? strings.verification.verifying
              : failed
                ? strings.verification.again
                : strings.verification.verify}
          </Button>
        </>
      }
    >
      <chakra.form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The wizard's own form stands around this one in React's tree.
          event.stopPropagation();
          void check.verify().then((verified) => {
            if (verified) onVerified();
          });
        }}
      >
        <Text mb="4">{strings.verification.text}</Text>
        <Field.Root invalid={error !== undefined} readOnly={verifying}>
          <Field.Label>{strings.verification.phone}</Field.Label>
          <Box display="grid" gridTemplateColumns="auto 1fr" gap="2" alignItems="center" width="full">
            <chakra.span aria-hidden fontWeight="600" color="muted">
              +91
            </chakra.span>
            <Input
              value={phone}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              maxLength={10}
              aria-required
              fontVariantNumeric="tabular-nums"
              onChange={(event) => check.type(event.currentTarget.value)}
              onPaste={(event) => {
                const digits = tenDigits(event.clipboardData.getData("text"));
                if (digits === undefined) return;
                event.preventDefault();
                check.type(digits);
              }}
            />
          </Box>
          {error === undefined && <Field.HelperText>{strings.verification.help}</Field.HelperText>}
          <FieldError>{error}</FieldError>
        </Field.Root>
        <Box role="status" mt="4">
          {verifying && <Text color="muted">{strings.verification.verifying}</Text>}
          {failed && (
            <Box bg="alarm.soft" borderRadius="card" p="4" display="grid" gridTemplateColumns="auto 1fr" columnGap="3">
              <Sign icon={CircleX} size={22} color="alarm.text" pt="0.5" />
              <div>
                <Text fontWeight="600" color="alarm.text">
                  {strings.verification.failedTitle}
                </Text>
                <Text>{state.message}</Text>
                {/* The server's own no says so already. */}
                {!state.message.includes(strings.verification.otherWay) && (
                  <Text mt="1">{`Please ${strings.verification.otherWay}.`}</Text>
                )}
                <Text mt="1">{strings.verification.checkNumber}</Text>
              </div>
            </Box>
          )}
        </Box>
      </chakra.form>
    </Modal>
  );
}

/** Where the verification of a stall payer's phone stands (T-081). */
type StallCheckState =
  | { readonly kind: "idle"; readonly error?: string }
  | { readonly kind: "verifying" }
  | { readonly kind: "verified" }
  | { readonly kind: "failed"; readonly message: string };

/** The verification with what can be done to it. */
export interface StallCheck {
  readonly phone: string;
  readonly state: StallCheckState;
  /** Takes what is typed: digits only, at most ten. */
  readonly type: (typed: string) => void;
  /** Asks the server. Resolves to true when the number is verified. */
  readonly verify: () => Promise<boolean>;
  /** Back to the start; the phone is cleared unless it shall stay. */
  readonly reset: (phone?: string) => void;
}

const digitsOf = (text: string): string => text.replace(/\D/g, "").slice(0, 10);

/** Verifies that a phone number belongs to a paid stall whose free listing is unclaimed (T-080 to T-088). */
export function useStallCheck(initialPhone: string): StallCheck {
  const [phone, setPhone] = useState(() => digitsOf(initialPhone));
  const [state, setState] = useState<StallCheckState>({ kind: "idle" });
  const [ask] = useVerifyPhoneMutation();
  // Only the answer about the newest number counts: closing the dialog drops the one under way.
  const asked = useRef(0);

  const fail = (message: string, reportedAs: string): void => {
    setState({ kind: "failed", message });
    showToast({ kind: "error", ...strings.toasts.verificationFailed(reportedAs) });
  };

  return {
    phone,
    state,
    type: (typed) => {
      asked.current += 1;
      // What was said of another number is over.
      dismissToast();
      setPhone(digitsOf(typed));
      setState({ kind: "idle" });
    },
    reset: (kept = "") => {
      asked.current += 1;
      setPhone(digitsOf(kept));
      setState({ kind: "idle" });
    },
    verify: async () => {
      if (state.kind === "verifying") return false;
      if (phone.length !== 10) {
        setState({ kind: "idle", error: strings.verification.invalid });
        showToast({ kind: "error", ...strings.toasts.invalidPhone });
        return false;
      }
      asked.current += 1;
      const question = asked.current;
      setState({ kind: "verifying" });
      dismissToast();
      try {
        const answer = await ask({ phoneNumber: `+91${phone}` }).unwrap();
        if (question !== asked.current) return false;
        if (answer.verified) {
          setState({ kind: "verified" });
          showToast({ kind: "success", ...strings.toasts.verified });
          return true;
        }
        const message = answer.message || strings.toasts.verificationRefused;
        fail(message, message);
      } catch (error) {
        if (question !== asked.current) return false;
        const unanswered = !isFailure(error) || error.status === 0;
        const said = personMessage(error, strings.verification.noAnswer);
        fail(said, unanswered ? strings.toasts.verificationUnanswered : said);
      }
      return false;
    },
  };
}
