import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";

/** The colours of one drawing. */
export interface Palette {
  /** The cloth. */
  readonly ground: string;
  /** What is printed on it, darker or lighter than the cloth. */
  readonly print: string;
  /** The motif. */
  readonly main: string;
  /** Its ornaments. */
  readonly accent: string;
  /** The unprinted cloth under the motif. */
  readonly paper: string;
}

const PAPER = "#FFF6E6";
const palette = (ground: string, print: string, main: string, accent: string, paper = PAPER): Palette => ({
  ground,
  print,
  main,
  accent,
  paper,
});

// Dyes: indigo, madder, rani pink, marigold, leaf, terracotta, plum, teal.
const INDIGO_MADDER = palette("#2B2A6B", "#4A49A0", "#9E2B25", "#E39A0B");
const MADDER_INDIGO = palette("#9E2B25", "#C04A3A", "#2B2A6B", "#E39A0B");
const MARIGOLD_RANI = palette("#EDB03A", "#D48C10", "#B3134F", "#2B2A6B");
const RANI_MARIGOLD = palette("#B3134F", "#D43C74", "#8A1040", "#E39A0B");
const LEAF_MARIGOLD = palette("#2C7A57", "#4C9A76", "#1E5A40", "#E39A0B");
const SAGE_LEAF = palette("#CFE0BF", "#AFC99B", "#2C7A57", "#C8612F");
const TERRACOTTA_CREAM = palette("#B5532A", "#D07548", "#7C3213", "#E8B04A");
const CREAM_TERRACOTTA = palette("#F3DDB8", "#E3BF8B", "#A8451E", "#2B2A6B");
const PLUM_ROSE = palette("#5B2245", "#7F3D66", "#5B2245", "#D9748A");
const ROSE_PLUM = palette("#F0B9B4", "#E0938F", "#7A1F4B", "#C98A12");
const TEAL_MARIGOLD = palette("#1F6E78", "#3F929B", "#14505A", "#E39A0B");
const SKY_INDIGO = palette("#BFD6E8", "#95B8D6", "#2B2A6B", "#B3134F");
const WARLI = palette("#8C4526", "#A9633F", "#7A3417", "#C98A12");
const INK_MARIGOLD = palette("#3A2B28", "#5C4743", "#3A2B28", "#D9531E");

/** Two or three cloths for each category, so that its pictures look like one another and not the same. */
const PALETTES: Readonly<Record<string, readonly [Palette, ...Palette[]]>> = {
  "shops/apparel": [RANI_MARIGOLD, MARIGOLD_RANI, INDIGO_MADDER],
  "shops/food-products": [MARIGOLD_RANI, CREAM_TERRACOTTA, MADDER_INDIGO],
  "shops/kitchen-home-decor": [CREAM_TERRACOTTA, TEAL_MARIGOLD, TERRACOTTA_CREAM],
  "shops/wellness": [SAGE_LEAF, ROSE_PLUM, TEAL_MARIGOLD],
  "shops/arts-crafts": [INDIGO_MADDER, MARIGOLD_RANI, CREAM_TERRACOTTA],
  "shops/beauty-cosmetics": [ROSE_PLUM, PLUM_ROSE],
  "shops/gifts": [RANI_MARIGOLD, SKY_INDIGO, MARIGOLD_RANI],
  "shops/jewellery-accessories": [PLUM_ROSE, TEAL_MARIGOLD, MADDER_INDIGO],
  "shops/kids": [SKY_INDIGO, MARIGOLD_RANI, SAGE_LEAF],
  "shops/crafts-crochet": [ROSE_PLUM, SKY_INDIGO, MARIGOLD_RANI],
  "shops/business-supplies": [INK_MARIGOLD, CREAM_TERRACOTTA],
  "shops/handloom-textiles": [INDIGO_MADDER, MADDER_INDIGO],
  "shops/bags": [TEAL_MARIGOLD, TERRACOTTA_CREAM, SKY_INDIGO],
  "shops/eco-friendly": [SAGE_LEAF, LEAF_MARIGOLD],
  "shops/artisanal": [WARLI, CREAM_TERRACOTTA, INDIGO_MADDER],
  "shops/ayurveda": [LEAF_MARIGOLD, SAGE_LEAF, CREAM_TERRACOTTA],
  "shops/footwear-leather": [TERRACOTTA_CREAM, MARIGOLD_RANI, INK_MARIGOLD],
  "shops/stationery": [SKY_INDIGO, MADDER_INDIGO, CREAM_TERRACOTTA],
  "shops/sports-dancewear": [RANI_MARIGOLD, TEAL_MARIGOLD, WARLI],
  "shops/others": [MARIGOLD_RANI, SKY_INDIGO],
  "services/training": [INDIGO_MADDER, SKY_INDIGO],
  "services/legal-consultancy": [INK_MARIGOLD, INDIGO_MADDER],
  "services/hospitality": [TERRACOTTA_CREAM, ROSE_PLUM],
  "services/veterinary": [SAGE_LEAF, WARLI],
  "services/wellness": [TEAL_MARIGOLD, ROSE_PLUM],
  "services/editorial-service": [CREAM_TERRACOTTA, INDIGO_MADDER],
  "services/food": [MARIGOLD_RANI, MADDER_INDIGO],
  "services/creative-services": [RANI_MARIGOLD, SKY_INDIGO],
  "services/financial-solutions": [LEAF_MARIGOLD, INK_MARIGOLD],
  "services/web-solutions": [TEAL_MARIGOLD, SKY_INDIGO],
  "services/transport-delivery": [MARIGOLD_RANI, LEAF_MARIGOLD],
  "ngos/handloom-textiles": [MADDER_INDIGO, INDIGO_MADDER],
  "ngos/handicrafts": [WARLI, CREAM_TERRACOTTA, TERRACOTTA_CREAM],
  "ngos/skilling": [RANI_MARIGOLD, TEAL_MARIGOLD],
};

/** The cloths of a category. */
export function palettesOf(module: CatalogueModule, slug: string): readonly [Palette, ...Palette[]] {
  return PALETTES[`${module}/${slug}`] ?? [CREAM_TERRACOTTA];
}
