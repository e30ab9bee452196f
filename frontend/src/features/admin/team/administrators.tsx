import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import {
  type Access,
  ADMINISTRATOR_ROLES,
  type AdministratorRole,
  mayGive,
  ROLE_RIGHTS,
} from "@sakhi/domain/access/rights";
import { ROLE_PURPOSES } from "@sakhi/domain/access/rights.words";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { AccessDto, InviteAdministratorDto, PasswordLinkDto } from "@sakhi/domain/operator/invitation.dto";
import { MailPlus } from "lucide-react";
import { useState } from "react";
import {
  type AdministratorAccount,
  type OpenInvitation,
  type ManagedEvent,
  useChangeAdministratorAccessMutation,
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
import { strings as frame } from "../admin.strings";
import { ActionDialog, ReasonDialog, reasonField } from "../parts/action-dialog";
import { doneText } from "../parts/done-text";
import { dayOf, momentOf } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useSession } from "../parts/session";
import { strings as texts } from "./team.strings";

const { columns } = texts;

interface Request {
  readonly what: "access" | "disable" | "enable" | "remove" | "passwordLink";
  readonly account: AdministratorAccount;
}

const emailField = (help: string) =>
  ({
    name: "email",
    label: texts.email,
    help,
    input: { type: "email", inputMode: "email", autoComplete: "off" },
  }) as const;

/** The fields of a role and its events: what the one who gives it may give. */
function useAccessFields() {
  const { access } = useSession();
  const { data: events = [] } = useListEventsQuery();
  const isOfAll = access.events === null;
  const roles = ADMINISTRATOR_ROLES.filter((role) => mayGive(access, { role, events: access.events }));
  return {
    first: isOfAll ? [ALL_EVENTS] : events.slice(0, 1).map(({ slug }) => slug),
    fields: (role: AdministratorRole | undefined) => [
      {
        name: "role",
        label: texts.role,
        options: roles.map((each) => [each, frame.frame.roles[each]] as const),
      } as const,
      {
        name: "events",
        label: texts.events,
        several: true,
        options: [
          ...(isOfAll ? [[ALL_EVENTS, texts.allEvents] as const] : []),
          ...(role !== undefined && ROLE_RIGHTS[role].allEvents === true
            ? []
            : events.map(({ slug, title }): readonly [string, string] => [slug, title])),
        ],
      } as const,
    ],
    /** All events, and some of them, are all events. */
    sent: <Values extends Pick<AccessDto, "role" | "events">>(values: Values): Values => ({
      ...values,
      events: values.events.includes(ALL_EVENTS) ? [ALL_EVENTS] : values.events,
    }),
  };
}

/** Changes what somebody may do, and where. */
function AccessDialog({ account, onClose }: Pick<Request, "account"> & { readonly onClose: () => void }) {
  const [change] = useChangeAdministratorAccessMutation();
  const access = useAccessFields();
  const { id, username } = account;
  return (
    <ActionDialog<AccessDto>
      title={texts.change.title(username)}
      dto={AccessDto}
      initial={{ role: account.role, events: account.events ?? [ALL_EVENTS], reason: "" }}
      fields={({ role }) => [...access.fields(role), reasonField()]}
      consequence={({ role }) => texts.change.consequence(ROLE_PURPOSES[role ?? account.role], username)}
      texts={texts.change}
      run={async (accessDto) =>
        doneText(
          (await change({ id, accessDto: access.sent(accessDto) }).unwrap()).message,
          texts.done.access(username),
        )
      }
      onClose={onClose}
    />
  );
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [invite] = useInviteAdministratorMutation();
  const access = useAccessFields();
  return (
    <ActionDialog<InviteAdministratorDto>
      title={texts.invite.title}
      dto={InviteAdministratorDto}
      initial={{ username: "", email: "", role: "viewer", events: access.first, reason: "" }}
      fields={({ role }) => [
        {
          name: "username",
          label: texts.invite.username,
          help: texts.invite.usernameHelp,
          input: { autoComplete: "off" },
        },
        emailField(texts.emailHelp),
        ...access.fields(role),
        reasonField(),
      ]}
      consequence={({ role }) => texts.invite.consequence(ROLE_PURPOSES[role ?? "viewer"])}
      texts={texts.invite}
      run={async (values) =>
        doneText((await invite(access.sent(values)).unwrap()).message, texts.done.invited(values.username))
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
      run={async (passwordLinkDto) =>
        doneText((await send({ id, passwordLinkDto }).unwrap()).message, texts.done.passwordLink(username))
      }
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
              <strong>{invitation.username}</strong> <Chip tone="plain">{frame.frame.roles[invitation.role]}</Chip>
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
          run={async (reason) =>
            doneText(
              (await withdraw({ id: chosen.id, reasonDto: { reason } }).unwrap()).message,
              texts.done.withdrawn(chosen.username),
            )
          }
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}

function RequestDialog({ what, ...props }: Request & { readonly onClose: () => void }) {
  if (what === "access") return <AccessDialog {...props} />;
  return what === "passwordLink" ? <PasswordLinkDialog {...props} /> : <ChangeDialog what={what} {...props} />;
}

function ChangeDialog({
  what,
  account,
  onClose,
}: Request & { readonly what: Exclude<Request["what"], "access" | "passwordLink"> } & {
  readonly onClose: () => void;
}) {
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
      run={async (reason) =>
        doneText(
          (await mutations[what]({ id: account.id, reasonDto: { reason } }).unwrap()).message,
          texts.done[what](account.username),
        )
      }
      onClose={onClose}
    />
  );
}

/** Where somebody works: the titles of her events. */
const whereText = (events: AdministratorAccount["events"], known: readonly ManagedEvent[]): string =>
  events === undefined
    ? texts.preview.all
    : events.map((slug) => known.find((event) => event.slug === slug)?.title ?? slug).join(", ");

const accessOf = ({ role, events }: Pick<AdministratorAccount, "role" | "events">): Access => ({
  role,
  events: events ?? null,
});

interface Columns {
  readonly self: Access;
  readonly canEdit: boolean;
  readonly known: readonly ManagedEvent[];
  readonly onRequest: (request: Request) => void;
}

const columnsOf = ({ self: me, canEdit, known, onRequest }: Columns): readonly Column<AdministratorAccount>[] => [
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
  {
    label: columns.role,
    cell: ({ role, events }) => (
      <>
        <span>{frame.frame.roles[role]}</span>
        <Box color="muted" textStyle="small" overflowWrap="anywhere">
          {whereText(events, known)}
        </Box>
      </>
    ),
  },
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
      canEdit &&
      !account.self &&
      mayGive(me, accessOf(account)) && (
        <Flex gap="2" wrap="wrap">
          {(["access", account.disabledAt === undefined ? "disable" : "enable", "passwordLink", "remove"] as const).map(
            (what) => (
              <Button
                key={what}
                size="sm"
                variant="outline"
                aria-label={texts.label(labelOf(what), account.username)}
                onClick={() => onRequest({ what, account })}
              >
                {labelOf(what)}
              </Button>
            ),
          )}
        </Flex>
      ),
  },
];

const labelOf = (what: Request["what"]): string => (what === "access" ? texts.change.open : texts[what]);

/** Lists the people of the team and changes their accounts. */
export function Administrators() {
  const { access: self, canEdit } = useSession();
  const { data: known = [] } = useListEventsQuery();
  const query = useListAdministratorsQuery();
  const [request, setRequest] = useState<Request>();
  const [inviting, setInviting] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        canEdit && (
          <Button size="sm" onClick={() => setInviting(true)}>
            <MailPlus aria-hidden />
            {texts.invite.open}
          </Button>
        )
      }
    >
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(accounts) => (
          <RowsTable
            label={texts.table}
            columns={columnsOf({ self, canEdit, known, onRequest: setRequest })}
            rows={accounts}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      <Invitations />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {request !== undefined && <RequestDialog {...request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}
