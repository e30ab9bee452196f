import messages from "@sakhi/domain/generated/messages/en/search";

/** Texts of the header's search; those of the specification are verbatim. */
export const strings = {
  ...messages,
  // For screen readers only.
  searching: (query: string) => messages.searching({ query }),
  results: (count: number) => messages.results({ count }),
  noResults: (query: string) => messages.noResults({ query }),
  suggestions: (count: number) => messages.suggestions({ count }),
} as const;
