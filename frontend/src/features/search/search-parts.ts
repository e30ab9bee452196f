/** What the search needs only once someone uses it; loaded as one piece when the box is first focused. */
export { resultSections, suggestionSections } from "./results";
export { SearchPanel } from "./search-panel";
export { keepRecentSearch, recentSection } from "./recent-searches";
