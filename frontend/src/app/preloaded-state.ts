import { scriptJson } from "@sakhi/domain/site/html";
import { baseApi } from "../api/base-api";
import { type AppState, type AppStore, createStore } from "./store";

/** Id of the element in the document that holds the responses to the first API calls. */
const ELEMENT = "first-answers";
/** Maximum age of the responses in a document when it is sent (backend/src/site/page-renderer.service.ts), in ms. */
const MAX_AGE_MS = 10_000;

/** Serializes a store's cached responses as an element of the document. */
export function preloadedStateElement({ api: { queries } }: AppState): string {
  return `<script type="application/json" id="${ELEMENT}">${scriptJson(queries)}</script>`;
}

/** A response in the document. */
interface Preloaded {
  readonly endpointName: string;
  readonly originalArgs: unknown;
  readonly data: unknown;
}

/** The responses in the document; none if it came from the browser's cache. */
function responsesInDocument(): [key: string, query: Preloaded][] {
  const text = document.getElementById(ELEMENT)?.textContent;
  if (!text) return [];
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.transferSize ? Object.entries(JSON.parse(text) as Record<string, Preloaded>) : [];
}

/** The floor plan's stream begins when its response is added to the store, so it cannot be in the initial state. */
const LIVE_ENDPOINT = "getLayout";

/**
 * Creates the store with the responses in the document. They count as old as they can be, so that they are refetched no
 * later than others.
 */
export function preloadedStore(): AppStore {
  const responses = responsesInDocument();
  const fulfilledTimeStamp = performance.timeOrigin - MAX_AGE_MS;
  const queries = responses
    .filter(([, { endpointName }]) => endpointName !== LIVE_ENDPOINT)
    .map(([key, query]) => [key, { ...query, fulfilledTimeStamp }] as const);
  const store = createStore({ queries: Object.fromEntries(queries) as unknown as AppState["api"]["queries"] });
  for (const [, { endpointName, originalArgs: arg, data: value }] of responses) {
    // Its endpoint is defined by the screen's code, which may have failed to load.
    if (endpointName !== LIVE_ENDPOINT || !(endpointName in baseApi.endpoints)) continue;
    store.dispatch(baseApi.util.upsertQueryEntries([{ endpointName, arg, value }] as never));
  }
  return store;
}
