import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { FACTS_ELEMENT } from "@sakhi/domain/events/facts-element";
import { useSyncExternalStore } from "react";

/** The facts that came with the page; none where there is no page, as in the api, which draws the first view. */
const served = "document" in globalThis ? document.getElementById(FACTS_ELEMENT)?.textContent : undefined;
let known = JSON.parse(served ?? "{}") as PublicFacts;
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
export const useMela = (): PublicFacts => useSyncExternalStore(watch, mela, mela);

/** Takes the server's facts where they are newer than the page's. */
export function learnFacts(facts: PublicFacts): void {
  if (facts.updatedAt <= known.updatedAt) return;
  known = facts;
  for (const watcher of watchers) watcher();
}
