import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { AnsweredEnquiryDto } from "@sakhi/domain/admin/enquiries.dto";
import { CircleCheck, MailPlus, Send } from "lucide-react";
import { useState } from "react";
import type { Enquiry } from "../../../api/review-api";
import { useLetEnquiryThroughMutation, useMarkEnquiryAnsweredMutation } from "../../../api/review-api";
import { useSession } from "../frame/session";
import { ActionDialog } from "../parts/action-dialog";
import type { Fact, Tone } from "../parts/panel";
import { Chip, Facts } from "../parts/panel";
import { momentOf } from "../parts/when";
import { strings } from "./enquiries.strings";

const TONES = { open: "waiting", answered: "good", quarantined: "bad" } as const satisfies Record<
  Enquiry["state"],
  Tone
>;

const nameOf = ({ firstName, lastName }: Enquiry) => `${firstName} ${lastName}`;

/** A fact only where there is one. */
function given(name: string, value: string | undefined): Fact[] {
  return value === undefined || value === "" ? [] : [[name, value]];
}

function factsOf(enquiry: Enquiry): Fact[] {
  const { facts: names } = strings;
  const { isMember, timesSent, suspicion, letThroughAt, answeredAt, answeredBy = "" } = enquiry;
  return [
    [names.email, enquiry.email],
    ...given(names.phone, enquiry.phone),
    ...given(names.company, enquiry.company),
    ...given(names.member, isMember === undefined ? undefined : isMember ? strings.yes : strings.no),
    [names.received, momentOf(enquiry.createdAt)],
    [names.reference, enquiry.reference],
    ...given(names.times, timesSent > 1 ? strings.times(timesSent) : undefined),
    ...given(names.suspicion, suspicion === undefined ? undefined : strings.suspicions[suspicion]),
    ...given(names.letThrough, letThroughAt === undefined ? undefined : momentOf(letThroughAt)),
    ...given(
      names.answered,
      answeredAt === undefined ? undefined : strings.by(answeredBy, momentOf(answeredAt)),
    ),
    ...given(names.note, enquiry.answerNote),
  ];
}

interface ActionProps {
  readonly enquiry: Enquiry;
  readonly onClose: () => void;
}

function Answer({ enquiry, onClose }: ActionProps) {
  const [mark] = useMarkEnquiryAnsweredMutation();
  const words = strings.answer;
  return (
    <ActionDialog<AnsweredEnquiryDto>
      title={words.title}
      dto={AnsweredEnquiryDto}
      initial={{ note: "" }}
      fields={() => [{ name: "note", label: words.note, help: words.noteHelp, optional: true, lines: 4 }]}
      consequence={() => words.consequence(nameOf(enquiry))}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ note }) => {
        const answeredEnquiryDto = note === undefined || note === "" ? {} : { note };
        await mark({ id: enquiry.id, answeredEnquiryDto }).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

function LetThrough({ enquiry, onClose }: ActionProps) {
  const [letThrough] = useLetEnquiryThroughMutation();
  const words = strings.through;
  return (
    <ActionDialog<AnsweredEnquiryDto>
      title={words.title}
      // Nothing is asked: the dialog is the confirmation.
      dto={AnsweredEnquiryDto}
      initial={{}}
      fields={() => []}
      consequence={() => words.consequence(nameOf(enquiry))}
      confirm={words.confirm}
      pending={words.pending}
      run={async () => {
        await letThrough(enquiry.id).unwrap();
        return words.done;
      }}
      onClose={onClose}
    />
  );
}

/** One enquiry: who, what, since when, and what can be done. */
export function EnquiryCard({ enquiry }: { readonly enquiry: Enquiry }) {
  const { mayChange } = useSession();
  const [asked, setAsked] = useState<"answer" | "through">();
  const { state, subject, message, email, reference } = enquiry;
  const close = () => setAsked(undefined);
  const answerTo = `mailto:${email}?${new URLSearchParams({ subject: strings.subject(reference) })
    .toString()
    .replaceAll("+", "%20")}`;
  return (
    <chakra.li
      data-enquiry={enquiry.id}
      borderWidth="1px"
      borderStyle="solid"
      borderColor="line"
      borderRadius="card"
      p={{ base: "4", md: "5" }}
      minWidth="0"
    >
      <Flex justify="space-between" gap="2" wrap="wrap" align="baseline" mb="2">
        <chakra.h3 textStyle="h3" overflowWrap="anywhere">
          {nameOf(enquiry)}
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
      <Facts facts={factsOf(enquiry)} />
      <Flex gap="2" wrap="wrap" mt="4">
        {state === "open" && (
          <>
            <Button asChild size="sm" variant="outline">
              <a href={answerTo}>
                <MailPlus aria-hidden />
                {strings.write}
              </a>
            </Button>
            {mayChange && (
              <Button size="sm" onClick={() => setAsked("answer")}>
                <CircleCheck aria-hidden />
                {strings.answer.button}
              </Button>
            )}
          </>
        )}
        {state === "quarantined" && mayChange && (
          <Button size="sm" onClick={() => setAsked("through")}>
            <Send aria-hidden />
            {strings.through.button}
          </Button>
        )}
      </Flex>
      {asked === "answer" && <Answer enquiry={enquiry} onClose={close} />}
      {asked === "through" && <LetThrough enquiry={enquiry} onClose={close} />}
    </chakra.li>
  );
}
