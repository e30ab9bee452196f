import { withRecentSearch } from "@sakhi/domain/search/search.rules";
import type { OptionSection } from "./results";
import { strings } from "./search-panel.strings";

/** Where recent searches are kept in the browser (specification 1, section 3). */
const RECENT_SEARCHES_KEY = "recentSearches";

/** The recent searches, most recent first; what cannot be read is ignored and logged. */
function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? "[]");
    if (!Array.isArray(kept)) throw new TypeError("not a list");
    // By the rule that they are kept by, the oldest first: who knows what wrote them.
    return kept
      .filter((text) => typeof text === "string")
      .reduceRight<string[]>((recent, text) => withRecentSearch(recent, text), []);
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

/** The recent searches as lines of the list. */
export function recentSection(): OptionSection[] {
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
