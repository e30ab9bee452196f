import { Badge, Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import type { ShownTexts } from "@sakhi/domain/events/event-sentence";
import { indianMoment } from "@sakhi/domain/events/indian-time";
import { eventPaths, PATHS } from "@sakhi/domain/site/routes";
import { STALL_STATUSES, type StallType, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { BadgeCheck, CalendarDays, ExternalLink, LayoutGrid, MapPin, Sparkles } from "lucide-react";
import { useEventFacts } from "../../../api/event-facts";
import type { LayoutStall, ListedEventResponse } from "../../../api/mela-api";
import { useGetEventFactsQuery, useGetLayoutQuery, useListPublicEventsQuery } from "../../../api/mela-api";
import { useSalesState } from "../../../api/sales-state";
import flower from "../../../assets/art/flower.svg";
import { card } from "../../../ui/card";
import { EventText } from "../../../ui/event-text";
import { LinkButton } from "../../../ui/link-button";
import { rupees } from "../../../ui/money";
import { NEW_TAB, NewTabHint, PageBody, PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { FactWithIcon } from "../../../ui/sign";
import { FailureState } from "../../../ui/states";
import { strings } from "./events.strings";
import { MelaPictures } from "./mela-pictures";

/** Polling interval of the layout, in ms (specification 2, section 9). */
const POLL_MS = 30_000;

function availabilityText(layout: readonly LayoutStall[] | undefined, loading: boolean): string {
  if (loading) return strings.loading;
  if (layout === undefined || layout.length === 0) return strings.unavailable;
  return strings.available(layout.filter((stall) => stall.status === "Available").length, layout.length);
}

/** The lowest price of each type of stall; none until the stalls are known. */
function pricesOf(layout: readonly LayoutStall[]): readonly { readonly type: StallType; readonly from: number }[] {
  const lowest = new Map<StallType, number>();
  for (const { type, price } of layout) lowest.set(type, Math.min(price, lowest.get(type) ?? price));
  return [...lowest].map(([type, from]) => ({ type, from }));
}

function Price({ type, from }: { readonly type: StallType; readonly from: number }) {
  return (
    <Box borderTopWidth="3px" borderColor={type === "Premium" ? "stall.premium" : "stall.standard"} pt="2">
      <Text fontWeight="600">{stallTypeLabel(type)}</Text>
      <Text color="muted">
        {strings.from}{" "}
        <chakra.span textStyle="price" color="ink" fontSize="min(2rem, 10vw)">
          {rupees(from)}
        </chakra.span>
      </Text>
    </Box>
  );
}

/** How many stalls are in each status. */
type StallCounts = ListedEventResponse["stalls"];

const COUNTED = { Available: "available", Reserved: "reserved", Sold: "sold" } as const;

function countsOf(layout: readonly LayoutStall[]): StallCounts {
  const count = (status: LayoutStall["status"]) => layout.filter((stall) => stall.status === status).length;
  return { available: count("Available"), reserved: count("Reserved"), sold: count("Sold") };
}

const totalOf = ({ available, reserved, sold }: StallCounts): number => available + reserved + sold;

/** One square per stall, free ones first. Decorative: the availability is also given as text. */
function Occupancy({ stalls }: { readonly stalls: StallCounts }) {
  const fill = { Available: "leaf.solid", Reserved: "marigold.solid", Sold: "line" } as const;
  const squares = STALL_STATUSES.flatMap((status) => Array.from({ length: stalls[COUNTED[status]] }, () => status));
  return (
    <Flex aria-hidden wrap="wrap" gap="1" mt="6" maxWidth="30rem">
      {squares.map((status, index) => (
        <Box
          // The squares have no identity of their own.
          key={index}
          width="14px"
          height="14px"
          borderRadius="3px"
          bg={fill[status]}
          transition="background-color 200ms"
        />
      ))}
    </Flex>
  );
}

/** Opening hours of each day. */
function Hours({ hours: days }: Pick<PublicFacts, "hours">) {
  return (
    <chakra.ul textStyle="small" fontWeight="400">
      {days.map(({ day, hours }) => (
        <li key={day}>{`${day}, ${hours}`}</li>
      ))}
    </chakra.ul>
  );
}

const fact = { size: 22, ps: "9", fontWeight: "600" } as const;

interface EventCardProps extends Pick<ListedEventResponse, "venueLong" | "address" | "mapUrl"> {
  readonly hours: PublicFacts["hours"];
  readonly id: string;
  readonly level: "h2" | "h3";
  /** The event, with what it says in other languages. */
  readonly texts: ShownTexts;
  readonly name: string;
  readonly about?: string;
  readonly badge: string;
  readonly isOpen: boolean;
  readonly dates: string;
  /** Undefined until they are known. */
  readonly stalls: StallCounts | undefined;
  /** Undefined for an event without stalls. */
  readonly availability: string | undefined;
  readonly prices: readonly { readonly type: StallType; readonly from: number }[];
  readonly planPath: string;
  readonly planLabel: string;
  readonly policiesPath: string;
}

/** An event with its dates, place, availability and prices. */
function EventCard({ id, level, texts, name, about, badge, isOpen, dates, ...event }: EventCardProps) {
  const { hours, venueLong, address, mapUrl, stalls, availability, prices, planPath, planLabel, policiesPath } = event;
  const cheapestFirst = prices.toSorted((one, other) => one.from - other.from);
  const below = level === "h2" ? "h3" : "h4";
  return (
    <chakra.article
      aria-labelledby={id}
      {...card}
      borderRadius="18px"
      overflow="hidden"
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "1.4fr 1fr" }}
    >
      <Box p={{ base: "5", md: "8" }} minWidth="0">
        <Flex gap="2" wrap="wrap" mb="4">
          <Badge variant="surface">
            <Sparkles aria-hidden />
            {strings.premiumEvent}
          </Badge>
          <Badge variant="outline" whiteSpace="normal">
            {isOpen ? <BadgeCheck aria-hidden /> : <CalendarDays aria-hidden />}
            <span>{badge}</span>
          </Badge>
        </Flex>
        <chakra.h2 as={level} id={id} textStyle="h1">
          <EventText of={texts}>{name}</EventText>
        </chakra.h2>
        {about !== undefined && (
          <Text mt="2" maxWidth="36rem">
            {about}
          </Text>
        )}
        {stalls !== undefined && totalOf(stalls) > 0 && <Occupancy stalls={stalls} />}
        <Grid as="dl" mt="6" gap="4" templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }}>
          <FactWithIcon icon={CalendarDays} {...fact} name={strings.dates}>
            <span>{dates}</span>
            <Hours hours={hours} />
          </FactWithIcon>
          <FactWithIcon icon={MapPin} {...fact} name={strings.place}>
            <span>
              <EventText of={texts}>{venueLong}</EventText>
            </span>
            <Text textStyle="small" fontWeight="400">
              <EventText of={texts}>{address}</EventText>
            </Text>
            <chakra.a
              href={mapUrl}
              {...NEW_TAB}
              display="inline-flex"
              alignItems="center"
              gap="1.5"
              minHeight="tap"
              color="indigo.text"
              textDecoration="underline"
              textUnderlineOffset="3px"
            >
              {strings.map}
              <ExternalLink size={16} aria-hidden />
              <NewTabHint />
            </chakra.a>
          </FactWithIcon>
          {availability !== undefined && (
            <FactWithIcon icon={LayoutGrid} {...fact} name={strings.stalls}>
              <span aria-live="polite">{availability}</span>
            </FactWithIcon>
          )}
        </Grid>
      </Box>
      <Flex
        direction="column"
        bg="sunk"
        p={{ base: "5", md: "8" }}
        gap="5"
        position="relative"
        overflow="hidden"
        minWidth="0"
      >
        <Box position="absolute" insetInlineEnd="-48px" top="-48px" opacity="0.35" aria-hidden>
          <img src={flower} alt="" width={170} height={170} />
        </Box>
        {prices.length > 0 && (
          <>
            <chakra.h3 as={below} textStyle="h3">
              {strings.pricing}
            </chakra.h3>
            <Grid templateColumns={{ base: "repeat(auto-fit, minmax(min(7.5rem, 100%), 1fr))", lg: "1fr" }} gap="5">
              {cheapestFirst.map(({ type, from }) => (
                <Price key={type} type={type} from={from} />
              ))}
            </Grid>
            <Text textStyle="small" color="muted">
              {strings.priceNote}
            </Text>
          </>
        )}
        <Flex direction="column" gap="3" mt="auto">
          <LinkButton to={planPath} size="lg" label={planLabel} />
          <LinkButton to={policiesPath} variant="outline" label={strings.policies} />
        </Flex>
      </Flex>
    </chakra.article>
  );
}

/** The current event, with live availability. */
function MelaCard() {
  const mela = useEventFacts();
  const { data: facts } = useGetEventFactsQuery(undefined);
  const state = useSalesState(mela, facts?.sales === "sales_paused");
  const isOpen = state === "open";
  const ended = state === "over" || state === "cancelled";
  const { data, error } = useGetLayoutQuery(undefined, { pollingInterval: POLL_MS });
  // Another event has become current, and its facts are still to come: its stalls are not this one's.
  const stalls = data?.event === undefined || data.event === mela.slug ? data?.stalls : undefined;
  // After a failed poll, shows no availability instead of stale figures.
  const layout = error === undefined ? stalls : undefined;
  const { name, dates, hours, venueLong, address, mapUrl, openingDays } = mela;
  return (
    <EventCard
      {...{ name, dates, hours, venueLong, address, mapUrl }}
      texts={mela}
      id="mela-card"
      level="h2"
      about={ended ? undefined : strings.about(openingDays.length, stalls?.length)}
      badge={strings.registrations[state]}
      isOpen={isOpen}
      stalls={ended ? undefined : layout && countsOf(layout)}
      availability={ended ? undefined : availabilityText(layout, error === undefined && stalls === undefined)}
      prices={ended ? [] : pricesOf(stalls ?? [])}
      planPath={PATHS.plan}
      planLabel={isOpen ? strings.choose : strings.look}
      policiesPath={PATHS.policies}
    />
  );
}

function badgeOf({ phase, salesOpenAt }: ListedEventResponse): string {
  return phase === "opens" && salesOpenAt !== null
    ? strings.opensOn(indianMoment(new Date(salesOpenAt)))
    : strings.phases[phase];
}

/** Another event than the current one. */
function OtherEvent({ event }: { readonly event: ListedEventResponse }) {
  const { slug, phase, title, dates, hours, venueLong, address, mapUrl, stalls } = event;
  const total = totalOf(stalls);
  const sells = phase === "on_sale" || phase === "opens";
  const { plan, policies } = eventPaths(slug);
  const look = sells ? strings.look : strings.event;
  return (
    <EventCard
      {...{ dates, hours, venueLong, address, mapUrl }}
      texts={event}
      id={`event-${slug}`}
      level="h3"
      name={title}
      badge={badgeOf(event)}
      isOpen={phase === "on_sale"}
      stalls={sells ? stalls : undefined}
      availability={sells ? strings.available(stalls.available, total) : undefined}
      prices={sells ? event.prices : []}
      planPath={plan}
      planLabel={phase === "on_sale" ? strings.choose : look}
      policiesPath={policies}
    />
  );
}

/** The other events: what is on sale and to come, then what is over. */
function OtherEvents() {
  const { data, isError, refetch } = useListPublicEventsQuery(undefined, { pollingInterval: POLL_MS });
  if (isError && data === undefined) {
    return (
      <Box mt={{ base: "8", md: "12" }}>
        <FailureState message={strings.listFailed} onRetry={() => void refetch()} />
      </Box>
    );
  }
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const isOver = ({ phase }: ListedEventResponse) => phase === "past" || phase === "cancelled";
  const sections = [
    { title: strings.more, events: others.filter((event) => !isOver(event)) },
    { title: strings.past, events: others.filter(isOver) },
  ];
  return sections.map(
    ({ title, events }) =>
      events.length > 0 && (
        <chakra.section key={title} aria-label={title} mt={{ base: "8", md: "12" }}>
          <chakra.h2 textStyle="h2" mb="4">
            {title}
          </chakra.h2>
          <Grid gap={{ base: "5", md: "8" }}>
            {events.map((event) => (
              <OtherEvent key={event.slug} event={event} />
            ))}
          </Grid>
        </chakra.section>
      ),
  );
}

/** /paid-events: pictures, a card of the Mela with live availability, and the other events. */
export function PaidEventsPage() {
  usePageHead(pageHead(PATHS.events));
  return (
    <PageBody>
      <PageHeading>{strings.title}</PageHeading>
      <Text textStyle="lead" mt="2" mb="6" maxWidth="42rem">
        {strings.lead}
      </Text>
      <MelaPictures />
      <Box mt={{ base: "6", md: "10" }}>
        <MelaCard />
      </Box>
      <OtherEvents />
    </PageBody>
  );
}
