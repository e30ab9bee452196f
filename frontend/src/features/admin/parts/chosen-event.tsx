import { Box } from "@chakra-ui/react";
import { isolated } from "@sakhi/domain/fields/isolation";
import { type ManagedEvent, useListEventsQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { useAddress } from "./address";

const strings = {
  label: "Event",
  current: (title: string) => `${isolated(title)} (current)`,
  other: (title: string, status: string) => `${isolated(title)} (${status})`,
  unknown: "An event that does not exist",
} as const;

/** Parameters of the address that name something of one event. */
const OF_ONE_EVENT = { stall: "", booking: "", page: "", type: "" } as const;

/** The slug of the event that the dashboard shows, from the address; undefined for the current one. */
export function useEventSlug(): string | undefined {
  return useAddress().get("event") || undefined;
}

/** The event that the dashboard shows; undefined until the events are known. */
export function useChosenEvent(): ManagedEvent | undefined {
  const slug = useEventSlug();
  const { data: events } = useListEventsQuery();
  return events?.find((event) => (slug === undefined ? event.current : event.slug === slug));
}

/** Chooses the event that views show, in the address; absent while there is only one event. */
export function EventChoice() {
  const { get, put } = useAddress();
  const { data: events = [] } = useListEventsQuery();
  const slug = get("event");
  if (events.length < 2 && slug === "") return null;
  const options = events.map((event): readonly [string, string] =>
    event.current
      ? ["", strings.current(event.title)]
      : [event.slug, event.status === "published" ? event.title : strings.other(event.title, event.status)],
  );
  // The current event also answers to its slug, which the choice has as no slug.
  const isCurrent = events.some((event) => event.current && event.slug === slug);
  const value = isCurrent ? "" : slug;
  const isKnown = events.length === 0 || options.some(([known]) => known === value);
  return (
    <Box mb="5" maxWidth="26rem">
      <Choice
        label={strings.label}
        value={value}
        options={isKnown ? options : [...options, [value, strings.unknown]]}
        onChange={(event) => put({ ...OF_ONE_EVENT, event })}
      />
    </Box>
  );
}
