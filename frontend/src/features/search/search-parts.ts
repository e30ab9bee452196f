/** Lazy chunk of the search: prefetched after the site has started, or loaded on first use. */
export { resultSections, suggestionSections } from "./results";
export { SearchPanel } from "./search-panel";
export { storeRecentSearch, recentSection } from "./recent-searches";
