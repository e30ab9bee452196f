import messages from "@sakhi/domain/generated/messages/en/search-panel";

/** Texts of the search panel; those of the specification are verbatim. */
export const strings = {
  ...messages,
  nothing: (query: string) => messages.nothing({ query }),
  closeSpelling: (spelling: string) => messages.closeSpelling({ spelling }),
  items: (count: number) => messages.items({ count }),
} as const;
