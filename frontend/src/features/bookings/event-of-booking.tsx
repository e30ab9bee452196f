import { Box, Skeleton } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { FactsOfEvent, NamedEvent, ShownEvent, useEventFacts, useNamedEvent } from "../../api/event-facts";
import { FailureState } from "../../ui/states";
import { strings } from "./mela.strings";
import { useFactsOf } from "./use-facts-of";

/**
 * Shows a booking, or a plan, with its own event's dates, venue, pages and calls: another event may be current, or become so
 * while it is shown. Until the event's facts are fetched, it shows nothing that could be wrong; once they are known, what is
 * shown stays mounted.
 *
 * @param event the booking's, by its slug
 */
export function EventOfBooking({ event, children }: { readonly event: string; readonly children: ReactNode }) {
  const isAround = useEventFacts().slug === event;
  const named = useNamedEvent();
  const { facts, isError, refetch } = useFactsOf(event);
  if (facts !== undefined) {
    return (
      <ShownEvent value={event}>
        <NamedEvent value={isAround ? named : event}>
          <FactsOfEvent value={facts}>{children}</FactsOfEvent>
        </NamedEvent>
      </ShownEvent>
    );
  }
  if (isError) return <FailureState message={strings.payment.factsFailed} onRetry={() => void refetch()} />;
  return (
    <Box role="status" aria-label={strings.payment.factsLoading}>
      <Skeleton height="20rem" borderRadius="18px" />
    </Box>
  );
}
