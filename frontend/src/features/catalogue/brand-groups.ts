import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { Listing } from "../../api/catalogue-api";
import { strings } from "./catalogue.strings";

/** Maximum category badges of a brand (specification 1, section 9). */
export const MAX_BADGES = 3;
/** Maximum images in a brand's gallery (specification 1, section 9). */
export const MAX_GALLERY = 5;

/** A brand aggregated from its live listings (specification 1, section 3, "Provider brand"). */
export interface BrandGroup {
  readonly name: string;
  readonly listings: readonly Listing[];
  /** Number of product images of all its listings. */
  readonly serviceCount: number;
  readonly logo: string | undefined;
  /** The first product image, else the first listing image. */
  readonly firstImage: string | undefined;
  readonly location: string;
  readonly description: string | undefined;
  /** Unique, in the order of the listings. */
  readonly categories: readonly string[];
}

const filled = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === "" ? undefined : text.trim();

/** The trimmed brand name of a listing; empty if there is none. */
export function brandOf({ brand, brandName }: Listing): string {
  return filled(brand) ?? filled(brandName) ?? "";
}

/** The product images of a listing, else its own image. */
export function imagesOf({ productImages, image }: Listing): string[] {
  const images = (productImages ?? []).map(({ imageUrl }) => filled(imageUrl)).filter((url) => url !== undefined);
  const listed = filled(image);
  return images.length > 0 || listed === undefined ? images : [listed];
}

/** Groups listings by brand, in the order of each brand's first listing; listings without a brand are left out. */
export function groupByBrand(listings: readonly Listing[]): BrandGroup[] {
  const byName = new Map<string, Listing[]>();
  for (const listing of listings) {
    const name = brandOf(listing);
    if (name === "") continue;
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [listing]);
    else group.push(listing);
  }
  return [...byName].map(([name, members]) => groupOf(name, members));
}

/** The first non-blank value of a field among the listings, trimmed. */
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
 * Omits the last brand while more pages follow, since they may contain more of its listings; unless it is the only
 * brand.
 */
export function completeBrands(groups: readonly BrandGroup[], hasMore: boolean): readonly BrandGroup[] {
  return hasMore && groups.length > 1 ? groups.slice(0, -1) : groups;
}

/** The brand's description, or a default text of its module. */
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
