import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { WizardField } from "./application-form";
import type { Step } from "./wizard-frame";
import type { PaymentChoice } from "./wizard.strings";

/** What was submitted; kept in the history entry, so that a reload shows it again. */
export interface Confirmed {
  readonly choice: Exclude<PaymentChoice, "paid">;
  readonly brandName: string;
}

/** The submitted application in the state of a history entry, if there is one. */
function confirmedIn(state: unknown): Confirmed | undefined {
  const confirmed: unknown = (state as { confirmed?: unknown } | null)?.confirmed;
  if (typeof confirmed !== "object" || confirmed === null) return undefined;
  const { choice, brandName } = confirmed as Partial<Confirmed>;
  if ((choice !== "free" && choice !== "mela_free") || typeof brandName !== "string") return undefined;
  return { choice, brandName };
}

/** The step as the address has it, and the ways to others. */
export interface StepAddress {
  /** What the address asks for; whether it can be had is the form's to say. */
  readonly wanted: Step;
  readonly confirmed: Confirmed | undefined;
  /** Goes to a step; `replace`: not as a new entry of the history. */
  readonly goTo: (step: Step, options?: { readonly replace?: boolean; readonly confirmed?: Confirmed }) => void;
}

/** Keeps the wizard's step in the address, so that reload and the browser's back button keep their place. */
export function useStep(): StepAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const confirmed = confirmedIn(state);
  const number = Number(params.get("step") ?? "1");
  const wanted: Step = number === 2 || number === 3 || number === 4 ? number : 1;
  const goTo = useCallback<StepAddress["goTo"]>(
    (step, { replace = false, confirmed: done } = {}) => {
      void navigate(
        { search: step === 1 ? "" : `?step=${step}` },
        { replace, ...(done === undefined ? {} : { state: { confirmed: done } }) },
      );
    },
    [navigate],
  );
  return { wanted, confirmed, goTo };
}

/** To the top, and the focus on the heading of the step in view. */
export function arrive(): void {
  globalThis.scrollTo(0, 0);
  document.querySelector<HTMLElement>("[data-step-heading]")?.focus({ preventScroll: true });
}

/**
 * After a change of step: to the top, and the focus on the field that was asked for, else on the step's heading.
 *
 * @returns asks for a field that is to have the focus after the next change, or at once where the step stays
 */
export function useArrivalAt(
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
    arrive();
  }, [step, setFocus]);
  return useCallback(
    (wanted, at) => {
      if (at === shown.current) setFocus(wanted);
      else field.current = wanted;
    },
    [setFocus],
  );
}
