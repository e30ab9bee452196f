import { withRecentSearch } from "@sakhi/domain/search/search.rules";
import type { OptionSection } from "./results";
import { strings } from "./search-panel.strings";

/** Key in localStorage (specification 1, section 3). */
const RECENT_SEARCHES_KEY = "recentSearches";

/** The recent searches, most recent first. Invalid storage is logged and ignored. */
function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? "[]");
    if (!Array.isArray(stored)) throw new TypeError("not a list");
    // Reapplies the rule for storing them, oldest first, since the stored value may be invalid.
    return stored
      .filter((text) => typeof text === "string")
      .reduceRight<string[]>((recent, text) => withRecentSearch(recent, text), []);
  } catch (error) {
    console.warn("Recent searches are ignored: localStorage is unreadable.", error);
    return [];
  }
}

/** Stores a search; texts under 2 characters are ignored. */
export function storeRecentSearch(text: string): void {
  try {
    localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify(withRecentSearch(recentSearches(), text)));
  } catch (error) {
    // The search works without storage.
    console.warn("The recent search was not stored.", error);
  }
}

/** The recent searches as a section of the list. */
export function recentSection(): OptionSection[] {
  const stored = recentSearches();
  if (stored.length === 0) return [];
  return [
    {
      heading: strings.recent,
      options: stored.map((text) => ({
        key: `recent/${text}`,
        name: text,
        detail: "",
        action: { kind: "recall", text },
      })),
    },
  ];
}
