import { Box, Button, chakra, Field, Text } from "@chakra-ui/react";
import { INDIAN_MOBILE, readIndianMobile } from "@sakhi/domain/fields/identifiers";
import { CircleX } from "lucide-react";
import { useId, useRef, useState } from "react";
import { isFailure, userMessage } from "../../api/failure";
import { useVerifyPhoneMutation } from "../../api/listing-api";
import { Modal } from "../../ui/dialog";
import { Spinner } from "../../ui/page";
import { PhoneInput } from "../../ui/phone-input";
import { DecorativeIcon } from "../../ui/sign";
import { FieldError } from "../../ui/text-field";
import { useAfterPress } from "../../ui/tidy-fields";
import { useToasts } from "../../ui/toast";
import { strings } from "./wizard.strings";

/** Dialog for the phone number that a stall was paid with; shows the state of its verification. */
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
  const afterPress = useAfterPress();
  const { phone, state } = check;
  const verifying = state.kind === "verifying";
  const failed = state.kind === "failed";
  const error = state.kind === "idle" ? state.error : undefined;
  const verify = failed ? strings.verification.again : strings.verification.verify;
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
            <span>{verifying ? strings.verification.verifying : verify}</span>
          </Button>
        </>
      }
    >
      <chakra.form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // In React's tree the wizard's form is an ancestor of this one.
          event.stopPropagation();
          void check.verify().then((verified) => {
            if (verified) onVerified();
          });
        }}
      >
        <Text mb="4">{strings.verification.text}</Text>
        <Field.Root invalid={error !== undefined} readOnly={verifying}>
          <Field.Label>{strings.verification.phone}</Field.Label>
          <PhoneInput
            value={phone}
            autoComplete="tel-national"
            aria-required
            onChange={(event) => check.type(event.currentTarget.value)}
            onBlur={() => afterPress(check.leave)}
          />
          {error === undefined && <Field.HelperText>{strings.verification.help}</Field.HelperText>}
          <FieldError>{error}</FieldError>
        </Field.Root>
        <Box role="status" mt="4">
          {verifying && <Text color="muted">{strings.verification.verifying}</Text>}
          {failed && (
            <Box bg="alarm.soft" borderRadius="card" p="4" display="grid" gridTemplateColumns="auto 1fr" columnGap="3">
              <DecorativeIcon icon={CircleX} size={22} color="alarm.text" pt="0.5" />
              <div>
                <Text fontWeight="600" color="alarm.text">
                  {strings.verification.failedTitle}
                </Text>
                <Text>{state.message}</Text>
                {/* The server's refusal may include this text already. */}
                {!state.message.includes(strings.verification.otherWay) && (
                  <Text mt="1">{strings.verification.pleaseOtherWay}</Text>
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

/** State of the verification of a stall payer's phone number (T-081). */
type StallCheckState =
  | { readonly kind: "idle"; readonly error?: string }
  | { readonly kind: "verifying" }
  | { readonly kind: "verified" }
  | { readonly kind: "failed"; readonly message: string };

/** State and actions of the verification. */
export interface StallCheck {
  /** As typed; ten digits once the field was left or verified. */
  readonly phone: string;
  readonly state: StallCheckState;
  /** Sets the number as typed. */
  readonly type: (typed: string) => void;
  /** Reads the number when its field is left. */
  readonly leave: () => void;
  /** Sends the number to the server. Resolves with true if it is verified. */
  readonly verify: () => Promise<boolean>;
  /** Resets the state, and the number to `phone` or to empty. */
  readonly reset: (phone?: string) => void;
}

/** Verifies that a phone number belongs to a paid stall whose free listing is unclaimed (T-080 to T-088). */
export function useStallCheck(initialPhone: string): StallCheck {
  const { dismissToast, showToast } = useToasts();
  const [phone, setPhone] = useState(() => readIndianMobile(initialPhone));
  const [state, setState] = useState<StallCheckState>({ kind: "idle" });
  const [verifyPhone] = useVerifyPhoneMutation();
  // Only the response to the latest number counts: typing and closing the dialog discard a pending one.
  const latest = useRef(0);

  const fail = (message: string, reportedAs: string): void => {
    setState({ kind: "failed", message });
    showToast({ kind: "error", ...strings.toasts.verificationFailed(reportedAs) });
  };

  return {
    phone,
    state,
    type: (typed) => {
      latest.current += 1;
      // A toast about another number is out of date.
      dismissToast();
      setPhone(typed);
      setState({ kind: "idle" });
    },
    leave: () => {
      const digits = readIndianMobile(phone);
      if (INDIAN_MOBILE.test(digits)) setPhone(digits);
      else if (digits !== "" && state.kind === "idle") setState({ kind: "idle", error: strings.verification.invalid });
    },
    reset: (initial = "") => {
      latest.current += 1;
      setPhone(readIndianMobile(initial));
      setState({ kind: "idle" });
    },
    verify: async () => {
      if (state.kind === "verifying") return false;
      const digits = readIndianMobile(phone);
      if (!INDIAN_MOBILE.test(digits)) {
        setState({ kind: "idle", error: strings.verification.invalid });
        showToast({ kind: "error", ...strings.toasts.invalidPhone });
        return false;
      }
      setPhone(digits);
      latest.current += 1;
      const request = latest.current;
      setState({ kind: "verifying" });
      dismissToast();
      try {
        const result = await verifyPhone({ phoneNumber: `+91${digits}` }).unwrap();
        if (request !== latest.current) return false;
        if (result.verified) {
          setState({ kind: "verified" });
          showToast({ kind: "success", ...strings.toasts.verified });
          return true;
        }
        const message = result.message || strings.toasts.verificationRefused;
        fail(message, message);
      } catch (error) {
        if (request !== latest.current) return false;
        const unreachable = !isFailure(error) || error.status === 0;
        const reason = userMessage(error, strings.verification.noAnswer);
        fail(reason, unreachable ? strings.toasts.verificationUnanswered : reason);
      }
      return false;
    },
  };
}
