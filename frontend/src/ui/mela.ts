import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";
import { useSyncExternalStore } from "react";

/** The facts embedded in the page; undefined in the server renderer. */
const served = "document" in globalThis ? document.getElementById(FACTS_ELEMENT)?.textContent : undefined;
let current = JSON.parse(served ?? "{}") as PublicFacts;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Current facts of the Mela and who runs it: database rows embedded in the page (decision 24). */
export const mela = (): PublicFacts => current;

/** The facts, for components: re-renders when they change. */
export const useMela = (): PublicFacts => useSyncExternalStore(subscribe, mela, mela);

/** Updates the page's facts if the server's are newer. */
export function learnFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= current.updatedAt) return;
  current = facts;
  for (const listener of listeners) listener();
}
