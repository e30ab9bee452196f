import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { type EventPaths, eventPaths } from "@sakhi/domain/site/routes";
import { createContext, useContext, useMemo } from "react";
import { externalStore } from "./external-store";

/** The facts embedded in the page; undefined in the server renderer. */
const served = "document" in globalThis ? document.getElementById(FACTS_ELEMENT)?.textContent : undefined;
const store = externalStore(JSON.parse(served ?? "{}") as PublicFacts);

/** Current facts of the Mela and who runs it: database rows embedded in the page (decision 24). */
export const eventFacts = store.get;

/** The facts of another event than the current one, for the part of a page that shows a booking of it. */
export const FactsOfEvent = createContext<PublicFacts | undefined>(undefined);

/** The facts, for components: re-renders when they change. */
export function useEventFacts(): PublicFacts {
  const current = store.use();
  return useContext(FactsOfEvent) ?? current;
}

/**
 * Slug of the event that a part of a page is about, as its address or its booking names it; undefined where that is the
 * current event at the specified addresses.
 */
export const NamedEvent = createContext<string | undefined>(undefined);

/** The `event` of calls: the slug, or undefined for the current event. */
export const useNamedEvent = (): string | undefined => useContext(NamedEvent);

/** The pages of the event that this part of the page is about. */
export function useEventPaths(): EventPaths {
  const event = useNamedEvent();
  return useMemo(() => eventPaths(event), [event]);
}

/** The current event's facts, whatever event the page is about. */
export const useCurrentFacts = store.use;

/** Updates the page's facts if the server's are newer. */
export function updateFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= eventFacts().updatedAt) return;
  store.set(facts);
}
