import { Box, Button, chakra, Text } from "@chakra-ui/react";
import { eventAfter, eventBefore } from "@sakhi/domain/events/overview.rules";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { Archive, Copy, Mail } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import {
  type HolderMessage,
  type ManagedEvent,
  type PresenceFiguresResponse,
  useGetArrivalFiguresQuery,
  useGetSummaryQuery,
  useListMessagesQuery,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ArchiveEvent } from "../event/archive-event";
import { Duplicate } from "../event/create-event";
import { startOf, WriteMessage } from "../messages/message-dialogs";
import { ActionButtons } from "../parts/action-dialog";
import { FiguresTable } from "../parts/figures-table";
import { dayOf } from "../parts/labels";
import { Loaded, Panel } from "../parts/panel";
import { useRight, useSession } from "../parts/session";
import { strings } from "./overview.strings";

const texts = strings.after;

/** What is left to do, with its state and the way to it. */
function Step({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="3"
      py="3"
      borderTop="1px solid {colors.line}"
    >
      <Box minWidth="0" flex="1 1 16rem">
        <chakra.strong display="block">{title}</chakra.strong>
        {children}
      </Box>
      {action}
    </chakra.li>
  );
}

/** The event's thank-you: the one that got furthest. One that was stopped or missed thanks nobody. */
function thanksOf(messages: readonly HolderMessage[]): HolderMessage | undefined {
  const states = ["done", "sending", "paused", "waiting", "draft"] as const;
  const thanks = messages.filter(({ template }) => template === "thank_you");
  return states.map((state) => thanks.find((message) => message.state === state)).find((found) => found !== undefined);
}

function thanksText({ state, dueAt, progress }: HolderMessage): string {
  if (state === "done") return texts.thanked(progress.sent + progress.queued);
  if (state === "paused") return texts.thanksPaused;
  if (state === "draft") return texts.thanksDraft;
  return state === "waiting" && dueAt !== undefined ? texts.thanksDue(dayOf(dueAt)) : texts.thanksNow;
}

function Thanks({ event }: { readonly event: ManagedEvent }) {
  const canEdit = useRight("messages.change");
  const [writing, setWriting] = useState(false);
  const { currentData: messages, isError } = useListMessagesQuery(event.slug);
  const thanks = messages && thanksOf(messages);
  const unread = isError ? texts.thanksFailed : texts.thanksLoading;
  const known = thanks === undefined ? texts.notThanked : thanksText(thanks);
  return (
    <>
      <Step
        title={texts.thanks}
        action={
          canEdit &&
          messages !== undefined &&
          thanks === undefined && (
            <Button size="sm" variant="outline" onClick={() => setWriting(true)}>
              <Mail aria-hidden />
              {texts.write}
            </Button>
          )
        }
      >
        <Text>
          <span>{messages === undefined ? unread : known}</span>{" "}
          <Link to={dashboardPath({ view: "messages", event: event.slug })}>{texts.messages}</Link>
        </Text>
      </Step>
      {writing && (
        <WriteMessage
          event={event}
          title={texts.write}
          start={{ ...startOf("thank_you"), timing: "now" }}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}

function presenceText({ sold, arrived, noShows }: PresenceFiguresResponse): string {
  if (sold === 0) return texts.nothingSold;
  return arrived === 0 ? texts.gateUnused : texts.came(arrived, sold, noShows);
}

function Presence({ slug }: { readonly slug: string }) {
  const { currentData: figures, isError } = useGetArrivalFiguresQuery(slug);
  const unread = isError ? texts.presenceFailed : texts.presenceLoading;
  return (
    <Step title={texts.presence}>
      <Text>
        <span>{figures === undefined ? unread : presenceText(figures)}</span>{" "}
        <Link to={dashboardPath({ view: "gate", event: slug })}>{texts.gate}</Link>
      </Text>
    </Step>
  );
}

function Next({ event, events }: { readonly event: ManagedEvent; readonly events: readonly ManagedEvent[] }) {
  const canEdit = useRight("events.create");
  const next = eventAfter(events, event);
  const duplicate = { label: texts.duplicate, accessibleName: texts.duplicateLabel(event.title), Icon: Copy };
  return (
    <Step
      title={texts.next}
      action={
        canEdit &&
        next === undefined && (
          <ActionButtons size="sm" subject={event} actions={[{ ...duplicate, Dialog: Duplicate }]} />
        )
      }
    >
      {next === undefined ? (
        <Text>{texts.noNext}</Text>
      ) : (
        <Text>
          <span>{texts.nextIs(next.dates)}</span>{" "}
          <Link to={dashboardPath({ view: "event", event: next.slug })}>{next.title}</Link>
        </Text>
      )}
    </Step>
  );
}

function Close({ event }: { readonly event: ManagedEvent }) {
  const { canEdit } = useSession();
  const { status, title, obstacles } = event;
  const archive = { label: texts.archive, accessibleName: texts.archiveLabel(title), Icon: Archive };
  if (status !== "published")
    return (
      <Step title={texts.close}>
        <Text>{texts.archived}</Text>
      </Step>
    );
  return (
    <Step
      title={texts.close}
      action={canEdit && <ActionButtons size="sm" subject={event} actions={[{ ...archive, Dialog: ArchiveEvent }]} />}
    >
      <Text>{obstacles.length === 0 ? texts.archiveText : [texts.obstacles, ...obstacles].join(" ")}</Text>
    </Step>
  );
}

/** An event's figures; undefined until they are known. */
function useFigures(event: ManagedEvent | undefined) {
  const slug = event?.slug ?? "";
  const skip = { skip: event === undefined };
  const summary = useGetSummaryQuery(slug, skip);
  const presence = useGetArrivalFiguresQuery(slug, skip);
  const data =
    event === undefined || summary.currentData === undefined || presence.currentData === undefined
      ? undefined
      : { event, summary: summary.currentData, presence: presence.currentData };
  return {
    data,
    isError: summary.isError || presence.isError,
    isFetching: summary.isFetching || presence.isFetching,
    refetch: () => Promise.all([summary.refetch(), presence.refetch()]),
  };
}

type Figures = NonNullable<ReturnType<typeof useFigures>["data"]>;

const FIGURES: readonly (readonly [name: string, figure: (figures: Figures) => string])[] = [
  [texts.sold, ({ event }) => strings.events.soldOf(event.sold, event.stalls)],
  [texts.revenue, ({ summary }) => rupees(summary.totalRevenue)],
  [
    texts.average,
    ({ summary: { totalRevenue, paidBookings } }) =>
      paidBookings === 0 ? texts.unknown : rupees(Math.round(totalRevenue / paidBookings)),
  ],
  // Nobody ticked is a gate that was not used.
  [texts.arrived, ({ presence: { arrived } }) => (arrived === 0 ? texts.unknown : String(arrived))],
  [texts.noShows, ({ presence: { arrived, noShows } }) => (arrived === 0 ? texts.unknown : String(noShows))],
];

/** The event's figures beside those of the one before it. */
function InFigures({ event, before }: { readonly event: ManagedEvent; readonly before: ManagedEvent | undefined }) {
  const own = useFigures(event);
  const earlier = useFigures(before);
  return (
    <Box mt="3" pt="3" borderTop="1px solid {colors.line}">
      <chakra.h3 textStyle="label" mb="2">
        {texts.figures}
      </chakra.h3>
      <Loaded query={own} loading={strings.sales.loading} failed={strings.sales.failed}>
        {(figures) => (
          <FiguresTable
            label={texts.figures}
            heads={[texts.figure, event.title, ...(before === undefined ? [] : [before.title])]}
            rows={FIGURES.map(([name, figure]) => [
              name,
              figure(figures),
              ...(before === undefined ? [] : [earlier.data === undefined ? "…" : figure(earlier.data)]),
            ])}
          />
        )}
      </Loaded>
    </Box>
  );
}

/** An event whose last day is over: what is left to do, each in one press, and its figures against the event before. */
export function AfterEvent({
  event,
  events,
}: {
  readonly event: ManagedEvent;
  readonly events: readonly ManagedEvent[];
}) {
  const isOpen = event.status === "published";
  return (
    <Panel title={texts.title(event.title)}>
      {isOpen && (
        <Text color="muted" mb="3">
          {texts.lead}
        </Text>
      )}
      <chakra.ul>
        <Thanks event={event} />
        <Presence slug={event.slug} />
        <Next event={event} events={events} />
        <Close event={event} />
      </chakra.ul>
      <InFigures event={event} before={eventBefore(events, event)} />
    </Panel>
  );
}
