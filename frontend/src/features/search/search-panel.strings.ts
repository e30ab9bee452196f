/** Texts of the search panel; those of the specification are verbatim. */
export const strings = {
  panel: "Search results",
  filters: "Show results for",
  recent: "Recent searches",
  searching: "Searching...",
  nothing: (query: string) => `No results found for "${query}"`,
  hintsLead: "Try searching for:",
  hints: ["Brand names", "Product names and descriptions", "Categories", "Service names and categories"],
  ngosComing: 'NGO listings are being added. Try searching in "All" or "Products" for available content.',
  retry: "Retry",
  closeSpelling: (spelling: string) => `Nothing has exactly this. Results for "${spelling}":`,
} as const;
