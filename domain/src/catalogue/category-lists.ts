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

/** Compact form of a category; `listed` is derived from the name. */
type Row = readonly [name: string, slug: string, description: string, ...variants: string[]];

function categories(module: CatalogueModule, rows: readonly Row[]): readonly Category[] {
  return rows.map(([name, slug, description, ...variants]) => {
    return { module, name, slug, variants, listed: name !== "Others", description };
  });
}

/** Product categories: the specification's 19 in its order, and "Others" from the wizard and the suggestions. */
export const SHOP_CATEGORIES: readonly Category[] = categories("shops", [
  ["Apparel", "apparel", "Sarees, kurtas and stitched clothes from small ateliers and home studios."],
  [
    "Food & Food Products",
    "food-products",
    "Pickles, millet snacks, sweets and spices from kitchens you can name.",
    "Food Products",
    "Foods",
  ],
  [
    "Kitchen & Home Decor",
    "kitchen-home-decor",
    "Brass, clay and cloth for the table, the shelf and the doorway.",
    "Kitchen and Home Decor",
    "Home Decor",
  ],
  ["Wellness", "wellness", "Yoga mats, bath salts and teas for slower mornings.", "Wellness Products"],
  ["Arts & Crafts", "arts-crafts", "Madhubani, Gond, Warli and other hands at work.", "Arts and Crafts"],
  [
    "Beauty & Cosmetics",
    "beauty-cosmetics",
    "Cold-pressed oils, kajal and soaps in small batches.",
    "Beauty and Cosmetics",
  ],
  ["Gifts", "gifts", "Hampers and keepsakes, boxed and ready to give.", "Gifting"],
  [
    "Jewellery & Accessories",
    "jewellery-accessories",
    "Silver, terracotta, beads and thread to wear.",
    "Jewellery and Accessories",
    "Jewelry & Accessories",
  ],
  ["Kids", "kids", "Toys, quilts and clothes made for small people."],
  ["Crafts & Crochet", "crafts-crochet", "Crochet, macramé and knitting, loop by loop.", "Crafts and Crochet"],
  [
    "Business Supplies",
    "business-supplies",
    "Packaging, labels and desk goods for other small businesses.",
    "Business Supply",
  ],
  [
    "Handloom Textiles",
    "handloom-textiles",
    "Cotton, silk and wool from pit looms and frame looms.",
    "Handloom Textile",
  ],
  ["Bags", "bags", "Totes, potlis and slings in canvas, jute and leather."],
  ["Eco Friendly", "eco-friendly", "Bamboo, upcycled cloth and other things that leave little behind.", "Ecofriendly"],
  ["Artisanal", "artisanal", "Slow, signed pieces by single makers.", "Artisan"],
  ["Ayurveda", "ayurveda", "Oils, churnas and balms by old recipes.", "Ayurvedic"],
  [
    "Footwear & Leather Products",
    "footwear-leather",
    "Kolhapuris, juttis and bags in honest leather.",
    "Footwear",
    "Foot wear & Leather Products",
    "Foot wear",
    "Footwear and Leather",
  ],
  ["Stationery", "stationery", "Handmade paper, block-printed journals and cards.", "Stationary"],
  [
    "Sports & Dancewear",
    "sports-dancewear",
    "Yoga, running and Bharatanatyam practice wear.",
    "Sportswear",
    "Sports & Dance wear",
    "Dancewear",
    "Sports wear",
  ],
  ["Others", "others", "Good things that fit no other shelf.", "Other"],
]);

/** Service categories: the specification's 11 in its order. */
export const SERVICE_CATEGORIES: readonly Category[] = categories("services", [
  ["Training", "training", "Workshops and courses that end with a skill in hand.", "Training Services"],
  [
    "Legal Consultancy",
    "legal-consultancy",
    "Contracts, trademarks and registrations in plain words.",
    "Legal",
    "Legal Services",
  ],
  ["Hospitality", "hospitality", "Homestays, guest houses and hosts who know the lanes.", "Hospitality Services"],
  ["Veterinary", "veterinary", "Care for pets, dairy animals and strays.", "Veterinary Services"],
  ["Wellness", "wellness", "Yoga, counselling and nutrition by trained practitioners.", "Wellness Services"],
  [
    "Editorial Service",
    "editorial-service",
    "Writing, editing and translation in Indian languages and English.",
    "Editorial Services",
    "Editorial",
  ],
  ["Food", "food", "Caterers, tiffin kitchens and bakers to order.", "Food Services", "Food Service"],
  [
    "Creative Services",
    "creative-services",
    "Design, photography and films for young brands.",
    "Creative Service",
    "Creative",
  ],
  [
    "Financial Solutions",
    "financial-solutions",
    "Accounts, GST and savings, explained.",
    "Financial Services",
    "Finance",
  ],
  ["Web Solutions", "web-solutions", "Websites, shops and search for small businesses.", "Web Services"],
  [
    "Transport and Delivery",
    "transport-delivery",
    "Women who drive, carry and deliver.",
    "Transport & Delivery",
    "Transport",
  ],
]);

/** NGO categories: the specification's 3. */
export const NGO_CATEGORIES: readonly Category[] = categories("ngos", [
  [
    "Handloom Textiles",
    "handloom-textiles",
    "Weavers' collectives that keep looms and livelihoods going.",
    "Handloom Textile",
  ],
  ["Handicrafts", "handicrafts", "Artisan groups in clay, grass, metal and thread.", "Handicraft"],
  ["Skilling", "skilling", "Programmes that teach a trade and open a first order book.", "Skill Development"],
]);
