/**
 * A payer's own page of her booking, reached by a link in our mails (decision 25). The link's secret stands in the mail
 * only.
 */

/** How long a link leads to the booking, in days: longer than any refund takes. */
export const BOOKING_LINK_DAYS = 180;

/** How long a browser that opened a link may read the booking before it must open one again, in seconds. */
export const BOOKING_SESSION_SECONDS = 24 * 3600;

/** The secret in a link: the link's id, a dot, 256 bits as base64url. All of it is of one length. */
export const BOOKING_LINK_TOKEN_PATTERN = /^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/;

export const MY_BOOKING_EVENT_KINDS = [
  "reserved",
  "paid",
  "booked",
  "moved",
  "released",
  "cancelled",
  "refund_requested",
  "refunded",
  "refund_failed",
] as const;
/** A line of the history as the payer reads it. */
export type MyBookingEventKind = (typeof MY_BOOKING_EVENT_KINDS)[number];

export const BOOKING_REQUEST_KINDS = ["correction", "substitute", "cancellation"] as const;
/** What a payer can ask for: other details, somebody else at the stall, or the end of the booking. */
export type BookingRequestKind = (typeof BOOKING_REQUEST_KINDS)[number];

export const BOOKING_REQUEST_STATES = ["open", "done", "declined"] as const;
/** Where a request stands. */
export type BookingRequestState = (typeof BOOKING_REQUEST_STATES)[number];

/** Longest text of a request. */
export const BOOKING_REQUEST_LENGTH = 1000;
