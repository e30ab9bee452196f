import { Button } from "@chakra-ui/react";
import { ChangePasswordDto } from "@sakhi/domain/accounts/change-password.dto";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import {
  noteSessionEnd,
  useAdminDispatch,
  useChangeAdministratorPasswordMutation,
} from "../../../api/admin-api";
import { ActionDialog } from "../parts/action-dialog";
import { strings } from "./account.strings";

/** Changes one's own password; all sessions end, and the login follows. */
export function ChangePassword({ prominent = false }: { readonly prominent?: boolean }) {
  const dispatch = useAdminDispatch();
  const [open, setOpen] = useState(false);
  const [change] = useChangeAdministratorPasswordMutation();
  const words = strings.password;
  return (
    <>
      <Button variant={prominent ? "solid" : "outline"} size="sm" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden />
        {words.open}
      </Button>
      {open && (
        <ActionDialog
          title={words.dialog}
          dto={ChangePasswordDto}
          initial={{ currentPassword: "", newPassword: "" }}
          fields={() => [
            {
              name: "currentPassword",
              label: words.current,
              input: { type: "password", autoComplete: "current-password" },
            },
            {
              name: "newPassword",
              label: words.next,
              help: words.nextHelp,
              input: { type: "password", autoComplete: "new-password" },
            },
          ]}
          consequence={() => words.consequence}
          confirm={words.confirm}
          pending={words.pending}
          run={async ({ currentPassword, newPassword }) => {
            const { message } = await change({ currentPassword, newPassword }).unwrap();
            noteSessionEnd(dispatch);
            return message;
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
