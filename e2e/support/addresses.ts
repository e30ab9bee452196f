import { PATHS } from "@sakhi/domain/site/routes";

type Route = keyof typeof PATHS;

/** An address of each page that needs nothing but its address. */
export const ADDRESSES = {
  home: "/",
  products: "/products",
  productCategory: "/products/food-products",
  brand: "/brands/Jhola%20Junction",
  event: "/events/Monsoon%20Retail%20Pop-up",
  services: "/services",
  serviceCategory: "/services/training",
  serviceBrand: "/services/brands/Udaan%20Academy",
  ngo: "/ngo",
  ngoCategory: "/categories/handicrafts",
  ngoBrand: "/categories/handicrafts/tisser",
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
  events: "/paid-events",
  policies: "/paid-events/policies?tab=terms",
  plan: "/paid-events/mela",
  eventPlan: PATHS.eventPlan,
  eventPolicies: `${PATHS.eventPolicies}?tab=terms`,
  waiting: "/paid-events/mela/waiting-list",
  findBooking: "/find-my-booking",
  findListing: "/find-my-listing",
  adminLogin: "/paid-events/mela/admin-login",
  adminInvitation: "/paid-events/mela/admin-invitation",
  adminMails: "/paid-events/mela/admin-mails",
} as const satisfies Partial<Record<Route, string>>;
