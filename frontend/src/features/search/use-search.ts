import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useState } from "react";
import { useDispatch } from "react-redux";
import { catalogueApi, useBrandNamesQuery } from "../../api/catalogue-api";
import { codeOf } from "../../ui/code";
import type * as Parts from "./search-parts";
import { IDLE, SearchSession, type SearchView } from "./search-session";

/** Lazy chunk with the panel and the result sections, which include the list of categories. */
type SearchParts = typeof Parts;
const searchParts = codeOf<SearchParts>(() => import("./search-parts"));

function useSearchParts(isNeeded: boolean): SearchParts | undefined {
  const [loaded, setLoaded] = useState(searchParts.loaded);
  useEffect(() => {
    if (!isNeeded || loaded !== undefined) return;
    // Offline: retried on the next key.
    void searchParts.load().then(
      (parts) => setLoaded(parts),
      () => undefined,
    );
  });
  return loaded;
}

interface Search {
  readonly view: SearchView;
  /** Undefined until loaded. */
  readonly parts: SearchParts | undefined;
}

/** Creates a search session and derives its view. */
export function useSearch(): Search {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [state, setState] = useState(IDLE);
  const [session] = useState(
    () =>
      new SearchSession((query) => {
        const request = dispatch(catalogueApi.endpoints.search.initiate(query, { forceRefetch: 60 }));
        return { reply: request.unwrap().finally(() => request.unsubscribe()), abort: () => request.abort() };
      }, setState),
  );
  const { filter, focused } = state;
  const blank = state.text.trim() === "";
  const parts = useSearchParts(focused || state.text !== "");
  const brands = useBrandNamesQuery(undefined, { skip: blank });

  const found = parts === undefined || state.reply === undefined ? [] : parts.resultSections(state.reply, filter);
  const hasContent = state.reply !== undefined && parts?.resultSections(state.reply, "all").length !== 0;
  const suggested =
    parts === undefined || blank || state.debounced === "" || hasContent
      ? []
      : parts.suggestionSections(state.debounced, brands.data ?? [], filter);
  const typed = hasContent ? "results" : "suggestions";
  const source = blank ? "recent" : typed;
  const recent = blank && focused ? (parts?.recentSection() ?? []) : [];
  const suggesting = parts === undefined || state.debounced === "" || brands.isLoading;
  return {
    parts,
    view: {
      session,
      state,
      source,
      sections: { recent, suggestions: suggested, results: found }[source],
      skeleton: source === "suggestions" && suggested.length === 0 && suggesting && state.phase !== "failed",
      empty: state.phase === "done" && parts !== undefined && found.length === 0,
    },
  };
}
