/** The chips of the panel, by the module they show. */
export const SEARCH_FILTERS = [
  { filter: "all", label: "All" },
  { filter: "shops", label: "Products" },
  { filter: "services", label: "Services" },
  { filter: "ngos", label: "NGOs" },
] as const;

/** Which results are shown. */
export type SearchFilter = (typeof SEARCH_FILTERS)[number]["filter"];
