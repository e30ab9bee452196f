import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { type Transport, baseApi } from "../api/base-api";

/** State of the store. */
export interface AppState {
  readonly api: ReturnType<typeof baseApi.reducer>;
}

/**
 * Creates a store: one for the app, one for each test.
 *
 * @param preloaded initial state
 * @param transport replaces the network
 */
export function createStore(preloaded?: AppState, transport?: Transport) {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    preloadedState: preloaded,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: transport },
        serializableCheck: { warnAfter: 200 },
        immutableCheck: { warnAfter: 200 },
      }).concat(baseApi.middleware),
  });
  // Refetches, for the queries that opt in, on reconnect and when the tab regains the focus.
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
