import { Badge, Box, Flex, Grid, Text } from "@chakra-ui/react";
import { PATHS, eventPath, nameInPath } from "@sakhi/domain/site/routes";
import { Users } from "lucide-react";
import { useParams } from "react-router-dom";
import { type PastEvent, usePastEventsQuery } from "../../api/catalogue-api";
import { PastEventFacts } from "../../shared/past-event";
import { LinkButton } from "../../ui/link-button";
import { PageBody, PageHeading, Spinner } from "../../ui/page";
import { pageHead, usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState } from "../../ui/states";
import { gridColumns, ListingCard, longListStyle, ShowMore } from "./cards";
import { strings } from "./catalogue.strings";
import { useListings } from "./use-listings";

const PER_PAGE = 60;
const texts = strings.events;

const normalized = (text: string | null | undefined) => (text ?? "").normalize("NFC").trim().toLowerCase();

/** Description, date and venue of a past event or a future edition of the Mela. */
function About({ event }: { readonly event: PastEvent }) {
  return (
    <Box mt="3" mb="7" maxWidth="text">
      <Text textStyle="lead">{event.description}</Text>
      {event.toCome === true && <Text mt="2">{texts.toCome}</Text>}
      <PastEventFacts event={event} />
    </Box>
  );
}

/** /events/{eventName}: the participants of an event; for a past one also its date and venue. */
export function EventPage() {
  const eventName = nameInPath(useParams()["eventName"] ?? "");
  // All listings, as specified (B-120); only the event's if they exceed one response.
  const all = useListings({});
  const ofEvent = useListings(all.hasMore ? { eventName, limit: PER_PAGE } : undefined);
  const list = all.hasMore ? ofEvent : all;
  const listings = list.listings.filter((listing) => normalized(listing.eventName) === normalized(eventName));
  const { data: pastEvents, isLoading } = usePastEventsQuery();
  const past = pastEvents?.find(({ title }) => normalized(title) === normalized(eventName));
  const name = past?.title ?? listings[0]?.eventName?.trim() ?? eventName;
  const description = past === undefined ? undefined : `${past.title}, ${past.date}: ${past.description}`;
  // The facts above the listings are shown together with them, so that the layout does not shift.
  const loading = list.loading || isLoading;
  const empty = !loading && list.failure === undefined && listings.length === 0;
  usePageHead(
    empty && pastEvents !== undefined && past === undefined
      ? { path: PATHS.event, title: name }
      : pageHead(PATHS.event, { name, path: eventPath(name), description }),
  );
  const count = list.hasMore ? list.total : listings.length;
  return (
    <PageBody>
      <PageHeading>{name}</PageHeading>
      {past !== undefined && !loading && <About event={past} />}
      {loading && (
        // Full height while loading, so that the footer does not shift out of view.
        <Flex role="status" gap="3" align="start" py="10" color="muted" minHeight="100dvh">
          <Spinner size={28} />
          {texts.loading}
        </Flex>
      )}
      {list.failure !== undefined && (
        <Flex mt="6">
          <FailureState message={list.failure} onRetry={list.retry} />
        </Flex>
      )}
      {!loading && listings.length > 0 && (
        <>
          <Flex gap="4" align="center" wrap="wrap" mt="3" mb="7">
            <Text textStyle="lead">{texts.lead}</Text>
            <Badge variant="solid">
              <Users aria-hidden />
              <span>{texts.participants(count)}</span>
            </Badge>
          </Flex>
          <Grid templateColumns={gridColumns(2, 3, 4)} gap={{ base: "3", md: "6" }} css={longListStyle}>
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} level="h2" />
            ))}
          </Grid>
        </>
      )}
      {empty && (
        <EmptyState title={texts.empty}>
          <Text>{texts.emptyText(eventName)}</Text>
          <LinkButton to={PATHS.home} variant="outline" label={texts.home} />
        </EmptyState>
      )}
      <ShowMore key={eventName} list={list} text={strings.showingListings(listings.length, list.total)} />
    </PageBody>
  );
}
