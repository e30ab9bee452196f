import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { Suspense, useRef, useState } from "react";
import { lazyPart } from "../ui/lazy-part";

/** The dialog is loaded with the first doubt: few forms need it. */
const Question = lazyPart(async () => (await import("./email-question")).EmailQuestion);

/** An address that looks mistyped, and what was probably meant. */
interface Doubt {
  readonly typed: string;
  readonly meant: string;
}

/**
 * Asks once about each typed address with a misspelled host, before a form is sent. Every form with an address uses it.
 *
 * @param set puts the chosen address into the form
 */
export function useEmailDoubt(set: (email: string) => void) {
  const [doubt, setDoubt] = useState<Doubt>();
  const kept = useRef(new Set<string>());
  return {
    doubt,
    /** @returns true if the question is shown and the form must wait. A phone number is never in doubt. */
    ask: (email: string | undefined): boolean => {
      const typed = email?.trim() ?? "";
      const meant = kept.current.has(typed) ? undefined : suggestedEmail(typed);
      if (meant !== undefined) setDoubt({ typed, meant });
      return meant !== undefined;
    },
    dismiss: () => setDoubt(undefined),
    decide: (email: string): void => {
      kept.current.add(email);
      set(email);
      setDoubt(undefined);
    },
  };
}

/** The question; both answers continue, closing it does not. */
export function EmailDoubtDialog({
  doubt: { doubt, decide, dismiss },
  text,
  onDecided,
}: {
  readonly doubt: ReturnType<typeof useEmailDoubt>;
  /** What goes to the typed address. */
  readonly text?: (typed: string) => string;
  readonly onDecided: (email: string) => void;
}) {
  if (doubt === undefined) return null;
  const answer = (email: string) => {
    decide(email);
    onDecided(email);
  };
  return (
    <Suspense>
      <Question {...doubt} onAnswer={answer} onClose={dismiss} {...(text === undefined ? {} : { text })} />
    </Suspense>
  );
}
