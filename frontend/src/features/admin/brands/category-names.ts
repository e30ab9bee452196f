import { CATEGORIES } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/site/modules";

/** Names of the categories of one part of the site, or of all, each once. */
export function categoryNames(module?: CatalogueModule): readonly string[] {
  const found = CATEGORIES.filter((category) => module === undefined || category.module === module);
  return [...new Set(found.map(({ name }) => name))];
}
