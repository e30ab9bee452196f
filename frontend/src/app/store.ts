import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import type { PublicFacts } from "@sakhi/domain/events/event-facts";
import { baseApi } from "../api/base-api";
import { servedFacts } from "../api/event-facts";
import { inWords } from "../api/facts-in-words";
import { createSending, type Transport } from "../api/sending";
import { siteSlice, type WithSite } from "../api/site-state";

/** State of the store. */
export interface AppState extends WithSite {
  readonly api: ReturnType<typeof baseApi.reducer>;
}

/** What a store begins with. */
interface Start {
  /** By default those embedded in the page. */
  readonly facts?: PublicFacts;
  /** Responses of the API. */
  readonly queries?: AppState["api"]["queries"];
  /** Replaces the network. */
  readonly transport?: Transport;
}

/** Creates a store: one for the app, one for each test. It keeps all that outlives a screen. */
export function createStore({ facts = servedFacts(), queries = {}, transport }: Start = {}) {
  const store = configureStore({
    reducer: { api: baseApi.reducer, site: siteSlice.reducer },
    preloadedState: {
      // Its reducer supplies the other fields.
      api: { queries } as AppState["api"],
      site: { ...siteSlice.getInitialState(), facts: inWords(facts) },
    },
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: createSending(transport) },
        serializableCheck: { warnAfter: 200 },
        immutableCheck: { warnAfter: 200 },
      }).concat(baseApi.middleware),
  });
  // Refetches, for the queries that opt in, on reconnect and when the tab regains the focus.
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
