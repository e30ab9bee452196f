import { Button, chakra, Text } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/email-question";
import { useRef } from "react";
import { Modal } from "../ui/dialog";

/** Texts of the question. */
const strings = {
  text: (typed: string) => messages.text({ email: typed }),
  meant: (email: string) => messages.meant({ email }),
  use: (email: string) => messages.use({ email }),
  keep: (email: string) => messages.keep({ email }),
  title: messages.title,
} as const;

/** An address that looks mistyped, and what was probably meant. */
export interface Doubt {
  readonly typed: string;
  readonly meant: string;
}

/** Asks which of two addresses is right. */
export function EmailQuestion({
  doubt,
  text = strings.text,
  onAnswer,
  onClose,
}: {
  readonly doubt: Doubt;
  /** What goes to the typed address. */
  readonly text?: ((typed: string) => string) | undefined;
  readonly onAnswer: (email: string) => void;
  readonly onClose: () => void;
}) {
  const suggested = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open
      role="alertdialog"
      // Enter takes what was probably meant, and does not keep the mistake.
      initialFocus={() => suggested.current}
      title={strings.title}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="outline"
            height="auto"
            minHeight="tap"
            whiteSpace="normal"
            onClick={() => onAnswer(doubt.typed)}
          >
            <chakra.span overflowWrap="anywhere">{strings.keep(doubt.typed)}</chakra.span>
          </Button>
          <Button
            ref={suggested}
            height="auto"
            minHeight="tap"
            whiteSpace="normal"
            onClick={() => onAnswer(doubt.meant)}
          >
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
