import { PATHS, categoryPath } from "@sakhi/domain/site/routes";
import type { Category } from "@sakhi/domain/catalogue/category-lists";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import { strings } from "../catalogue.strings";

/** NGO categories that a brand's back link leads to; brands of others go back to /ngo. */
const WITH_BACK_LINK: readonly string[] = ["handicrafts", "handloom-textiles"];

/** Where a brand's back link leads: by the category of its listings, as far as they are known. */
export function backOfBrand(
  module: CatalogueModule,
  category: Category | undefined,
): { to: string; label: string } {
  switch (module) {
    case "shops":
      return category === undefined
        ? { to: PATHS.products, label: strings.brand.back.shops }
        : { to: categoryPath(module, category.slug), label: strings.brand.backTo(category.name) };
    case "services":
      return { to: PATHS.services, label: strings.brand.back.services };
    case "ngos":
      return category !== undefined && WITH_BACK_LINK.includes(category.slug)
        ? { to: categoryPath(module, category.slug), label: strings.brand.backTo(category.name) }
        : { to: PATHS.ngo, label: strings.brand.back.ngos };
  }
}
