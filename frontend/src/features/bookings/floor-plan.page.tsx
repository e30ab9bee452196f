import { Box, Button, chakra, Flex, Grid, Skeleton, Text } from "@chakra-ui/react";
import { editionTitle, type PublicFacts } from "@sakhi/domain/events/event-facts";
import { eventLine } from "@sakhi/domain/events/event-line";
import { eventPaths, PATHS } from "@sakhi/domain/site/routes";
import { List, Map as MapIcon, WifiOff } from "lucide-react";
import { type ComponentProps, memo, Suspense, useState } from "react";
import { useSelector } from "react-redux";
import { Link, useSearchParams } from "react-router-dom";
import { useCurrentFacts, useEventFacts, useNamedEvent } from "../../api/event-facts";
import { type LayoutStall, type MyHold, type Plan, useGetLayoutQuery } from "../../api/mela-api";
import type { WithSite } from "../../api/site-state";
import { EventInAddress } from "../../shared/event-in-address";
import { VIEW } from "../../shared/floor-plan/plan-geometry";
import { callState, openedWithoutNetwork, useKept } from "../../shared/kept/use-kept";
import { card, tapLinks } from "../../ui/card";
import { EventText } from "../../ui/event-text";
import { lazyPart, useNeeded } from "../../ui/lazy-part";
import { LinkButton } from "../../ui/link-button";
import { OfflineNotice, useIsOnline } from "../../ui/online";
import { Announcement, BackLink, Hidden, PageBody, PageHeading } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { isServer } from "../../ui/server";
import { EmptyState, FailureState } from "../../ui/states";
import { useAskedStall } from "./asked-stall";
import { EventOfBooking } from "./event-of-booking";
import { FirstQuestion } from "./first-question";
import { HoldBanner } from "./hold-banner";
import { strings } from "./mela.strings";
import { FoldedLegend, Legend, PlanDetails, PlanPrices } from "./plan-legend";
import { ConfirmReservation } from "./reserve-dialogs";
import { SalesNotice, useNoSales } from "./sales";
import { seenHold } from "./seen-hold";
import type { ChosenStall } from "./stall-labels";
import { StallList } from "./stall-list";
import { useFactsOf } from "./use-facts-of";
import { POLL_MS, useLayoutChanges } from "./use-layout-changes";
import { type MyHoldState, useMyHold } from "./use-my-hold";
import { useReserving } from "./use-reserving";
import { FloorPlan, type MetOnPlan } from "./visitors-plan";

/** Lazy: only who has held a stall needs it. */
const HoldOver = lazyPart(async () => (await import("./hold-over")).HoldOver);
/** Lazy: shown only without network. */
const UncheckedHold = lazyPart(async () => (await import("./unchecked-hold")).UncheckedHold);
/** Lazy: most stalls are reserved at the first try. */
const ReserveOutcomes = lazyPart(async () => (await import("./reserve-outcomes")).ReserveOutcomes);
/** Lazy: for a type that is full. */
const JoinWaiting = lazyPart(async () => (await import("./join-waiting")).JoinWaiting);
/** Lazy: it comes below the plan, and after it. */
const WhoIsThere = lazyPart(async () => (await import("./who-is-there")).WhoIsThere);

const timeOfDay = new Intl.DateTimeFormat("en-IN", { hour: "2-digit", minute: "2-digit", hour12: false });

const ViewSwitch = memo(function ViewSwitch({ list }: { readonly list: boolean }) {
  const [, setParams] = useSearchParams();
  const option = (name: string, active: boolean, Icon: typeof List, go: () => void) => (
    <Button size="sm" variant={active ? "solid" : "subtle"} aria-pressed={active} onClick={go}>
      <Box hideBelow="sm" aria-hidden>
        <Icon />
      </Box>
      <span>{name}</span>
    </Button>
  );
  return (
    <Flex role="group" aria-label={strings.plan.view} gap="2" wrap="wrap">
      {option(strings.plan.mapView, !list, MapIcon, () => setParams({}))}
      {option(strings.plan.listView, list, List, () => setParams({ view: "list" }))}
    </Flex>
  );
});

/** /paid-events/mela, /paid-events/{slug}: choose a stall on the plan or in the list, and reserve it. */
export function FloorPlanPage() {
  return (
    <EventInAddress>
      <AddressedPlan />
    </EventInAddress>
  );
}

/**
 * The plan of the event in the address. The specified address shows the current one: the plan says whose it is, and all facts,
 * links and calls are that event's. Once another is current, its plan is shown together with its facts: the former one's stay
 * until they are known.
 */
function AddressedPlan() {
  const named = useNamedEvent();
  const query = useGetLayoutQuery(named, {
    pollingInterval: POLL_MS,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
    refetchOnFocus: true,
    // Not that it is asked again, which would render the page again with each poll.
    selectFromResult: ({ data, error, isError, fulfilledTimeStamp }) => ({
      data,
      error,
      isError,
      since: isError ? fulfilledTimeStamp : undefined,
    }),
  });
  const { slug } = useEventFacts();
  const last = useKept<Plan>("plan", named ?? slug, callState(query), strings.plan.thisPlan);
  const plan = query.data ?? last?.value;
  const event = plan?.event ?? slug;
  const { facts } = useFactsOf(event);
  const [shown, setShown] = useState<{ readonly event: string; readonly plan: Plan | undefined }>({
    event: slug,
    plan: undefined,
  });
  if (facts !== undefined && (shown.event !== event || shown.plan !== plan)) setShown({ event, plan });
  return (
    <EventOfBooking event={shown.event}>
      <EventPlan {...query} stalls={shown.plan?.stalls} note={last?.note} />
    </EventOfBooking>
  );
}

/** Says that the page shows another event than it did when it was opened, with the way back; the page stays usable. */
function Turned({ shown }: { readonly shown: ChosenStall["event"] & { readonly facts: PublicFacts } }) {
  const [opened, setOpened] = useState(shown);
  // A corrected date is no other event.
  if (opened.slug === shown.slug && opened.line !== shown.line) setOpened(shown);
  return (
    <Box role="status">
      {opened.slug !== shown.slug && (
        <Flex
          direction={{ base: "column", sm: "row" }}
          align={{ sm: "center" }}
          columnGap="4"
          rowGap="2"
          bg="marigold.soft"
          borderRadius="card"
          px={{ base: "4", md: "5" }}
          py="3"
          mb="6"
        >
          <Box flex="1" minWidth="0" overflowWrap="anywhere">
            <Text fontWeight="700">
              <EventText>{strings.plan.turned(shown.line)}</EventText>
            </Text>
            <Text>
              <EventText of={opened.facts}>{strings.plan.turnedText(opened.line)}</EventText>
            </Text>
          </Box>
          <LinkButton to={eventPaths(opened.slug).plan} variant="outline" label={strings.plan.former} />
        </Flex>
      )}
    </Box>
  );
}

/** What the device knows of the hold that this tab saw last, while the server does not say what became of it. */
function Unchecked({ myHold: { hold, fresh, failed } }: { readonly myHold: MyHoldState }) {
  const { slug } = useEventFacts();
  const opened = useSelector(openedWithoutNetwork);
  return (
    (failed || (opened && !fresh)) &&
    seenHold(slug) !== undefined && (
      <Suspense fallback={null}>
        <UncheckedHold event={slug} isCounted={Boolean(hold)} />
      </Suspense>
    )
  );
}

/** How the visitor's last hold of this event ended, once she has none. */
function Ended({
  myHold: { hold, fresh },
  ...plan
}: { readonly myHold: MyHoldState } & Omit<ComponentProps<typeof HoldOver>, "event">) {
  const { slug } = useEventFacts();
  const isOver = fresh && hold === null && seenHold(slug) !== undefined;
  return (
    <Box role="status">
      {isOver && (
        <Suspense fallback={null}>
          <HoldOver key={slug} event={slug} {...plan} />
        </Suspense>
      )}
    </Box>
  );
}

/** The head of the event's page, as the server rendered it. */
function usePlanHead(): void {
  const event = useNamedEvent();
  const facts = useEventFacts();
  const isCurrent = useCurrentFacts().slug === event;
  const path = eventPaths(isCurrent ? undefined : event).plan;
  usePageHead(
    event === undefined ? pageHead(PATHS.plan) : pageHead(PATHS.eventPlan, { name: editionTitle(facts), path }),
  );
}

/** Whether no stall of its type is free. */
const isOfFullType = ({ type }: LayoutStall, _: number, all: readonly LayoutStall[]): boolean =>
  all.every((other) => other.type !== type || other.status !== "Available");

interface PlanQuery {
  /** Undefined until they are known. */
  readonly stalls: readonly LayoutStall[] | undefined;
  readonly isError: boolean;
  /** After a failure: when the plan was last fetched. */
  readonly since?: number | undefined;
  /** Of a plan that the device has kept: since when it is so. */
  readonly note?: string | undefined;
  readonly refetch: () => unknown;
}

function EventPlan({ stalls, isError, since, note, refetch }: PlanQuery) {
  const event = useNamedEvent();
  const facts = useEventFacts();
  const shown = { slug: facts.slug, line: eventLine(facts) };
  usePlanHead();
  const [params] = useSearchParams();
  const list = params.get("view") === "list";
  const isLive = useSelector(({ site }: WithSite) => site.isPlanLive === true);
  const myHold = useMyHold();
  const noSales = useNoSales();
  const { choose, question, blocked, similar } = useReserving(myHold, noSales, shown);
  // There from the first question on: a dialog that is mounted open, while another closes, is closed with it.
  const isAsked = useNeeded(question.stall !== undefined);
  useAskedStall(stalls, myHold.hold !== undefined || myHold.failed, choose);
  const changes = useLayoutChanges(facts.slug, stalls, isLive);
  const [met, setMet] = useState<MetOnPlan>();

  return (
    <PageBody>
      <Flex justify="space-between" columnGap={{ base: "2", md: "6" }} wrap="wrap">
        <BackLink to={PATHS.events}>{strings.plan.back}</BackLink>
        <chakra.span css={tapLinks} color="indigo.text">
          <Link to={PATHS.findBooking}>
            <chakra.span hideBelow="md">{`${strings.plan.findLead} `}</chakra.span>
            {strings.plan.find}
          </Link>
        </chakra.span>
      </Flex>
      <PageHeading>
        <EventText>{strings.plan.title(event === undefined ? facts.name : editionTitle(facts))}</EventText>
      </PageHeading>
      <Box mt={{ base: "2", md: "4" }}>
        <OfflineNotice text={strings.plan.offline} />
        <Turned shown={{ ...shown, facts }} />
        {noSales !== undefined && <SalesNotice {...noSales} />}
        <HoldBanner myHold={myHold} />
        <Unchecked myHold={myHold} />
        <Ended myHold={myHold} stalls={stalls} isOnSale={noSales === undefined} onChoose={choose} />
      </Box>
      <Announcement>{changes}</Announcement>
      {!isServer && noSales === undefined && stalls?.some(isOfFullType) === true && (
        <Suspense fallback={null}>
          <JoinWaiting stalls={stalls} />
        </Suspense>
      )}
      <Grid
        templateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 17rem" }}
        gap={{ base: "6", lg: "10" }}
        alignItems="start"
      >
        {/* The plan comes first; its legend and facts follow, or stand beside it on wide screens. */}
        <Stalls {...{ stalls, isError, since, note, refetch, list, held: myHold.hold, met, onChoose: choose }} />
        <Aside stalls={stalls} list={list} sells={noSales === undefined} />
      </Grid>
      {!isServer && stalls?.some(({ status }) => status === "Sold") === true && (
        <Suspense fallback={null}>
          <WhoIsThere onMet={setMet} hasPlan={!list} />
        </Suspense>
      )}
      <ConfirmReservation {...question} held={myHold.hold} />
      {isAsked && (
        <Suspense fallback={null}>
          <ReserveOutcomes blocked={blocked} similar={similar} />
        </Suspense>
      )}
      {isServer && noSales === undefined && <FirstQuestion line={shown.line} />}
    </PageBody>
  );
}

interface StallsProps extends PlanQuery {
  readonly list: boolean;
  readonly held: MyHold | null | undefined;
  readonly met: MetOnPlan | undefined;
  readonly onChoose: (stall: LayoutStall) => void;
}

/** The stalls on the plan, or as a list. Memoized, like its parts: a dialog that opens, or a hold that is asked for, does not render them. */
const Stalls = memo(function Stalls({ list, held, met, onChoose, ...plan }: StallsProps) {
  const { stalls, isError, refetch } = plan;
  const { slug } = useEventFacts();
  const own = held?.event === slug ? held.stallId : undefined;
  const free = stalls?.filter((stall) => stall.status === "Available").length ?? 0;
  return (
    <Box minWidth="0">
      <Age {...plan} />
      <Flex justify="space-between" align="center" columnGap="3" rowGap="1" wrap="wrap" mb="2">
        <Text fontWeight="600">
          {stalls === undefined || stalls.length === 0 ? "" : strings.plan.free(free, stalls.length)}
        </Text>
        {stalls?.length !== 0 && <ViewSwitch list={list} />}
      </Flex>
      {stalls !== undefined && <PlanPrices stalls={stalls} />}
      {!list && stalls?.length !== 0 && (
        <Box hideFrom="lg">
          <FoldedLegend stalls={stalls ?? []} />
        </Box>
      )}
      {stalls === undefined && isError && (
        <FailureState
          message={strings.plan.unavailable}
          hint={strings.plan.unavailableText}
          onRetry={() => void refetch()}
        />
      )}
      {stalls === undefined && !isError && <PlanAwaited />}
      {stalls?.length === 0 && (
        <EmptyState title={strings.plan.announced}>
          <Text>{strings.plan.announcedText}</Text>
        </EmptyState>
      )}
      {stalls !== undefined && stalls.length > 0 && (
        // On phones the plan spans the full screen width, to make the stalls as large as possible.
        <Box mx={{ base: "-4", md: "0" }}>
          {list ? (
            <StallList stalls={stalls} own={own} onChoose={onChoose} />
          ) : (
            <FloorPlan event={slug} stalls={stalls} own={own} met={met} onChoose={onChoose} />
          )}
        </Box>
      )}
    </Box>
  );
});

/** Says since when the plan could not be refreshed, and where it is one that the device has kept, that it is old. */
function Age({ stalls, since, note }: PlanQuery) {
  const isOnline = useIsOnline();
  const at = since === undefined ? undefined : timeOfDay.format(since);
  if (stalls === undefined || (note ?? at) === undefined) return null;
  return (
    <Text
      role="status"
      mb="3"
      px="4"
      py="2.5"
      bg="marigold.soft"
      borderRadius="card"
      display="flex"
      gap="2"
      alignItems="center"
    >
      <WifiOff size={18} aria-hidden />
      <span>{note ?? strings.plan[isOnline ? "stale" : "asItWas"](at ?? "")}</span>
    </Text>
  );
}

function PlanAwaited() {
  return (
    <>
      <Hidden>
        <span role="status">{strings.plan.loading}</span>
      </Hidden>
      <Skeleton
        mt={{ md: "3.25rem" }}
        width="full"
        aspectRatio={{ md: VIEW.width / VIEW.height }}
        height={{ base: "min(35rem, max(62dvh, 100vw))", md: "auto" }}
      />
    </>
  );
}

interface AsideProps {
  /** Undefined until they are known. */
  readonly stalls: readonly LayoutStall[] | undefined;
  readonly list: boolean;
  /** Stalls can be booked now. */
  readonly sells: boolean;
}

/** What is to know of the plan: when and where, the legend, sizes and prices. */
const Aside = memo(function Aside({ stalls, list, sells }: AsideProps) {
  const facts = useEventFacts();
  return (
    <Grid as="aside" gap="5" position={{ lg: "sticky" }} top={{ lg: "6" }}>
      <Text textStyle={{ base: "lead", lg: "small" }}>
        <EventText>{strings.plan.lead(facts, sells && stalls?.length !== 0)}</EventText>
      </Text>
      {stalls?.length !== 0 && (
        <>
          <Box {...card} p="5" hideBelow={list ? undefined : "lg"}>
            <Legend stalls={stalls ?? []} />
          </Box>
          {stalls !== undefined && <PlanDetails stalls={stalls} />}
        </>
      )}
    </Grid>
  );
});
