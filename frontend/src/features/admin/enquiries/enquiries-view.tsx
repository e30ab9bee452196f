import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { AnsweredEnquiryDto } from "@sakhi/domain/admin/enquiries.dto";
import { CircleCheck, MailPlus, Send } from "lucide-react";
import { useState } from "react";
import {
  type EnquiriesQuery,
  type Enquiry,
  useLetEnquiryThroughMutation,
  useListEnquiriesQuery,
  useMarkEnquiryAnsweredMutation,
} from "../../../api/review-api";
import { Choice } from "../../../ui/choice";
import { EmptyState } from "../../../ui/states";
import { ActionDialog } from "../parts/action-dialog";
import { momentOf, type Tone } from "../parts/labels";
import { type Address, pageOf, Paging, useAddress } from "../parts/list-page";
import { Chip, type Fact, Facts, Loaded, Panel, RefreshButton } from "../parts/panel";
import { useSession } from "../parts/session";
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

function Approve({ enquiry, onClose }: ActionProps) {
  const [approve] = useLetEnquiryThroughMutation();
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
        await approve(enquiry.id).unwrap();
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
      {asked === "through" && <Approve enquiry={enquiry} onClose={close} />}
    </chakra.li>
  );
}

const PAGE_SIZE = 25;
const STATES = ["open", "answered", "quarantined"] as const satisfies readonly Enquiry["state"][];
const KINDS = ["corporate_gifting", "support"] as const satisfies readonly Enquiry["kind"][];

/** The state in the address; those that wait, where it names none. */
function stateOf({ get }: Address): Enquiry["state"] | "all" {
  const named = get("state");
  return named === "all" ? "all" : (STATES.find((known) => known === named) ?? "open");
}

function queryOf(address: Address): EnquiriesQuery {
  const state = stateOf(address);
  const kind = KINDS.find((known) => known === address.get("kind"));
  const page = pageOf(address);
  return {
    ...(state === "all" ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    limit: PAGE_SIZE,
    ...(page === 1 ? {} : { offset: (page - 1) * PAGE_SIZE }),
  };
}

function Filters({ address }: { readonly address: Address }) {
  const { filters, states, kinds } = strings;
  const choose = (name: string) => (value: string) => address.put({ [name]: value, page: "" });
  const state = stateOf(address);
  return (
    <chakra.div
      role="group"
      aria-label={filters.title}
      display={{ base: "grid", md: "flex" }}
      gridTemplateColumns="repeat(2, minmax(0, 1fr))"
      gap="3"
      mb="4"
    >
      <Choice
        label={filters.state}
        value={state === "open" ? "" : state}
        onChange={choose("state")}
        options={[
          ["", states.open],
          ["answered", states.answered],
          ["quarantined", states.quarantined],
          ["all", filters.all],
        ]}
      />
      <Choice
        label={filters.kind}
        value={address.get("kind")}
        onChange={choose("kind")}
        options={[["", filters.all] as const, ...KINDS.map((kind) => [kind, kinds[kind]] as const)]}
      />
    </chakra.div>
  );
}

/** What looks like a bot's is not forgotten: it is said how much of it waits for a look. */
function Quarantined({ address }: { readonly address: Address }) {
  const { data } = useListEnquiriesQuery({ state: "quarantined", limit: 1 });
  const total = data?.total ?? 0;
  if (total === 0 || stateOf(address) === "quarantined") return null;
  return (
    <Flex
      role="status"
      align="center"
      justify="space-between"
      gap="3"
      wrap="wrap"
      bg="marigold.soft"
      borderRadius="card"
      px="4"
      py="2.5"
      mb="4"
    >
      <Text>{strings.aside(total)}</Text>
      <Button
        size="sm"
        variant="outline"
        onClick={() => address.put({ state: "quarantined", kind: "", page: "" })}
      >
        {strings.viewQuarantined}
      </Button>
    </Flex>
  );
}

/** ?view=enquiries: gifting requests and messages to support; what waits for an answer unless asked otherwise. */
export function EnquiriesView() {
  const address = useAddress();
  const query = useListEnquiriesQuery(queryOf(address));
  const { data, isFetching } = query;
  return (
    <Panel
      title={strings.title}
      aside={
        <Flex gap="2" wrap="wrap" align="center">
          <Text textStyle="small" color="muted" me="1">
            {data === undefined ? "" : strings.all(data.total)}
          </Text>
          <RefreshButton query={query} />
        </Flex>
      }
    >
      <Text color="muted" mb="4">
        {strings.lead}
      </Text>
      <Quarantined address={address} />
      <Filters address={address} />
      <Loaded query={query} loading={strings.loading} failed={strings.failed}>
        {({ enquiries, total }) => (
          <>
            {enquiries.length === 0 ? (
              <EmptyState title={strings.empty[stateOf(address)]} level="h3">
                <Text color="muted">{strings.emptyText}</Text>
              </EmptyState>
            ) : (
              <Box
                as="ul"
                listStyleType="none"
                p="0"
                display="grid"
                gap="4"
                opacity={isFetching ? 0.75 : 1}
                transition="opacity 200ms"
                _motionReduce={{ transition: "none" }}
              >
                {enquiries.map((enquiry) => (
                  <EnquiryCard key={enquiry.id} enquiry={enquiry} />
                ))}
              </Box>
            )}
            <Paging
              address={address}
              label={strings.pages}
              size={PAGE_SIZE}
              total={total}
              shown={enquiries.length}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}
