import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { type ComponentProps, Suspense, useRef, useState } from "react";
import { lazyPart } from "../ui/lazy-part";
import type { Doubt, EmailQuestion } from "./email-question";

/** Few addresses look mistyped: only their forms need the dialog's code. */
const Question = lazyPart(async () => (await import("./email-question")).EmailQuestion);

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

/** The question, while there is one; both answers continue, closing it does not. */
export function EmailDoubtDialog({
  doubt: { doubt, decide, dismiss },
  text,
  onDecided,
}: Pick<ComponentProps<typeof EmailQuestion>, "text"> & {
  readonly doubt: ReturnType<typeof useEmailDoubt>;
  readonly onDecided: (email: string) => void;
}) {
  if (doubt === undefined) return null;
  const answer = (email: string) => {
    decide(email);
    onDecided(email);
  };
  return (
    <Suspense fallback={null}>
      <Question doubt={doubt} text={text} onAnswer={answer} onClose={dismiss} />
    </Suspense>
  );
}
