import { PATHS, eventPath } from "@sakhi/domain/site/routes";
import { Badge, Button, Flex, Grid, Text } from "@chakra-ui/react";
import { pageHead } from "@sakhi/domain/site/site.pages";
import { Users } from "lucide-react";
import { Link, useParams } from "react-router-dom";
import { PageBody, PageHeading, Spinner } from "../../ui/page";
import { usePageHead } from "../../ui/page-head";
import { EmptyState, FailureState } from "../../ui/states";
import { strings } from "./catalogue.strings";
import { gridColumns, ListingCard, longListStyle, ShowMore } from "./cards";
import { useListings } from "./use-listings";

const PER_PAGE = 60;
const texts = strings.events;

const folded = (text: string | null | undefined) => (text ?? "").normalize("NFC").trim().toLowerCase();

/** /events/{eventName}: who takes part in an event. */
export function EventPage() {
  const { eventName = "" } = useParams();
  // As specified, all of them (B-120); where one answer can't hold them, those of the event alone.
  const all = useListings({});
  const own = useListings(all.hasMore ? { eventName, limit: PER_PAGE } : undefined);
  const found = all.hasMore ? own : all;
  const listings = found.listings.filter((listing) => folded(listing.eventName) === folded(eventName));
  const name = listings[0]?.eventName?.trim() ?? eventName;
  usePageHead(pageHead(PATHS.event, { name, path: eventPath(eventName) }));
  const count = found.hasMore ? found.total : listings.length;
  return (
    <PageBody>
      <PageHeading>{name}</PageHeading>
      {found.loading && (
        // As high as a screen: the footer must not stand in view now and jump away when the listings come.
        <Flex role="status" gap="3" align="start" py="10" color="muted" minHeight="100dvh">
          <Spinner size={28} />
          {texts.loading}
        </Flex>
      )}
      {found.failure !== undefined && (
        <Flex mt="6">
          <FailureState message={found.failure} onRetry={found.retry} />
        </Flex>
      )}
      {listings.length > 0 && (
        <>
          <Flex gap="4" align="center" wrap="wrap" mt="3" mb="7">
            <Text textStyle="lead">{texts.lead}</Text>
            <Badge variant="solid">
              <Users aria-hidden />
              {texts.participants(count)}
            </Badge>
          </Flex>
          <Grid templateColumns={gridColumns(2, 3, 4)} gap={{ base: "3", md: "6" }} css={longListStyle}>
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} level="h2" />
            ))}
          </Grid>
        </>
      )}
      {!found.loading && found.failure === undefined && listings.length === 0 && (
        <EmptyState title={texts.empty}>
          <Text>{texts.emptyText(eventName)}</Text>
          <Button asChild variant="outline">
            <Link to={PATHS.home}>{texts.home}</Link>
          </Button>
        </EmptyState>
      )}
      <ShowMore found={found} text={strings.showingListings(listings.length, found.total)} />
    </PageBody>
  );
}
