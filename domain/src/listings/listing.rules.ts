import type { Paise } from "../money/money.js";

/** The fee for a year's listing, GST included, in paise: 999 rupees (specification 2, section 9). */
export const LISTING_FEE_PAISE: Paise = 99_900;

/** How the browser waits before it leaves for the checkout, in ms (specification 2, section 9). */
export const CHECKOUT_DELAY_MS = 1_500;

/** How often, and how far apart, the listing's failure page asks again (specification 2, section 9). */
export const PAYMENT_STATUS_TRIES = 3;
export const PAYMENT_STATUS_PAUSE_MS = 1_000;

/** How long a listing stays up once approved, in seconds: one year (specification 2, section 9). */
export const LISTING_YEAR_SECONDS = 365 * 24 * 3600;

/** When the owner is reminded that the year ends, in seconds before it. */
export const LISTING_REMINDERS_SECONDS = { first: 30 * 24 * 3600, last: 7 * 24 * 3600 } as const;

/** After how many business days of waiting the administrator is reminded of an application. */
export const REVIEW_REMINDER_BUSINESS_DAYS = 2;

/** An unpaid application answered with the same words within this time is the same application; in hours. */
export const SAME_APPLICATION_HOURS = 24;

/** The statuses of GET /api/v1/brand/payment-status; `payment_success` is accepted too by the page (spec 2, section 4). */
export type ListingPaymentStatus = "payment_pending" | "payment_successful" | "payment_failed";
