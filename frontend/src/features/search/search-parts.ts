/** What the search needs only once someone uses it, in one piece: fetched as the site starts, or else with the box's first use. */
export { resultSections, suggestionSections } from "./results";
export { SearchPanel } from "./search-panel";
export { keepRecentSearch, recentSection } from "./recent-searches";
