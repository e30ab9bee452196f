import { useCallback } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { Confirmed } from "./confirm-step";
import { confirmedIn } from "./confirm-step";
import type { Step } from "./progress";

/** The step as the address has it, and the ways to others. */
export interface StepAddress {
  /** What the address asks for; whether it can be had is the form's to say. */
  readonly wanted: Step;
  readonly confirmed: Confirmed | undefined;
  /** Goes to a step; `replace`: not as a new entry of the history. */
  readonly goTo: (
    step: Step,
    options?: { readonly replace?: boolean; readonly confirmed?: Confirmed },
  ) => void;
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
