import { Button, chakra, Text } from "@chakra-ui/react";
import { suggestedEmail } from "@sakhi/domain/search/mail-hosts";
import { useRef, useState } from "react";
import { Modal } from "../../ui/dialog";
import { strings } from "./mela.strings";
import type { useRegistrationForm } from "./registration-fields";

/** An address that looks mistyped, and what was probably meant. */
interface Doubt {
  readonly typed: string;
  readonly meant: string;
}

/** Asks once about each address with a misspelled host, before anything is paid: ticket, invoice and link go there. */
export function useEmailDoubt(form: ReturnType<typeof useRegistrationForm>) {
  const [doubt, setDoubt] = useState<Doubt>();
  const kept = useRef<string>(undefined);
  return {
    doubt,
    /** @returns true if the question is shown and the form must wait */
    ask: (email: string): boolean => {
      const meant = email === kept.current ? undefined : suggestedEmail(email);
      if (meant !== undefined) setDoubt({ typed: email, meant });
      return meant !== undefined;
    },
    dismiss: () => setDoubt(undefined),
    decide: (email: string): void => {
      kept.current = email;
      form.setValue("email", email, { shouldDirty: true, shouldValidate: true });
      setDoubt(undefined);
    },
  };
}

/** The question; both answers continue, closing it does not. */
export function EmailDoubtDialog({
  doubt: { doubt, decide, dismiss },
  onDecided,
}: {
  readonly doubt: ReturnType<typeof useEmailDoubt>;
  readonly onDecided: () => void;
}) {
  const { title, text, meant, use, keep } = strings.emailDoubt;
  if (doubt === undefined) return null;
  const answer = (email: string) => {
    decide(email);
    onDecided();
  };
  return (
    <Modal
      open
      role="alertdialog"
      title={title}
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
            <chakra.span overflowWrap="anywhere">{keep(doubt.typed)}</chakra.span>
          </Button>
          <Button height="auto" minHeight="tap" whiteSpace="normal" onClick={() => answer(doubt.meant)}>
            <chakra.span overflowWrap="anywhere">{use(doubt.meant)}</chakra.span>
          </Button>
        </>
      }
    >
      <Text overflowWrap="anywhere">{text(doubt.typed)}</Text>
      <Text mt="2" fontWeight="600" overflowWrap="anywhere">
        {meant(doubt.meant)}
      </Text>
    </Modal>
  );
}
