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
