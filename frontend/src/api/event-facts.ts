import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/site/html";
import { externalStore } from "./external-store";

/** The facts embedded in the page; undefined in the server renderer. */
const served = "document" in globalThis ? document.getElementById(FACTS_ELEMENT)?.textContent : undefined;
const store = externalStore(JSON.parse(served ?? "{}") as PublicFacts);

/** Current facts of the Mela and who runs it: database rows embedded in the page (decision 24). */
export const eventFacts = store.get;

/** The facts, for components: re-renders when they change. */
export const useEventFacts = store.use;

/** Updates the page's facts if the server's are newer. */
export function updateFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= eventFacts().updatedAt) return;
  store.set(facts);
}
