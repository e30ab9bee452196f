/** The Mela as every screen tells of it (specification 2, section 1 and 2). Dates in IST. */
export const MELA = {
  name: "The Mela",
  dates: "3rd and 4th December",
  venue: "Industrial area, Whitefield, Bangalore",
  venueLong: "An industrial area in Whitefield, Bangalore",
  startDate: "2026-12-03",
  endDate: "2026-12-04",
  stalls: 70,
} as const;

/** Where a visitor writes for help. */
export const SUPPORT_EMAIL = "support@sakhibazaar.example";

/** The routes other parts link to. */
export const ROUTES = {
  home: "/",
  events: "/paid-events",
  policies: "/paid-events/policies",
  plan: "/paid-events/mela",
  register: "/paid-events/mela/register",
  success: "/paid-events/mela/payment-success",
  failure: "/paid-events/mela/payment-failure",
  support: "/support",
  listBrand: "/join-entrepreneur",
} as const;
