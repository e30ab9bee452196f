import { Flex, Skeleton, Text } from "@chakra-ui/react";
import { slugInPath } from "@sakhi/domain/fields/slug-text";
import messages from "@sakhi/domain/generated/messages/en/event-in-address";
import { PATHS } from "@sakhi/domain/site/routes";
import { type ReactNode, useEffect, useRef } from "react";
import { useParams } from "react-router-dom";
import { FactsOfEvent, NamedEvent, useCurrentFacts } from "../api/event-facts";
import { useGetEventFactsQuery } from "../api/mela-api";
import { LinkButton } from "../ui/link-button";
import { BackLink, Hidden, PageBody, PageHeading, useDocumentTitle } from "../ui/page";
import { FailureState } from "../ui/states";

/**
 * A screen of an event: of the current one at the specified addresses, of the named one at /paid-events/{slug}…. All calls,
 * links and facts within are the event's own.
 */
export function EventInAddress({ children }: { readonly children: ReactNode }) {
  // As the server does: an address in capitals names the same event.
  const { event } = useParams();
  if (event === undefined) return children;
  const slug = slugInPath(event);
  return (
    <NamedEvent key={slug} value={slug}>
      <Named slug={slug}>{children}</Named>
    </NamedEvent>
  );
}

function Named({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { data, error, refetch } = useGetEventFactsQuery(slug);
  // Every response says when any event was last changed.
  const { updatedAt } = useCurrentFacts();
  const seen = useRef(updatedAt);
  useEffect(() => {
    if (seen.current === updatedAt) return;
    seen.current = updatedAt;
    void refetch();
  }, [updatedAt, refetch]);
  if (data !== undefined) return <FactsOfEvent value={data}>{children}</FactsOfEvent>;
  if (error !== undefined && "status" in error && error.status === 404) return <UnknownEvent />;
  return (
    <PageBody>
      <BackLink to={PATHS.events}>{messages.back}</BackLink>
      {error === undefined ? (
        <>
          <Hidden>
            <span role="status">{messages.loading}</span>
          </Hidden>
          <Skeleton height="3rem" maxWidth="24rem" mb="6" />
          <Skeleton height="min(35rem, 62dvh)" />
        </>
      ) : (
        <FailureState message={messages.failed} onRetry={() => void refetch()} />
      )}
    </PageBody>
  );
}

function UnknownEvent() {
  useDocumentTitle(messages.unknown, messages.unknownText);
  return (
    <PageBody narrow>
      <PageHeading>{messages.unknown}</PageHeading>
      <Text textStyle="lead" mt="3" mb="6">
        {messages.unknownText}
      </Text>
      <Flex>
        <LinkButton to={PATHS.events} label={messages.events} />
      </Flex>
    </PageBody>
  );
}
