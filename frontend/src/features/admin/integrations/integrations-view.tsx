import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { KeyRound, ListChecks, Pencil, Plus, Power, PowerOff, Send, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  useDeleteWebhookEndpointMutation,
  useEnableWebhookEndpointMutation,
  useListWebhookEndpointsQuery,
  usePingWebhookEndpointMutation,
  useRotateWebhookSecretMutation,
  type WebhookEndpoint,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { EmptyState } from "../../../ui/states";
import { useToasts } from "../../../ui/toast";
import { ConfirmDialog, ReasonDialog } from "../parts/action-dialog";
import { useAddress } from "../parts/address";
import { Chip, DetailRows, Loaded, momentIf, Panel, RefreshButton, ToolLink } from "../parts/panel";
import { useSession } from "../parts/session";
import { ShownOnce } from "../parts/shown-once";
import { DeliveriesLog } from "./deliveries-log";
import { EndpointForm } from "./endpoint-form";
import { statusOf, strings } from "./integrations.strings";

/** How often the endpoints are read again, in ms: deliveries are made automatically. */
const POLL_MS = 15_000;

/** What an operator does with an endpoint in a dialog. */
type Action = "change" | "secret" | "disable" | "enable" | "remove";

/** ?view=integrations: who is notified of what, and with ?endpoint= what it was notified. */
export function IntegrationsView() {
  const address = useAddress();
  const { canEdit } = useSession();
  const query = useListWebhookEndpointsQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const shown = query.data?.find(({ id }) => id === address.get("endpoint"));
  return (
    <Flex direction="column" gap="5">
      <Panel
        title={strings.title}
        aside={
          <Flex gap="2" wrap="wrap">
            <RefreshButton query={query} />
            {canEdit && (
              <Button size="sm" onClick={() => setAdding(true)}>
                <Plus aria-hidden />
                <span>{strings.add}</span>
              </Button>
            )}
          </Flex>
        }
      >
        <Text color="muted">{strings.lead}</Text>
        <Box mb="3">
          <ToolLink href="/api/docs">{strings.docs}</ToolLink>
        </Box>
        {secret !== undefined && (
          <ShownOnce texts={strings.secret} secret={secret} onDone={() => setSecret(undefined)} />
        )}
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {(endpoints) =>
            endpoints.length === 0 ? (
              <EmptyState title={strings.none} level="h3">
                <Text color="muted">{strings.noneText}</Text>
              </EmptyState>
            ) : (
              <chakra.ul display="grid" gap="4">
                {endpoints.map((endpoint) => (
                  <Endpoint key={endpoint.id} endpoint={endpoint} canEdit={canEdit} onSecret={setSecret} />
                ))}
              </chakra.ul>
            )
          }
        </Loaded>
      </Panel>
      {shown !== undefined && <DeliveriesLog key={shown.id} endpoint={shown} canEdit={canEdit} />}
      {adding && <EndpointForm onSecret={setSecret} onClose={() => setAdding(false)} />}
    </Flex>
  );
}

interface EndpointProps {
  readonly endpoint: WebhookEndpoint;
  readonly canEdit: boolean;
  readonly onSecret: (secret: string) => void;
}

function Endpoint({ endpoint, canEdit, onSecret }: EndpointProps) {
  const address = useAddress();
  const [action, setAction] = useState<Action>();
  const { id, name, url, kinds, events, deliveredAt, failingSince, previousUntil, waiting, failed } = endpoint;
  const [status, tone] = statusOf(endpoint);
  const { facts } = strings;
  return (
    <chakra.li borderTopWidth="1px" pt="4" aria-label={name}>
      <Flex gap="3" wrap="wrap" align="center" mb="1">
        <chakra.h3 textStyle="h3" fontSize="1.0625rem" overflowWrap="anywhere">
          {name}
        </chakra.h3>
        <Chip tone={tone}>{status}</Chip>
      </Flex>
      <Text textStyle="small" color="muted" overflowWrap="anywhere" mb="3">
        {url}
      </Text>
      <Text textStyle="small" mb="3">
        {facts.kinds(kinds.map((kind) => strings.kinds[kind]))}
      </Text>
      <DetailRows
        facts={[
          [facts.events, events?.join(", ")],
          [facts.delivered, momentIf(deliveredAt)],
          [facts.failing, momentIf(failingSince)],
          [facts.waiting, waiting === 0 ? undefined : waiting],
          [facts.failed, failed === 0 ? undefined : failed],
          [facts.previous, momentIf(previousUntil)],
        ]}
      />
      <Flex gap="2" wrap="wrap" mt="3" data-unprinted>
        <Button
          size="sm"
          variant="outline"
          aria-label={strings.logOf(name)}
          onClick={() => address.put({ endpoint: id, state: "", page: "", delivery: "" })}
        >
          <ListChecks aria-hidden />
          <span>{strings.log}</span>
        </Button>
        {canEdit && <Buttons endpoint={endpoint} onAction={setAction} />}
      </Flex>
      {action === "change" && (
        <EndpointForm endpoint={endpoint} onSecret={onSecret} onClose={() => setAction(undefined)} />
      )}
      {action !== undefined && action !== "change" && (
        <ActionOf action={action} endpoint={endpoint} onSecret={onSecret} onClose={() => setAction(undefined)} />
      )}
    </chakra.li>
  );
}

function Buttons({
  endpoint,
  onAction,
}: {
  readonly endpoint: WebhookEndpoint;
  readonly onAction: (action: Action) => void;
}) {
  const { id, name, disabledAt } = endpoint;
  const [ping, { isLoading }] = usePingWebhookEndpointMutation();
  const { showToast } = useToasts();
  const test = async () => {
    try {
      await ping(id).unwrap();
      showToast({ kind: "success", title: strings.test.sent });
    } catch (error) {
      showToast({ kind: "error", title: userMessage(error, strings.test.failed) });
    }
  };
  const power = disabledAt === undefined ? "disable" : "enable";
  const [PowerIcon, powerText] = power === "enable" ? [Power, strings.enable] : [PowerOff, strings.disable];
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        disabled={isLoading}
        aria-label={strings.test.label(name)}
        onClick={() => void test()}
      >
        <Send aria-hidden />
        <span>{strings.test.button}</span>
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-label={strings.form.changeLabel(name)}
        onClick={() => onAction("change")}
      >
        <Pencil aria-hidden />
        <span>{strings.form.change}</span>
      </Button>
      <Button size="sm" variant="outline" aria-label={strings.secret.label(name)} onClick={() => onAction("secret")}>
        <KeyRound aria-hidden />
        <span>{strings.secret.button}</span>
      </Button>
      <Button size="sm" variant="outline" aria-label={powerText.label(name)} onClick={() => onAction(power)}>
        <PowerIcon aria-hidden />
        <span>{powerText.button}</span>
      </Button>
      <Button size="sm" variant="outline" aria-label={strings.remove.label(name)} onClick={() => onAction("remove")}>
        <Trash2 aria-hidden />
        <span>{strings.remove.button}</span>
      </Button>
    </>
  );
}

interface ActionProps {
  readonly action: Exclude<Action, "change">;
  readonly endpoint: WebhookEndpoint;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

function ActionOf({ action, endpoint: { id, name }, onSecret, onClose }: ActionProps) {
  const [rotate] = useRotateWebhookSecretMutation();
  const [enable] = useEnableWebhookEndpointMutation();
  const [remove] = useDeleteWebhookEndpointMutation();
  const texts = strings[action];
  const dialog = { title: texts.label(name), consequence: texts.consequence, texts, onClose };
  if (action === "remove") {
    return (
      <ReasonDialog
        {...dialog}
        danger
        run={async (reason) => (await remove({ id, reasonDto: { reason } }).unwrap()).message}
      />
    );
  }
  return (
    <ConfirmDialog
      {...dialog}
      danger={action === "disable"}
      run={async () => {
        if (action !== "secret")
          return (await enable({ id, enableWebhookDto: { enabled: action === "enable" } }).unwrap()).message;
        onSecret((await rotate(id).unwrap()).secret);
        return strings.secret.made;
      }}
    />
  );
}
