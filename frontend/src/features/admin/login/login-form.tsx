import { Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import {
  cacheSession,
  isSessionKept,
  refetchAdministration,
  useAdminDispatch,
  useLoginAdministratorMutation,
} from "../../../api/admin-api";
import { apiErrorOf, isFailure, userMessage } from "../../../api/failure";
import { Modal } from "../../../ui/dialog";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { strings } from "../admin.strings";

/** A password that can be shown. @param props.isNew chosen now, not remembered */
export function PasswordField({
  invalid,
  describedBy,
  isNew = false,
}: {
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly isNew?: boolean;
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
          autoComplete={isNew ? "new-password" : "current-password"}
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

/** The second step, focused when it appears. Accepts pasted and autofilled codes. */
function CodeField({ invalid, describedBy }: { readonly invalid: boolean; readonly describedBy: string }) {
  const input = useRef<HTMLInputElement>(null);
  const helpId = useId();
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <Field.Root invalid={invalid}>
      <Field.Label>{strings.login.code}</Field.Label>
      <Input
        ref={input}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        aria-required
        aria-describedby={invalid ? `${helpId} ${describedBy}` : helpId}
      />
      <chakra.span id={helpId} textStyle="small" color="muted">
        {strings.login.codeHelp}
      </chakra.span>
    </Field.Root>
  );
}

/** An error and the part of the form it belongs to. */
interface Problem {
  readonly field: "credentials" | "code";
  readonly sentence: string;
}

/** The form's message for a failed login; undefined if only a code is required. */
function failureOf(error: unknown): Problem | undefined {
  const { code } = apiErrorOf(error);
  if (code === "second_factor_required") return undefined;
  if (code === "second_factor_refused") return { field: "code", sentence: strings.login.codeRefused };
  const isUnauthorized = isFailure(error) && error.status === 401;
  const sentence = isUnauthorized ? strings.login.refused : userMessage(error, strings.login.unanswered);
  return { field: "credentials", sentence };
}

/**
 * The login form (T-211, T-213 to T-216). Keeps the input after an error. Asks for a code once the server requires one.
 *
 * @param props.username prefilled username
 */
export function LoginForm({ username: defaultUsername }: { readonly username?: string }) {
  const { dismissToast, showToast } = useToasts();
  const dispatch = useAdminDispatch();
  const [logIn, { isLoading }] = useLoginAdministratorMutation();
  const [problem, setProblem] = useState<Problem>();
  const [needsCode, setNeedsCode] = useState(false);
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React bubbles the event through the dialog's portal to the form behind it.
    event.stopPropagation();
    const values = new FormData(event.currentTarget);
    const [username, password, code] = [values.get("username"), values.get("password"), values.get("code")];
    if (typeof username !== "string" || typeof password !== "string") return;
    if (username.trim() === "" || password === "") {
      showToast({ kind: "error", ...strings.toasts.missing });
      focus(username.trim() === "" ? "username" : "password");
      return;
    }
    if (code === "") {
      setProblem({ field: "code", sentence: strings.login.codeMissing });
      focus("code");
      return;
    }
    setProblem(undefined);
    dismissToast();
    try {
      const credentials = { username: username.trim(), password };
      const session = await logIn(typeof code === "string" ? { ...credentials, code } : credentials).unwrap();
      if (!(await isSessionKept(dispatch))) {
        setProblem({ field: "credentials", sentence: strings.login.cookieRefused });
        return;
      }
      showToast({ kind: "success", ...strings.toasts.welcome });
      cacheSession(dispatch, session);
    } catch (error) {
      const failure = failureOf(error);
      setProblem(failure);
      if (failure === undefined) {
        setNeedsCode(true);
        return;
      }
      const { title, description } = strings.toasts.failed;
      showToast({ kind: "error", title, description: userMessage(error, description) });
      if (failure.field === "code") focus("code");
    }
  };
  const wrong = problem?.field === "credentials";

  return (
    <chakra.form ref={form} noValidate onSubmit={(event) => void submit(event)} display="grid" gap="5">
      <Field.Root invalid={wrong}>
        <Field.Label>{strings.login.username}</Field.Label>
        <Input
          name="username"
          defaultValue={defaultUsername}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required
          aria-describedby={wrong ? problemId : undefined}
        />
      </Field.Root>
      <PasswordField invalid={wrong} describedBy={problemId} />
      {needsCode && <CodeField invalid={problem?.field === "code"} describedBy={problemId} />}
      <Box role="alert" id={problemId}>
        {problem !== undefined && (
          <Flex gap="2" align="center" color="alarm.text" fontWeight="600" bg="alarm.soft" borderRadius="card" p="3">
            <Box as="span" aria-hidden flexShrink="0">
              <CircleAlert size={18} />
            </Box>
            <span>{problem.sentence}</span>
          </Flex>
        )}
      </Box>
      <SteadyButton type="submit" size="lg" inactive={isLoading}>
        {isLoading ? strings.login.pending : strings.login.submit}
      </SteadyButton>
    </chakra.form>
  );
}

/** Login dialog over an open form whose session has ended; the form keeps its input. */
export function LoginAgain({
  username,
  onLeave,
}: {
  readonly username: string;
  /** Discards the form. */
  readonly onLeave: () => void;
}) {
  const dispatch = useAdminDispatch();
  const form = useRef<HTMLDivElement>(null);
  // Refetches what failed without a session.
  useEffect(() => () => refetchAdministration(dispatch), [dispatch]);
  return (
    <Modal
      open
      role="alertdialog"
      title={strings.again.title}
      // The username is prefilled.
      initialFocus={() => form.current?.querySelector<HTMLElement>("[name=password]") ?? null}
      // Closed by its buttons only: Escape would discard the form's input.
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
