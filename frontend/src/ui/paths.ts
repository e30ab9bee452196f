/** Addresses of the catalogue's screens that need no list of categories. */
export const PATHS = {
  products: "/products",
  services: "/services",
  ngo: "/ngo",
  gifting: "/corporate-gifting",
  about: "/about",
  awards: "/awards",
  support: "/support",
  join: "/join",
  joinEntrepreneur: "/join-entrepreneur",
  listingPaid: "/payment-success",
  listingUnpaid: "/payment-failure",
  privacy: "/privacy-policy",
  disclaimer: "/disclaimer",
  terms: "/terms-and-conditions",
} as const;

/** Where makers meet; an organisation's own site, opened in a new tab. */
export const COMMUNITY_URL = "https://community.sakhibazaar.example/join";

/** Our own pages on the networks. */
export const OUR_INSTAGRAM = "https://www.instagram.com/sakhibazaar.example";
export const OUR_LINKEDIN = "https://www.linkedin.com/company/sakhibazaar-example";

/** A shop brand's page. */
export function shopBrandPath(name: string): string {
  return `/brands/${encodeURIComponent(name.trim())}`;
}

/** An NGO brand's page. */
export function ngoBrandPath(name: string): string {
  return `${shopBrandPath(name)}?module=ngos`;
}

/** A service provider's page. */
export function providerPath(name: string): string {
  return `/services/brands/${encodeURIComponent(name.trim())}`;
}

/** The NGO initiatives with one brand brought forward. */
export function ngoWithBrandPath(name: string): string {
  return `${PATHS.ngo}?brand=${encodeURIComponent(name.trim())}`;
}

/** The listings of an event. */
export function eventPath(name: string): string {
  return `/events/${encodeURIComponent(name.trim())}`;
}

const withOrder = (path: string, orderId: string) =>
  `${path}?${new URLSearchParams({ order_id: orderId }).toString()}`;

/** Where a listing's payment succeeded; also what the provider returns to. */
export function listingPaidPath(orderId: string): string {
  return withOrder(PATHS.listingPaid, orderId);
}

/** Where a listing's payment failed, for an order or without one. */
export function listingUnpaidPath(orderId: string | undefined): string {
  return orderId === undefined ? PATHS.listingUnpaid : withOrder(PATHS.listingUnpaid, orderId);
}
