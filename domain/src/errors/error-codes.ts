import { PHONE_VERIFICATION_RESPONSES } from "../listings/listing.rules.js";

/**
 * Every error the product can return, in one table: a stable machine-readable code, its HTTP status and the
 * sentence a person reads. A code without both does not compile.
 *
 * Sentences that the specification fixes are verbatim from it (docs/requirements.md, T8, T14 and T17).
 */
export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    sentence: "Some of what was sent is not right. Please check the marked fields.",
  },
  not_authenticated: { status: 401, sentence: "Please log in first." },
  login_refused: { status: 401, sentence: "Invalid username or password" },
  second_factor_required: {
    status: 401,
    sentence: "Please enter the code of your authenticator app, or one of your recovery codes.",
  },
  second_factor_refused: {
    status: 401,
    sentence: "This code is not right, or was used already. Please wait for the next one and try again.",
  },
  signature_refused: { status: 401, sentence: "This event does not carry the payment service's signature." },
  not_yours: { status: 403, sentence: "This reservation belongs to another visitor." },
  operators_only: {
    status: 403,
    sentence: "You can look at everything, but only an operator can change it.",
  },
  password_change_required: {
    status: 403,
    sentence: "Your password was generated for you. Please choose one of your own first.",
  },
  second_factor_setup_required: {
    status: 403,
    sentence: "Operators log in with two steps. Please set up your authenticator app first.",
  },
  code_refused: {
    status: 403,
    sentence: "This code is not right, or was used already. Please wait for the next one and try again.",
  },
  password_refused: { status: 403, sentence: "This is not your current password." },
  origin_refused: { status: 403, sentence: "This request did not come from our own pages and was refused." },
  network_blocked: {
    status: 403,
    sentence:
      "Too many stalls were kept from your network without a registration, so it cannot reserve any for now. If that was not you, please write to us and we will help.",
  },
  not_found: { status: 404, sentence: "We could not find what you asked for." },
  administrator_not_found: { status: 404, sentence: "There is no such administrator any more." },
  stall_not_found: { status: 404, sentence: "There is no stall with this number." },
  order_not_found: { status: 404, sentence: "We could not find an order with this number." },
  second_factor_missing: {
    status: 409,
    sentence: "Two-step verification is not set up, or its set-up was not started in the last 15 minutes.",
  },
  last_operator: {
    status: 409,
    sentence: "This is the last active operator. Add or enable another one first.",
  },
  own_account: { status: 409, sentence: "This is your own account. Another operator has to do this." },
  stall_sold: { status: 409, sentence: "This stall has already been sold" },
  stall_reserved: { status: 409, sentence: "This stall is currently reserved by another person" },
  sales_not_open: { status: 409, sentence: "Stall sales have not opened yet." },
  sales_closed: { status: 409, sentence: "Stall sales have closed." },
  facts_changed: {
    status: 409,
    sentence: "Somebody else changed this meanwhile. Please look at it again before you save.",
  },
  hold_expired: { status: 409, sentence: "Your stall reservation has expired. Please try again." },
  hold_replaced: {
    status: 409,
    sentence: "You reserved another stall since. Please continue with that one or choose again.",
  },
  stall_mismatch: { status: 409, sentence: "This is not the stall, type or price that is reserved for you." },
  amount_mismatch: {
    status: 409,
    sentence: "The amount is not the one we calculated. Nothing was charged; please go back and try again.",
  },
  registration_missing: { status: 409, sentence: "Please fill in your registration before you pay." },
  coupon_exhausted: { status: 409, sentence: "This coupon has been used up" },
  coupon_invalid: { status: 409, sentence: "Invalid coupon code" },
  order_id_taken: { status: 409, sentence: "This order number is already in use. Please try again." },
  payment_in_progress: {
    status: 409,
    sentence: "Your payment for this stall has already started. Please continue to payment.",
  },
  order_closing: {
    status: 409,
    sentence: "The time to pay is over and we are closing this payment. Please wait a moment.",
  },
  order_refused: {
    status: 409,
    sentence:
      "The payment service did not accept this order. Your stall is still reserved; please try again.",
  },
  already_paid: { status: 409, sentence: "This stall is already paid for." },
  already_claimed: { status: 409, sentence: "The free listing for this stall has already been claimed." },
  booking_not_found: { status: 404, sentence: "There is no booking with this number." },
  stall_blocked: { status: 409, sentence: "This stall is blocked. Unblock it first." },
  stall_not_blocked: { status: 409, sentence: "This stall is not blocked." },
  stall_differs: {
    status: 409,
    sentence: "A booking can only move to a stall of the same type and price.",
  },
  booking_ended: { status: 409, sentence: "This booking has ended, so there is nothing to change." },
  booking_not_sold: { status: 409, sentence: "Only a sold booking can be cancelled." },
  booking_cancelled: { status: 409, sentence: "This booking was cancelled by the Mela organiser." },
  booking_sold: {
    status: 409,
    sentence: "This booking is sold: it can be moved or cancelled, but there is no hold to change.",
  },
  booking_not_registered: {
    status: 409,
    sentence: "Nobody has registered for this booking yet, so there is nothing to correct.",
  },
  booking_changed: {
    status: 409,
    sentence: "Somebody changed this booking meanwhile. Please close this and look at it again.",
  },
  invoice_issued: {
    status: 409,
    sentence:
      "Your invoice has been issued, so you cannot change your details yourself any more. Please ask us for a correction on this page.",
  },
  nothing_to_correct: {
    status: 409,
    sentence: "These details are on record already. Nothing was changed.",
  },
  extension_too_long: {
    status: 409,
    sentence: "A hold can be extended by at most 30 minutes past its first deadline in all.",
  },
  coupon_not_found: { status: 404, sentence: "There is no coupon with this code." },
  coupon_exists: { status: 409, sentence: "There is a coupon with this code already." },
  listing_not_offered: { status: 403, sentence: PHONE_VERIFICATION_RESPONSES.refused },
  renewal_link_invalid: {
    status: 403,
    sentence:
      "This link to renew is not valid any more. Please use the one in our newest mail, or write to us.",
  },
  booking_link_invalid: {
    status: 404,
    sentence: "This link does not lead to a booking any more. Please ask for a new one.",
  },
  offer_not_found: {
    status: 404,
    sentence: "This link leads to no offer of ours. Please open the one in our mail, or write to us.",
  },
  offer_used: {
    status: 409,
    sentence: "This offer has been answered already. Nothing was changed.",
  },
  offer_withdrawn: {
    status: 409,
    sentence: "This offer has ended, because your money is being returned to you.",
  },
  offer_expired: {
    status: 410,
    sentence: "The time to choose a stall is over. Your whole payment is being returned to you.",
  },
  offer_stall_taken: {
    status: 409,
    sentence: "Somebody else was a moment faster with this stall. Please choose another one.",
  },
  offer_unconfirmed: {
    status: 503,
    sentence:
      "The payment service is not answering right now, so nothing was changed. Your offer stands; please try again.",
  },
  application_not_found: { status: 404, sentence: "There is no application with this number." },
  brand_not_found: { status: 404, sentence: "There is no brand with this id in this part of the catalogue." },
  application_moved: {
    status: 409,
    sentence: "This application has moved on meanwhile. Please look at it again.",
  },
  reject_instead: {
    status: 409,
    sentence: "This application is paid for. Please reject it instead, so that the money goes back.",
  },
  brand_name_taken: {
    status: 409,
    sentence: "A brand of this name is listed already. Join it, or list the application under another name.",
  },
  listing_already_paid: { status: 409, sentence: "This listing is already paid for." },
  listing_payment_refused: {
    status: 409,
    sentence: "The payment service did not accept this payment. Nothing was charged; please try again.",
  },
  issue_resolved: { status: 409, sentence: "This issue is settled already." },
  resolution_not_offered: { status: 409, sentence: "This resolution is not offered for this issue." },
  resolution_failed: { status: 409, sentence: "This does not help here. Please look at the facts again." },
  mail_under_way: { status: 409, sentence: "This mail is on its way already." },
  enquiry_quarantined: { status: 409, sentence: "This enquiry is kept aside. Let it through first." },
  enquiry_answered: { status: 409, sentence: "This enquiry is marked as answered already." },
  enquiry_not_quarantined: { status: 409, sentence: "This enquiry is not kept aside." },
  image_address_invalid: { status: 400, sentence: "This is not the address of a picture we can fetch." },
  image_host_refused: { status: 403, sentence: "Pictures from this host are not fetched." },
  image_network_refused: {
    status: 403,
    sentence: "This picture's address leads where we do not fetch from.",
  },
  image_unavailable: { status: 404, sentence: "The picture could not be fetched." },
  image_too_large: { status: 413, sentence: "This picture is too large." },
  image_type_refused: { status: 415, sentence: "What this address answers is not a picture." },
  method_not_allowed: { status: 405, sentence: "This address is there, but not for this kind of call." },
  too_large: { status: 413, sentence: "What was sent is too large." },
  unsupported_media_type: { status: 415, sentence: "Please send JSON." },
  login_slowed: {
    status: 429,
    sentence: "That was wrong several times. Please wait a moment before you try again.",
  },
  proof_required: {
    status: 429,
    sentence:
      "Many stalls are being reserved from your network right now, so your browser has to be checked first. Please try again.",
  },
  rate_limited: { status: 429, sentence: "That was a little too often. Please wait a moment and try again." },
  internal_error: {
    status: 500,
    sentence: "Something went wrong on our side. Nothing was lost; please try again.",
  },
  provider_unavailable: {
    status: 503,
    sentence:
      "The payment service is not answering right now. Your stall is still reserved; please try again.",
  },
  service_unavailable: { status: 503, sentence: "We cannot answer right now. Please try again in a moment." },
} as const satisfies Record<string, { status: number; sentence: string }>;

/** One of the product's stable error codes. */
export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * An error raised by a business rule. Carries no HTTP: the API looks the status up in {@link ERROR_CODES}.
 * `details` are added to the answer as they are, so they must never hold personal data of someone else.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Readonly<Record<string, unknown>> = {},
    sentence: string = ERROR_CODES[code].sentence,
  ) {
    super(sentence);
    this.name = "DomainError";
  }
}
