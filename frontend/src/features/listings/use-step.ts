import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { WizardField } from "./application-form";
import type { Step } from "./wizard-frame";
import type { PaymentChoice } from "./wizard.strings";

/** The submitted application. Stored in the history entry, so that a reload shows it again. */
export interface Confirmed {
  readonly choice: Exclude<PaymentChoice, "paid">;
  readonly brandName: string;
  /** The address that the stall was booked with still has to confirm it. */
  readonly waits?: boolean;
}

/** Reads the submitted application from a history entry's state. */
function confirmedIn(state: unknown): Confirmed | undefined {
  const confirmed: unknown = (state as { confirmed?: unknown } | null)?.confirmed;
  if (typeof confirmed !== "object" || confirmed === null) return undefined;
  const { choice, brandName, waits } = confirmed as Partial<Confirmed>;
  if ((choice !== "free" && choice !== "mela_free") || typeof brandName !== "string") return undefined;
  return { choice, brandName, waits: waits === true };
}

/** The step in the address, and navigation to others. */
export interface StepAddress {
  /** The step in the address; the form decides whether it may be shown. */
  readonly requested: Step;
  readonly confirmed: Confirmed | undefined;
  /** Goes to a step; with `replace` without a new history entry. */
  readonly goTo: (step: Step, options?: { readonly replace?: boolean; readonly confirmed?: Confirmed }) => void;
}

/** The wizard's step as a query parameter, so that it survives a reload and works with the browser's Back button. */
export function useStep(): StepAddress {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const confirmed = confirmedIn(state);
  const number = Number(params.get("step") ?? "1");
  const requested: Step = number === 2 || number === 3 || number === 4 ? number : 1;
  const goTo = useCallback<StepAddress["goTo"]>(
    (step, { replace = false, confirmed: done } = {}) => {
      void navigate(
        { search: step === 1 ? "" : `?step=${step}` },
        { replace, ...(done === undefined ? {} : { state: { confirmed: done } }) },
      );
    },
    [navigate],
  );
  return { requested, confirmed, goTo };
}

/** Scrolls to the top and focuses the step's heading. */
export function focusStep(): void {
  globalThis.scrollTo(0, 0);
  document.querySelector<HTMLElement>("[data-step-heading]")?.focus({ preventScroll: true });
}

/**
 * After a change of step, focuses the requested field, or scrolls to the top and focuses the step's heading.
 *
 * @returns requests the focus for a field: at once if `at` is the current step, otherwise after the change to it
 */
export function useStepFocus(
  step: Step,
  setFocus: (field: WizardField) => void,
): (field: WizardField, at: Step) => void {
  const field = useRef<WizardField>(undefined);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const requested = field.current;
    field.current = undefined;
    if (requested !== undefined) {
      setFocus(requested);
      return;
    }
    focusStep();
  }, [step, setFocus]);
  return useCallback(
    (requested, at) => {
      if (at === shown.current) setFocus(requested);
      else field.current = requested;
    },
    [setFocus],
  );
}
