import { Box, Button, Text } from "@chakra-ui/react";
import { useState } from "react";
import { type Recovery, useGetRecoveryQuery, useOpenSalesMutation } from "../../../api/admin-api";
import { ReasonDialog } from "../parts/action-dialog";
import { FiguresTable } from "../parts/figures-table";
import { momentOf } from "../parts/labels";
import { Panel } from "../parts/panel";
import { useSession } from "../parts/session";
import { recovery as strings } from "./operations.strings";

/** Asks why, then opens the sales. */
function OpenSales({ onClose }: { readonly onClose: () => void }) {
  const [open] = useOpenSalesMutation();
  return (
    <ReasonDialog
      title={strings.open}
      consequence={strings.consequence}
      texts={{ confirm: strings.open, pending: strings.opening }}
      danger
      run={async (reason) => (await open({ reason }).unwrap()).message}
      onClose={onClose}
    />
  );
}

function Items({ items }: Pick<Recovery, "items">) {
  if (items.length === 0) return null;
  return (
    <FiguresTable
      label={strings.items}
      heads={[strings.stall, strings.order, strings.result]}
      rows={items.map(({ stallId = "–", orderId, id, as, note }) => [
        stallId,
        orderId ?? id,
        note === undefined ? strings.as[as] : `${strings.as[as]}: ${note}`,
      ])}
    />
  );
}

/** The recovery of a restored database, with the button that opens the sales; nothing without one. */
export function RecoveryPanel() {
  const { canEdit } = useSession();
  const { data } = useGetRecoveryQuery();
  const [asking, setAsking] = useState(false);
  const recovery = data?.recovery;
  if (recovery === undefined) return null;
  const { missing, knownUntil, readAt, unanswered, items } = recovery;
  const ready = readAt !== undefined && unanswered.length === 0;
  return (
    <Box gridColumn={{ lg: "1 / -1" }} minWidth="0">
      <Panel title={strings.title}>
        <Box bg="alarm.soft" color="alarm.text" borderRadius="card" p="3" mb="3" overflowWrap="anywhere">
          <strong>{strings.lead(knownUntil === undefined ? undefined : momentOf(knownUntil))}</strong>{" "}
          {strings.missing(missing)}
        </Box>
        <Text mb="3">{readAt === undefined ? strings.unread : strings.read(momentOf(readAt))}</Text>
        {unanswered.length > 0 && <Text mb="3">{strings.unanswered(unanswered.join(", "))}</Text>}
        <Items items={items} />
        {canEdit && (
          <Button mt="3" disabled={!ready} onClick={() => setAsking(true)}>
            {strings.open}
          </Button>
        )}
        {asking && <OpenSales onClose={() => setAsking(false)} />}
      </Panel>
    </Box>
  );
}
