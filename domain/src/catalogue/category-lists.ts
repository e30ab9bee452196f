import descriptions from "../generated/messages/en/category-descriptions.js";
import type { CatalogueModule } from "../site/modules.js";

/** A category of a module. */
export interface Category {
  readonly module: CatalogueModule;
  /** Displayed and stored name. */
  readonly name: string;
  /** Used in addresses; unique within the module. Slugs in the specification take precedence over derived ones. */
  readonly slug: string;
  /** Alternative names from the specification's lists, or likely ones. */
  readonly variants: readonly string[];
  /** Whether the module's page offers it as a filter. "Others" is not a filter, but has a page with its listings. */
  readonly listed: boolean;
  /** One sentence for its card and its page's meta description. */
  readonly description: string;
}

/** Compact form of a category; `listed` is derived from the name, the description is at its place in the catalogue of texts. */
type Row = readonly [name: string, slug: string, ...variants: string[]];

function categories(module: CatalogueModule, rows: readonly Row[]): readonly Category[] {
  const texts: readonly string[] = descriptions[module];
  return rows.map(([name, slug, ...variants], index) => {
    return { module, name, slug, variants, listed: name !== "Others", description: texts[index] ?? "" };
  });
}

/** Product categories: the specification's 19 in its order, and "Others" from the wizard and the suggestions. */
export const SHOP_CATEGORIES: readonly Category[] = categories("shops", [
  ["Apparel", "apparel"],
  ["Food & Food Products", "food-products", "Food Products", "Foods"],
  ["Kitchen & Home Decor", "kitchen-home-decor", "Kitchen and Home Decor", "Home Decor"],
  ["Wellness", "wellness", "Wellness Products"],
  ["Arts & Crafts", "arts-crafts", "Arts and Crafts"],
  ["Beauty & Cosmetics", "beauty-cosmetics", "Beauty and Cosmetics"],
  ["Gifts", "gifts", "Gifting"],
  ["Jewellery & Accessories", "jewellery-accessories", "Jewellery and Accessories", "Jewelry & Accessories"],
  ["Kids", "kids"],
  ["Crafts & Crochet", "crafts-crochet", "Crafts and Crochet"],
  ["Business Supplies", "business-supplies", "Business Supply"],
  ["Handloom Textiles", "handloom-textiles", "Handloom Textile"],
  ["Bags", "bags"],
  ["Eco Friendly", "eco-friendly", "Ecofriendly"],
  ["Artisanal", "artisanal", "Artisan"],
  ["Ayurveda", "ayurveda", "Ayurvedic"],
  [
    "Footwear & Leather Products",
    "footwear-leather",
    "Footwear",
    "Foot wear & Leather Products",
    "Foot wear",
    "Footwear and Leather",
  ],
  ["Stationery", "stationery", "Stationary"],
  ["Sports & Dancewear", "sports-dancewear", "Sportswear", "Sports & Dance wear", "Dancewear", "Sports wear"],
  ["Others", "others", "Other"],
]);

/** Service categories: the specification's 11 in its order. */
export const SERVICE_CATEGORIES: readonly Category[] = categories("services", [
  ["Training", "training", "Training Services"],
  ["Legal Consultancy", "legal-consultancy", "Legal", "Legal Services"],
  ["Hospitality", "hospitality", "Hospitality Services"],
  ["Veterinary", "veterinary", "Veterinary Services"],
  ["Wellness", "wellness", "Wellness Services"],
  ["Editorial Service", "editorial-service", "Editorial Services", "Editorial"],
  ["Food", "food", "Food Services", "Food Service"],
  ["Creative Services", "creative-services", "Creative Service", "Creative"],
  ["Financial Solutions", "financial-solutions", "Financial Services", "Finance"],
  ["Web Solutions", "web-solutions", "Web Services"],
  ["Transport and Delivery", "transport-delivery", "Transport & Delivery", "Transport"],
]);

/** NGO categories: the specification's 3. */
export const NGO_CATEGORIES: readonly Category[] = categories("ngos", [
  ["Handloom Textiles", "handloom-textiles", "Handloom Textile"],
  ["Handicrafts", "handicrafts", "Handicraft"],
  ["Skilling", "skilling", "Skill Development"],
]);
