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

/** How long an application stays open when nobody pays for it, in seconds: 14 days from its last try to pay. */
export const UNPAID_APPLICATION_SECONDS = 14 * 24 * 3600;

/** An unpaid application answered with the same words within this time is the same application; in hours. */
export const SAME_APPLICATION_HOURS = 24;

/** How long the link to renew works after the year's end, in seconds: 60 days. */
export const RENEWAL_LINK_SECONDS = 60 * 24 * 3600;

/**
 * The response to a verified, and any other, phone number. Every rejection has one wording: the caller learns neither
 * that the number is known nor why it is rejected, unless the stall was booked in the same browser.
 */
export const PHONE_VERIFICATION_RESPONSES = {
  verified: "Your stall is paid for. Your brand can be listed free for a year.",
  /** Only to the browser that booked the stall: it knows already whose number it is. */
  claimed: "The free listing of your stall has already been claimed. Please choose another payment option.",
  refused: "We could not verify this number for a free listing. Please choose another payment option.",
} as const;

/** Every answer about a phone number takes at least this long, so that its timing reveals nothing; in ms. */
export const PHONE_RESPONSE_MS = 400;

/** What an applicant is answered. Confirmed by mail within 24 to 48 hours (specification 2, section 9). */
export const APPLICATION_RESPONSES = {
  joined: "Thank you for joining our community. You will get a confirmation e-mail within 24-48 hours.",
  claimed:
    "Your free listing has been submitted. You will get a confirmation e-mail within 24-48 hours, and your brand goes live after our review.",
} as const;
