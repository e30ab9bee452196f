import { Box, Text } from "@chakra-ui/react";
import { MIN_PASSWORD_LENGTH } from "@sakhi/domain/accounts/administrator.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { type SubmitEvent, useEffect, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useAcceptInvitationMutation, useReadInvitationMutation } from "../../../api/admin-api";
import { apiErrorOf, userMessage } from "../../../api/failure";
import { card } from "../../../ui/card";
import { LinkButton } from "../../../ui/link-button";
import { Hidden, PageBody, PageHeading, Spinner, useDocumentTitle } from "../../../ui/page";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { strings as all } from "../admin.strings";
import { doneText } from "../parts/done-text";
import { momentOf } from "../parts/labels";
import { PasswordField } from "./login-form";

const strings = all.invitation;

/** The token of the link, taken out of the address bar, the history and anything that reads the address. */
function useToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash === "") return;
    // oxlint-disable-next-line react/set-state-in-effect
    setToken(hash.slice(1));
    void navigate(PATHS.adminInvitation, { replace: true });
  }, [hash, navigate]);
  return token;
}

function Form({ token, username }: { readonly token: string; readonly username: string }) {
  const { showToast } = useToasts();
  const [accept, { isLoading }] = useAcceptInvitationMutation();
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const problemId = useId();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = new FormData(form).get("password");
    if (typeof password !== "string" || [...password].length < MIN_PASSWORD_LENGTH) {
      setProblem(strings.tooShort);
      form.querySelector<HTMLElement>("[name=password]")?.focus();
      return;
    }
    setProblem(undefined);
    try {
      const { message } = await accept({ token, password }).unwrap();
      showToast({ kind: "success", title: doneText(message, strings.done(username)) });
      await navigate(PATHS.adminLogin, { replace: true });
    } catch (error) {
      setProblem(apiErrorOf(error).fields?.["password"]?.[0] ?? userMessage(error, strings.failed));
    }
  };
  return (
    <Box asChild display="grid" gap="5">
      <form noValidate onSubmit={(event) => void submit(event)}>
        {/* Lets a password manager store both. */}
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <PasswordField invalid={problem !== undefined} describedBy={problemId} isNew />
        <Text textStyle="small" color="muted">
          {strings.help}
        </Text>
        <Box role="alert" id={problemId}>
          {problem !== undefined && (
            <Box color="alarm.text" fontWeight="600" bg="alarm.soft" borderRadius="card" p="3">
              {problem}
            </Box>
          )}
        </Box>
        <SteadyButton type="submit" size="lg" inactive={isLoading}>
          {isLoading ? strings.pending : strings.submit}
        </SteadyButton>
      </form>
    </Box>
  );
}

/** /paid-events/mela/admin-invitation#token: a colleague chooses her password, or a new one instead of a forgotten one. */
export function AdminInvitationPage() {
  useDocumentTitle(strings.title);
  const token = useToken();
  const [read, { data, error, isUninitialized, isLoading }] = useReadInvitationMutation();
  useEffect(() => {
    if (token !== "") void read({ token });
  }, [token, read]);

  return (
    <PageBody>
      <Box maxWidth="27rem" mx="auto" my={{ base: "2", md: "8" }} {...card} p={{ base: "5", sm: "8" }}>
        <PageHeading>{strings.title}</PageHeading>
        {data !== undefined && (
          <>
            <Text mt="2" mb="6" color="muted">
              {[
                data.isNew
                  ? strings.invited(data.invitedBy, data.username, all.frame.roles[data.role])
                  : strings.reset(data.invitedBy, data.username),
                strings.until(momentOf(data.expiresAt)),
              ].join(" ")}
            </Text>
            <Form token={token} username={data.username} />
          </>
        )}
        {token !== "" && (isUninitialized || isLoading) && (
          <Box role="status" display="grid" placeItems="center" py="12" color="rani.text">
            <Spinner size={32} />
            <Hidden>{strings.loading}</Hidden>
          </Box>
        )}
        {(token === "" || error !== undefined) && (
          <>
            <Text mt="2" mb="6">
              {token === "" ? strings.noLink : userMessage(error, strings.failed)}
            </Text>
            <LinkButton to={PATHS.adminLogin} label={strings.toLogin} />
          </>
        )}
      </Box>
    </PageBody>
  );
}
