import { Box, Button, Dialog, Portal, Text } from "@chakra-ui/react";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useEventFacts } from "../../api/event-facts";
import { closingTimes } from "../../ui/closing-times";
import { useBackCloses } from "../../ui/navigation";
import { strings } from "./gifting.strings";

/** Result of a submission. */
export interface Outcome {
  readonly kind: "success" | "failure";
  readonly message: string;
}

/** Result overlay. Closes after 8 s, on any click, by its button, by Escape (T-021) and by Back. */
export function OutcomeOverlay({
  outcome,
  onClose,
}: {
  readonly outcome: Outcome | undefined;
  readonly onClose: () => void;
}) {
  const close = useEffectEvent(onClose);
  const closeButton = useRef<HTMLButtonElement>(null);
  useBackCloses(outcome !== undefined, onClose);
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => close(), closingTimes.outcomeOverlay);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <Dialog.Root
      open={outcome !== undefined}
      lazyMount
      unmountOnExit
      // Not the e-mail link: another Enter would open the mail program.
      initialFocusEl={() => closeButton.current}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner onClick={onClose}>
          {outcome !== undefined && <Notice {...outcome} closeButton={closeButton} onClose={onClose} />}
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Notice({
  kind,
  message,
  closeButton,
  onClose,
}: Outcome & { readonly closeButton: RefObject<HTMLButtonElement | null>; readonly onClose: () => void }) {
  const { supportEmail } = useEventFacts().organisation;
  const { success, failure, kept, write, close } = strings.overlay;
  const good = kind === "success";
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <Dialog.Content textAlign="center">
      <Box height="6px" bg={good ? "leaf.solid" : "alarm.text"} borderTopRadius="18px" />
      <Box color={good ? "leaf.text" : "alarm.text"} display="grid" placeItems="center" pt="7" aria-hidden>
        <Icon size={56} strokeWidth={1.6} />
      </Box>
      <Dialog.Header>
        <Dialog.Title>{good ? success : failure}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body>
        <Dialog.Description asChild>
          <Text textStyle="lead">{message}</Text>
        </Dialog.Description>
        {!good && <Text mt="2">{kept}</Text>}
        <Text mt="4" color="muted">
          <span>{`${write} `}</span>
          <a href={`mailto:${supportEmail}`} onClick={(event) => event.stopPropagation()}>
            {supportEmail}
          </a>
        </Text>
      </Dialog.Body>
      <Dialog.Footer justifyContent="center">
        <Button ref={closeButton} onClick={onClose} minWidth="10rem">
          <X aria-hidden />
          <span>{close}</span>
        </Button>
      </Dialog.Footer>
    </Dialog.Content>
  );
}
