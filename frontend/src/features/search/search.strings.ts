/** Texts of the header's search; those of the specification are verbatim. */
export const strings = {
  label: "Search brands, products, services and NGOs",
  placeholder: "Search brands, products, services...",
  clear: "Clear search",
  notOk: "Failed to fetch results. Please try again.",
  offline: "Network error. Please check your connection.",
  // For screen readers only.
  searching: (query: string) => `Searching for ${query}`,
  results: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  noResults: (query: string) => `No results for ${query}`,
  suggestions: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
} as const;
