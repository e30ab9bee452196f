import { scriptJson } from "@sakhi/domain/site/html";
import type { AppState } from "./store";

/** Id of the element in the document that holds the responses to the first API calls. */
const ELEMENT = "first-answers";
/** Maximum age of the responses in a document when it is sent (backend/src/site/first-views.service.ts), in ms. */
const MAX_AGE_MS = 10_000;

/** Serializes a store's cached responses as an element of the document. */
export function preloadedStateElement({ api: { queries } }: AppState): string {
  return `<script type="application/json" id="${ELEMENT}">${scriptJson(queries)}</script>`;
}

/**
 * Initial state from the responses in the document. They count as old as they can be, so that they are refetched no
 * later than others. Undefined if the document came from the browser's cache.
 */
export function preloadedState(): Pick<AppState, "api"> | undefined {
  const text = document.getElementById(ELEMENT)?.textContent;
  if (!text) return undefined;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!navigation?.transferSize) return undefined;
  const queries = JSON.parse(text) as Record<string, object>;
  const fulfilledTimeStamp = performance.timeOrigin - MAX_AGE_MS;
  for (const query of Object.values(queries)) Object.assign(query, { fulfilledTimeStamp });
  // The reducer supplies the other fields.
  return { api: { queries } } as unknown as Pick<AppState, "api">;
}
