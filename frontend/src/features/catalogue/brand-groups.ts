import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { Listing } from "../../api/catalogue-api";
import { strings } from "./catalogue.strings";

/** At most so many category badges stand on a brand (specification 1, section 9). */
export const MAX_BADGES = 3;
/** A brand's gallery shows at most so many pictures (specification 1, section 9). */
export const MAX_GALLERY = 5;

/** A brand as its live listings describe it (specification 1, section 3, "Provider brand"). */
export interface BrandGroup {
  readonly name: string;
  readonly listings: readonly Listing[];
  /** Product pictures over all its listings. */
  readonly serviceCount: number;
  readonly logo: string | undefined;
  /** The first product picture, else the listing's own. */
  readonly firstImage: string | undefined;
  readonly location: string;
  /** What it says of itself; undefined where it says nothing. */
  readonly description: string | undefined;
  /** Each once, in the order they come. */
  readonly categories: readonly string[];
}

const filled = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === "" ? undefined : text.trim();

/** The brand that a listing is of, trimmed; empty where it names none. */
export function brandOf({ brand, brandName }: Listing): string {
  return filled(brand) ?? filled(brandName) ?? "";
}

/** The pictures of a listing, first the product's own. */
export function imagesOf({ productImages, image }: Listing): string[] {
  const own = (productImages ?? []).map(({ imageUrl }) => filled(imageUrl)).filter((url) => url !== undefined);
  const listed = filled(image);
  return own.length > 0 || listed === undefined ? own : [listed];
}

/** Brands in the order of their first listing; listings that name no brand are left out. */
export function groupByBrand(listings: readonly Listing[]): BrandGroup[] {
  const byName = new Map<string, Listing[]>();
  for (const listing of listings) {
    const name = brandOf(listing);
    if (name === "") continue;
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [listing]);
    else group.push(listing);
  }
  return [...byName].map(([name, own]) => groupOf(name, own));
}

/** What the first of these listings says that says anything. */
export function firstFilled(
  listings: readonly Listing[],
  read: (listing: Listing) => string | null | undefined,
): string | undefined {
  return listings.map((listing) => filled(read(listing))).find((text) => text !== undefined);
}

function groupOf(name: string, listings: readonly Listing[]): BrandGroup {
  const first = (read: (listing: Listing) => string | null | undefined) => firstFilled(listings, read);
  return {
    name,
    listings,
    serviceCount: listings.reduce((sum, { productImages }) => sum + (productImages?.length ?? 0), 0),
    logo: first(({ brandLogo }) => brandLogo),
    firstImage: first(({ productImages }) => productImages?.[0]?.imageUrl) ?? first(({ image }) => image),
    location: first(({ location }) => location) ?? strings.india,
    description: first(({ brandDescription }) => brandDescription) ?? first(({ description }) => description),
    categories: [...new Set(listings.map(({ category }) => category.trim()).filter((name) => name !== ""))],
  };
}

/**
 * The brands that are known whole: while more listings follow, the last brand's may follow too, so it waits for
 * them, unless it is the only one.
 */
export function wholeBrands(groups: readonly BrandGroup[], moreFollow: boolean): readonly BrandGroup[] {
  return moreFollow && groups.length > 1 ? groups.slice(0, -1) : groups;
}

/** What a card says under the name when the brand says nothing of itself. */
export function aboutBrand({ description, categories }: BrandGroup, module: CatalogueModule): string {
  if (description !== undefined) return description;
  const [category = ""] = categories;
  switch (module) {
    case "services":
      return strings.services.about(category);
    case "ngos":
      return strings.ngos.about(category);
    case "shops":
      return strings.brand.about;
  }
}
