import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { DELIVERY_STATES } from "@sakhi/domain/integrations/webhook.rules";
import { RotateCw, X } from "lucide-react";
import { useState } from "react";
import {
  useListWebhookDeliveriesQuery,
  useSendFailedWebhooksAgainMutation,
  useSendWebhookAgainMutation,
  type WebhookDelivery,
  type WebhookEndpoint,
} from "../../../api/admin-api";
import { ConfirmDialog } from "../parts/action-dialog";
import { allowedValue, pageQuery, useAddress } from "../parts/address";
import { FilterChoices } from "../parts/filters";
import { momentOf } from "../parts/labels";
import { ListPanel } from "../parts/list-page";
import { Chip, DetailRows, Nothing, RecordDialog, Section } from "../parts/panel";
import { type Column, OpenButton, RowsTable } from "../parts/rows-table";
import { strings } from "./integrations.strings";

const texts = strings.deliveries;
const PAGE = 25;
const POLL_MS = 10_000;

interface LogProps {
  readonly endpoint: WebhookEndpoint;
  readonly canEdit: boolean;
}

/** What an endpoint was notified, newest first. The state, the page and the open delivery are in the address. */
export function DeliveriesLog({ endpoint, canEdit }: LogProps) {
  const address = useAddress();
  const { id, name, failed, disabledAt } = endpoint;
  const state = allowedValue(address, "state", DELIVERY_STATES);
  const query = useListWebhookDeliveriesQuery(
    { id, state, ...pageQuery(address, PAGE) },
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  );
  const [again, setAgain] = useState<WebhookDelivery | "all">();
  const canSend = canEdit && disabledAt === undefined;
  const open = query.data?.rows.find((delivery) => delivery.id === address.get("delivery"));
  const show = (delivery: string) => address.put({ delivery });
  return (
    <>
      <ListPanel
        address={address}
        query={query}
        size={PAGE}
        filters={["state"]}
        texts={{ ...texts, title: strings.logOf(name) }}
        aside={
          <>
            {canSend && failed > 0 && (
              <Button size="sm" variant="outline" onClick={() => setAgain("all")}>
                <RotateCw aria-hidden />
                <span>{strings.again.all}</span>
              </Button>
            )}
            <Button
              size="sm"
              variant="subtle"
              onClick={() => address.put({ endpoint: "", state: "", page: "", delivery: "" })}
            >
              <X aria-hidden />
              <span>{texts.close}</span>
            </Button>
          </>
        }
        above={
          <Box maxWidth="16rem" mb="4">
            <FilterChoices
              address={address}
              choices={[
                {
                  ...{ name: "state", label: texts.state },
                  options: [["", texts.any], ...DELIVERY_STATES.map((each) => [each, texts.states[each][0]] as const)],
                },
              ]}
            />
          </Box>
        }
      >
        {(rows) => (
          <RowsTable
            label={texts.table}
            rows={rows}
            keyOf={(row) => row.id}
            columns={columnsOf(show, canSend ? setAgain : undefined)}
            onOpen={(row) => show(row.id)}
          />
        )}
      </ListPanel>
      {open !== undefined && <Delivery delivery={open} onClose={() => address.put({ delivery: "" })} />}
      {again !== undefined && <Again endpoint={endpoint} which={again} onClose={() => setAgain(undefined)} />}
    </>
  );
}

function lastAnswer({ attempts: [last] }: WebhookDelivery): string {
  if (last === undefined) return "";
  return last.status === undefined ? texts.none(last.ms) : texts.answer(last.status, last.ms);
}

function columnsOf(
  show: (id: string) => void,
  again: ((delivery: WebhookDelivery) => void) | undefined,
): readonly Column<WebhookDelivery>[] {
  const { columns } = texts;
  const shown: readonly Column<WebhookDelivery>[] = [
    {
      ...{ label: columns.what, heads: true },
      cell: ({ id, kind, at }) => (
        <OpenButton label={texts.open(strings.kinds[kind], momentOf(at))} onOpen={() => show(id)}>
          {strings.kinds[kind]}
        </OpenButton>
      ),
    },
    { label: columns.at, cell: ({ at }) => momentOf(at) },
    {
      label: columns.state,
      cell: ({ state, dueAt }) => {
        const [label, tone] = texts.states[state];
        return (
          <>
            <Chip tone={tone}>{label}</Chip>
            {dueAt !== undefined && <span data-sub>{texts.next(momentOf(dueAt))}</span>}
          </>
        );
      },
    },
    { label: columns.tries, number: true, cell: ({ attempts }) => attempts.length },
    {
      ...{ label: columns.last, wide: true },
      cell: (delivery) => (
        <>
          <span>{lastAnswer(delivery)}</span>
          {delivery.problem !== undefined && <span data-sub>{delivery.problem}</span>}
        </>
      ),
    },
  ];
  if (again === undefined) return shown;
  return [
    ...shown,
    {
      ...{ label: columns.actions, wide: true, pressed: true },
      cell: (delivery) =>
        delivery.endedAt === undefined ? null : (
          <Button
            size="sm"
            variant="outline"
            aria-label={strings.again.label(strings.kinds[delivery.kind], momentOf(delivery.at))}
            onClick={(event) => {
              event.stopPropagation();
              again(delivery);
            }}
          >
            <RotateCw aria-hidden />
            <span>{strings.again.button}</span>
          </Button>
        ),
    },
  ];
}

const code = {
  display: "block",
  fontFamily: "monospace",
  fontSize: "0.875rem",
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
  bg: "sunk",
  borderRadius: "card",
  p: "3",
} as const;

function Delivery({ delivery, onClose }: { readonly delivery: WebhookDelivery; readonly onClose: () => void }) {
  const { kind, at, state, webhookId, body, attempts } = delivery;
  return (
    <RecordDialog title={strings.kinds[kind]} actions={null} onClose={onClose}>
      <Flex direction="column" gap="5">
        <DetailRows
          facts={[
            [texts.columns.at, momentOf(at)],
            [texts.columns.state, texts.states[state][0]],
            [texts.id, webhookId],
          ]}
        />
        <Section title={texts.body}>
          <chakra.code {...code}>{body}</chakra.code>
        </Section>
        <Section title={texts.attempts}>
          {attempts.length === 0 ? (
            <Nothing>{texts.noAttempts}</Nothing>
          ) : (
            <chakra.ol display="grid" gap="3">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <Text>
                    {`${momentOf(attempt.at)}: ${
                      attempt.status === undefined ? texts.none(attempt.ms) : texts.answer(attempt.status, attempt.ms)
                    }`}
                  </Text>
                  {attempt.problem !== undefined && (
                    <Text textStyle="small" color="muted">
                      {attempt.problem}
                    </Text>
                  )}
                  {attempt.answer !== undefined && <chakra.code {...code}>{attempt.answer}</chakra.code>}
                </li>
              ))}
            </chakra.ol>
          )}
        </Section>
      </Flex>
    </RecordDialog>
  );
}

interface AgainProps {
  readonly endpoint: WebhookEndpoint;
  readonly which: WebhookDelivery | "all";
  readonly onClose: () => void;
}

function Again({ endpoint: { id, failed }, which, onClose }: AgainProps) {
  const [one] = useSendWebhookAgainMutation();
  const [all] = useSendFailedWebhooksAgainMutation();
  const { again } = strings;
  return (
    <ConfirmDialog
      title={which === "all" ? again.allTitle : again.title}
      consequence={which === "all" ? again.allConsequence(failed) : again.consequence}
      texts={again}
      run={async () => {
        if (which === "all") return again.done((await all(id).unwrap()).deliveries);
        return (await one({ id, deliveryId: which.id }).unwrap()).message;
      }}
      onClose={onClose}
    />
  );
}
