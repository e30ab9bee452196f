import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ListingsFilter } from "../../api/catalogue-api";

/** So many listings stand under the categories. */
export const FRESH = 10;
/** So many listings are asked for at once by pages that group them: some twenty brands. */
const LISTINGS_PER_PAGE = 100;

// What the screens ask for first; the first view is drawn with the same answers (src/server/first-calls.ts).

/** Some listings of a module, or of one category by its name. */
export const freshListings = (module: CatalogueModule, category: string | undefined): ListingsFilter => ({
  module,
  category,
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
