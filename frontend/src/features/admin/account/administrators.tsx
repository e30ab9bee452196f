import { Button, Flex, Text } from "@chakra-ui/react";
import { useState } from "react";
import {
  type AdministratorAccount,
  useDisableAdministratorMutation,
  useEnableAdministratorMutation,
  useListAdministratorsQuery,
  useRemoveAdministratorMutation,
} from "../../../api/admin-api";
import { ReasonDialog } from "../parts/action-dialog";
import { dayOf, momentOf } from "../parts/labels";
import { Chip, Loaded, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { strings } from "./account.strings";

const words = strings.people;
const { columns } = words;

interface Request {
  readonly what: "disable" | "enable" | "remove";
  readonly account: AdministratorAccount;
}

function RequestDialog({ what, account, onClose }: Request & { readonly onClose: () => void }) {
  const mutations = {
    disable: useDisableAdministratorMutation()[0],
    enable: useEnableAdministratorMutation()[0],
    remove: useRemoveAdministratorMutation()[0],
  };
  return (
    <ReasonDialog
      title={words.label(words[what], account.username)}
      danger={what !== "enable"}
      consequence={words.consequences[what](account.username)}
      words={{ confirm: words[what], pending: words.pending }}
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
        <strong>{username}</strong> {self && <Chip tone="plain">{words.self}</Chip>}
      </>
    ),
  },
  { label: columns.role, cell: ({ role }) => role },
  {
    label: columns.factor,
    cell: ({ secondFactor }) => (
      <Chip tone={secondFactor ? "good" : "waiting"}>{secondFactor ? words.yes : words.no}</Chip>
    ),
  },
  {
    label: columns.lastLogin,
    cell: ({ lastLoginAt }) => (lastLoginAt === undefined ? words.never : momentOf(lastLoginAt)),
  },
  {
    label: columns.status,
    cell: ({ disabledAt }) => (disabledAt === undefined ? words.active : words.disabled(dayOf(disabledAt))),
  },
  {
    label: columns.actions,
    wide: true,
    cell: (account) =>
      !account.self && (
        <Flex gap="2" wrap="wrap">
          {([account.disabledAt === undefined ? "disable" : "enable", "remove"] as const).map((what) => (
            <Button
              key={what}
              size="sm"
              variant="outline"
              aria-label={words.label(words[what], account.username)}
              onClick={() => onRequest({ what, account })}
            >
              {words[what]}
            </Button>
          ))}
        </Flex>
      ),
  },
];

/** Who may log in; for operators. */
export function Administrators() {
  const query = useListAdministratorsQuery();
  const [request, setRequest] = useState<Request>();
  return (
    <Panel title={words.title}>
      <Text color="muted" mb="3">
        {words.lead}
      </Text>
      <Loaded query={query} loading={words.loading} failed={words.failed}>
        {(accounts) => (
          <RowsTable label={words.table} columns={columnsOf(setRequest)} rows={accounts} keyOf={({ id }) => id} />
        )}
      </Loaded>
      {request !== undefined && <RequestDialog {...request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}
