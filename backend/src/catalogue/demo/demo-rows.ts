import { createHash } from "node:crypto";
import { resolveCategory } from "@sakhi/domain/catalogue/categories";
import type { Category } from "@sakhi/domain/catalogue/categories";
import type { CatalogueModule } from "@sakhi/domain/catalogue/modules";
import { slugOf } from "@sakhi/domain/catalogue/slug";
import { logoOf, pictureOf } from "../drawings/drawing-addresses.js";
import { randomOf } from "../drawings/random.js";
import type { DemoBrand } from "./demo-brand.js";
import { NGOS } from "./ngos.js";
import { SERVICES } from "./services.js";
import { HOME } from "./shops-home.js";
import { MADE } from "./shops-made.js";
import { WORN } from "./shops-worn.js";
import { EVENT_NAMES } from "./showcase.js";

/** A row of the brands table. */
export interface BrandRow {
  readonly id: string;
  readonly module: CatalogueModule;
  readonly name: string;
  readonly category: string;
  readonly logo: string;
  readonly description: string;
  readonly location: string | null;
  readonly website_url: string | null;
  readonly partner_name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  readonly linkedin_url: string | null;
  readonly facebook_url: string | null;
  readonly instagram_url: string | null;
  readonly whatsapp_url: string | null;
}

/** A row of the listings table, with its pictures. */
export interface ListingSeed {
  readonly id: string;
  readonly brand_id: string;
  readonly module: CatalogueModule;
  readonly brand_key: string;
  readonly category: string;
  readonly name: string;
  readonly description: string;
  readonly image: string | null;
  readonly event_name: string | null;
  readonly images: readonly string[];
}

/** Every brand of the demonstration. */
export const DEMO_BRANDS: readonly DemoBrand[] = [...WORN, ...HOME, ...MADE, ...SERVICES, ...NGOS];

/** An id that is the same whenever and wherever the demonstration is planted. */
export function idOf(text: string): string {
  const hex = createHash("sha256").update(`sakhi ${text}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function categoryOf(module: CatalogueModule, name: string): Category {
  const category = resolveCategory(module, name);
  if (category === undefined)
    throw new Error(`the demonstration names an unknown category: ${module} ${name}`);
  return category;
}

/** The brand as a row. Contacts are on example domains and in a range of numbers that nobody has. */
export function brandRow(brand: DemoBrand, index: number): BrandRow {
  const slug = slugOf(brand.name);
  const handle = slug.replaceAll("-", "");
  const random = randomOf(`contacts ${slug}`);
  const sometimes = (address: string): string | null => (random.below(4) === 0 ? null : address);
  return {
    id: idOf(`brand ${brand.module} ${slug}`),
    module: brand.module,
    name: brand.name,
    category: categoryOf(brand.module, brand.category).name,
    logo: logoOf(categoryOf(brand.module, brand.category), slug),
    description: brand.description,
    location: brand.place ?? null,
    // As people type it: some with https, some without.
    website_url:
      brand.website === "none" ? null : `${random.pick(["https://", "", "https://www."])}${slug}.example`,
    partner_name: brand.partner,
    contact_email: `namaste@${slug}.example`,
    contact_phone: `+91 90000 ${String(10_000 + index).slice(-5)}`,
    linkedin_url: sometimes(`https://linkedin.example/company/${slug}`),
    facebook_url: sometimes(`facebook.example/${handle}`),
    instagram_url: sometimes(`https://instagram.example/${handle}`),
    whatsapp_url: sometimes(`https://whatsapp.example/9190000${10_000 + index}`),
  };
}

/** A brand's listings as rows, each with one to five pictures. */
export function listingSeeds(brand: DemoBrand, row: BrandRow): ListingSeed[] {
  return brand.listings.map(([name, description, ownCategory]) => {
    const category = categoryOf(brand.module, ownCategory ?? brand.category);
    const key = `${slugOf(brand.name)}-${slugOf(name)}`;
    const random = randomOf(`listing ${key}`);
    const images = Array.from({ length: 1 + random.below(5) }, (_, index) =>
      pictureOf(category, index === 0 ? key : `${key}-${index + 1}`),
    );
    return {
      id: idOf(`listing ${brand.module} ${key}`),
      brand_id: row.id,
      module: brand.module,
      brand_key: brand.name.toLowerCase(),
      category: category.name,
      name,
      description,
      image: images[0] ?? null,
      event_name: brand.module === "shops" && random.below(4) === 0 ? random.pick(EVENT_NAMES) : null,
      images,
    };
  });
}
