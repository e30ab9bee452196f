import { fetchFacts } from "../api/base-api";
import { changed } from "../api/site-state";
import type { AppStore } from "./store";

/** How old the page's knowledge of the Mela's facts may become, and how often its age is checked, in ms. */
const MAX_AGE_MS = 300_000;
const CHECK_MS = 60_000;

/**
 * Refreshes the Mela's facts on a page that makes no API calls, such as a legal text left open: periodically while the
 * page is visible, and when it becomes visible again.
 *
 * @returns a function that stops the refreshing
 */
export function keepFactsFresh(store: AppStore): () => void {
  const check = () => {
    if (document.hidden || Date.now() - store.getState().site.factsSeenAt < MAX_AGE_MS) return;
    store.dispatch(changed({ factsSeenAt: Date.now() }));
    void store.dispatch(fetchFacts());
  };
  document.addEventListener("visibilitychange", check);
  const timer = setInterval(check, CHECK_MS);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
  };
}
