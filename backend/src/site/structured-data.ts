import { productPath } from "@sakhi/domain/catalogue/product-address";
import { startOf } from "@sakhi/domain/events/calendar";
import { dayRuns, hourRuns } from "@sakhi/domain/events/event-dates";
import { dayCloses } from "@sakhi/domain/events/event-days";
import { editionDescription, type EventDay, type EventFacts, postalAddress } from "@sakhi/domain/events/event-facts";
import { indianTime } from "@sakhi/domain/events/indian-time";
import { salesEnd, salesWindow } from "@sakhi/domain/events/sales.rules";
import { gstStateName, isGstStateCode } from "@sakhi/domain/invoices/gst-states";
import { IST_OFFSET_MS } from "@sakhi/domain/invoices/indian-dates";
import { dayBefore } from "@sakhi/domain/invoices/indian-dates";
import { toRupees } from "@sakhi/domain/money/money";
import type { DatedPrice } from "@sakhi/domain/operator/price-days";
import { singleFile } from "@sakhi/domain/pictures/picture.rules";
import type { BrandResponse } from "../catalogue/catalogue.response.js";
import type { ListingResponse } from "../catalogue/listing.response.js";
import { pictureAddress } from "./picture-address.js";

/** A JSON-LD object of schema.org. */
export type JsonLd = Readonly<Record<string, unknown>>;

/** Facts for structured data. `publicUrl` has no trailing slash. */
interface SiteFacts extends EventFacts {
  readonly publicUrl: string;
}

/** Offer for stalls of one type; price in rupees. */
export interface StallOffer {
  readonly name: string;
  readonly price: number;
  /** Since when, if a date changed it, YYYY-MM-DD. */
  readonly priceFrom?: string | undefined;
  /** What it costs from a later day on. */
  readonly nextPrice?: DatedPrice | undefined;
  readonly available: number;
}

const jsonLd = (type: string, more: JsonLd): JsonLd => ({ "@context": "https://schema.org", "@type": type, ...more });

/** The organisation and the site's search, for the home page. */
export function organisation({ publicUrl, organisation: us }: SiteFacts): JsonLd[] {
  return [
    jsonLd("Organization", {
      name: us.name,
      url: `${publicUrl}/`,
      logo: `${publicUrl}/favicon.svg`,
      email: us.supportEmail,
      telephone: us.phone ?? undefined,
      address: {
        "@type": "PostalAddress",
        streetAddress: `${us.street}, ${us.locality}`,
        addressLocality: us.city,
        postalCode: us.pin,
        addressRegion: us.region,
        addressCountry: "IN",
      },
    }),
    jsonLd("WebSite", {
      name: us.name,
      url: `${publicUrl}/`,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${publicUrl}/?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    }),
  ];
}

/** Absolute addresses of a listing's pictures, or of its drawing; undefined without any valid one. */
function imagesOf(publicUrl: string, { productImages }: ListingResponse): string[] | undefined {
  const images = productImages.map(({ imageUrl }) => pictureAddress(imageUrl, publicUrl));
  const valid = images.filter((url) => url !== undefined);
  return valid.length === 0 ? undefined : valid;
}

/** The offer of a product with a price; undefined without an amount. */
function offerOf(publicUrl: string, { price, paused }: ListingResponse, url: string): JsonLd | undefined {
  if (price === null || price.fromPaise === null) return undefined;
  const availability = `https://schema.org/${paused ? "OutOfStock" : "InStock"}`;
  const shared = { priceCurrency: "INR", url: publicUrl + url, availability };
  const from = toRupees(price.fromPaise);
  return price.toPaise === null
    ? { "@type": "Offer", price: from, ...shared }
    : { "@type": "AggregateOffer", lowPrice: from, highPrice: toRupees(price.toPaise), ...shared };
}

/** A product with its offer, or a service. The card of a brand without products has no page. */
function productData(publicUrl: string, listing: ListingResponse): JsonLd {
  const { module, name, description, brandName, isCard } = listing;
  const path = productPath(module, brandName, listing);
  return {
    "@type": module === "services" ? "Service" : "Product",
    name,
    description,
    // Absent from the JSON where it is undefined.
    url: isCard ? undefined : publicUrl + path,
    image: imagesOf(publicUrl, listing),
    ...(module === "services"
      ? { provider: { "@type": "Organization", name: brandName } }
      : { brand: { "@type": "Brand", name: brandName } }),
    // Absent from the JSON where there is no price.
    offers: offerOf(publicUrl, listing, path),
  };
}

/** The page of a product. */
export function productPageData(publicUrl: string, listing: ListingResponse): JsonLd {
  return { "@context": "https://schema.org", ...productData(publicUrl, listing) };
}

/** The listings of a category, brand or event, as products with their offers, or services. */
export function listingList(publicUrl: string, listings: readonly ListingResponse[]): JsonLd {
  return jsonLd("ItemList", {
    numberOfItems: listings.length,
    itemListElement: listings.map((listing, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: productData(publicUrl, listing),
    })),
  });
}

/** A brand's page. */
export function brandData(publicUrl: string, path: string, brand: BrandResponse): JsonLd {
  const image = pictureAddress(singleFile(brand.picture?.files ?? [])?.url, publicUrl);
  return jsonLd("Brand", {
    name: brand.name,
    description: brand.description || undefined,
    url: publicUrl + path,
    logo: pictureAddress(brand.logo, publicUrl),
    // Absent from the JSON where it is undefined.
    image,
  });
}

/** An event on sale, announced, over or cancelled. */
interface ShownEvent {
  /** Path of its page. */
  readonly path: string;
  readonly stallCount: number;
  readonly offers: readonly StallOffer[];
}

/** When a day closes, ISO 8601 in India's time; on the next date if it closes at or after midnight. */
function closingOf(day: EventDay | undefined): string | undefined {
  if (day === undefined) return undefined;
  const local = new Date(dayCloses(day) + IST_OFFSET_MS).toISOString();
  return indianTime(local.slice(0, 10), local.slice(11, 16));
}

/** Days without a gap and with the same hours. */
function scheduleOf(days: readonly EventDay[]): JsonLd {
  const [first, last] = [days[0], days.at(-1)];
  return {
    "@type": "Schedule",
    startDate: first?.date,
    endDate: last?.date,
    startTime: first?.opens,
    endTime: first?.closes,
    repeatFrequency: "P1D",
    repeatCount: days.length,
    scheduleTimezone: "Asia/Kolkata",
  };
}

/** An offer's price of now and its next one, with the days on which they hold; the last day is included. */
function pricesByDate({ price, priceFrom, nextPrice }: StallOffer) {
  const midnight = (date: string | undefined) => (date === undefined ? undefined : indianTime(date, "00:00"));
  const now = { price, validFrom: midnight(priceFrom) };
  // Absent from the JSON where no date changes the price.
  if (nextPrice === undefined) return [{ ...now, priceValidUntil: undefined }];
  const next = { price: nextPrice.price, validFrom: midnight(nextPrice.from), priceValidUntil: undefined };
  return [{ ...now, priceValidUntil: dayBefore(nextPrice.from) }, next];
}

/** An event with its stalls as offers (specification 2, section 1; times in IST). */
export function melaEvent(
  { publicUrl, event, status, calendar, organisation: us }: SiteFacts,
  { path, stallCount, offers }: ShownEvent,
): JsonLd {
  const isRescheduled = status !== "cancelled" && calendar.formerStart !== null;
  const eventStatus = status === "cancelled" ? "EventCancelled" : isRescheduled ? "EventRescheduled" : "EventScheduled";
  const runs = hourRuns(event.days);
  const hasGaps = dayRuns(event.days).length > 1;
  return jsonLd("Event", {
    name: event.name,
    description: editionDescription(event, stallCount),
    url: `${publicUrl}${path}`,
    startDate: startOf(event.days),
    // Absent from the JSON unless the event has other dates than it had.
    previousStartDate: isRescheduled ? calendar.formerStart : undefined,
    // Two weekends are no nine days: their ends are those of their runs.
    endDate: hasGaps ? undefined : closingOf(event.days.at(-1)),
    subEvent: runs.map(({ days }) => ({
      "@type": "Event",
      name: event.name,
      startDate: startOf(days),
      endDate: closingOf(days.at(-1)),
      location: { "@type": "Place", name: event.venueName, address: postalAddress(event) },
    })),
    // When it is open within a run.
    eventSchedule: runs.map(({ days }) => scheduleOf(days)),
    eventStatus: `https://schema.org/${eventStatus}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: event.venueName,
      hasMap: event.mapUrl,
      address: {
        "@type": "PostalAddress",
        streetAddress: event.street,
        addressLocality: event.city,
        postalCode: event.pin,
        addressRegion: isGstStateCode(event.stateCode) ? gstStateName(event.stateCode) : "",
        addressCountry: "IN",
      },
    },
    organizer: { "@type": "Organization", name: us.name, url: `${publicUrl}/`, email: us.supportEmail },
    // Absent from the JSON where nothing is sold.
    offers:
      offers.length === 0
        ? undefined
        : offers.flatMap((offer) =>
            pricesByDate(offer).map(({ price, validFrom, priceValidUntil }) => ({
              "@type": "Offer",
              name: offer.name,
              price,
              priceCurrency: "INR",
              validFrom,
              priceValidUntil,
              url: `${publicUrl}${path}`,
              availability: `https://schema.org/${offer.available > 0 ? "InStock" : "SoldOut"}`,
              // Absent from the JSON where there is no bound.
              availabilityStarts: event.salesOpenAt ?? undefined,
              availabilityEnds: salesEnd(salesWindow(event)).toISOString(),
            })),
          ),
  });
}
