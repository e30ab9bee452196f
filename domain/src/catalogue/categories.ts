import filters from "../generated/messages/en/category-filters.js";
import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { slugOf } from "../site/slug.js";
import { type Category, NGO_CATEGORIES, SERVICE_CATEGORIES, SHOP_CATEGORIES } from "./category-lists.js";

export type { Category } from "./category-lists.js";

/** All categories of all modules, in the specification's order; "Others" comes last in its module. */
export const CATEGORIES: readonly Category[] = [...SHOP_CATEGORIES, ...SERVICE_CATEGORIES, ...NGO_CATEGORIES];

/** Categories that a module's page offers as filters: 19, 11 and 3 (specification 1, section 3). */
export function listedCategories(module: CatalogueModule): readonly Category[] {
  return CATEGORIES.filter((category) => category.module === module && category.listed);
}

/** Label of the first filter on each module's page. */
export const ALL_CATEGORIES_LABEL: Readonly<Record<CatalogueModule, string>> = filters;

/**
 * Category names that the search box suggests before the server responds, spelled as in the specification (section 3);
 * every name resolves to a category.
 */
export const SUGGESTED_CATEGORY_NAMES: Readonly<Record<CatalogueModule, readonly string[]>> = {
  shops: [
    "Arts & Crafts",
    "Jewellery and Accessories",
    "Kitchen & Home Decor",
    "Bags",
    "Wellness",
    "Kids",
    "Ecofriendly",
    "Food & Food Products",
    "Beauty & Cosmetics",
    "Handloom Textiles",
    "Artisanal",
    "Gifts",
    "Ayurvedic",
    "Footwear",
    "Business Supplies",
    "Apparel",
    "Stationary",
    "Sportswear",
    "Others",
  ],
  services: [
    "Training",
    "Legal Consultancy",
    "Hospitality",
    "Veterinary",
    "Wellness Services",
    "Editorial Services",
    "Food Services",
    "Creative Services",
    "Financial Solutions",
    "Web Solutions",
    "Transport & Delivery",
  ],
  ngos: ["Handloom Textiles", "Handicrafts"],
};

/** Category options of the brand listing wizard, spelled as in specification 2, section 3. */
export const WIZARD_CATEGORY_NAMES: Readonly<Record<"product" | "service" | "ngo", readonly string[]>> = {
  product: [
    "Apparel",
    "Food & Food Products",
    "Kitchen & Home Decor",
    "Wellness",
    "Arts & Crafts",
    "Beauty & Cosmetics",
    "Gifts",
    "Jewellery and Accessories",
    "Kids",
    "Crafts & Crochet",
    "Business Supplies",
    "Handloom Textiles",
    "Bags",
    "Eco Friendly",
    "Artisanal",
    "Ayurveda",
    "Foot wear & Leather Products",
    "Stationery",
    "Sports & Dance wear",
    "Others",
  ],
  service: [
    "Creative Services",
    "Web Solutions",
    "Financial Solutions",
    "Hospitality",
    "Wellness",
    "Veterinary",
    "Legal Consultancy",
    "Editorial Service",
    "Training",
    "Food",
    "Transport and Delivery",
  ],
  ngo: ["Handloom Textiles", "Handicrafts", "Skilling"],
};

/** The module in which companies of a type are listed. */
export const MODULE_OF_COMPANY_TYPE: Readonly<Record<"product" | "service" | "ngo", CatalogueModule>> = {
  product: "shops",
  service: "services",
  ngo: "ngos",
};

/**
 * Normalised key shared by all spellings of a category: ignores case, "&", "and", spaces, hyphens and other punctuation.
 */
function spellingKey(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("&", " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "" && word !== "and")
    .join("");
}

const BY_SPELLING: ReadonlyMap<CatalogueModule, ReadonlyMap<string, Category>> = new Map(
  CATALOGUE_MODULES.map((module) => [module, spellingsOf(module)]),
);

function spellingsOf(module: CatalogueModule): ReadonlyMap<string, Category> {
  const known = new Map<string, Category>();
  for (const category of CATEGORIES.filter((found) => found.module === module)) {
    for (const name of [category.name, category.slug, slugOf(category.name), ...category.variants]) {
      known.set(spellingKey(name), category);
    }
  }
  return known;
}

/**
 * Resolves a name, a slug or any spelling of the specification's lists to a category of the module
 * undefined if there is none.
 */
export function resolveCategory(module: CatalogueModule, text: string): Category | undefined {
  return BY_SPELLING.get(module)?.get(spellingKey(text));
}

/** The slug of a category under any of its names; derived by {@link slugOf} for unknown categories. */
export function categorySlug(module: CatalogueModule, name: string): string {
  return resolveCategory(module, name)?.slug ?? slugOf(name);
}

/** The NGO category with this id in its page's address; undefined if no such page exists (B-173). */
export function ngoCategoryAt(id: string): Category | undefined {
  return NGO_CATEGORIES.find(({ slug }) => slug === id.toLowerCase());
}

/** Resolves a text to categories of all modules: "Wellness" exists in shops and in services. */
export function resolveCategories(text: string): readonly Category[] {
  return CATALOGUE_MODULES.flatMap((module) => resolveCategory(module, text) ?? []);
}

/** Categories whose name or any variant contains the query; case-insensitive. */
export function categoriesContaining(query: string): readonly Category[] {
  const sought = query.trim().toLowerCase();
  if (sought === "") return [];
  return CATEGORIES.filter(({ name, variants }) =>
    [name, ...variants].some((spelling) => spelling.toLowerCase().includes(sought)),
  );
}
