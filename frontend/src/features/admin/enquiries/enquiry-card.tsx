import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { AnsweredEnquiryDto } from "@sakhi/domain/admin/enquiries.dto";
import { senderName } from "@sakhi/domain/enquiries/enquiry.rules";
import { Ban, CircleCheck, MailPlus, Send } from "lucide-react";
import {
  type Enquiry,
  useLetEnquiryThroughMutation,
  useMarkEnquiryAnsweredMutation,
  useStopEnquiryMutation,
} from "../../../api/admin-api";
import { sheet } from "../../../ui/card";
import { ActionButtons, ActionDialog, ConfirmDialog, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { momentOf, type Tone } from "../parts/labels";
import { Chip, type Fact, DetailRows, momentIf } from "../parts/panel";
import { useSession } from "../parts/session";
import { strings } from "./enquiries.strings";

const TONES = {
  open: "waiting",
  answered: "good",
  quarantined: "bad",
  forwarded: "good",
  stopped: "bad",
} as const satisfies Record<Enquiry["state"], Tone>;

function rowsOf(enquiry: Enquiry): Fact[] {
  const { facts: names } = strings;
  const { isMember, timesSent, suspicion, letThroughAt, answeredAt, answeredBy = "" } = enquiry;
  const { stoppedAt, stoppedBy = "" } = enquiry;
  const member = isMember === true ? strings.yes : strings.no;
  return [
    [names.brand, enquiry.brandName],
    [names.email, enquiry.email],
    [names.phone, enquiry.phone],
    [names.company, enquiry.company],
    [names.member, isMember === undefined ? undefined : member],
    [names.received, momentOf(enquiry.createdAt)],
    [names.reference, enquiry.reference],
    [names.times, timesSent > 1 ? strings.times(timesSent) : undefined],
    [names.suspicion, suspicion === undefined ? undefined : strings.suspicions[suspicion]],
    [names.approved, momentIf(letThroughAt)],
    [names.answered, answeredAt === undefined ? undefined : strings.by(answeredBy, momentOf(answeredAt))],
    [names.note, enquiry.answerNote],
    [names.consent, momentIf(enquiry.consentedAt)],
    [names.stopped, stoppedAt === undefined ? undefined : strings.by(stoppedBy, momentOf(stoppedAt))],
  ];
}

function AnswerDialog({ subject: enquiry, onClose }: SubjectProps<Enquiry>) {
  const [mark] = useMarkEnquiryAnsweredMutation();
  const texts = strings.answer;
  return (
    <ActionDialog<AnsweredEnquiryDto>
      title={texts.title}
      dto={AnsweredEnquiryDto}
      initial={{ note: "" }}
      fields={() => [{ name: "note", label: texts.note, help: texts.noteHelp, optional: true, lines: 4 }]}
      consequence={() => texts.consequence(senderName(enquiry))}
      texts={texts}
      run={async ({ note }) => {
        await mark({ id: enquiry.id, answeredEnquiryDto: { note: note || undefined } }).unwrap();
        return texts.done;
      }}
      onClose={onClose}
    />
  );
}

function ApproveDialog({ subject: enquiry, onClose }: SubjectProps<Enquiry>) {
  const [approve] = useLetEnquiryThroughMutation();
  const texts = strings.approve;
  return (
    <ConfirmDialog
      title={texts.title}
      consequence={
        enquiry.brandName === undefined
          ? texts.consequence(senderName(enquiry))
          : texts.toBrand(senderName(enquiry), enquiry.brandName)
      }
      texts={texts}
      run={async () => {
        await approve(enquiry.id).unwrap();
        return enquiry.kind === "brand" ? texts.donePassedOn : texts.done;
      }}
      onClose={onClose}
    />
  );
}

function StopDialog({ subject: enquiry, onClose }: SubjectProps<Enquiry>) {
  const [stop] = useStopEnquiryMutation();
  const texts = strings.stop;
  return (
    <ReasonDialog
      title={texts.title}
      danger
      consequence={texts.consequence(senderName(enquiry))}
      texts={texts}
      run={async (reason) => {
        await stop({ id: enquiry.id, reasonDto: { reason } }).unwrap();
        return texts.done;
      }}
      onClose={onClose}
    />
  );
}

const STOP = { label: strings.stop.button, Icon: Ban, Dialog: StopDialog };
const APPROVE = { label: strings.approve.button, Icon: Send, Dialog: ApproveDialog, main: true };

/** What can be done with an enquiry. */
function actionsOf({ state, kind }: Enquiry) {
  switch (state) {
    case "open":
      return [{ label: strings.answer.button, Icon: CircleCheck, Dialog: AnswerDialog, main: true }];
    case "quarantined":
      return kind === "brand" ? [STOP, APPROVE] : [APPROVE];
    case "forwarded":
      return [STOP];
    case "answered":
    case "stopped":
      return [];
  }
}

/** An enquiry with its actions. */
export function EnquiryCard({ enquiry }: { readonly enquiry: Enquiry }) {
  const { canEdit } = useSession();
  const { state, subject, message, email, reference } = enquiry;
  const replyAddress = `mailto:${email}?${new URLSearchParams({ subject: strings.subject(reference) })
    .toString()
    .replaceAll("+", "%20")}`;
  return (
    <chakra.li {...sheet} p={{ base: "4", md: "5" }} minWidth="0">
      <Flex justify="space-between" gap="2" wrap="wrap" align="baseline" mb="2">
        <chakra.h3 textStyle="h3" overflowWrap="anywhere">
          {/* Chakra's own elements take `translate` for a style. */}
          <span translate="no">{senderName(enquiry)}</span>
        </chakra.h3>
        <Flex gap="2" wrap="wrap">
          <Chip tone="plain">{strings.kinds[enquiry.kind]}</Chip>
          <Chip tone={TONES[state]}>{strings.states[state]}</Chip>
        </Flex>
      </Flex>
      {subject !== undefined && (
        <Text fontWeight="600" overflowWrap="anywhere">
          {subject}
        </Text>
      )}
      <Text whiteSpace="pre-line" overflowWrap="anywhere" maxWidth="text" mb="4">
        {message}
      </Text>
      <DetailRows facts={rowsOf(enquiry)} />
      <Flex gap="2" wrap="wrap" mt="4">
        {state === "open" && (
          <Button asChild size="sm" variant="outline">
            <a href={replyAddress}>
              <MailPlus aria-hidden />
              {strings.write}
            </a>
          </Button>
        )}
        {canEdit && <ActionButtons size="sm" subject={enquiry} actions={actionsOf(enquiry)} />}
      </Flex>
    </chakra.li>
  );
}
