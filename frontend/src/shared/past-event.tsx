import { chakra } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/past-event";
import { Fragment } from "react";
import type { PastEvent } from "../api/catalogue-api";

/** Date, time and venue of a past event or a future edition of the Mela, as far as known. */
export function PastEventFacts({ event: { date, time, venue } }: { readonly event: PastEvent }) {
  const facts = { [messages.date]: date, [messages.time]: time, [messages.venue]: venue };
  return (
    <chakra.dl mt="3" display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="4" rowGap="1">
      {Object.entries(facts).map(
        ([name, value]) =>
          value !== null && (
            <Fragment key={name}>
              <chakra.dt color="muted">{name}</chakra.dt>
              <chakra.dd fontWeight="600">{value}</chakra.dd>
            </Fragment>
          ),
      )}
    </chakra.dl>
  );
}
