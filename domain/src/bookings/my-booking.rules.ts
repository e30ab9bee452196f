import type { BookingState } from "./booking.states.js";

/**
 * A payer's own page of her booking, reached by a link in our mails (decision 25). The link's secret stands in the mail
 * only.
 */

/** How long a link leads to the booking, in days: longer than any refund takes. */
export const BOOKING_LINK_DAYS = 180;

/** How long a browser that opened a link may read the booking before it must open one again, in seconds. */
export const BOOKING_SESSION_SECONDS = 24 * 3600;

/** How long the browser that registered may read the booking without a link of a mail: longer than paying takes, in seconds. */
export const OWN_BROWSER_SECONDS = 3600;

/** The secret in a link: the link's id, a dot, 256 bits as base64url. All of it is of one length. */
export const BOOKING_LINK_TOKEN_PATTERN = /^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/;

export const MY_BOOKING_EVENT_KINDS = [
  "reserved",
  "paid",
  "booked",
  "moved",
  "corrected",
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

export const BOOKING_REQUEST_STATES = ["open", "done", "declined", "closed"] as const;
/** Where a request stands; closed: settled in another way, which the answer says. */
export type BookingRequestState = (typeof BOOKING_REQUEST_STATES)[number];

/** Why a payer can't correct her details by herself, or that she can. */
export type OwnCorrection = "allowed" | "invoice_issued" | "hold_expired" | "booking_ended";

/**
 * Whether a payer may correct her own details: from the registration until the invoice is issued, which is in the
 * transaction of the sale. What an invoice says is corrected by an operator (decision 28).
 *
 * @param expired held or registered, and past its deadline by the database's clock
 */
export function ownCorrection(
  state: BookingState,
  { expired, invoiced }: { readonly expired: boolean; readonly invoiced: boolean },
): OwnCorrection {
  if (invoiced || state === "sold") return "invoice_issued";
  if (state !== "registered" && state !== "paying") return "booking_ended";
  return expired ? "hold_expired" : "allowed";
}

/** Longest text of a request. */
export const BOOKING_REQUEST_LENGTH = 1000;
