import type { CatalogueModule } from "../site/modules.js";

/** What the search box offers before the server answers (specification 1, section 3). */
export interface Suggestion {
  readonly type: "category" | "brand";
  readonly name: string;
  readonly module: CatalogueModule;
  readonly category: string;
}

/** A brand as the brand-name list gives it. */
export interface BrandName {
  readonly name: string;
  readonly module: CatalogueModule;
  readonly category: string;
}

/** How many of each group are offered (specification 1, section 9). */
const MAX_SUGGESTIONS_PER_GROUP = 4;

/**
 * Up to 4 categories and then up to 4 brands whose name has the query in it, whatever the case; in each group those
 * that start with the query first, then alphabetical (specification 1, section 9). A blank query suggests nothing.
 *
 * @param categoryNames per module, as the specification lists them for suggestions
 */
export function suggestionsFor(
  query: string,
  categoryNames: Readonly<Record<CatalogueModule, readonly string[]>>,
  brands: readonly BrandName[],
): Suggestion[] {
  const sought = query.trim().toLowerCase();
  if (sought === "") return [];
  const categories = (Object.entries(categoryNames) as [CatalogueModule, readonly string[]][]).flatMap(
    ([module, names]) => names.map((name) => ({ type: "category" as const, name, module, category: name })),
  );
  const brandSuggestions = brands.map((brand) => ({ type: "brand" as const, ...brand }));
  return [...best(sought, categories), ...best(sought, brandSuggestions)];
}

function best(sought: string, candidates: readonly Suggestion[]): Suggestion[] {
  const starts = (name: string): number => (name.toLowerCase().startsWith(sought) ? 0 : 1);
  return candidates
    .filter(({ name }) => name.toLowerCase().includes(sought))
    .toSorted((a, b) => starts(a.name) - starts(b.name) || a.name.localeCompare(b.name, "en"))
    .slice(0, MAX_SUGGESTIONS_PER_GROUP);
}
