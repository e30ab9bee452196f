import { Box, Skeleton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { FactsOfEvent, NamedEvent, useEventFacts } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { FailureState } from "../../ui/states";
import { strings } from "./mela.strings";

/**
 * Shows a booking with its own event's dates, venue and pages: another event may have become current since. Until they are
 * fetched, it shows nothing that could be wrong.
 *
 * @param event the booking's, by its slug
 */
export function EventOfBooking({ event, children }: { readonly event: string; readonly children: ReactNode }) {
  const isCurrent = useEventFacts().slug === event;
  const { data, isError, refetch } = useGetEventFactsQuery(event, { skip: isCurrent });
  if (isCurrent) return children;
  if (data !== undefined) {
    return (
      <NamedEvent value={event}>
        <FactsOfEvent value={data}>{children}</FactsOfEvent>
      </NamedEvent>
    );
  }
  if (isError) return <FailureState message={strings.payment.factsFailed} onRetry={() => void refetch()} />;
  return (
    <Box role="status" aria-label={strings.payment.factsLoading}>
      <Skeleton height="20rem" borderRadius="18px" />
    </Box>
  );
}
