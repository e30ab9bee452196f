import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { createContext, useContext } from "react";
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

/** Updates the page's facts if the server's are newer. */
export function updateFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= eventFacts().updatedAt) return;
  store.set(facts);
}
