import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { type EventPaths, eventPaths } from "@sakhi/domain/site/routes";
import { createContext, useContext, useMemo } from "react";
import { useSelector } from "react-redux";
import type { WithSite } from "./site-state";

/** The facts embedded in the page. */
export const servedFacts = (): PublicFacts =>
  JSON.parse(document.getElementById(FACTS_ELEMENT)?.textContent ?? "{}") as PublicFacts;

/** The current event's facts, whatever event the page is about: re-renders when they change. */
export const useCurrentFacts = (): PublicFacts => useSelector(({ site }: WithSite) => site.facts);

/** The facts of another event than the current one, for the part of a page that shows a booking of it. */
export const FactsOfEvent = createContext<PublicFacts | undefined>(undefined);

/** The facts, for components: re-renders when they change. */
export function useEventFacts(): PublicFacts {
  const current = useCurrentFacts();
  return useContext(FactsOfEvent) ?? current;
}

/**
 * Slug of the event that a part of a page is about, as its address or its booking names it; undefined where that is the
 * current event at the specified addresses.
 */
export const NamedEvent = createContext<string | undefined>(undefined);

/** The event that addresses name: its slug, or undefined for the current event at the specified addresses. */
export const useNamedEvent = (): string | undefined => useContext(NamedEvent);

/** Slug of the event that a part of a page shows, whether its address names it or not; see {@link useShownEvent}. */
export const ShownEvent = createContext<string | undefined>(undefined);

/**
 * The `event` of calls: the slug of what the part of the page shows, also at the specified addresses, since another event
 * can become current before a button is pressed (docs/decisions/0086).
 */
export function useShownEvent(): string {
  const shown = useContext(ShownEvent);
  const { slug } = useEventFacts();
  return shown ?? slug;
}

/** The pages of the event that this part of the page is about. */
export function useEventPaths(): EventPaths {
  const event = useNamedEvent();
  return useMemo(() => eventPaths(event), [event]);
}
