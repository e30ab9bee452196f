import type { BookingState } from "./booking.states.js";

/**
 * The payer's page of a booking, opened by a link in our mails (decision 25). Only the mail contains the link's secret.
 */

/** How long the browser that registered may read the booking without a link, in seconds: longer than paying takes. */
export const OWN_BROWSER_SECONDS = 3600;

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
/** Kind of an entry in the history shown to the payer. */
export type MyBookingEventKind = (typeof MY_BOOKING_EVENT_KINDS)[number];

export const BOOKING_REQUEST_KINDS = ["correction", "substitute", "cancellation"] as const;
/** What a payer can request: corrected details, another person for the stall, or a cancellation. */
export type BookingRequestKind = (typeof BOOKING_REQUEST_KINDS)[number];

export const BOOKING_REQUEST_STATES = ["open", "done", "declined", "closed"] as const;
/** Status of a request; `closed`: settled in another way, which the operator's answer explains. */
export type BookingRequestState = (typeof BOOKING_REQUEST_STATES)[number];

/** Whether payers may correct their own details, or why not. */
export type OwnCorrection = "allowed" | "invoice_issued" | "hold_expired" | "booking_ended";

/**
 * Whether payers may correct their own details: from registration until the invoice is issued, in the transaction of
 * the sale. From then on only an operator may, because the invoice has to follow (decision 28).
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

/** How long after its sale the browser that paid sees where the confirmation was sent, and may correct it, in seconds. */
export const RECEIPT_SECONDS = 24 * 3600;

/**
 * Whether the browser that paid may correct the mail address of a sold booking without an operator: until a link of our
 * mails was opened, since then the address has proved right. That a mail server accepted a mail proves nothing: most
 * misspelled hosts exist.
 */
export function receiptCorrection({ opened }: { readonly opened: boolean }): "allowed" | "receipt_opened" {
  return opened ? "receipt_opened" : "allowed";
}

/** What a request says that its payer withdrew before an operator answered it. */
export const WITHDRAWN = "You withdrew this. Nothing was changed.";

/** Maximum length of a request's text, in characters. */
export const BOOKING_REQUEST_LENGTH = 1000;
