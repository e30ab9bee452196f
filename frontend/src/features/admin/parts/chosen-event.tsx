import { Box } from "@chakra-ui/react";
import { ALL_EVENTS } from "@sakhi/domain/fields/all-events";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-parts";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { type ManagedEvent, useListEventsQuery } from "../../../api/admin-api";
import { Choice } from "../../../ui/choice";
import { type Address, useAddress } from "./address";
import { Loaded } from "./panel";
import { useSession } from "./session";

const strings = {
  ...messages.event,
  current: (title: string) => messages.event.current({ title: isolated(title) }),
  other: (title: string, status: ManagedEvent["status"]) =>
    messages.event.other({ title: isolated(title), status: messages.eventStatus[status] }),
  at: (title: string) => messages.event.at({ title: isolated(title) }),
} as const;

/** Parameters of the address that name something of one event. */
const OF_ONE_EVENT = { stall: "", booking: "", page: "", type: "" } as const;

const ShownEvent = createContext<string | undefined>(undefined);

/** The event that the address names; undefined if it names none, or all in a view of one event. */
function namedEvent(get: Address["get"], all: boolean): string | undefined {
  const named = get("event");
  return named === "" || (named === ALL_EVENTS && !all) ? undefined : named;
}

/** Whether she works at all events, and so can be shown them together. */
const useAllEvents = (): boolean => useSession().access.events === null;

/**
 * The event of a view, held in the address from when it opened: the current one, unless the address names another. All that
 * the view reads and does is about this event, also when another becomes current meanwhile (docs/decisions/0086).
 *
 * @param props.all whether the view can show all events, too
 */
export function EventOfView({ all: shownForAll, children }: { readonly all: boolean; readonly children: ReactNode }) {
  const all = useAllEvents() && shownForAll;
  const { get, put } = useAddress();
  const query = useListEventsQuery();
  const slug = namedEvent(get, all);
  const current = query.data?.find((event) => event.current)?.slug;
  useEffect(() => {
    // At each address: a press on another view may overtake the render of an address that already named the event.
    if (namedEvent(get, all) === undefined && current !== undefined) put({ event: current }, { replace: true });
  }, [get, all, current, put]);
  if (slug !== undefined) return <ShownEvent value={slug}>{children}</ShownEvent>;
  return (
    <Loaded query={{ ...query, data: undefined }} loading={strings.loading} failed={strings.failed}>
      {() => null}
    </Loaded>
  );
}

/** The slug of the event that the view shows, or "all". @throws Error outside of {@link EventOfView} */
export function useEventSlug(): string {
  const slug = useContext(ShownEvent);
  if (slug === undefined) throw new Error("the view has no event");
  return slug;
}

/** The event that the view shows; undefined for all, and until the events are known. */
export function useChosenEvent(): ManagedEvent | undefined {
  const slug = useEventSlug();
  const { data: events } = useListEventsQuery();
  return events?.find((event) => event.slug === slug);
}

/** Titles of events by their slugs: "The Mela 2026", or "All events"; the slug of one that is not known. */
export function useEventTitles(): (slug: string) => string {
  const { data: events = [] } = useListEventsQuery();
  return (slug) => (slug === ALL_EVENTS ? strings.all : (events.find((event) => event.slug === slug)?.title ?? slug));
}

/** The event that a dialog acts at, above its fields: the view behind it may show all events (docs/decisions/0086). */
export function AtEvent({ event }: { readonly event: string }) {
  const titleOf = useEventTitles();
  return <strong>{strings.at(titleOf(event))}</strong>;
}

function optionText({ title, current, status }: Pick<ManagedEvent, "title" | "current" | "status">): string {
  if (current) return strings.current(title);
  return status === "published" ? title : strings.other(title, status);
}

/** Names the event that a view shows, and chooses another; in the address. */
export function EventChoice({ all: shownForAll }: { readonly all: boolean }) {
  const all = useAllEvents() && shownForAll;
  const { put } = useAddress();
  const { data: events = [] } = useListEventsQuery();
  const slug = useEventSlug();
  const options = [
    ...events.map(({ slug: value, title, current, status }): readonly [string, string] => [
      value,
      optionText({ title, current, status }),
    ]),
    ...(all ? [[ALL_EVENTS, strings.all] as const] : []),
  ];
  const isKnown = events.length === 0 || options.some(([known]) => known === slug);
  return (
    <Box mb="5" maxWidth="26rem">
      <Choice
        label={strings.label}
        value={slug}
        options={isKnown ? options : [...options, [slug, strings.unknown]]}
        onChange={(event) => put({ ...OF_ONE_EVENT, event })}
      />
    </Box>
  );
}
