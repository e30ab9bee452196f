import { Badge, Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { type SalesVerdict, salesVerdict } from "@sakhi/domain/events/sales.rules";
import { PATHS } from "@sakhi/domain/site/routes";
import { LISTED_PRICES, STALL_STATUSES, stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { BadgeCheck, CalendarDays, ExternalLink, LayoutGrid, MapPin, Sparkles } from "lucide-react";
import { useEventFacts } from "../../../api/event-facts";
import type { LayoutStall } from "../../../api/mela-api";
import { useGetEventFactsQuery, useGetLayoutQuery } from "../../../api/mela-api";
import flower from "../../../assets/art/flower.svg";
import { card } from "../../../ui/card";
import { LinkButton } from "../../../ui/link-button";
import { rupees } from "../../../ui/money";
import { NEW_TAB, NewTabHint, PageBody, PageHeading } from "../../../ui/page";
import { pageHead, usePageHead } from "../../../ui/page-head";
import { FactWithIcon } from "../../../ui/sign";
import { strings } from "./events.strings";
import { MelaPictures } from "./mela-pictures";

/** Polling interval of the layout, in ms (specification 2, section 9). */
const POLL_MS = 30_000;

function availabilityText(layout: readonly LayoutStall[] | undefined, loading: boolean): string {
  if (loading) return strings.loading;
  if (layout === undefined || layout.length === 0) return strings.unavailable;
  return strings.available(layout.filter((stall) => stall.status === "Available").length, layout.length);
}

function lowestPrice(layout: readonly LayoutStall[] | undefined, type: StallType): number {
  const prices = (layout ?? []).filter((stall) => stall.type === type).map((stall) => stall.price);
  return prices.length === 0 ? LISTED_PRICES[type] : Math.min(...prices);
}

function Price({ type, layout }: { readonly type: StallType; readonly layout: readonly LayoutStall[] | undefined }) {
  return (
    <Box borderTopWidth="3px" borderColor={type === "Premium" ? "stall.premium" : "stall.standard"} pt="2">
      <Text fontWeight="600">{stallTypeLabel(type)}</Text>
      <Text color="muted">
        {strings.from}{" "}
        <chakra.span textStyle="price" color="ink" fontSize="min(2rem, 10vw)">
          {rupees(lowestPrice(layout, type))}
        </chakra.span>
      </Text>
    </Box>
  );
}

/** One square per stall, free ones first. Decorative: the availability is also given as text. */
function Occupancy({ layout }: { readonly layout: readonly LayoutStall[] }) {
  const ordered = STALL_STATUSES.flatMap((status) => layout.filter((stall) => stall.status === status));
  const fill = { Available: "leaf.solid", Reserved: "marigold.solid", Sold: "line" } as const;
  return (
    <Flex aria-hidden wrap="wrap" gap="1" mt="6" maxWidth="30rem">
      {ordered.map((stall) => (
        <Box
          key={stall.stallId}
          width="14px"
          height="14px"
          borderRadius="3px"
          bg={fill[stall.status]}
          transition="background-color 200ms"
        />
      ))}
    </Flex>
  );
}

const instant = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Sales status by the browser's clock; the server checks each registration by its own. */
function useSalesStatus(): SalesVerdict {
  const { salesOpenAt, salesCloseAt } = useEventFacts();
  const { data } = useGetEventFactsQuery(undefined);
  const paused = data?.sales === "sales_paused";
  const sales = { opensAt: instant(salesOpenAt), closesAt: instant(salesCloseAt), paused };
  // Depends on the current time; each poll of the plan re-renders it.
  // oxlint-disable-next-line react/purity
  return salesVerdict(sales, new Date());
}

/** Opening hours of each day. */
function Hours() {
  const { hours: days } = useEventFacts();
  return (
    <chakra.ul textStyle="small" fontWeight="400">
      {days.map(({ day, hours }) => (
        <li key={day}>{`${day}, ${hours}`}</li>
      ))}
    </chakra.ul>
  );
}

const fact = { size: 22, ps: "9", fontWeight: "600" } as const;

function MelaCard() {
  const mela = useEventFacts();
  const salesStatus = useSalesStatus();
  const { data, error, isLoading } = useGetLayoutQuery(undefined, { pollingInterval: POLL_MS });
  // After a failed poll, shows no availability instead of stale figures.
  const layout = error === undefined ? data : undefined;
  return (
    <chakra.article
      aria-labelledby="mela-card"
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
            {salesStatus === "open" ? <BadgeCheck aria-hidden /> : <CalendarDays aria-hidden />}
            <span>{strings.registrations[salesStatus]}</span>
          </Badge>
        </Flex>
        <chakra.h2 id="mela-card" textStyle="h1">
          {mela.name}
        </chakra.h2>
        <Text mt="2" maxWidth="36rem">
          {strings.about(mela.openingDays.length)}
        </Text>
        {layout !== undefined && layout.length > 0 && <Occupancy layout={layout} />}
        <Grid as="dl" mt="6" gap="4" templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }}>
          <FactWithIcon icon={CalendarDays} {...fact} name={strings.dates}>
            <span>{mela.dates}</span>
            <Hours />
          </FactWithIcon>
          <FactWithIcon icon={MapPin} {...fact} name={strings.place}>
            <span>{mela.venueLong}</span>
            <Text textStyle="small" fontWeight="400">
              {mela.address}
            </Text>
            <chakra.a
              href={mela.mapUrl}
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
          <FactWithIcon icon={LayoutGrid} {...fact} name={strings.stalls}>
            <span aria-live="polite">{availabilityText(layout, isLoading)}</span>
          </FactWithIcon>
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
        <chakra.h3 textStyle="h3">{strings.pricing}</chakra.h3>
        <Grid templateColumns={{ base: "repeat(auto-fit, minmax(min(7.5rem, 100%), 1fr))", lg: "1fr" }} gap="5">
          <Price type="General" layout={data} />
          <Price type="Premium" layout={data} />
        </Grid>
        <Text textStyle="small" color="muted">
          {strings.priceNote}
        </Text>
        <Flex direction="column" gap="3" mt="auto">
          <LinkButton to={PATHS.plan} size="lg" label={salesStatus === "open" ? strings.choose : strings.look} />
          <LinkButton to={PATHS.policies} variant="outline" label={strings.policies} />
        </Flex>
      </Flex>
    </chakra.article>
  );
}

/** /paid-events: pictures and a card of the Mela with live availability. */
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
    </PageBody>
  );
}
