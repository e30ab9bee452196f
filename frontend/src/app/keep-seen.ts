import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { installsWorker } from "@sakhi/domain/site/offline.rules";
import type { MelaPaymentStatus, Plan } from "../api/mela-api";
import { forgetKept, keep, removeOver } from "../shared/kept/kept-values";
import { registerWorker } from "../shared/kept/register-worker";
import { specifiedPath } from "../ui/language";
import type { AppState, AppStore } from "./store";

// Keeps what the pages have seen, to be shown without network: plans, events' facts and tickets. My booking keeps itself
// (features/bookings/kept-booking.ts). Why and for how long: docs/decisions/0109.

/** Changes are written at most so often, in ms; a plan that stays the same becomes no older than this. */
const WRITE_MS = 3_000;

type Query = NonNullable<AppState["api"]["queries"][string]>;

/** Name of the current event's facts, at the addresses that name no event. */
const CURRENT = "";

/** The last day of an event whose facts are in the store. */
function lastDayOf({ site: { facts }, api: { queries } }: AppState, event: string): string | undefined {
  if (facts.slug === event) return facts.days.end;
  const [found] = Object.values(queries).filter(
    (query) => query?.endpointName === "getEventFacts" && (query.data as PublicFacts | undefined)?.slug === event,
  );
  return (found?.data as PublicFacts | undefined)?.days.end;
}

function keepQuery(state: AppState, key: string, query: Query, now: number): void {
  const { endpointName, originalArgs, requestId, fulfilledTimeStamp: at = now, data } = query;
  if (endpointName === "getLayout") {
    const { event = state.site.facts.slug } = data as Plan;
    // The stream changes a plan without a new response.
    keep("plan", event, data, { at: state.site.isPlanLive === true ? now : at });
  } else if (endpointName === "getEventFacts" || endpointName === "getPlanDrawing") {
    const seen = { status: "fulfilled", endpointName, originalArgs, requestId, startedTimeStamp: at };
    keep("facts", key, { ...seen, fulfilledTimeStamp: at, data }, { at });
  } else if (endpointName === "getMelaPaymentStatus") {
    const status = data as MelaPaymentStatus;
    const { outcome } = status;
    // What was a ticket may no longer be one.
    if ((outcome.kind !== "sold" && outcome.kind !== "moved") || status.eventCancelled === true)
      forgetKept("ticket", status.orderId);
    else keep("ticket", status.orderId, status, { at, lastDay: lastDayOf(state, status.event) });
  }
}

/**
 * Keeps what the pages have seen from now on, and removes what is over.
 *
 * @returns a function that ends it
 */
export function keepSeen(store: AppStore): () => void {
  removeOver();
  const written = new Map<string, Pick<Query, "data" | "fulfilledTimeStamp">>();
  let facts: PublicFacts | undefined;
  const write = (): void => {
    timer = undefined;
    const state = store.getState();
    if (state.site.facts !== facts) {
      facts = state.site.facts;
      keep("facts", CURRENT, facts, { at: Date.now() });
    }
    for (const [key, query] of Object.entries(state.api.queries)) {
      const { data, fulfilledTimeStamp } = query ?? {};
      const before = written.get(key);
      // A call that fails leaves both as they were.
      if (query === undefined || data === undefined) continue;
      if (before?.data === data && before.fulfilledTimeStamp === fulfilledTimeStamp) continue;
      written.set(key, { data, fulfilledTimeStamp });
      keepQuery(state, key, query, Date.now());
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = store.subscribe(() => {
    timer ??= setTimeout(write, WRITE_MS);
  });
  // A page that is closed before then.
  document.addEventListener("visibilitychange", write);
  write();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", write);
    end();
  };
}

interface SavingData {
  readonly connection?: { readonly saveData?: boolean };
}

/** Installs the service worker, once the page has nothing else to do. A browser without one opens no page without network. */
export function installWorker(): void {
  const { saveData = false } = (navigator as SavingData).connection ?? {};
  const page = specifiedPath(globalThis.location.pathname);
  if (!("serviceWorker" in navigator) || !installsWorker(page, saveData)) return;
  const install = () => {
    registerWorker().catch(() => undefined);
  };
  // Safari has none.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(install, { timeout: 5_000 });
  else setTimeout(install, 2_000);
}
