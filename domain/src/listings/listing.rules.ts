import type { Paise } from "../money/money.js";

/** Fee for one year's listing, GST included, in paise: 999 rupees (specification 2, section 9). */
export const LISTING_FEE_PAISE: Paise = 99_900;

/** Delay before the browser is redirected to the checkout, in ms (specification 2, section 9). */
export const CHECKOUT_DELAY_MS = 1_500;

/** Number and interval (ms) of the failure page's status polls (specification 2, section 9). */
export const PAYMENT_STATUS_TRIES = 3;
export const PAYMENT_STATUS_PAUSE_MS = 1_000;

/** Duration of an approved listing, in seconds: one year (specification 2, section 9). */
export const LISTING_YEAR_SECONDS = 365 * 24 * 3600;

/** When the owner is reminded of the listing's end, in seconds before it. */
export const LISTING_REMINDERS_SECONDS = { first: 30 * 24 * 3600, last: 7 * 24 * 3600 } as const;

/** Business days after which the administrator is reminded of an unreviewed application. */
export const REVIEW_REMINDER_BUSINESS_DAYS = 2;

/** When an unpaid application lapses, in seconds after its last payment attempt: 14 days. */
export const UNPAID_APPLICATION_SECONDS = 14 * 24 * 3600;

/** Deduplication window of identical unpaid applications, in hours. */
export const SAME_APPLICATION_HOURS = 24;

/** How long a renewal link is valid after the listing's end, in seconds: 60 days. */
export const RENEWAL_LINK_SECONDS = 60 * 24 * 3600;

/** How long a claim from a browser that does not hold the booking waits for the booked address, in days. */
export const CLAIM_WAITS_DAYS = 14;

/** How many claims of one stall's free listing wait at most; the newest stay. */
export const MAX_WAITING_CLAIMS = 5;

/** Minimum duration of a phone verification, in ms, against timing attacks. */
export const PHONE_RESPONSE_MS = 400;
