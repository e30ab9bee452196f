import type { CatalogueModule } from "../site/modules.js";

/** One category of one module. */
export interface Category {
  readonly module: CatalogueModule;
  /** The name people read and the server stores. */
  readonly name: string;
  /** In addresses; unique within the module. A slug the specification gives wins over the rule. */
  readonly slug: string;
  /** Other names for the same thing that stand in the specification's lists, or are likely. */
  readonly variants: readonly string[];
  /** Whether the module's page offers it as a filter. "Others" is no filter, but its listings have a page. */
  readonly listed: boolean;
  /** One sentence for its card and its page's description. */
  readonly description: string;
}

/** Product categories: the 19 of the specification in its order, and "Others" of the wizard and the suggestions. */
export const SHOP_CATEGORIES: readonly Category[] = [
  {
    module: "shops",
    name: "Apparel",
    slug: "apparel",
    variants: [],
    listed: true,
    description: "Sarees, kurtas and stitched clothes from small ateliers and home studios.",
  },
  {
    module: "shops",
    name: "Food & Food Products",
    slug: "food-products",
    variants: ["Food Products", "Foods"],
    listed: true,
    description: "Pickles, millet snacks, sweets and spices from kitchens you can name.",
  },
  {
    module: "shops",
    name: "Kitchen & Home Decor",
    slug: "kitchen-home-decor",
    variants: ["Kitchen and Home Decor", "Home Decor"],
    listed: true,
    description: "Brass, clay and cloth for the table, the shelf and the doorway.",
  },
  {
    module: "shops",
    name: "Wellness",
    slug: "wellness",
    variants: ["Wellness Products"],
    listed: true,
    description: "Yoga mats, bath salts and teas for slower mornings.",
  },
  {
    module: "shops",
    name: "Arts & Crafts",
    slug: "arts-crafts",
    variants: ["Arts and Crafts"],
    listed: true,
    description: "Madhubani, Gond, Warli and other hands at work.",
  },
  {
    module: "shops",
    name: "Beauty & Cosmetics",
    slug: "beauty-cosmetics",
    variants: ["Beauty and Cosmetics"],
    listed: true,
    description: "Cold-pressed oils, kajal and soaps in small batches.",
  },
  {
    module: "shops",
    name: "Gifts",
    slug: "gifts",
    variants: ["Gifting"],
    listed: true,
    description: "Hampers and keepsakes, boxed and ready to give.",
  },
  {
    module: "shops",
    name: "Jewellery & Accessories",
    slug: "jewellery-accessories",
    variants: ["Jewellery and Accessories", "Jewelry & Accessories"],
    listed: true,
    description: "Silver, terracotta, beads and thread to wear.",
  },
  {
    module: "shops",
    name: "Kids",
    slug: "kids",
    variants: [],
    listed: true,
    description: "Toys, quilts and clothes made for small people.",
  },
  {
    module: "shops",
    name: "Crafts & Crochet",
    slug: "crafts-crochet",
    variants: ["Crafts and Crochet"],
    listed: true,
    description: "Crochet, macramé and knitting, loop by loop.",
  },
  {
    module: "shops",
    name: "Business Supplies",
    slug: "business-supplies",
    variants: ["Business Supply"],
    listed: true,
    description: "Packaging, labels and desk goods for other small businesses.",
  },
  {
    module: "shops",
    name: "Handloom Textiles",
    slug: "handloom-textiles",
    variants: ["Handloom Textile"],
    listed: true,
    description: "Cotton, silk and wool from pit looms and frame looms.",
  },
  {
    module: "shops",
    name: "Bags",
    slug: "bags",
    variants: [],
    listed: true,
    description: "Totes, potlis and slings in canvas, jute and leather.",
  },
  {
    module: "shops",
    name: "Eco Friendly",
    slug: "eco-friendly",
    variants: ["Ecofriendly"],
    listed: true,
    description: "Bamboo, upcycled cloth and other things that leave little behind.",
  },
  {
    module: "shops",
    name: "Artisanal",
    slug: "artisanal",
    variants: ["Artisan"],
    listed: true,
    description: "Slow, signed pieces by single makers.",
  },
  {
    module: "shops",
    name: "Ayurveda",
    slug: "ayurveda",
    variants: ["Ayurvedic"],
    listed: true,
    description: "Oils, churnas and balms by old recipes.",
  },
  {
    module: "shops",
    name: "Footwear & Leather Products",
    slug: "footwear-leather",
    variants: ["Footwear", "Foot wear & Leather Products", "Foot wear", "Footwear and Leather"],
    listed: true,
    description: "Kolhapuris, juttis and bags in honest leather.",
  },
  {
    module: "shops",
    name: "Stationery",
    slug: "stationery",
    variants: ["Stationary"],
    listed: true,
    description: "Handmade paper, block-printed journals and cards.",
  },
  {
    module: "shops",
    name: "Sports & Dancewear",
    slug: "sports-dancewear",
    variants: ["Sportswear", "Sports & Dance wear", "Dancewear", "Sports wear"],
    listed: true,
    description: "Yoga, running and Bharatanatyam practice wear.",
  },
  {
    module: "shops",
    name: "Others",
    slug: "others",
    variants: ["Other"],
    listed: false,
    description: "Good things that fit no other shelf.",
  },
];

/** Service categories: the 11 of the specification in its order. */
export const SERVICE_CATEGORIES: readonly Category[] = [
  {
    module: "services",
    name: "Training",
    slug: "training",
    variants: ["Training Services"],
    listed: true,
    description: "Workshops and courses that end with a skill in hand.",
  },
  {
    module: "services",
    name: "Legal Consultancy",
    slug: "legal-consultancy",
    variants: ["Legal", "Legal Services"],
    listed: true,
    description: "Contracts, trademarks and registrations in plain words.",
  },
  {
    module: "services",
    name: "Hospitality",
    slug: "hospitality",
    variants: ["Hospitality Services"],
    listed: true,
    description: "Homestays, guest houses and hosts who know the lanes.",
  },
  {
    module: "services",
    name: "Veterinary",
    slug: "veterinary",
    variants: ["Veterinary Services"],
    listed: true,
    description: "Care for pets, dairy animals and strays.",
  },
  {
    module: "services",
    name: "Wellness",
    slug: "wellness",
    variants: ["Wellness Services"],
    listed: true,
    description: "Yoga, counselling and nutrition by trained practitioners.",
  },
  {
    module: "services",
    name: "Editorial Service",
    slug: "editorial-service",
    variants: ["Editorial Services", "Editorial"],
    listed: true,
    description: "Writing, editing and translation in Indian languages and English.",
  },
  {
    module: "services",
    name: "Food",
    slug: "food",
    variants: ["Food Services", "Food Service"],
    listed: true,
    description: "Caterers, tiffin kitchens and bakers to order.",
  },
  {
    module: "services",
    name: "Creative Services",
    slug: "creative-services",
    variants: ["Creative Service", "Creative"],
    listed: true,
    description: "Design, photography and films for young brands.",
  },
  {
    module: "services",
    name: "Financial Solutions",
    slug: "financial-solutions",
    variants: ["Financial Services", "Finance"],
    listed: true,
    description: "Accounts, GST and savings, explained.",
  },
  {
    module: "services",
    name: "Web Solutions",
    slug: "web-solutions",
    variants: ["Web Services"],
    listed: true,
    description: "Websites, shops and search for small businesses.",
  },
  {
    module: "services",
    name: "Transport and Delivery",
    slug: "transport-delivery",
    variants: ["Transport & Delivery", "Transport"],
    listed: true,
    description: "Women who drive, carry and deliver.",
  },
];

/** NGO categories: exactly 3. */
export const NGO_CATEGORIES: readonly Category[] = [
  {
    module: "ngos",
    name: "Handloom Textiles",
    slug: "handloom-textiles",
    variants: ["Handloom Textile"],
    listed: true,
    description: "Weavers' collectives that keep looms and livelihoods going.",
  },
  {
    module: "ngos",
    name: "Handicrafts",
    slug: "handicrafts",
    variants: ["Handicraft"],
    listed: true,
    description: "Artisan groups in clay, grass, metal and thread.",
  },
  {
    module: "ngos",
    name: "Skilling",
    slug: "skilling",
    variants: ["Skill Development"],
    listed: true,
    description: "Programmes that teach a trade and open a first order book.",
  },
];
