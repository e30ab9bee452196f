import { Box, Skeleton } from "@chakra-ui/react";
import { type ReactNode, useContext, useState } from "react";
import { FactsOfEvent, NamedEvent, ShownEvent, useEventFacts } from "../../api/event-facts";
import { useGetEventFactsQuery } from "../../api/mela-api";
import { FailureState } from "../../ui/states";
import { strings } from "./mela.strings";

/**
 * Shows a booking, or a plan, with its own event's dates, venue, pages and calls: another event may be current, or become so
 * while it is shown. Until the event's facts are fetched, it shows nothing that could be wrong; once they are known, what is
 * shown stays mounted.
 *
 * @param event the booking's, by its slug
 */
export function EventOfBooking({ event, children }: { readonly event: string; readonly children: ReactNode }) {
  const around = useEventFacts();
  const named = useContext(NamedEvent);
  const factsAround = useContext(FactsOfEvent);
  const isAround = around.slug === event;
  const [known, setKnown] = useState(around);
  if (isAround && known !== around) setKnown(around);
  const { currentData, isError, refetch } = useGetEventFactsQuery(event, { skip: isAround });
  const facts = isAround ? factsAround : (currentData ?? (known.slug === event ? known : undefined));
  if (isAround || facts !== undefined) {
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
