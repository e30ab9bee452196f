import type { CatalogueModule } from "./modules.js";
import { slugOf } from "./slug.js";

/** Paths of all pages; `:name` is a path parameter. No other file spells out a path. */
export const PATHS = {
  home: "/",
  products: "/products",
  productCategory: "/products/:categoryId",
  brand: "/brands/:brandName",
  product: "/brands/:brandName/products/:product",
  event: "/events/:eventName",
  services: "/services",
  serviceCategory: "/services/:categoryId",
  serviceBrand: "/services/brands/:brandName",
  serviceProduct: "/services/brands/:brandName/products/:product",
  ngo: "/ngo",
  ngoCategory: "/categories/:categoryName",
  ngoBrand: "/categories/:categoryName/:brandSlug",
  gifting: "/corporate-gifting",
  support: "/support",
  status: "/status",
  about: "/about",
  awards: "/awards",
  privacy: "/privacy-policy",
  disclaimer: "/disclaimer",
  terms: "/terms-and-conditions",
  join: "/join",
  joinEntrepreneur: "/join-entrepreneur",
  listingPaid: "/payment-success",
  listingUnpaid: "/payment-failure",
  events: "/paid-events",
  policies: "/paid-events/policies",
  plan: "/paid-events/mela",
  register: "/paid-events/mela/register",
  bookingPaid: "/paid-events/mela/payment-success",
  bookingUnpaid: "/paid-events/mela/payment-failure",
  offer: "/paid-events/mela/offer",
  waiting: "/paid-events/mela/waiting-list",
  eventPlan: "/paid-events/:event",
  eventRegister: "/paid-events/:event/register",
  eventPaid: "/paid-events/:event/payment-success",
  eventUnpaid: "/paid-events/:event/payment-failure",
  eventPolicies: "/paid-events/:event/policies",
  myBooking: "/my-booking",
  findBooking: "/find-my-booking",
  myBrand: "/my/brand",
  myBrandLook: "/my/brand/look",
  findListing: "/find-my-listing",
  adminLogin: "/paid-events/mela/admin-login",
  adminInvitation: "/paid-events/mela/admin-invitation",
  adminMails: "/paid-events/mela/admin-mails",
  dashboard: "/paid-events/mela/dashboard",
  gate: "/paid-events/mela/gate",
} as const;

/** API paths that generated code does not call: webhook, pictures and downloads. */
export const API_PATHS = {
  webhook: "/api/v1/cashfree/webhook",
  imageProxy: "/api/v1/image-proxy",
  registrationsCsv: "/api/v1/mela/admin/registrations.csv",
  oneClickOff: "/api/v1/mela/admin/mail-links/one-click",
} as const;

/** The API address of a file that the opened booking's holder uploaded. */
export const myPaperPath = (key: string): string => `/api/v1/mela/my-booking/papers/${encodeURIComponent(key)}/file`;

/** The API address of a file of a booking, for operators. */
export const paperFilePath = (bookingId: string, key: string): string =>
  `/api/v1/mela/admin/paper-files/${encodeURIComponent(bookingId)}/${encodeURIComponent(key)}`;

/** The API address of a file of an event's papers. */
export const papersExportPath = (slug: string, format: "csv" | "xlsx"): string =>
  `/api/v1/mela/admin/events/${encodeURIComponent(slug)}/papers.${format}`;

/** The API address of a file of an event's arrivals. */
export const arrivalsExportPath = (slug: string, format: "csv" | "xlsx"): string =>
  `/api/v1/mela/admin/events/${encodeURIComponent(slug)}/arrivals.${format}`;

/** The API address of a file of a month's GST. */
export const gstExportPath = (month: string, file: "gstr1.json" | "gst.xlsx" | "documents.zip"): string =>
  `/api/v1/mela/admin/gst/months/${encodeURIComponent(month)}/${file}`;

/** The API address of what to send about a dispute. */
export const disputeEvidencePath = (disputeId: string): string =>
  `/api/v1/mela/admin/disputes/${encodeURIComponent(disputeId)}/evidence.zip`;

/** The API address of a file of payouts' lines. */
export const payoutsExportPath = (format: "csv" | "xlsx"): string => `/api/v1/mela/admin/payout-lines.${format}`;

/** The API address of a PDF to print of an event's sold stalls. @param kind see admin/prints.ts */
export const printPath = (slug: string, kind: string): string =>
  `/api/v1/mela/admin/events/${encodeURIComponent(slug)}/prints.pdf?${queryOf({ kind })}`;

/** The gate's page of an event, for operators; people at a gate have one event. */
export const gatePath = (event: string): string => `${PATHS.gate}?${queryOf({ event })}`;

/** A payer's download of an invoice or credit note of the booking opened in this browser. */
export function myDocumentPath(invoiceId: string): string {
  return `/api/v1/mela/my-booking/documents/${encodeURIComponent(invoiceId)}/pdf`;
}

/** An administrator's download of an invoice. */
export function invoicePdfPath(invoiceId: string): string {
  return `/api/v1/mela/admin/invoices/${encodeURIComponent(invoiceId)}/pdf`;
}

const CATEGORY_PAGES: Readonly<Record<CatalogueModule, string>> = {
  shops: "/products",
  services: "/services",
  ngos: "/categories",
};

/** The page that lists the categories of a module. */
export const MODULE_PATHS: Readonly<Record<CatalogueModule, string>> = {
  shops: PATHS.products,
  services: PATHS.services,
  ngos: PATHS.ngo,
};

/** The page of a category. */
export function categoryPath(module: CatalogueModule, slug: string): string {
  return `${CATEGORY_PAGES[module]}/${encodeURIComponent(slug)}`;
}

/**
 * Characters of a name that a browser, proxy or server may take for the path's own, even escaped, and the characters that
 * stand for them in our addresses. Names contain none of the latter (fields/names.ts).
 */
const IN_PATHS = [
  ["/", "\u2215"],
  ["\\", "\u2216"],
  ["%", "\uFF05"],
] as const;

/** A name as one part of a path: never `.`, `..`, or anything that decodes to a slash. */
function namePart(name: string): string {
  let part = name.trim();
  for (const [character, stand] of IN_PATHS) {
    // A percent sign is confusing only before two hex digits: /brands/100%25 keeps its address.
    const pattern = character === "%" ? /%(?=[0-9a-f]{2})/gi : character;
    part = part.replaceAll(pattern, stand);
  }
  return encodeURIComponent(/^\.+$/.test(part) ? part.replaceAll(".", "\uFF0E") : part);
}

/** The name that {@link brandPath} or {@link eventPath} put into an address. @param part decoded */
export function nameInPath(part: string): string {
  let name = /^\uFF0E+$/.test(part) ? part.replaceAll("\uFF0E", ".") : part;
  for (const [character, stand] of IN_PATHS) name = name.replaceAll(stand, character);
  return name;
}

/** The page of a brand. */
export function brandPath(module: CatalogueModule, name: string): string {
  const part = namePart(name);
  switch (module) {
    case "services":
      return `/services/brands/${part}`;
    case "ngos":
      return `/brands/${part}?module=ngos`;
    case "shops":
      return `/brands/${part}`;
  }
}

/** Slugs of NGO categories whose brands have pages under /categories (specification 1, section 2). */
export const CATEGORIES_WITH_BRAND_PAGES: readonly string[] = ["handicrafts", "handloom-textiles"];

/** An NGO brand's page under its category. */
export function ngoBrandPath(categorySlug: string, brandSlug: string): string {
  return `/categories/${categorySlug}/${encodeURIComponent(brandSlug)}`;
}

/**
 * The page of a brand in search results. NGO brands: under their category if it has brand pages, on /ngo without a
 * category, otherwise (Skilling) the plain brand page.
 */
export function searchResultBrandPath(module: CatalogueModule, name: string, categorySlug: string | undefined): string {
  if (module !== "ngos") return brandPath(module, name);
  if (categorySlug === undefined) return ngoPathWithBrand(name);
  const slug = slugOf(name);
  return CATEGORIES_WITH_BRAND_PAGES.includes(categorySlug) && slug !== ""
    ? ngoBrandPath(categorySlug, slug)
    : brandPath("ngos", name);
}

/** The NGO page with one brand highlighted. */
export function ngoPathWithBrand(name: string): string {
  return `${PATHS.ngo}?brand=${encodeURIComponent(name.trim())}`;
}

/** The listings of an event. */
export function eventPath(name: string): string {
  return `/events/${namePart(name)}`;
}

/** The pages of one event. */
export interface EventPaths {
  readonly plan: string;
  readonly register: string;
  readonly bookingPaid: string;
  readonly bookingUnpaid: string;
  readonly policies: string;
}

/** The pages of an event by its slug; without one, the specified addresses, which show the current event. */
export function eventPaths(slug: string | undefined): EventPaths {
  const { plan, register, bookingPaid, bookingUnpaid, policies } = PATHS;
  if (slug === undefined) return { plan, register, bookingPaid, bookingUnpaid, policies };
  const path = (pattern: string): string => pattern.replace(":event", encodeURIComponent(slug));
  return {
    plan: path(PATHS.eventPlan),
    register: path(PATHS.eventRegister),
    bookingPaid: path(PATHS.eventPaid),
    bookingUnpaid: path(PATHS.eventUnpaid),
    policies: path(PATHS.eventPolicies),
  };
}

/** A payment's page, or the payer's own, optionally with an order. */
export function orderPath(path: string, orderId: string | undefined): string {
  return orderId === undefined ? path : `${path}?${queryOf({ order_id: orderId })}`;
}

/**
 * The registration page for a stall (specification 2, section 2).
 *
 * @param event slug of the stall's event; by default the current one
 */
export function registerPath(
  { stallId, type, price }: { stallId: string; type: string; price: number },
  event?: string,
): string {
  return `${eventPaths(event).register}?${queryOf({ stallId, type, price: String(price) })}`;
}

/** The event policies as they were in a version that a booking accepted. */
export function policiesVersionPath(version: string): string {
  return `${PATHS.policies}?${queryOf({ version, tab: "refunds" })}`;
}

/** The dashboard with a view or an open dialog. */
export function dashboardPath(query: Readonly<Record<string, string>>): string {
  return `${PATHS.dashboard}?${queryOf(query)}`;
}

function queryOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join("&");
}

/** Part of every picture's address: increment it when pictures change, because browsers cache them indefinitely. */
export const PICTURES_VERSION = "v1";

interface CategoryAddress {
  readonly module: CatalogueModule;
  readonly slug: string;
}

/** The picture of a listing or category. @param key letters, digits and hyphens */
export function picturePath({ module, slug }: CategoryAddress, key: string): string {
  return `/images/${PICTURES_VERSION}/${module}/${slug}/${key}.svg`;
}

/** Longest key of a picture, in characters. */
const MAX_PICTURE_KEY = 100;

/** The drawing for a listing without a picture: the words of its name choose what it shows (backend drawings.ts). */
export function drawingPath(category: CategoryAddress, name: string): string {
  return picturePath(category, slugOf(name).slice(0, MAX_PICTURE_KEY) || "print");
}

/** The logo of a brand. @param key letters, digits and hyphens */
export function logoPath({ module, slug }: CategoryAddress, key: string): string {
  return `/images/${PICTURES_VERSION}/brands/${module}/${slug}/${key}.svg`;
}
