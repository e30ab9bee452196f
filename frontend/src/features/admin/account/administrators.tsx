import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { ADMINISTRATOR_ROLES } from "@sakhi/domain/accounts/administrator.rules";
import { InviteAdministratorDto, PasswordLinkDto } from "@sakhi/domain/operator/invitation.dto";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import {
  type AdministratorAccount,
  type OpenInvitation,
  useDisableAdministratorMutation,
  useEnableAdministratorMutation,
  useInviteAdministratorMutation,
  useListAdministratorsQuery,
  useListEventsQuery,
  useListInvitationsQuery,
  useRemoveAdministratorMutation,
  useSendPasswordLinkMutation,
  useWithdrawInvitationMutation,
} from "../../../api/admin-api";
import { FailureState } from "../../../ui/states";
import { ActionDialog, ReasonDialog, reasonField } from "../parts/action-dialog";
import { dayOf, momentOf } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { strings } from "./account.strings";

const texts = strings.people;
const { columns } = texts;

interface Request {
  readonly what: "disable" | "enable" | "remove" | "passwordLink";
  readonly account: AdministratorAccount;
}

const emailField = (help: string) =>
  ({
    name: "email",
    label: texts.email,
    help,
    input: { type: "email", inputMode: "email", autoComplete: "off" },
  }) as const;

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [invite] = useInviteAdministratorMutation();
  const { data: events = [] } = useListEventsQuery();
  const running = events.filter(({ over, status }) => status === "published" && !over);
  return (
    <ActionDialog<InviteAdministratorDto>
      title={texts.invite.title}
      dto={InviteAdministratorDto}
      initial={{ username: "", email: "", role: "viewer", event: running[0]?.slug ?? "", reason: "" }}
      fields={({ role }) => [
        {
          name: "username",
          label: texts.invite.username,
          help: texts.invite.usernameHelp,
          input: { autoComplete: "off" },
        },
        emailField(texts.emailHelp),
        {
          name: "role",
          label: columns.role,
          options: ADMINISTRATOR_ROLES.map((role) => [role, texts.invite.roles[role]] as const),
        },
        ...(role === "gate"
          ? [
              {
                name: "event",
                label: texts.invite.event,
                options: running.map(({ slug, title }) => [slug, title] as const),
              } as const,
            ]
          : []),
        reasonField(),
      ]}
      consequence={({ role }) => texts.invite.consequences[role ?? "viewer"]}
      texts={texts.invite}
      run={async ({ event, ...values }) =>
        (await invite(values.role === "gate" ? { ...values, event } : values).unwrap()).message
      }
      onClose={onClose}
    />
  );
}

function PasswordLinkDialog({ account, onClose }: Pick<Request, "account"> & { readonly onClose: () => void }) {
  const [send] = useSendPasswordLinkMutation();
  const { id, username } = account;
  return (
    <ActionDialog<PasswordLinkDto>
      title={texts.label(texts.passwordLink, username)}
      danger
      dto={PasswordLinkDto}
      initial={{ email: "", reason: "" }}
      fields={() => [emailField(texts.emailHelp), reasonField()]}
      consequence={() => texts.consequences.passwordLink(username)}
      texts={{ confirm: texts.invite.confirm, pending: texts.invite.pending }}
      run={async (passwordLinkDto) => (await send({ id, passwordLinkDto }).unwrap()).message}
      onClose={onClose}
    />
  );
}

/** Links that can still be used; nothing is shown without any. */
function Invitations() {
  const { data = [], isError, refetch } = useListInvitationsQuery();
  const [withdraw] = useWithdrawInvitationMutation();
  const [chosen, setChosen] = useState<OpenInvitation>();
  if (data.length === 0)
    return isError ? <FailureState message={texts.invitations.failed} onRetry={() => void refetch()} /> : null;
  return (
    <>
      <chakra.h3 textStyle="h3" mt="5" mb="2">
        {texts.invitations.title}
      </chakra.h3>
      <chakra.ul>
        {data.map((invitation) => (
          <chakra.li key={invitation.id} display="flex" gap="3" py="2" alignItems="center" flexWrap="wrap">
            <Box flex="1" minWidth="12rem">
              <strong>{invitation.username}</strong> <Chip tone="plain">{invitation.role}</Chip>
              <Box color="muted" textStyle="small">
                {texts.invitations.line(invitation.isNew, invitation.invitedBy, momentOf(invitation.expiresAt))}
              </Box>
            </Box>
            <Button
              size="sm"
              variant="outline"
              aria-label={texts.label(texts.invitations.withdraw, invitation.username)}
              onClick={() => setChosen(invitation)}
            >
              {texts.invitations.withdraw}
            </Button>
          </chakra.li>
        ))}
      </chakra.ul>
      {chosen !== undefined && (
        <ReasonDialog
          title={texts.label(texts.invitations.withdraw, chosen.username)}
          danger
          consequence={texts.invitations.consequence}
          texts={{ confirm: texts.invitations.withdraw, pending: texts.pending }}
          run={async (reason) => (await withdraw({ id: chosen.id, reasonDto: { reason } }).unwrap()).message}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function RequestDialog({ what, ...props }: Request & { readonly onClose: () => void }) {
  return what === "passwordLink" ? <PasswordLinkDialog {...props} /> : <ChangeDialog what={what} {...props} />;
}

function ChangeDialog({
  what,
  account,
  onClose,
}: Request & { readonly what: Exclude<Request["what"], "passwordLink"> } & { readonly onClose: () => void }) {
  const mutations = {
    disable: useDisableAdministratorMutation()[0],
    enable: useEnableAdministratorMutation()[0],
    remove: useRemoveAdministratorMutation()[0],
  };
  return (
    <ReasonDialog
      title={texts.label(texts[what], account.username)}
      danger={what !== "enable"}
      consequence={texts.consequences[what](account.username)}
      texts={{ confirm: texts[what], pending: texts.pending }}
      run={async (reason) => (await mutations[what]({ id: account.id, reasonDto: { reason } }).unwrap()).message}
      onClose={onClose}
    />
  );
}

const columnsOf = (onRequest: (request: Request) => void): readonly Column<AdministratorAccount>[] => [
  {
    label: columns.name,
    wide: true,
    cell: ({ username, self }) => (
      <>
        <strong>{username}</strong>
        <span> </span>
        {self && <Chip tone="plain">{texts.self}</Chip>}
      </>
    ),
  },
  { label: columns.role, cell: ({ role, event }) => (event === undefined ? role : texts.atGate(role, event)) },
  {
    label: columns.factor,
    cell: ({ secondFactor }) => (
      <Chip tone={secondFactor ? "good" : "waiting"}>{secondFactor ? texts.yes : texts.no}</Chip>
    ),
  },
  {
    label: columns.lastLogin,
    cell: ({ lastLoginAt }) => (lastLoginAt === undefined ? texts.never : momentOf(lastLoginAt)),
  },
  {
    label: columns.status,
    cell: ({ disabledAt }) => (disabledAt === undefined ? texts.active : texts.disabled(dayOf(disabledAt))),
  },
  {
    label: columns.actions,
    pressed: true,
    wide: true,
    cell: (account) =>
      !account.self && (
        <Flex gap="2" wrap="wrap">
          {([account.disabledAt === undefined ? "disable" : "enable", "passwordLink", "remove"] as const).map(
            (what) => (
              <Button
                key={what}
                size="sm"
                variant="outline"
                aria-label={texts.label(texts[what], account.username)}
                onClick={() => onRequest({ what, account })}
              >
                {texts[what]}
              </Button>
            ),
          )}
        </Flex>
      ),
  },
];

/** Lists administrators and changes their accounts; for operators. */
export function Administrators() {
  const query = useListAdministratorsQuery();
  const [request, setRequest] = useState<Request>();
  const [inviting, setInviting] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        <Button size="sm" onClick={() => setInviting(true)}>
          <MailPlus aria-hidden />
          {texts.invite.open}
        </Button>
      }
    >
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(accounts) => (
          <RowsTable label={texts.table} columns={columnsOf(setRequest)} rows={accounts} keyOf={({ id }) => id} />
        )}
      </Loaded>
      <Invitations />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {request !== undefined && <RequestDialog {...request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}
