import { configureStore } from "@reduxjs/toolkit";
import { setupListeners } from "@reduxjs/toolkit/query";
import { type AnswerSource, baseApi } from "../api/base-api";

/** What the store holds. */
export interface AppState {
  readonly api: ReturnType<typeof baseApi.reducer>;
}

/**
 * A new store; the app has one, each test its own.
 *
 * @param known answers that are there at the start
 * @param source where answers come from if not by the network
 */
export function createStore(known?: AppState, source?: AnswerSource) {
  const store = configureStore({
    reducer: { [baseApi.reducerPath]: baseApi.reducer },
    preloadedState: known,
    middleware: (getDefault) =>
      getDefault({
        thunk: { extraArgument: source },
        serializableCheck: { warnAfter: 200 },
        immutableCheck: { warnAfter: 200 },
      }).concat(baseApi.middleware),
  });
  // Reconnecting and coming back to the tab refetch what asks for it.
  setupListeners(store.dispatch);
  return store;
}

export type AppStore = ReturnType<typeof createStore>;
