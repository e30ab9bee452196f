import type { Listing } from "../api/catalogue-api";

/** The window event that opens the listing dialog, anywhere (specification 1, section 2). */
export const OPEN_LISTING = "openListing";

/** Opens the listing dialog over the current page. */
export function openListing(listing: Listing): void {
  globalThis.dispatchEvent(new CustomEvent(OPEN_LISTING, { detail: listing }));
}

/** The same, at the listing's own address: to be shared, and closed by the browser's Back. */
export function openAtAddress(listing: Listing, address: string): void {
  globalThis.dispatchEvent(new CustomEvent(OPEN_LISTING, { detail: { listing, address } }));
}

/** The address of an event by {@link openAtAddress}. */
export function addressOfEvent(event: Event): string | undefined {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  return typeof detail === "object" && detail !== null && "address" in detail && typeof detail.address === "string"
    ? detail.address
    : undefined;
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
