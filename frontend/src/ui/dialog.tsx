import { Dialog, Portal } from "@chakra-ui/react";
import { type ReactNode, useRef } from "react";
import { useBackCloses } from "./navigation";
import { SteadyButton } from "./steady-button";

interface ModalProps {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** Wider, for dialogs with much content. */
  readonly wide?: boolean;
  /** For dialogs to be read first: focuses the title instead of the first control. */
  readonly toRead?: boolean;
  /** Initially focused element; the first focusable one by default. */
  readonly initialFocus?: () => HTMLElement | null;
  /** Focused when the dialog closes; its opener by default, or if this is null. */
  readonly finalFocus?: () => HTMLElement | null;
  /** An alert dialog asks before something is lost; a click outside does not close it. */
  readonly role?: "dialog" | "alertdialog";
  /** It is open at an address of its own, whose history entry Back leaves. */
  readonly hasAddress?: boolean;
}

/** A modal dialog: a bottom sheet on phones, a centred card elsewhere. Escape and the browser's Back button close it. */
export function Modal({
  open,
  title,
  onClose,
  children,
  footer,
  wide = false,
  toRead = false,
  initialFocus,
  finalFocus,
  role = "dialog",
  hasAddress = false,
}: ModalProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useBackCloses(open && !hasAddress, onClose);
  return (
    <Dialog.Root
      open={open}
      role={role}
      lazyMount
      {...(toRead ? { initialFocusEl: () => heading.current } : {})}
      {...(initialFocus === undefined ? {} : { initialFocusEl: initialFocus })}
      {...(finalFocus === undefined ? {} : { finalFocusEl: finalFocus })}
      unmountOnExit
      closeOnInteractOutside={role === "dialog"}
      // A closing dialog restores the focus to its opener, outside a dialog that has just replaced it: that one must not
      // close.
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
            <Dialog.Footer>{footer}</Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

interface QuestionProps extends Pick<ModalProps, "open" | "title" | "children" | "finalFocus"> {
  readonly stay: string;
  readonly go: string;
  readonly onStay: () => void;
  readonly onGo: () => void;
  /** The action is in progress: both buttons are off, or with "but-back" only `go`. */
  readonly busy?: boolean | "but-back";
}

/** Confirmation before something is lost: stay, the primary button, or go ahead. */
export function ConfirmDialog({ stay, go, onStay, onGo, busy = false, ...question }: QuestionProps) {
  return (
    <Modal
      {...question}
      role="alertdialog"
      onClose={onStay}
      footer={
        <>
          <SteadyButton inactive={busy === true} onClick={onStay}>
            {stay}
          </SteadyButton>
          <SteadyButton variant="outline" inactive={busy !== false} onClick={onGo}>
            {go}
          </SteadyButton>
        </>
      }
    />
  );
}
