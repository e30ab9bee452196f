import { useCallback, useEffect, useRef } from "react";
import type { WizardField } from "./application-form";
import type { Step } from "./progress";

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
