import { Box, chakra, Grid } from "@chakra-ui/react";
import { eventBefore, nextDates, salesCurve } from "@sakhi/domain/events/overview.rules";
import { dashboardPath } from "@sakhi/domain/site/routes";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import {
  type ManagedEvent,
  useGetIssuesQuery,
  useGetSummaryQuery,
  useGetWaitingQuery,
  useListEventsQuery,
} from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { useChosenEvent } from "../parts/chosen-event";
import { FiguresTable } from "../parts/figures-table";
import { dayOf, exactMomentOf } from "../parts/labels";
import { DetailRows, Loaded, Nothing, Panel } from "../parts/panel";
import { useRight } from "../parts/session";
import { AfterEvent } from "./after-event";
import { strings } from "./overview.strings";
import { SalesChart } from "./sales-chart";
import { WhatsappFigures } from "./whatsapp-figures";

const texts = strings.waiting;

/** A link to what waits. */
function Task({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <chakra.span
        css={{
          "& a": {
            display: "flex",
            alignItems: "center",
            justifyContent: "space-between",
            gap: "0.75rem",
            minHeight: "2.75rem",
            py: "1.5",
            px: "0.75rem",
            borderRadius: "card",
            bg: "rani.soft",
            color: "ink",
            fontWeight: "600",
            textDecoration: "none",
            overflowWrap: "anywhere",
            _hover: { textDecoration: "underline", textUnderlineOffset: "3px" },
          },
        }}
      >
        <Link to={to}>
          <span>{children}</span>
          <Box as="span" aria-hidden flexShrink="0" color="rani.text">
            <ArrowRight size={18} />
          </Box>
        </Link>
      </chakra.span>
    </li>
  );
}

/** A draft as a task: what it lacks, or that nothing keeps it from being published. */
const draftText = ({ title, missing }: ManagedEvent): string =>
  missing.length === 0 ? texts.ready(title) : texts.drafts(title, missing.join("; "));

/** Everything that waits for an administrator, with links; but for the event that is shown, if it is over. */
function Waiting({ shown: shownEvent }: { readonly shown: string | undefined }) {
  const waiting = useGetWaitingQuery();
  const seesIssues = useRight("issues.read");
  const issues = useGetIssuesQuery(undefined, { skip: !seesIssues });
  const events = useListEventsQuery();
  // "Nothing needs you" takes all that she may see.
  const all = [waiting, ...(seesIssues ? [issues] : []), events];
  const data =
    waiting.data === undefined || (seesIssues && issues.data === undefined) || events.data === undefined
      ? undefined
      : { ...waiting.data, open: issues.data?.entries.length ?? 0, events: events.data };
  const query = {
    ...{ data, currentData: data, fulfilledTimeStamp: waiting.fulfilledTimeStamp },
    isError: all.some(({ isError }) => isError),
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.map((each) => each.refetch())),
  };
  return (
    <Panel title={texts.title}>
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {({ applications, pageChanges, enquiries, requests, papers, waitingLists, open, events: known }) => {
          const tasks: readonly (readonly [to: string, text: string, shown: boolean])[] = [
            [dashboardPath({ view: "issues" }), texts.issues(open), open > 0],
            [dashboardPath({ view: "issues" }), texts.requests(requests), requests > 0],
            [
              dashboardPath({ view: "listings", state: "under_review" }),
              texts.applications(applications),
              applications > 0,
            ],
            [dashboardPath({ view: "listings" }), texts.pageChanges(pageChanges), pageChanges > 0],
            [dashboardPath({ view: "enquiries" }), texts.enquiries(enquiries), enquiries > 0],
            ...papers.map(({ event, stalls }) => {
              const title = known.find(({ slug }) => slug === event)?.title ?? event;
              return [dashboardPath({ view: "event", event }), texts.papers(title, stalls), stalls > 0] as const;
            }),
            ...waitingLists.map(({ event, waiting: people, offered }) => {
              const title = known.find(({ slug }) => slug === event)?.title ?? event;
              return [
                dashboardPath({ view: "waiting", event }),
                texts.waitingList(title, people, offered),
                true,
              ] as const;
            }),
            ...known
              .filter(({ status }) => status === "draft")
              .map((event) => [dashboardPath({ view: "event", event: event.slug }), draftText(event), true] as const),
            ...known
              .filter(({ slug, status, over }) => status === "published" && over && slug !== shownEvent)
              .map(
                ({ slug, title }) =>
                  [dashboardPath({ view: "overview", event: slug }), texts.over(title), true] as const,
              ),
          ];
          const shown = tasks.filter(([, , isShown]) => isShown);
          if (shown.length === 0) return <Nothing>{texts.none}</Nothing>;
          return (
            <chakra.ul display="grid" gap="2">
              {shown.map(([to, text]) => (
                <Task key={text} to={to}>
                  {text}
                </Task>
              ))}
            </chakra.ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** The chosen event's sales over time against the last event's, and its money. */
function Sales({ event, events }: { readonly event: ManagedEvent; readonly events: readonly ManagedEvent[] }) {
  const before = eventBefore(events, event);
  const summary = useGetSummaryQuery(event.slug);
  const earlier = useGetSummaryQuery(before?.slug ?? "", { skip: before === undefined });
  const { data: waiting } = useGetWaitingQuery();
  const { sales, money } = strings;
  const { refunds = 0, refundsAmount = 0 } = waiting ?? {};
  const refundsText = refunds === 0 ? money.none : money.refundsOf(refunds, rupees(refundsAmount));
  return (
    <>
      <Panel title={sales.title(event.title)}>
        <Loaded query={summary} loading={sales.loading} failed={sales.failed}>
          {({ byDay }) =>
            byDay.length === 0 ? (
              <Nothing>{sales.empty}</Nothing>
            ) : (
              <>
                <Box textStyle="small" color="muted" mb="2">
                  {sales.lead(event.title, before?.title)}
                </Box>
                <SalesChart
                  event={{ title: event.title, points: salesCurve(byDay, event.salesOpenAt) }}
                  before={
                    before !== undefined && earlier.data !== undefined
                      ? { title: before.title, points: salesCurve(earlier.data.byDay, before.salesOpenAt) }
                      : undefined
                  }
                />
              </>
            )
          }
        </Loaded>
      </Panel>
      <Panel title={money.title}>
        <Loaded query={summary} loading={sales.loading} failed={sales.failed}>
          {({ totalRevenue, paidBookings, keptFromCancelled }) => (
            <DetailRows
              minWidth="9rem"
              facts={[
                [
                  money.revenue,
                  <>
                    <strong>{rupees(totalRevenue)}</strong>
                    {before !== undefined && earlier.data !== undefined && (
                      <Box color="muted">{money.before(before.title, rupees(earlier.data.totalRevenue))}</Box>
                    )}
                  </>,
                ],
                [money.paid, <strong key="paid">{paidBookings}</strong>],
                [money.average, paidBookings === 0 ? undefined : rupees(Math.round(totalRevenue / paidBookings))],
                [money.kept, keptFromCancelled === 0 ? undefined : rupees(keptFromCancelled)],
                [money.refunds, waiting === undefined ? undefined : refundsText],
              ]}
            />
          )}
        </Loaded>
      </Panel>
    </>
  );
}

/** How many dates are shown. */
const MAX_DATES = 8;

function Dates({ events }: { readonly events: readonly ManagedEvent[] }) {
  const { dates } = strings;
  // Depends on the current time; each refresh of the events re-renders it.
  // oxlint-disable-next-line react/purity
  const next = nextDates(events, new Date()).slice(0, MAX_DATES);
  return (
    <Panel title={dates.title}>
      {next.length === 0 ? (
        <Nothing>{dates.none}</Nothing>
      ) : (
        <chakra.ul display="grid" gap="2">
          {next.map(({ slug, title, what, at }) => (
            <chakra.li
              key={`${slug} ${what}`}
              display="grid"
              gridTemplateColumns="minmax(8rem, auto) 1fr"
              columnGap="4"
            >
              <chakra.span fontVariantNumeric="tabular-nums" color="muted">
                {at.length === 10 ? dayOf(at) : exactMomentOf(at)}
              </chakra.span>
              <span>
                <strong>{title}</strong> <span>{dates.what[what]}</span>
              </span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Panel>
  );
}

function AllEvents({ events }: { readonly events: readonly ManagedEvent[] }) {
  const all = strings.events;
  return (
    <Panel title={all.title}>
      <FiguresTable
        label={all.title}
        heads={all.heads}
        rows={events.map(({ title, status, sold, stalls, unpaid }) => [
          all.name(title, all.status[status]),
          all.soldOf(sold, stalls),
          unpaid,
        ])}
      />
    </Panel>
  );
}

/** Whether an event took place; a cancelled one did not. */
const hasEnded = ({ status, over }: ManagedEvent): boolean => over && (status === "published" || status === "archived");

/** ?view=overview: what needs somebody, sales against the last event, money, the next dates, and all events. */
export function OverviewView() {
  const events = useListEventsQuery();
  const event = useChosenEvent();
  const seesMessages = useRight("messages.read");
  const seesMoney = useRight("money.read");
  const seesWhatsapp = useRight("whatsapp.read");
  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 2fr) minmax(0, 1fr)" }} alignItems="start">
      <Grid gap="5" minWidth="0">
        {event !== undefined && hasEnded(event) && seesMessages && events.data !== undefined && (
          <AfterEvent key={`after ${event.slug}`} event={event} events={events.data} />
        )}
        <Waiting shown={event?.slug} />
        {event !== undefined && events.data !== undefined && seesMoney && (
          <Sales key={event.slug} event={event} events={events.data} />
        )}
      </Grid>
      <Grid gap="5" minWidth="0">
        <Loaded query={events} loading={strings.events.loading} failed={strings.events.failed}>
          {(all) => (
            <>
              <Dates events={all} />
              <AllEvents events={all} />
            </>
          )}
        </Loaded>
        {seesWhatsapp && <WhatsappFigures />}
      </Grid>
    </Grid>
  );
}
