import { FILLED_MS_HEADER } from "@sakhi/domain/enquiries/enquiry.rules";
import { useRef, useState } from "react";
import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { apiErrorOf } from "../../../api/failure";

/** The header that goes with an enquiry. */
export type FormHeaders = { readonly [FILLED_MS_HEADER]: string };

interface Sending {
  /** Whether an enquiry is on its way. */
  readonly busy: boolean;
  /** Runs `work` unless an earlier one is still under way; hands it how long the form has stood open. */
  readonly once: (work: (headers: FormHeaders) => Promise<void>) => Promise<void>;
}

/** Sends one enquiry at a time: a second click finds the flag set before the first has redrawn anything. */
export function useSending(): Sending {
  const [openedAt] = useState(() => performance.now());
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const once: Sending["once"] = async (work) => {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    try {
      await work({ [FILLED_MS_HEADER]: String(Math.round(performance.now() - openedAt)) });
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}

/** Puts the sentences of a refusal under the fields they are about. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): void {
  const { fields } = apiErrorOf(error);
  const refused = names.filter((name) => (fields?.[name]?.length ?? 0) > 0);
  for (const name of refused) setError(name, { type: "server", message: fields?.[name]?.[0] ?? "" });
}
