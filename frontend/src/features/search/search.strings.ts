/** Texts of the header's search; those in the specification are verbatim. */
export const strings = {
  label: "Search brands, products, services and NGOs",
  placeholder: "Search brands, products, services…",
  clear: "Clear search",
  panel: "Search results",
  filters: "Show results for",
  recent: "Recent searches",
  suggestions: "Suggestions",
  searching: "Searching...",
  nothing: (query: string) => `No results found for "${query}"`,
  hintsLead: "Try searching for:",
  hints: ["Brand names", "Product names and descriptions", "Categories", "Service names and categories"],
  ngosComing: 'NGO listings are being added. Try searching in "All" or "Products" for available content.',
  notOk: "Failed to fetch results. Please try again.",
  offline: "Network error. Please check your connection.",
  retry: "Retry",
  closeSpelling: (spelling: string) => `Nothing has exactly this. Results for "${spelling}":`,
  // Read out, not shown.
  saySearching: (query: string) => `Searching for ${query}`,
  sayFound: (count: number) => (count === 1 ? "1 result" : `${count} results`),
  sayNothing: (query: string) => `No results for ${query}`,
  saySuggested: (count: number) => (count === 1 ? "1 suggestion" : `${count} suggestions`),
} as const;
