import { categoryLabel } from "@sakhi/domain/catalogue/category-labels";
import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { Listing } from "../../api/catalogue-api";
import { brandNameOf } from "../../shared/product-link";
import type { ShownPicture } from "../../ui/lazy-image";
import { strings } from "./catalogue.strings";

/** Maximum badges of a brand, "Verified" included (specification 1, section 9). */
export const MAX_BADGES = 3;
/** Maximum images in a brand's gallery (specification 1, section 9). */
export const MAX_GALLERY = 5;

/** A brand aggregated from its live listings (specification 1, section 3, "Provider brand"). */
export interface BrandGroup {
  readonly name: string;
  readonly listings: readonly Listing[];
  /** What it offers: its listings but the card of a brand without products. */
  readonly products: readonly Listing[];
  /** Number of product images of all its listings. */
  readonly serviceCount: number;
  readonly logo: string | undefined;
  readonly logoPicture: ShownPicture | undefined;
  readonly coverPicture: ShownPicture | undefined;
  /** The first product image, else the first listing image. */
  readonly firstImage: string | undefined;
  /** The same as a picture, or the cover. */
  readonly firstPicture: ShownPicture | undefined;
  /** True if an operator has seen a document of the brand. */
  readonly verified: boolean;
  readonly location: string;
  readonly description: string | undefined;
  /** Unique, in the order of the listings. */
  readonly categories: readonly string[];
}

const filled = (text: string | null | undefined): string | undefined =>
  text === null || text === undefined || text.trim() === "" ? undefined : text.trim();

/** The trimmed brand name of a listing; empty if there is none. */
export const brandOf = brandNameOf;

/** An image of a listing: a picture in several files, or one address. */
export interface ListingImage {
  readonly src: string;
  readonly picture: ShownPicture | undefined;
}

/** The product images of a listing, else its own image. */
export function imagesOf({ productImages, productPictures, image }: Listing): ListingImage[] {
  // Pictures are among the images, by the address of one of their files.
  const pictureOf = new Map(
    (productPictures ?? []).flatMap((picture) => picture.files.map(({ url }) => [url, picture] as const)),
  );
  const images = (productImages ?? []).map(({ imageUrl }) => filled(imageUrl)).filter((url) => url !== undefined);
  const listed = filled(image);
  const all = images.length > 0 || listed === undefined ? images : [listed];
  return all.map((src) => ({ src, picture: pictureOf.get(src) }));
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
  const pictures = listings.flatMap(({ picture }) => picture ?? []);
  const coverPicture = listings.flatMap((listing) => listing.coverPicture ?? [])[0];
  return {
    name,
    listings,
    products: listings.filter(({ isCard }) => isCard !== true),
    serviceCount: listings.reduce((sum, { productImages }) => sum + (productImages?.length ?? 0), 0),
    logo: first(({ brandLogo }) => brandLogo),
    logoPicture: listings.flatMap(({ logoPicture }) => logoPicture ?? [])[0],
    coverPicture,
    firstImage: first(({ productImages }) => productImages?.[0]?.imageUrl) ?? first(({ image }) => image),
    firstPicture: coverPicture ?? pictures[0],
    verified: listings.some(({ verified }) => verified === true),
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
      return strings.services.about(categoryLabel(category));
    case "ngos":
      return strings.ngos.about(categoryLabel(category));
    case "shops":
      return strings.brand.about;
  }
}
