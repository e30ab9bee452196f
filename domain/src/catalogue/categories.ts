import { CATALOGUE_MODULES, type CatalogueModule } from "../site/modules.js";
import { type Category, NGO_CATEGORIES, SERVICE_CATEGORIES, SHOP_CATEGORIES } from "./category-lists.js";
import { slugOf } from "../site/slug.js";

export type { Category } from "./category-lists.js";

/** Every category of every module, in the order in which the specification lists them; "Others" is last of its module. */
export const CATEGORIES: readonly Category[] = [...SHOP_CATEGORIES, ...SERVICE_CATEGORIES, ...NGO_CATEGORIES];

/** The categories a module's page offers as filters: 19, 11 and 3 (specification 1, section 3). */
export function listedCategories(module: CatalogueModule): readonly Category[] {
  return CATEGORIES.filter((category) => category.module === module && category.listed);
}

/** First filter of each module's page. */
export const ALL_CATEGORIES_LABEL: Readonly<Record<CatalogueModule, string>> = {
  shops: "All",
  services: "All Services",
  ngos: "All Categories",
};

/**
 * Category names offered by the search box before the server is asked, each list as the specification writes it
 * (section 3); every name resolves to a category all the same.
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

/** Category options of the brand listing wizard, each list as the second specification writes it (section 3). */
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

/** The module that a company of this type is listed in. */
export const MODULE_OF_COMPANY_TYPE: Readonly<Record<"product" | "service" | "ngo", CatalogueModule>> = {
  product: "shops",
  service: "services",
  ngo: "ngos",
};

/**
 * What two spellings of one category have in common: case, "&" or "and" or neither, spaces, hyphens and any other
 * punctuation make no difference.
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
 * The category that a name, slug or any spelling of the specification's lists means in this module
 * undefined when there is none.
 */
export function resolveCategory(module: CatalogueModule, text: string): Category | undefined {
  return BY_SPELLING.get(module)?.get(spellingKey(text));
}

/** The slug of a category under any of its names; by the rule for a category that is not in our lists. */
export function categorySlug(module: CatalogueModule, name: string): string {
  return resolveCategory(module, name)?.slug ?? slugOf(name);
}

/** The NGO category whose page is at this id: for any other there is none (B-173). */
export function ngoCategoryAt(id: string): Category | undefined {
  return NGO_CATEGORIES.find(({ slug }) => slug === id.toLowerCase());
}

/** Every category this text means, over all modules: "Wellness" is one of shops and one of services. */
export function resolveCategories(text: string): readonly Category[] {
  return CATALOGUE_MODULES.flatMap((module) => resolveCategory(module, text) ?? []);
}

/** Categories whose name or one of its spellings has the query in it, whatever the case. */
export function categoriesContaining(query: string): readonly Category[] {
  const sought = query.trim().toLowerCase();
  if (sought === "") return [];
  return CATEGORIES.filter(({ name, variants }) =>
    [name, ...variants].some((spelling) => spelling.toLowerCase().includes(sought)),
  );
}
