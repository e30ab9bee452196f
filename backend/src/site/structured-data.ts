import { PATHS } from "@sakhi/domain/site/routes";
import { SITE_NAME } from "@sakhi/domain/site/site.pages";
import type { ListingResponse } from "../catalogue/listing.response.js";
import { pictureAddress } from "./picture-address.js";

/** A JSON-LD object of schema.org. */
export type JsonLd = Readonly<Record<string, unknown>>;

/** What structured data needs to know of the site; addresses without a trailing slash. */
interface SiteFacts {
  readonly publicUrl: string;
}

/** One step of the way to a page. */
export interface Crumb {
  readonly name: string;
  readonly path: string;
}

/** What the Mela's Event says of stalls of one type; prices in rupees. */
export interface StallOffer {
  readonly name: string;
  readonly price: number;
  readonly available: number;
}

const thing = (type: string, more: JsonLd): JsonLd => ({
  "@context": "https://schema.org",
  "@type": type,
  ...more,
});

/** Who runs the site, and how to search it: on the home page. */
export function organisation({ publicUrl }: SiteFacts): JsonLd[] {
  return [
    thing("Organization", { name: SITE_NAME, url: `${publicUrl}/`, logo: `${publicUrl}/favicon.svg` }),
    thing("WebSite", {
      name: SITE_NAME,
      url: `${publicUrl}/`,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    }),
  ];
}

/** The way from the home page to this one. */
export function breadcrumbs({ publicUrl }: SiteFacts, crumbs: readonly Crumb[]): JsonLd {
  return thing("BreadcrumbList", {
    itemListElement: crumbs.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${publicUrl}${path}`,
    })),
  });
}

/** What a category, brand or event shows: products, or services. */
export function listingList({ publicUrl }: SiteFacts, listings: readonly ListingResponse[]): JsonLd {
  return thing("ItemList", {
    numberOfItems: listings.length,
    itemListElement: listings.map((listing, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: {
        "@type": listing.module === "services" ? "Service" : "Product",
        name: listing.name,
        description: listing.description,
        // Absent from the JSON where it is undefined.
        image: pictureAddress(listing.image, publicUrl),
        ...(listing.module === "services"
          ? { provider: { "@type": "Organization", name: listing.brandName } }
          : { brand: { "@type": "Brand", name: listing.brandName } }),
      },
    })),
  });
}

/** The Mela with its stalls as offers (specification 2, section 1; dates in IST). */
export function melaEvent(
  { publicUrl }: SiteFacts,
  event: { readonly start: string; readonly end: string },
  offers: readonly StallOffer[],
): JsonLd {
  return thing("Event", {
    name: "The Mela",
    description: "A two-day market of women entrepreneurs, with 70 stalls to rent.",
    startDate: event.start,
    endDate: event.end,
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: "Industrial area, Whitefield",
      address: {
        "@type": "PostalAddress",
        addressLocality: "Bangalore",
        addressRegion: "Karnataka",
        addressCountry: "IN",
      },
    },
    organizer: { "@type": "Organization", name: SITE_NAME, url: `${publicUrl}/` },
    offers: offers.map(({ name, price, available }) => ({
      "@type": "Offer",
      name,
      price,
      priceCurrency: "INR",
      url: `${publicUrl}${PATHS.plan}`,
      availability: `https://schema.org/${available > 0 ? "InStock" : "SoldOut"}`,
    })),
  });
}
