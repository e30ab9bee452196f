import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { type Recovery, useGetRecoveryQuery, useOpenSalesMutation } from "../../../api/admin-api";
import { ReasonDialog } from "../parts/action-dialog";
import { momentOf } from "../parts/labels";
import { Panel, RefreshButton } from "../parts/panel";
import { useSession } from "../parts/session";
import { recovery as strings } from "./operations.strings";

/** A command on the server changes what the panel shows. */
const POLLING = { pollingInterval: 30_000, refetchOnFocus: true, refetchOnReconnect: true } as const;

/** Asks why, then opens the sales. */
function OpenSales({ consequence, onClose }: { readonly consequence: string; readonly onClose: () => void }) {
  const [open] = useOpenSalesMutation();
  return (
    <ReasonDialog
      title={strings.open}
      consequence={consequence}
      texts={{ confirm: strings.open, pending: strings.opening }}
      danger
      run={async (reason) => (await open({ reason }).unwrap()).message}
      onClose={onClose}
    />
  );
}

/** Most urgent first. */
const ORDER: readonly Recovery["items"][number]["as"][] = ["issue", "open", "sold", "repeated"];

/** What was lost; what nobody had paid for is only counted. */
function Items({ items }: Pick<Recovery, "items">) {
  const shown = ORDER.flatMap((as) => items.filter((item) => item.as === as));
  const unpaid = items.length - shown.length;
  return (
    <>
      {shown.length > 0 && (
        <chakra.ul aria-label={strings.items}>
          {shown.map(({ stallId, orderId, id, as, note }) => (
            <chakra.li key={id} py="2" borderBottom="1px solid {colors.line}" overflowWrap="anywhere">
              <strong>{stallId === undefined ? strings.as[as] : `${stallId}: ${strings.as[as]}`}</strong>
              {note !== undefined && <span>{` (${note})`}</span>}
              <Text textStyle="sm" color="muted">
                {orderId ?? id}
              </Text>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {unpaid > 0 && <Text mt="3">{strings.unpaid(unpaid)}</Text>}
    </>
  );
}

function Alarm({ lead, children }: { readonly lead: string; readonly children: ReactNode }) {
  return (
    <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="3" overflowWrap="anywhere">
      <strong>{lead}</strong> {children}
    </Box>
  );
}

/** What is missing, and what came of reading everything outside. */
function Recovering({ recovery }: { readonly recovery: Recovery }) {
  const { missing, knownUntil, readAt, unanswered, items } = recovery;
  return (
    <>
      <Alarm lead={strings.lead(knownUntil === undefined ? undefined : momentOf(knownUntil))}>
        {strings.missing(missing)}
      </Alarm>
      <Text mb="3">{readAt === undefined ? strings.unread : strings.read(momentOf(readAt))}</Text>
      {unanswered.length > 0 && (
        <Text mb="3" overflowWrap="anywhere">
          {strings.unanswered(unanswered.join(", "))}
        </Text>
      )}
      <Items items={items} />
    </>
  );
}

/** Why sales are paused, with the button that opens them; nothing while they are not. */
export function RecoveryPanel() {
  const { canEdit } = useSession();
  const query = useGetRecoveryQuery(undefined, POLLING);
  const { data } = query;
  const [asking, setAsking] = useState(false);
  const { recovery, unverifiedSince } = data ?? {};
  if (recovery === undefined && unverifiedSince === undefined) return null;
  const ready = recovery === undefined || (recovery.readAt !== undefined && recovery.unanswered.length === 0);
  return (
    <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
      <Panel title={strings.title} aside={<RefreshButton query={query} />}>
        {recovery === undefined ? (
          <Alarm lead={strings.unverified(momentOf(unverifiedSince ?? ""))}>{strings.unverifiedMore}</Alarm>
        ) : (
          <Recovering recovery={recovery} />
        )}
        {canEdit && (
          <Button mt="3" disabled={!ready} onClick={() => setAsking(true)}>
            {strings.open}
          </Button>
        )}
        {asking && (
          <OpenSales
            consequence={recovery === undefined ? strings.vouching : strings.consequence}
            onClose={() => setAsking(false)}
          />
        )}
      </Panel>
    </Box>
  );
}
