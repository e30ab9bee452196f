import { type Category, resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ListingsFilter } from "../../api/catalogue-api";

/** So many listings stand under the categories. */
export const FRESH = 10;
/** So many listings are asked for at once by pages that group them: some twenty brands. */
const LISTINGS_PER_PAGE = 100;

// What the screens ask for first; the first view is drawn with the same answers (src/server/first-calls.ts).

/** The category that the address of a module's page filters by; "Others" is no filter. */
export function chosenCategory(module: CatalogueModule, query: URLSearchParams): Category | undefined {
  const category = resolveCategory(module, query.get("category") ?? "");
  return category?.listed === true ? category : undefined;
}

/** Some listings of a module, or of one category. */
export const freshListings = (module: CatalogueModule, category: Category | undefined): ListingsFilter => ({
  module,
  category: category?.name,
  limit: FRESH,
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
