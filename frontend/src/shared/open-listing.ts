import type { Listing } from "../api/catalogue-api";

/** The window event that opens the listing dialog, anywhere (specification 1, section 2). */
export const OPEN_LISTING = "openListing";

/** Opens the listing dialog over the current page. */
export function openListing(listing: Listing): void {
  globalThis.dispatchEvent(new CustomEvent(OPEN_LISTING, { detail: listing }));
}

/** The listing in an event's detail or its `listing` field; undefined if there is none. */
export function listingOfEvent(event: Event): Listing | undefined {
  if (!(event instanceof CustomEvent)) return undefined;
  const detail: unknown = event.detail;
  if (isListing(detail)) return detail;
  return typeof detail === "object" && detail !== null && "listing" in detail && isListing(detail.listing)
    ? detail.listing
    : undefined;
}

function isListing(value: unknown): value is Listing {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string";
}
