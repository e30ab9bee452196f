import { type Category, resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ListingsFilter } from "../../api/catalogue-api";

/** Number of listings below the categories. */
export const RECENT_COUNT = 10;
/** Page size of lists grouped by brand: about twenty brands. */
const LISTINGS_PER_PAGE = 100;

// Filters of the screens' first calls, which the server renderer makes too (src/server/first-calls.ts).

/** The category that the query of a module's page filters by; "Others" is not a filter. */
export function chosenCategory(module: CatalogueModule, query: URLSearchParams): Category | undefined {
  const category = resolveCategory(module, query.get("category") ?? "");
  return category?.listed === true ? category : undefined;
}

/** The brand that the query of /ngo puts first; empty if there is none. */
export const requestedBrand = (query: URLSearchParams): string => (query.get("brand") ?? "").trim();

/** The listings shown below the categories of a module, or of one category. */
export const recentListings = (module: CatalogueModule, category: Category | undefined): ListingsFilter => ({
  module,
  category: category?.name,
  limit: RECENT_COUNT,
});

/** The listings of a category by its name. */
export const categoryListings = (module: CatalogueModule, category: string): ListingsFilter => ({
  module,
  category,
  limit: LISTINGS_PER_PAGE,
});

/** The listings of a brand. */
export const brandListings = (module: CatalogueModule, brandName: string): ListingsFilter => ({
  module,
  brandName,
  limit: LISTINGS_PER_PAGE,
});
