import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the brands that show their stall. */
export const whoStrings = {
  title: (event: string) => `Who you meet at ${isolated(event)}`,
  search: "Find a brand or a product",
  searchHelp: "By stall, name, category or product, e.g. pickles. What is found has a ring on the plan.",
  found: (found: number, all: number) => {
    if (all === found) return found === 1 ? "1 brand shows its stall." : `${found} brands show their stall.`;
    return found === 1 ? `1 of ${all} brands` : `${found} of ${all} brands`;
  },
  none: (typed: string) => `No brand that shows its stall has “${isolated(typed)}”.`,
  clear: "Show all",
  show: (stallId: string, brand: string) => `Show ${stallId}, ${isolated(brand)}, on the plan`,
  here: "You are here",
} as const;
