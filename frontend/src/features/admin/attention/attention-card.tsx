import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ClipboardList, Map as MapIcon, Store } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { AttentionEntry, Remedy } from "../../../api/admin-api";
import { useApplyRemedyMutation } from "../../../api/admin-api";
import { personMessage } from "../../../api/failure";
import { showToast } from "../../../ui/toast";
import { applicationAddress } from "../addresses";
import { useSession } from "../frame/session";
import { ActionDialog } from "../parts/action-dialog";
import { Chip, Facts } from "../parts/panel";
import { reasonField } from "../parts/reason-field";
import { spoken } from "../parts/spoken";
import { momentOf } from "../parts/when";
import { strings } from "./attention.strings";

/** Does a remedy at once, where it needs no reason. */
function useRemedy(entryId: string) {
  const [apply] = useApplyRemedyMutation();
  const [running, setRunning] = useState<Remedy["action"]>();
  const busy = useRef(false);
  const run = async (action: Remedy["action"], reason?: string): Promise<string> => {
    const remedyDto = { action, ...(reason === undefined ? {} : { reason }) };
    const { message } = await apply({ id: entryId, remedyDto }).unwrap();
    return message;
  };
  const runNow = async (action: Remedy["action"]) => {
    if (busy.current) return;
    busy.current = true;
    setRunning(action);
    try {
      showToast({ kind: "success", title: await run(action) });
    } catch (error) {
      const { title, description } = strings.failedRemedy;
      showToast({ kind: "error", title, description: personMessage(error, description) });
    } finally {
      busy.current = false;
      setRunning(undefined);
    }
  };
  return { run, runNow, running };
}

function Remedies({ entry }: { readonly entry: AttentionEntry }) {
  const { run, runNow, running } = useRemedy(entry.id);
  const [asked, setAsked] = useState<Remedy>();
  return (
    <>
      {entry.remedies.map((remedy, index) => (
        <Button
          key={remedy.action}
          size="sm"
          variant={index === 0 ? "solid" : "outline"}
          disabled={running !== undefined}
          onClick={() => {
            if (remedy.needsReason) setAsked(remedy);
            else void runNow(remedy.action);
          }}
        >
          {running === remedy.action ? strings.pending : remedy.label}
        </Button>
      ))}
      {asked !== undefined && (
        <ActionDialog
          title={asked.label}
          danger={asked.action === "refund_in_full" || asked.action === "paid_by_hand"}
          dto={ReasonDto}
          initial={{ reason: "" }}
          fields={() => [reasonField()]}
          consequence={() => asked.effect ?? strings.remedy.consequences[asked.action]}
          confirm={asked.label}
          pending={strings.pending}
          run={({ reason }) => run(asked.action, reason)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

interface AttentionCardProps {
  readonly entry: AttentionEntry;
  readonly onBooking: (bookingId: string) => void;
  readonly onStall: (stallId: string) => void;
}

/** One matter: what it is, what it means, its facts, and what can be done about it. */
export function AttentionCard({ entry, onBooking, onStall }: AttentionCardProps) {
  const { mayChange } = useSession();
  const { bookingId, stallId, applicationId } = entry;
  return (
    <chakra.li
      data-attention={entry.kind}
      borderWidth="1px"
      borderStyle="solid"
      borderColor="line"
      borderInlineStartWidth="6px"
      borderInlineStartColor="rani.text"
      borderRadius="card"
      p={{ base: "4", md: "5" }}
      minWidth="0"
    >
      <Flex justify="space-between" gap="2" wrap="wrap" align="baseline">
        <chakra.h3 textStyle="h3">{entry.title}</chakra.h3>
        <Flex gap="3" align="center" wrap="wrap" textStyle="small" color="muted">
          <Chip tone="bad">{spoken(entry.kind)}</Chip>
          {strings.raised(momentOf(entry.raisedAt))}
        </Flex>
      </Flex>
      <chakra.p mt="2" mb="3" maxWidth="text">
        {entry.meaning}
      </chakra.p>
      {entry.facts.length > 0 && (
        <Facts facts={entry.facts.map(({ label, value }) => [label, value] as const)} minWidth="15rem" />
      )}
      <Flex gap="2" wrap="wrap" mt="4" align="center">
        {mayChange ? <Remedies entry={entry} /> : <Box color="muted">{strings.viewer}</Box>}
        {bookingId !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onBooking(bookingId)}>
            <ClipboardList aria-hidden />
            {strings.booking}
          </Button>
        )}
        {applicationId !== undefined && (
          <Button size="sm" variant="ghost" asChild>
            <Link to={applicationAddress(applicationId)}>
              <Store aria-hidden />
              {strings.application}
            </Link>
          </Button>
        )}
        {stallId !== undefined && (
          <Button size="sm" variant="ghost" onClick={() => onStall(stallId)}>
            <MapIcon aria-hidden />
            {strings.stall(stallId)}
          </Button>
        )}
      </Flex>
    </chakra.li>
  );
}
