import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import { slugOf } from "@sakhi/domain/catalogue/slug";
import { ngoBrandPath, ngoWithBrandPath, providerPath, shopBrandPath } from "./paths";

const BASES: Readonly<Record<CatalogueModule, string>> = {
  shops: "/products",
  services: "/services",
  ngos: "/categories",
};

/** The slug of a category under any of its names; by the rule for a category that is not in our lists. */
export function categorySlug(module: CatalogueModule, name: string): string {
  return resolveCategory(module, name)?.slug ?? slugOf(name);
}

/** The page of a category. */
export function categoryPath(module: CatalogueModule, name: string): string {
  return `${BASES[module]}/${encodeURIComponent(categorySlug(module, name))}`;
}

/** NGO categories whose brands have addresses of their own under /categories (specification 1, section 2). */
const WITH_BRAND_PAGES: readonly string[] = ["handicrafts", "handloom-textiles"];

/**
 * The page of a brand as the search links it. NGO brands: /categories/{categorySlug}/{brandSlug} with a category that
 * has such pages, /ngo?brand= without one, and the plain brand page for Skilling (readings 22 to 24).
 */
export function brandPath(module: CatalogueModule, name: string, category: string | null): string {
  switch (module) {
    case "shops":
      return shopBrandPath(name);
    case "services":
      return providerPath(name);
    case "ngos": {
      if (category === null || category.trim() === "") return ngoWithBrandPath(name);
      const slug = categorySlug("ngos", category);
      const brand = slugOf(name);
      return WITH_BRAND_PAGES.includes(slug) && brand !== ""
        ? `${BASES.ngos}/${slug}/${encodeURIComponent(brand)}`
        : ngoBrandPath(name);
    }
  }
}
