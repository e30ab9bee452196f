import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { changed } from "../api/site-state";
import { kept, keptOf } from "../shared/kept/kept-values";
import { type AppState, type AppStore, createStore } from "./store";

/**
 * The store of a page that was opened without network: the document has neither facts nor responses (offline.html), so it
 * begins with what the device has kept. Every call is made all the same.
 *
 * @returns undefined if nothing is kept: then the document says that it keeps trying, and opens again once there is network
 */
export function keptStore(): AppStore | undefined {
  const facts = kept<PublicFacts>("facts", "")?.value;
  if (facts === undefined) {
    const line = document.getElementById("not-started");
    line?.removeAttribute("hidden");
    const again = () => globalThis.location.reload();
    line?.querySelector("button")?.addEventListener("click", again);
    globalThis.addEventListener("online", again);
    return undefined;
  }
  const queries = keptOf("facts").flatMap((key) => {
    const query = key === "" ? undefined : kept<AppState["api"]["queries"][string]>("facts", key)?.value;
    return query === undefined ? [] : [[key, query] as const];
  });
  const store = createStore({ facts, queries: Object.fromEntries(queries) });
  store.dispatch(changed({ openedWithoutNetwork: true }));
  return store;
}
