import { Button, chakra, Text } from "@chakra-ui/react";
import { Modal } from "../ui/dialog";

/** Texts of the question. */
const strings = {
  title: "Is this e-mail address right?",
  text: (typed: string) => `Our mails go to ${typed}.`,
  meant: (email: string) => `Did you mean ${email}?`,
  use: (email: string) => `Use ${email}`,
  keep: (email: string) => `Keep ${email}`,
} as const;

/** Asks which of two addresses is right: the typed one or what was probably meant. */
export function EmailQuestion({
  typed,
  meant,
  text = strings.text,
  onAnswer,
  onClose,
}: {
  readonly typed: string;
  readonly meant: string;
  /** What goes to the typed address. */
  readonly text?: (typed: string) => string;
  readonly onAnswer: (email: string) => void;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      open
      role="alertdialog"
      title={strings.title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" height="auto" minHeight="tap" whiteSpace="normal" onClick={() => onAnswer(typed)}>
            <chakra.span overflowWrap="anywhere">{strings.keep(typed)}</chakra.span>
          </Button>
          <Button height="auto" minHeight="tap" whiteSpace="normal" onClick={() => onAnswer(meant)}>
            <chakra.span overflowWrap="anywhere">{strings.use(meant)}</chakra.span>
          </Button>
        </>
      }
    >
      <Text overflowWrap="anywhere">{text(typed)}</Text>
      <Text mt="2" fontWeight="600" overflowWrap="anywhere">
        {strings.meant(meant)}
      </Text>
    </Modal>
  );
}
