import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { EvidenceSentDto } from "@sakhi/domain/admin/disputes.dto";
import { disputeEvidencePath } from "@sakhi/domain/site/routes";
import { useState } from "react";
import {
  type DisputeDetails as Details,
  useCheckDisputeMutation,
  useGetDisputeQuery,
  useMarkEvidenceSentMutation,
} from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { useBusy } from "../../../ui/busy";
import { rupees } from "../../../ui/money";
import { SteadyButton } from "../../../ui/steady-button";
import { useToasts } from "../../../ui/toast";
import { ActionDialog } from "../parts/action-dialog";
import { DownloadButton } from "../parts/download";
import { momentOf } from "../parts/labels";
import { Chip, DetailRows, Loaded, momentIf, RecordDialog, Section } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./disputes.strings";
import { Deadline, Sold, StageChip } from "./parts";

function Evidence({ dispute: { disputeId, evidence } }: { readonly dispute: Details }) {
  const texts = strings.evidence;
  return (
    <Section title={texts.title}>
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <chakra.ul display="grid" gap="2" mb="4">
        {evidence.map(({ kind, there }) => (
          <chakra.li key={kind} display="flex" gap="2" flexWrap="wrap" alignItems="baseline">
            <Chip tone={there ? "good" : "plain"}>{there ? texts.there : texts.missing}</Chip>
            <span>{texts.kinds[kind]}</span>
          </chakra.li>
        ))}
      </chakra.ul>
      <DownloadButton
        text={texts.download}
        pending={texts.pending}
        file={() => ({ address: disputeEvidencePath(disputeId), name: "dispute.zip" })}
        done={texts.done}
        failed={texts.failed}
      />
    </Section>
  );
}

/** Says that the evidence was sent. */
function Sent({ disputeId }: { readonly disputeId: string }) {
  const [asked, setAsked] = useState(false);
  const [mark] = useMarkEvidenceSentMutation();
  const texts = strings.sent;
  return (
    <>
      <Button size="sm" onClick={() => setAsked(true)}>
        {texts.button}
      </Button>
      {asked && (
        <ActionDialog<EvidenceSentDto>
          title={texts.title}
          dto={EvidenceSentDto}
          initial={{ note: "" }}
          fields={() => [{ name: "note", label: texts.label, lines: 3 }]}
          consequence={() => texts.consequence}
          texts={texts}
          run={async ({ note }) => (await mark({ disputeId, evidenceSentDto: { note } }).unwrap()).message}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

function Check({ disputeId }: { readonly disputeId: string }) {
  const [check] = useCheckDisputeMutation();
  const [busy, once] = useBusy();
  const { showToast } = useToasts();
  const run = async () => {
    try {
      showToast({ kind: "success", title: (await check(disputeId).unwrap()).message });
    } catch (error) {
      const description = userMessage(error, strings.failed.text);
      showToast({ kind: "error", title: strings.failed.title, description });
    }
    return false;
  };
  return (
    <SteadyButton size="sm" variant="outline" inactive={busy} onClick={() => void once(run)}>
      {busy ? strings.check.pending : strings.check.button}
    </SteadyButton>
  );
}

function Facts({ dispute }: { readonly dispute: Details }) {
  const texts = strings.details;
  const { amount, orderId, status, reasonCode, respondBy, createdAt, evidenceSentAt, evidenceSentBy, evidenceNote } =
    dispute;
  return (
    <DetailRows
      facts={[
        [strings.list.columns.stage, <StageChip key="stage" stage={dispute.stage} />],
        [texts.amount, rupees(amount)],
        [texts.respondBy, respondBy === undefined ? undefined : <Deadline key="by" dispute={dispute} />],
        [strings.list.columns.sold, <Sold key="sold" dispute={dispute} />],
        [texts.order, orderId],
        [texts.status, status],
        [texts.reason, reasonCode],
        [texts.since, momentIf(createdAt)],
        [
          texts.sent,
          evidenceSentAt === undefined ? undefined : texts.sentBy(evidenceSentBy ?? "", momentOf(evidenceSentAt)),
        ],
        [texts.note, evidenceNote],
      ]}
    />
  );
}

/** A dispute with what there is to send. */
export function DisputeDetails({ disputeId, onClose }: { readonly disputeId: string; readonly onClose: () => void }) {
  const { canEdit } = useSession();
  const query = useGetDisputeQuery(disputeId);
  const { data } = query;
  const isOpen = data !== undefined && data.stage !== "won" && data.stage !== "lost";
  return (
    <RecordDialog
      title={strings.details.title(disputeId)}
      actions={
        canEdit && (
          <Flex gap="2" wrap="wrap">
            <Check disputeId={disputeId} />
            {isOpen && <Sent disputeId={disputeId} />}
          </Flex>
        )
      }
      onClose={onClose}
    >
      <Loaded
        query={{ ...query, data: query.currentData }}
        loading={strings.details.loading}
        failed={strings.details.failed}
      >
        {(dispute) => (
          <Box display="grid" gap="6" minWidth="0">
            <Facts dispute={dispute} />
            {dispute.papers !== undefined && (
              <Section title={strings.papers.title}>
                <Text>{strings.papers[dispute.papers]}</Text>
              </Section>
            )}
            <Evidence dispute={dispute} />
          </Box>
        )}
      </Loaded>
    </RecordDialog>
  );
}
