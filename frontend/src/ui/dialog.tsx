import { Dialog, Portal } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface ModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** For dialogs that show much: as wide as a page's text with a picture beside it. */
  readonly wide?: boolean;
  /** An alert dialog interrupts with a question that loses something; it doesn't close by a click beside it. */
  readonly role?: "dialog" | "alertdialog";
}

/** A modal dialog: a sheet from below on phones, a card in the middle elsewhere. */
export function Modal({ open, title, onClose, children, footer, wide = false, role = "dialog" }: ModalProps) {
  return (
    <Dialog.Root
      open={open}
      role={role}
      lazyMount
      unmountOnExit
      closeOnInteractOutside={role === "dialog"}
      // A dialog that closes gives the focus back to what opened it, which is outside of one that has just opened in its
      // place: no reason for that one to close.
      onFocusOutside={(event) => event.preventDefault()}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content {...(wide ? { maxWidth: { base: "full", md: "60rem" } } : {})}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            <Dialog.Footer>{footer}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
