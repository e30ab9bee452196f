import type { CatalogueModule } from "@sakhi/domain/site/modules";
import type { ListingResponse } from "./listing.response.js";

/** Columns of a listing with its brand; for the tables of {@link LISTING_TABLES}. */
export const LISTING_COLUMNS = `
  l.id, l.name, l.description, l.category, l.module, l.image, l.event_name, l.brand_key,
  b.name AS brand, b.location, b.website_url, b.partner_name, b.contact_email, b.contact_phone,
  b.linkedin_url, b.facebook_url, b.instagram_url, b.whatsapp_url, b.logo, b.description AS brand_description,
  ARRAY(SELECT i.image_url FROM product_images i WHERE i.listing_id = l.id ORDER BY i.position) AS images`;

/** Live listings with their brands. */
export const LISTING_TABLES = "live_listings l JOIN brands b ON b.id = l.brand_id";

/** What {@link LISTING_COLUMNS} answer. */
export interface ListingRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly module: CatalogueModule;
  readonly image: string | null;
  readonly event_name: string | null;
  readonly brand_key: string;
  readonly brand: string;
  readonly location: string | null;
  readonly website_url: string | null;
  readonly partner_name: string | null;
  readonly contact_email: string | null;
  readonly contact_phone: string | null;
  readonly linkedin_url: string | null;
  readonly facebook_url: string | null;
  readonly instagram_url: string | null;
  readonly whatsapp_url: string | null;
  readonly logo: string | null;
  readonly brand_description: string;
  readonly images: readonly string[];
}

/** A listing as it goes on the wire. */
export function listingOf(row: ListingRow): ListingResponse {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    brand: row.brand,
    brandName: row.brand,
    location: row.location,
    image: row.image ?? row.images[0] ?? null,
    productImages: row.images.map((imageUrl) => ({ imageUrl })),
    websiteUrl: row.website_url,
    partnerName: row.partner_name,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    eventName: row.event_name,
    linkedinUrl: row.linkedin_url,
    facebookUrl: row.facebook_url,
    instagramUrl: row.instagram_url,
    whatsappUrl: row.whatsapp_url,
    module: row.module,
    brandLogo: row.logo,
    brandDescription: row.brand_description,
  };
}
