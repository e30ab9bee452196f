import { Box, Button, chakra, Field, Flex, Input } from "@chakra-ui/react";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import type { SubmitEvent } from "react";
import { useId, useRef, useState } from "react";
import { noteSession, useAdminDispatch, useLoginAdministratorMutation } from "../../../api/admin-api";
import { isFailure, personMessage } from "../../../api/failure";
import { showToast } from "../../../ui/toast";
import { strings } from "../admin.strings";

function PasswordField({
  invalid,
  describedBy,
}: {
  readonly invalid: boolean;
  readonly describedBy: string;
}) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field.Root invalid={invalid}>
      <Field.Label>{strings.login.password}</Field.Label>
      <Box position="relative" width="full">
        <Input
          name="password"
          type={shown ? "text" : "password"}
          autoComplete="current-password"
          aria-required
          aria-describedby={invalid ? describedBy : undefined}
          pe="3.25rem"
        />
        <chakra.button
          type="button"
          aria-label={shown ? strings.login.hide : strings.login.show}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          position="absolute"
          insetInlineEnd="0.125rem"
          top="50%"
          transform="translateY(-50%)"
          width="tap"
          height="tap"
          display="grid"
          placeItems="center"
          borderRadius="card"
          cursor="pointer"
          color="muted"
        >
          <Icon size={20} aria-hidden />
        </chakra.button>
      </Box>
    </Field.Root>
  );
}

/**
 * The form (T-211, T-213 to T-216). What was typed stays when it is refused.
 *
 * @param props.username who is likely to log in; nobody where left out
 */
export function LoginForm({ username: likely }: { readonly username?: string }) {
  const dispatch = useAdminDispatch();
  const [logIn, { isLoading }] = useLoginAdministratorMutation();
  const [trouble, setTrouble] = useState<string>();
  const troubleId = useId();
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React lets it rise through the portal of a dialog into the form that stands behind it.
    event.stopPropagation();
    const values = new FormData(event.currentTarget);
    const [username, password] = [values.get("username"), values.get("password")];
    if (typeof username !== "string" || typeof password !== "string") return;
    if (username.trim() === "" || password === "") {
      showToast({ kind: "error", ...strings.toasts.missing });
      form.current
        ?.querySelector<HTMLElement>(username.trim() === "" ? "[name=username]" : "[name=password]")
        ?.focus();
      return;
    }
    setTrouble(undefined);
    try {
      const session = await logIn({ username: username.trim(), password }).unwrap();
      showToast({ kind: "success", ...strings.toasts.welcome });
      noteSession(dispatch, session);
    } catch (error) {
      const { title, description } = strings.toasts.failed;
      showToast({ kind: "error", title, description: personMessage(error, description) });
      const refused = isFailure(error) && error.status === 401;
      setTrouble(refused ? strings.login.refused : personMessage(error, strings.login.unanswered));
    }
  };

  return (
    <chakra.form ref={form} noValidate onSubmit={(event) => void submit(event)} display="grid" gap="5">
      <Field.Root invalid={trouble !== undefined}>
        <Field.Label>{strings.login.username}</Field.Label>
        <Input
          name="username"
          defaultValue={likely}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-describedby={trouble === undefined ? undefined : troubleId}
        />
      </Field.Root>
      <PasswordField invalid={trouble !== undefined} describedBy={troubleId} />
      <Box role="alert" id={troubleId}>
        {trouble !== undefined && (
          <Flex
            gap="2"
            align="center"
            color="alarm.text"
            fontWeight="600"
            bg="alarm.soft"
            borderRadius="card"
            p="3"
          >
            <CircleAlert size={18} aria-hidden />
            {trouble}
          </Flex>
        )}
      </Box>
      <Button type="submit" size="lg" disabled={isLoading}>
        {isLoading ? strings.login.pending : strings.login.submit}
      </Button>
    </chakra.form>
  );
}
