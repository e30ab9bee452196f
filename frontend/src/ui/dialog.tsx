import { Dialog, Portal } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import { SteadyButton } from "./steady-button";

interface ModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /**
   * For dialogs that show much: as wide as a page's text with a picture beside it, the buttons always in view.
   */
  readonly wide?: boolean;
  /**
   * For dialogs that are to be read first: the focus starts on the title and not on the first link or field, the
   * buttons are always in view.
   */
  readonly toRead?: boolean;
  /** What has the focus first; where left out, the first that can have it. */
  readonly initialFocus?: () => HTMLElement | null;
  /** An alert dialog interrupts with a question that loses something; it doesn't close by a click beside it. */
  readonly role?: "dialog" | "alertdialog";
}

/** The buttons stay in view while what is above them scrolls. */
const STICKY = { position: "sticky", bottom: "0", bg: "card", borderTopWidth: "1px", pt: "3", pb: "4" } as const;

/** A modal dialog: a sheet from below on phones, a card in the middle elsewhere. */
export function Modal({
  open,
  title,
  onClose,
  children,
  footer,
  wide = false,
  toRead = false,
  initialFocus,
  role = "dialog",
}: ModalProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root
      open={open}
      role={role}
      lazyMount
      {...(toRead ? { initialFocusEl: () => heading.current } : {})}
      {...(initialFocus === undefined ? {} : { initialFocusEl: initialFocus })}
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
              <Dialog.Title ref={heading} tabIndex={-1} _focusVisible={{ outline: "none" }}>
                {title}
              </Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            <Dialog.Footer {...(wide || toRead ? STICKY : {})}>{footer}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface QuestionProps extends Pick<ModalProps, "open" | "title" | "children"> {
  readonly stay: string;
  readonly go: string;
  readonly onStay: () => void;
  readonly onGo: () => void;
  /** How the way back looks. */
  readonly variant?: "subtle" | "outline";
  /** It is being done: neither can be pressed, or the way back alone. */
  readonly busy?: boolean | "but-back";
}

/** A question before something is lost: back, or go on. */
export function Question({ stay, go, onStay, onGo, variant = "subtle", busy = false, ...question }: QuestionProps) {
  return (
    <Modal
      {...question}
      role="alertdialog"
      onClose={onStay}
      footer={
        <>
          <SteadyButton variant={variant} off={busy === true} onClick={onStay}>
            {stay}
          </SteadyButton>
          <SteadyButton off={busy !== false} onClick={onGo}>
            {go}
          </SteadyButton>
        </>
      }
    />
  );
}
