import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";
import { useSyncExternalStore } from "react";

let known = JSON.parse(document.getElementById(FACTS_ELEMENT)?.textContent ?? "{}") as PublicFacts;
const watchers = new Set<() => void>();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * When and where the Mela is, and who runs it: rows of the database, which come with the page (decision 24). What is drawn
 * takes them from {@link useMela}.
 */
export const mela = (): PublicFacts => known;

/** The same for what is drawn: again when they change. */
export const useMela = (): PublicFacts => useSyncExternalStore(watch, mela);

/** Takes the server's facts where they are newer than the page's. */
export function learnFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= known.updatedAt) return;
  known = facts;
  for (const watcher of watchers) watcher();
}
