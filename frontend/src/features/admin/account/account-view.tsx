import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { browserInWords } from "@sakhi/domain/accounts/browser-label";
import { ChangePasswordDto } from "@sakhi/domain/accounts/credentials.dto";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import {
  type AccountStep,
  invalidateSession,
  type OwnAccount,
  useAdminDispatch,
  useChangeAdministratorPasswordMutation,
  useEndOtherSessionsMutation,
  useEndSessionMutation,
  useGetOwnAccountQuery,
  cacheSession,
  useLeaveTeamMutation,
} from "../../../api/admin-api";
import { ActionDialog, ConfirmDialog } from "../parts/action-dialog";
import { doneText } from "../parts/done-text";
import { dayOf, momentOf } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { AccessTokens } from "./access-tokens";
import { strings } from "./account.strings";
import { OwnMails } from "./own-mails";
import { SecondFactor } from "./second-factor";

/** Changes the password, which ends all sessions and leads to the login. */
function ChangePassword({ prominent = false }: { readonly prominent?: boolean }) {
  const dispatch = useAdminDispatch();
  const [open, setOpen] = useState(false);
  const [change] = useChangeAdministratorPasswordMutation();
  const texts = strings.password;
  return (
    <>
      <Button variant={prominent ? "solid" : "outline"} size="sm" onClick={() => setOpen(true)}>
        <KeyRound aria-hidden />
        {texts.open}
      </Button>
      {open && (
        <ActionDialog
          title={texts.dialog}
          dto={ChangePasswordDto}
          initial={{ currentPassword: "", newPassword: "" }}
          fields={() => [
            {
              name: "currentPassword",
              label: texts.current,
              input: { type: "password", autoComplete: "current-password" },
            },
            {
              name: "newPassword",
              label: texts.next,
              help: texts.nextHelp,
              input: { type: "password", autoComplete: "new-password" },
            },
          ]}
          consequence={() => texts.consequence}
          texts={texts}
          run={async ({ currentPassword, newPassword }) => {
            const { message } = await change({ currentPassword, newPassword }).unwrap();
            invalidateSession(dispatch);
            return doneText(message, strings.done.password);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const sessionsText = strings.sessions;

type Session = OwnAccount["sessions"][number];

const endLabel = ({ browser, createdAt }: Session) =>
  sessionsText.endLabel(browserInWords(browser), momentOf(createdAt));

/** Confirms ending one session, or all others. */
function EndDialog({ which, onClose }: { readonly which: Session | "others"; readonly onClose: () => void }) {
  const [end] = useEndSessionMutation();
  const [endOthers] = useEndOtherSessionsMutation();
  const title = which === "others" ? sessionsText.endOthers : endLabel(which);
  return (
    <ConfirmDialog
      title={title}
      consequence={sessionsText.consequence}
      texts={{ confirm: which === "others" ? sessionsText.endOthers : sessionsText.end, pending: sessionsText.pending }}
      run={async () => {
        if (which === "others") return sessionsText.endedOthers((await endOthers().unwrap()).ended);
        await end(which.id).unwrap();
        return sessionsText.ended;
      }}
      onClose={onClose}
    />
  );
}

/** Lists the sessions, with buttons to end one or all others. */
function Sessions({ sessions }: Pick<OwnAccount, "sessions">) {
  const [ending, setEnding] = useState<Session | "others">();
  return (
    <Panel
      title={sessionsText.title}
      aside={
        sessions.length > 1 && (
          <Button size="sm" variant="outline" onClick={() => setEnding("others")}>
            {sessionsText.endOthers}
          </Button>
        )
      }
    >
      <Text color="muted" mb="3">
        {sessionsText.lead}
      </Text>
      <chakra.ul display="grid" gap="2">
        {sessions.map((session) => (
          <chakra.li key={session.id} borderTopWidth="1px" pt="2">
            <Flex justify="space-between" align="center" gap="3" wrap="wrap">
              <Box minWidth="0">
                <Flex gap="2" wrap="wrap" align="center">
                  <strong>{browserInWords(session.browser)}</strong>
                  {session.current && <Chip tone="good">{sessionsText.current}</Chip>}
                </Flex>
                <Box textStyle="small" color="muted">
                  {`${sessionsText.since(momentOf(session.createdAt))}, ${sessionsText.used(momentOf(session.lastUsedAt))}`}
                </Box>
              </Box>
              {!session.current && (
                <Button size="sm" variant="outline" aria-label={endLabel(session)} onClick={() => setEnding(session)}>
                  {sessionsText.end}
                </Button>
              )}
            </Flex>
          </chakra.li>
        ))}
      </chakra.ul>
      {ending !== undefined && <EndDialog which={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  );
}

/** Ends one's own account. */
function Leave() {
  const texts = strings.leave;
  const [leave] = useLeaveTeamMutation();
  const dispatch = useAdminDispatch();
  const [asking, setAsking] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
          {texts.button}
        </Button>
      }
    >
      <Text color="muted">{texts.lead}</Text>
      {asking && (
        <ConfirmDialog
          title={texts.title}
          consequence={texts.consequence}
          texts={{ confirm: texts.button, pending: texts.pending }}
          run={async () => {
            const { message } = await leave().unwrap();
            cacheSession(dispatch, { authenticated: false, username: null });
            return doneText(message, strings.done.left);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

const firstText = strings.first;

function SetUp({ onDone }: { readonly onDone: () => void }) {
  const query = useGetOwnAccountQuery();
  return (
    <Loaded query={query} loading={strings.loading} failed={strings.failed}>
      {(account) => (
        <>
          <SecondFactor account={account} />
          {account.secondFactorSince !== undefined && (
            <Button mt="5" onClick={onDone}>
              {firstText.toDashboard}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/**
 * The required step before the dashboard opens; the server rejects all other calls until it is done.
 *
 * @param props.onDone called to continue; not after a changed password, which leads to the login
 */
export function FirstStep({ step, onDone }: { readonly step: AccountStep; readonly onDone: () => void }) {
  const isPassword = step === "password_change_required";
  const { title, text } = isPassword ? firstText.password : firstText.factor;
  return (
    <Box maxWidth="60rem" display="grid" gap="5">
      <Panel title={title} aside={isPassword && <ChangePassword prominent />}>
        <Text>{text}</Text>
      </Panel>
      {!isPassword && <SetUp onDone={onDone} />}
    </Box>
  );
}

/** ?view=account: the administrator's password, second factor and sessions. */
export function AccountView() {
  const query = useGetOwnAccountQuery();
  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
      <Box gridColumn="1 / -1" minWidth="0">
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {(account) => (
            <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
              <Grid gap="5" minWidth="0">
                <SecondFactor account={account} />
                <AccessTokens hasFactor={account.secondFactorSince !== undefined} />
              </Grid>
              <Grid gap="5" minWidth="0">
                <Panel title={strings.password.title} aside={<ChangePassword />}>
                  <Text>{strings.password.setOn(dayOf(account.passwordSetAt))}</Text>
                </Panel>
                <Sessions sessions={account.sessions} />
                <Leave />
              </Grid>
            </Grid>
          )}
        </Loaded>
      </Box>
      <Box gridColumn="1 / -1" minWidth="0">
        <OwnMails />
      </Box>
    </Grid>
  );
}
