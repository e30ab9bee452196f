import { Box, Button, Text } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { refreshAdministration, useAdminDispatch } from "../../../api/admin-api";
import { Modal } from "../../../ui/dialog";
import { strings } from "../admin.strings";
import { LoginForm } from "../login/login-form";

/** The session ended while a form was open: one logs in over it, and what was typed is still there. */
export function LoginAgain({
  username,
  onLeave,
}: {
  readonly username: string;
  /** Gives the form up. */
  readonly onLeave: () => void;
}) {
  const dispatch = useAdminDispatch();
  const form = useRef<HTMLDivElement>(null);
  // What could not be fetched meanwhile.
  useEffect(() => () => refreshAdministration(dispatch), [dispatch]);
  return (
    <Modal
      open
      role="alertdialog"
      title={strings.again.title}
      // The name is filled in already.
      initialFocus={() => form.current?.querySelector<HTMLElement>("[name=password]") ?? null}
      // Only by its buttons: a key pressed by mistake would lose what this dialog is there to keep.
      onClose={() => undefined}
      footer={
        <Button variant="subtle" onClick={onLeave}>
          {strings.again.leave}
        </Button>
      }
    >
      <Text mb="5">{strings.again.lead}</Text>
      <Box ref={form}>
        <LoginForm username={username} />
      </Box>
    </Modal>
  );
}
