import { Button, Flex, Text } from "@chakra-ui/react";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { useState } from "react";
import {
  type AdministratorAccount,
  useDisableAdministratorMutation,
  useEnableAdministratorMutation,
  useListAdministratorsQuery,
  useRemoveAdministratorMutation,
} from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { dayOf, momentOf } from "../parts/labels";
import { RowsTable } from "../parts/list-page";
import { Chip, Loaded, Panel } from "../parts/panel";
import { strings } from "./account.strings";

const words = strings.people;
const { columns } = words;

interface AccountRequest {
  readonly what: "disable" | "enable" | "remove";
  readonly account: AdministratorAccount;
}

const CONSEQUENCES = {
  disable: words.disableConsequence,
  enable: words.enableConsequence,
  remove: words.removeConsequence,
} as const;

function RequestDialog({
  request,
  onClose,
}: {
  readonly request: AccountRequest;
  readonly onClose: () => void;
}) {
  const mutations = {
    disable: useDisableAdministratorMutation()[0],
    enable: useEnableAdministratorMutation()[0],
    remove: useRemoveAdministratorMutation()[0],
  };
  const { what, account } = request;
  const label = words.label(words[what], account.username);
  return (
    <ActionDialog
      title={label}
      danger={what !== "enable"}
      dto={ReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => CONSEQUENCES[what](account.username)}
      confirm={words[what]}
      pending={words.pending}
      run={async ({ reason }) =>
        (await mutations[what]({ id: account.id, reasonDto: { reason } }).unwrap()).message
      }
      onClose={onClose}
    />
  );
}

function Row({
  account,
  onRequest,
}: {
  readonly account: AdministratorAccount;
  readonly onRequest: (request: AccountRequest) => void;
}) {
  const { username, role, secondFactor, lastLoginAt, disabledAt, self } = account;
  const actions = [disabledAt === undefined ? "disable" : "enable", "remove"] as const;
  return (
    <tr role="row">
      <td role="cell" data-label={columns.name} data-wide>
        <strong>{username}</strong> {self && <Chip tone="plain">{words.self}</Chip>}
      </td>
      <td role="cell" data-label={columns.role}>
        {role}
      </td>
      <td role="cell" data-label={columns.factor}>
        <Chip tone={secondFactor ? "good" : "waiting"}>{secondFactor ? words.yes : words.no}</Chip>
      </td>
      <td role="cell" data-label={columns.lastLogin}>
        {lastLoginAt === undefined ? words.never : momentOf(lastLoginAt)}
      </td>
      <td role="cell" data-label={columns.status}>
        {disabledAt === undefined ? words.active : words.disabled(dayOf(disabledAt))}
      </td>
      <td role="cell" data-label={columns.actions} data-wide>
        {!self && (
          <Flex gap="2" wrap="wrap">
            {actions.map((what) => (
              <Button
                key={what}
                size="sm"
                variant="outline"
                aria-label={words.label(words[what], username)}
                onClick={() => onRequest({ what, account })}
              >
                {words[what]}
              </Button>
            ))}
          </Flex>
        )}
      </td>
    </tr>
  );
}

/** Who may log in; for operators. */
export function Administrators() {
  const query = useListAdministratorsQuery();
  const [request, setRequest] = useState<AccountRequest>();
  return (
    <Panel title={words.title}>
      <Text color="muted" mb="3">
        {words.lead}
      </Text>
      <Loaded query={query} loading={words.loading} failed={words.failed}>
        {(accounts) => (
          <RowsTable
            label={words.table}
            scroll={words.scroll}
            heads={Object.values(columns).map((name) => ({ words: name }))}
          >
            {accounts.map((account) => (
              <Row key={account.id} account={account} onRequest={setRequest} />
            ))}
          </RowsTable>
        )}
      </Loaded>
      {request !== undefined && <RequestDialog request={request} onClose={() => setRequest(undefined)} />}
    </Panel>
  );
}
