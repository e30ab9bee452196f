import type texts from "../generated/messages/en/pages.js";
import { PATHS } from "./routes.js";

/** Subject of a path with a parameter; the catalogue decides whether it exists. */
type PageSubject =
  | "shopCategory"
  | "brand"
  | "product"
  | "event"
  | "serviceCategory"
  | "serviceBrand"
  | "serviceProduct"
  | "ngoCategory"
  | "ngoBrand"
  | "paidEvent";

/** A public page or parameterised route. */
export interface SitePage {
  /** The path; `:name` is a path parameter. */
  readonly path: string;
  /** Its name in PATHS and in the catalogue of texts. */
  readonly page: keyof typeof texts.pages;
  /** Path of the parent page, for the breadcrumbs; the home page has none. */
  readonly parent?: string;
  readonly subject?: PageSubject;
  /** Personal pages of a visitor or administrator, not to be indexed by search engines. */
  readonly personal?: true;
  /**
   * Name of the query parameter with which a personal page first waits for a payment's outcome, in the same words for
   * every visitor: the server renders these.
   */
  readonly waitingWith?: string;
}

/** Query name of an order's pages; they wait for its outcome. */
const ORDER_ID = "order_id";

const PAGES: readonly Omit<SitePage, "path">[] = [
  { page: "home" },
  { page: "products", parent: PATHS.home },
  { page: "productCategory", parent: PATHS.products, subject: "shopCategory" },
  { page: "brand", parent: PATHS.products, subject: "brand" },
  { page: "product", parent: PATHS.products, subject: "product" },
  { page: "event", parent: PATHS.home, subject: "event" },
  { page: "services", parent: PATHS.home },
  { page: "serviceCategory", parent: PATHS.services, subject: "serviceCategory" },
  { page: "serviceBrand", parent: PATHS.services, subject: "serviceBrand" },
  { page: "serviceProduct", parent: PATHS.services, subject: "serviceProduct" },
  { page: "ngo", parent: PATHS.home },
  { page: "ngoCategory", parent: PATHS.ngo, subject: "ngoCategory" },
  { page: "ngoBrand", parent: PATHS.ngo, subject: "ngoBrand" },
  { page: "gifting", parent: PATHS.home },
  { page: "support", parent: PATHS.home },
  { page: "status", parent: PATHS.home },
  { page: "about", parent: PATHS.home },
  { page: "awards", parent: PATHS.home },
  { page: "privacy", parent: PATHS.home },
  { page: "disclaimer", parent: PATHS.home },
  { page: "terms", parent: PATHS.home },
  { page: "join", parent: PATHS.home },
  { page: "joinEntrepreneur", parent: PATHS.home },
  { page: "listingPaid", parent: PATHS.join, personal: true, waitingWith: ORDER_ID },
  { page: "listingUnpaid", parent: PATHS.join, personal: true, waitingWith: ORDER_ID },
  { page: "events", parent: PATHS.home },
  { page: "policies", parent: PATHS.events },
  { page: "plan", parent: PATHS.events },
  { page: "register", parent: PATHS.plan, personal: true },
  { page: "bookingPaid", parent: PATHS.plan, personal: true, waitingWith: ORDER_ID },
  { page: "bookingUnpaid", parent: PATHS.plan, personal: true, waitingWith: ORDER_ID },
  { page: "eventPlan", parent: PATHS.events, subject: "paidEvent" },
  { page: "eventPolicies", parent: PATHS.events, subject: "paidEvent" },
  { page: "eventRegister", parent: PATHS.events, subject: "paidEvent", personal: true },
  { page: "eventPaid", parent: PATHS.events, subject: "paidEvent", personal: true, waitingWith: ORDER_ID },
  { page: "eventUnpaid", parent: PATHS.events, subject: "paidEvent", personal: true, waitingWith: ORDER_ID },
  { page: "offer", parent: PATHS.plan, personal: true },
  { page: "waiting", parent: PATHS.plan, personal: true },
  { page: "myBooking", parent: PATHS.plan, personal: true },
  { page: "findBooking", parent: PATHS.plan, personal: true },
  { page: "myBrand", parent: PATHS.join, personal: true },
  { page: "myBrandLook", parent: PATHS.myBrand, personal: true },
  { page: "findListing", parent: PATHS.join, personal: true },
  { page: "adminLogin", parent: PATHS.plan, personal: true },
  { page: "adminInvitation", parent: PATHS.plan, personal: true },
  { page: "dashboard", parent: PATHS.plan, personal: true },
  { page: "gate", parent: PATHS.plan, personal: true },
];

/**
 * All public pages, whose metadata for search engines and shared links are texts of the catalogue `pages`. The browser's titles and the head tags
 * rendered by the API process both use it through site.pages.ts (specification 1, section 2: "page-level search-engine
 * metadata"; the route table of specification 2).
 */
export const SITE_PAGES: readonly SitePage[] = PAGES.map((each) => ({ ...each, path: PATHS[each.page] }));
