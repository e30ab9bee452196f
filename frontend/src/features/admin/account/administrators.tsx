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

const texts = strings.people;
const { columns } = texts;

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
  { label: columns.role, cell: ({ role }) => role },
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
    wide: true,
    cell: (account) =>
      !account.self && (
        <Flex gap="2" wrap="wrap">
          {([account.disabledAt === undefined ? "disable" : "enable", "remove"] as const).map((what) => (
            <Button
              key={what}
              size="sm"
              variant="outline"
              aria-label={texts.label(texts[what], account.username)}
              onClick={() => onRequest({ what, account })}
            >
              {texts[what]}
            </Button>
          ))}
        </Flex>
      ),
  },
];

/** Lists administrators and changes their accounts; for operators. */
export function Administrators() {
  const query = useListAdministratorsQuery();
  const [request, setRequest] = useState<Request>();
  return (
    <Panel title={texts.title}>
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(accounts) => (
          <RowsTable label={texts.table} columns={columnsOf(setRequest)} rows={accounts} keyOf={({ id }) => id} />
        )}
      </Loaded>
      {request !== undefined && <RequestDialog {...request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}
