import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import type { Motif } from "./motif.js";
import * as home from "./motifs-home.js";
import * as work from "./motifs-work.js";
import * as worn from "./motifs-worn.js";

/** What is drawn for each category; of several, the id chooses. */
const MOTIFS: Readonly<Record<string, readonly [Motif, ...Motif[]]>> = {
  "shops/apparel": [worn.kurta, worn.saree],
  "shops/food-products": [home.jar, work.thali],
  "shops/kitchen-home-decor": [home.diya, home.lota],
  "shops/wellness": [home.lotus],
  "shops/arts-crafts": [home.elephant, work.palette],
  "shops/beauty-cosmetics": [worn.mirror],
  "shops/gifts": [home.gift, home.diya],
  "shops/jewellery-accessories": [worn.jhumka],
  "shops/kids": [home.toyHorse, home.kite],
  "shops/crafts-crochet": [home.yarn],
  "shops/business-supplies": [home.tag],
  "shops/handloom-textiles": [worn.saree, home.charkha],
  "shops/bags": [worn.potli, worn.tote],
  "shops/eco-friendly": [home.sprout, home.basket],
  "shops/artisanal": [home.matka, home.elephant],
  "shops/ayurveda": [home.mortar, home.lota],
  "shops/footwear-leather": [worn.jutti],
  "shops/stationery": [worn.notebook, work.quill],
  "shops/sports-dancewear": [worn.dancer],
  "shops/others": [home.kite],
  "services/training": [work.openBook],
  "services/legal-consultancy": [work.scales],
  "services/hospitality": [work.haveli],
  "services/veterinary": [work.cow],
  "services/wellness": [work.meditation],
  "services/editorial-service": [work.quill],
  "services/food": [work.thali],
  "services/creative-services": [work.palette],
  "services/financial-solutions": [work.coins],
  "services/web-solutions": [work.browser],
  "services/transport-delivery": [work.rickshaw],
  "ngos/handloom-textiles": [home.charkha, worn.saree],
  "ngos/handicrafts": [home.matka, home.basket],
  "ngos/skilling": [home.sewingMachine],
};

/** The motifs of a category; the first is the one for its card. */
export function motifsOf(module: CatalogueModule, slug: string): readonly [Motif, ...Motif[]] {
  return MOTIFS[`${module}/${slug}`] ?? [home.kite];
}
