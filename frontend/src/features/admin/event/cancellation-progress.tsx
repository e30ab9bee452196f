import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { Pause, Play } from "lucide-react";
import { Link } from "react-router-dom";
import {
  type EventCancellationResponse,
  useGetCancellationQuery,
  usePauseCancellationMutation,
  useResumeCancellationMutation,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionButtons, ReasonDialog, type SubjectProps } from "../parts/action-dialog";
import { momentOf, type Tone } from "../parts/labels";
import { actionLink, Chip, type Fact, DetailRows, Loaded, momentIf, Panel } from "../parts/panel";
import { type Column, RowsTable } from "../parts/rows-table";
import { useRight } from "../parts/session";
import { strings } from "./event-changes.strings";

const texts = strings.progress;

/** How often the progress refreshes itself, in ms; not once it is complete and every refund has arrived. */
const POLL_MS = 3_000;

type State = keyof typeof texts.states;
const TONES: Readonly<Record<State, Tone>> = { refunding: "waiting", paused: "bad", completed: "good" };

function stateOf({ completedAt, pausedAt }: EventCancellationResponse): State {
  if (completedAt !== undefined) return "completed";
  return pausedAt === undefined ? "refunding" : "paused";
}

type Failure = EventCancellationResponse["failures"][number];
const FAILURES: readonly Column<Failure>[] = [
  { label: texts.columns.stall, heads: true, cell: ({ stallId }) => stallId },
  { label: texts.columns.problem, wide: true, cell: ({ problem }) => problem },
  { label: texts.columns.tries, number: true, cell: ({ attempts }) => String(attempts) },
  { label: texts.columns.next, cell: ({ nextTryAt }) => momentOf(nextTryAt) },
];

function PauseRefunds({ subject: { slug }, onClose }: SubjectProps<EventCancellationResponse>) {
  const [pause] = usePauseCancellationMutation();
  return (
    <ReasonDialog
      title={texts.pause.dialog}
      consequence={texts.pause.consequence}
      texts={texts.pause}
      run={async (reason) => {
        await pause({ slug, reasonDto: { reason } }).unwrap();
        return texts.pause.done;
      }}
      onClose={onClose}
    />
  );
}

function ResumeRefunds({ subject: { slug }, onClose }: SubjectProps<EventCancellationResponse>) {
  const [resume] = useResumeCancellationMutation();
  return (
    <ReasonDialog
      title={texts.resume.dialog}
      consequence={texts.resume.consequence}
      texts={texts.resume}
      run={async (reason) => {
        await resume({ slug, reasonDto: { reason } }).unwrap();
        return texts.resume.done;
      }}
      onClose={onClose}
    />
  );
}

function actionsOf(cancellation: EventCancellationResponse) {
  const [pause, resume] = [
    { id: "pause", label: texts.pause.button, Icon: Pause, Dialog: PauseRefunds },
    { id: "resume", label: texts.resume.button, Icon: Play, Dialog: ResumeRefunds },
  ];
  switch (stateOf(cancellation)) {
    case "completed":
      return [];
    case "paused":
      return [resume];
    case "refunding":
      return cancellation.failures.length > 0 ? [pause, resume] : [pause];
  }
}

function Progress({ cancellation }: { readonly cancellation: EventCancellationResponse }) {
  const canEdit = useRight("events.cancel");
  const { total, refunded, failures, rejected, byHand, unpaid, onTheWay, arrived } = cancellation;
  const { facts } = texts;
  const state = stateOf(cancellation);
  const ifAny = (label: string, count: number): readonly Fact[] => (count === 0 ? [] : [[label, String(count)]]);
  return (
    <Flex direction="column" gap="4">
      <Flex gap="3" align="center" wrap="wrap">
        <Chip tone={TONES[state]}>{texts.states[state]}</Chip>
        <Text role="status">{total === 0 ? texts.none : texts.done(refunded, total)}</Text>
      </Flex>
      {total > 0 && (
        <chakra.progress
          aria-label={texts.bar}
          value={refunded}
          max={total}
          width="100%"
          height="0.75rem"
          accentColor="{colors.leaf.text}"
        />
      )}
      <DetailRows
        facts={[
          [facts.deduction, cancellation.deduction],
          [facts.refund, rupees(cancellation.refund)],
          [facts.deducted, rupees(cancellation.deducted)],
          [facts.notes, String(cancellation.creditNotes)],
          ...ifAny(facts.arrived, arrived),
          ...ifAny(facts.onTheWay, onTheWay),
          ...ifAny(facts.byHand, byHand),
          ...ifAny(facts.rejected, rejected),
          ...ifAny(facts.unpaid, unpaid),
          [facts.started, texts.by(momentOf(cancellation.startedAt), cancellation.startedBy)],
          [
            facts.paused,
            cancellation.pausedAt === undefined
              ? undefined
              : texts.by(momentOf(cancellation.pausedAt), cancellation.pausedBy ?? ""),
          ],
          [facts.completed, momentIf(cancellation.completedAt)],
        ]}
      />
      {(rejected > 0 || byHand > 0 || failures.length > 0) && (
        <Box>
          <Text>{texts.attention}</Text>
          <chakra.span {...actionLink}>
            <Link to={dashboardPath({ view: "issues" })}>{texts.attentionLink}</Link>
          </chakra.span>
        </Box>
      )}
      {failures.length > 0 && (
        <RowsTable label={texts.failures} columns={FAILURES} rows={failures} keyOf={({ bookingId }) => bookingId} />
      )}
      {canEdit && (
        <Flex gap="2" wrap="wrap">
          <ActionButtons size="sm" subject={cancellation} actions={actionsOf(cancellation)} />
        </Flex>
      )}
    </Flex>
  );
}

/** How far the refunds of a cancelled event are; it refreshes itself until all have arrived. */
export function CancellationProgress({ slug }: { readonly slug: string }) {
  const known = useGetCancellationQuery(slug, { refetchOnFocus: true });
  const { completedAt, onTheWay } = known.currentData ?? {};
  useGetCancellationQuery(slug, {
    skip: completedAt !== undefined && onTheWay === 0,
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <Panel title={texts.title}>
      <Loaded query={{ ...known, data: known.currentData }} loading={texts.loading} failed={texts.failed}>
        {(cancellation) => <Progress cancellation={cancellation} />}
      </Loaded>
    </Panel>
  );
}
