import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { catalogueApi, useBrandNamesQuery } from "../../api/catalogue-api";
import type * as Parts from "./search-parts";
import { SearchSession, type SearchView } from "./search-session";

/** The panel and how results become lines: no part of the first load, since they know every category. */
type SearchParts = typeof Parts;
let parts: SearchParts | undefined;
let loading: Promise<void> | undefined;

function useSearchParts(wanted: boolean): SearchParts | undefined {
  const [known, setKnown] = useState(parts);
  useEffect(() => {
    if (!wanted || known !== undefined) return;
    loading ??= import("./search-parts").then(
      (module) => {
        parts = module;
      },
      // Off line for a moment: the next key tries again.
      () => {
        loading = undefined;
      },
    );
    void loading.then(() => setKnown(parts));
  });
  return known;
}

/** A search: what is to be shown, and with what. */
interface Search {
  readonly view: SearchView;
  /** Undefined until they are loaded. */
  readonly parts: SearchParts | undefined;
}

/** A search and what is to be shown of it. */
export function useSearch(): Search {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [session] = useState(
    () =>
      new SearchSession((query) => {
        const asked = dispatch(catalogueApi.endpoints.search.initiate(query, { forceRefetch: 60 }));
        return { answer: asked.unwrap().finally(() => asked.unsubscribe()), abort: () => asked.abort() };
      }),
  );
  const state = useSyncExternalStore(session.subscribe, session.current, session.current);
  const { filter, focused } = state;
  const blank = state.text.trim() === "";
  const lines = useSearchParts(focused || state.text !== "");
  const brands = useBrandNamesQuery(undefined, { skip: blank });

  const found = lines === undefined || state.answer === undefined ? [] : lines.resultSections(state.answer, filter);
  const hasContent = state.answer !== undefined && lines?.resultSections(state.answer, "all").length !== 0;
  const suggested =
    lines === undefined || blank || state.settled === "" || hasContent
      ? []
      : lines.suggestionSections(state.settled, brands.data ?? [], filter);
  const source = blank ? "recent" : hasContent ? "results" : "suggestions";
  const recent = blank && focused ? (lines?.recentSection() ?? []) : [];
  const suggesting = lines === undefined || state.settled === "" || brands.isLoading;
  return {
    parts: lines,
    view: {
      session,
      state,
      source,
      sections: { recent, suggestions: suggested, results: found }[source],
      skeleton: source === "suggestions" && suggested.length === 0 && suggesting && state.phase !== "failed",
      nothing: state.phase === "answered" && lines !== undefined && found.length === 0,
    },
  };
}
