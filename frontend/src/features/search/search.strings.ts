/** Texts of the header's search; those in the specification are verbatim. */
export const strings = {
  label: "Search brands, products, services and NGOs",
  placeholder: "Search brands, products, services…",
  clear: "Clear search",
  notOk: "Failed to fetch results. Please try again.",
  offline: "Network error. Please check your connection.",
  // Read out, not shown.
  saySearching: (query: string) => `Searching for ${query}`,
  sayFound: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  sayNothing: (query: string) => `No results for ${query}`,
  saySuggested: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
} as const;
