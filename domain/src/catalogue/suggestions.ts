import type { CatalogueModule } from "../site/modules.js";
import { categoryLabel } from "./category-labels.js";

/** A suggestion that the search box shows before the server responds (specification 1, section 3). */
export interface Suggestion {
  readonly type: "category" | "brand";
  readonly name: string;
  readonly module: CatalogueModule;
  readonly category: string;
}

/** An entry of the API's list of brand names. */
export interface BrandName {
  readonly name: string;
  readonly module: CatalogueModule;
  readonly category: string;
}

/** Maximum number of suggestions per group (specification 1, section 9). */
const MAX_SUGGESTIONS_PER_GROUP = 4;

/**
 * Up to 4 categories, then up to 4 brands, whose name contains the query, case-insensitively; within each group prefix
 * matches first, then alphabetically (specification 1, section 9). A blank query returns nothing.
 *
 * @param categoryNames per module, usually {@link SUGGESTED_CATEGORY_NAMES}
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
  // A category also by what the page calls it.
  const names = ({ type, name }: Suggestion) => (type === "category" ? [name, categoryLabel(name)] : [name]);
  return candidates
    .filter((candidate) => names(candidate).some((name) => name.toLowerCase().includes(sought)))
    .toSorted((a, b) => starts(a.name) - starts(b.name) || a.name.localeCompare(b.name, "en"))
    .slice(0, MAX_SUGGESTIONS_PER_GROUP);
}
