import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { MAX_RECENT_SEARCHES, withRecentSearch } from "@sakhi/domain/search/search.rules";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useDispatch } from "react-redux";
import { catalogueApi, useBrandNamesQuery } from "../../api/catalogue-api";
import { isFailure } from "../../api/failure";
import type { OptionSection, SearchFilter } from "./results";
import type * as Parts from "./search-parts";
import { SearchSession, type SearchView } from "./search-session";
import { strings } from "./search.strings";

/** The panel and how results become lines: fetched when the box is first used, since they know every category. */
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
export function useSearch(filter: SearchFilter, focused: boolean): Search {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [session] = useState(
    () =>
      new SearchSession(
        (query) => {
          const asked = dispatch(catalogueApi.endpoints.search.initiate(query, { forceRefetch: 60 }));
          return {
            answer: asked.unwrap().finally(() => asked.unsubscribe()),
            abort: () => asked.abort(),
          };
        },
        (error) => (isFailure(error) ? error : { status: 0 }),
      ),
  );
  const state = useSyncExternalStore(session.subscribe, session.current);
  const lines = useSearchParts(focused || state.text !== "");
  const brands = useBrandNamesQuery(undefined, { skip: state.text.trim() === "" });

  const blank = state.text.trim() === "";
  const found =
    lines === undefined || state.answer === undefined ? [] : lines.resultSections(state.answer, filter);
  const hasContent = state.answer !== undefined && lines?.resultSections(state.answer, "all").length !== 0;
  const suggested =
    lines === undefined || blank || state.settled === "" || hasContent
      ? []
      : lines.suggestionSections(state.settled, brands.data ?? [], filter);
  const source = blank ? "recent" : hasContent ? "results" : "suggestions";
  const recent = blank && focused ? recentSection() : [];
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

function recentSection(): OptionSection[] {
  const kept = recentSearches();
  if (kept.length === 0) return [];
  return [
    {
      heading: strings.recent,
      options: kept.map((text) => ({
        key: `recent/${text}`,
        name: text,
        detail: "",
        action: { kind: "recall", text },
      })),
    },
  ];
}

/** Where recent searches are kept in the browser (specification 1, section 3). */
const RECENT_SEARCHES_KEY = "recentSearches";

/** The recent searches, most recent first; what cannot be read is ignored and logged. */
function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? "[]");
    if (!Array.isArray(kept)) throw new TypeError("not a list");
    return kept.filter((text): text is string => typeof text === "string").slice(0, MAX_RECENT_SEARCHES);
  } catch (error) {
    console.warn("Recent searches could not be read and are ignored.", error);
    return [];
  }
}

/** Keeps one more; a text under 2 characters is not kept. */
export function keepRecentSearch(text: string): void {
  try {
    localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify(withRecentSearch(recentSearches(), text)));
  } catch (error) {
    // A browser that keeps nothing still searches.
    console.warn("The recent search could not be kept.", error);
  }
}
