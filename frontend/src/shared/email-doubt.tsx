import { Button, chakra, Text } from "@chakra-ui/react";
import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { useRef, useState } from "react";
import { Modal } from "../ui/dialog";

/** Texts of the question. */
const strings = {
  title: "Is this e-mail address right?",
  text: (typed: string) => `Our mails go to ${typed}.`,
  meant: (email: string) => `Did you mean ${email}?`,
  use: (email: string) => `Use ${email}`,
  keep: (email: string) => `Keep ${email}`,
} as const;

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
  text = strings.text,
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
    <Modal
      open
      role="alertdialog"
      title={strings.title}
      onClose={dismiss}
      footer={
        <>
          <Button
            variant="outline"
            height="auto"
            minHeight="tap"
            whiteSpace="normal"
            onClick={() => answer(doubt.typed)}
          >
            <chakra.span overflowWrap="anywhere">{strings.keep(doubt.typed)}</chakra.span>
          </Button>
          <Button height="auto" minHeight="tap" whiteSpace="normal" onClick={() => answer(doubt.meant)}>
            <chakra.span overflowWrap="anywhere">{strings.use(doubt.meant)}</chakra.span>
          </Button>
        </>
      }
    >
      <Text overflowWrap="anywhere">{text(doubt.typed)}</Text>
      <Text mt="2" fontWeight="600" overflowWrap="anywhere">
        {strings.meant(doubt.meant)}
      </Text>
    </Modal>
  );
}
