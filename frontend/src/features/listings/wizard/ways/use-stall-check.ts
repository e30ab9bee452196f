import { useRef, useState } from "react";
import { isFailure, personMessage } from "../../../../api/failure";
import { useVerifyPhoneMutation } from "../../../../api/listing-api";
import { showToast } from "../../../../ui/toast";
import { strings } from "../wizard.strings";

/** Where the verification of a stall payer's phone stands (T-081). */
export type StallCheckState =
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
