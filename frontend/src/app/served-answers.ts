import { scriptJson } from "@sakhi/domain/site/script-json";
import type { AppState } from "./store";

/** The element of the document that holds what the API would answer first. */
const ELEMENT = "first-answers";
/** How old the answers in a document can be when it is sent: backend/src/site/first-views.service.ts; in ms. */
const KEPT_MS = 10_000;

/** The answers of a store as an element of the document. */
export function answersElement({ api: { queries } }: AppState): string {
  return `<script type="application/json" id="${ELEMENT}">${scriptJson(queries)}</script>`;
}

/**
 * The answers that came with the document, as the store keeps them: as old as they can be, so that they are asked for
 * again no later than others. None from a document that the browser had kept.
 */
export function servedAnswers(): Pick<AppState, "api"> | undefined {
  const text = document.getElementById(ELEMENT)?.textContent;
  if (!text) return undefined;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (!navigation?.transferSize) return undefined;
  const queries = JSON.parse(text) as Record<string, object>;
  const fulfilledTimeStamp = performance.timeOrigin - KEPT_MS;
  for (const query of Object.values(queries)) Object.assign(query, { fulfilledTimeStamp });
  // The rest of it is as it is at first.
  return { api: { queries } } as unknown as Pick<AppState, "api">;
}
