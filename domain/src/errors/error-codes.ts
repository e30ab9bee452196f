/**
 * Every refusal the product can give, in one table: a stable machine-readable code, its HTTP status and the
 * sentence a person reads. A code without both does not compile.
 *
 * Source: design/architecture.md section 5; sentences that the specification fixes are verbatim from it
 * (2-transactions.md, sections 2 and 8).
 */
export const ERROR_CODES = {
  invalid_request: {
    status: 400,
    sentence: "Some of what was sent is not right. Please check the marked fields.",
  },
  not_authenticated: { status: 401, sentence: "Please log in first." },
  signature_refused: { status: 401, sentence: "This event does not carry the payment service's signature." },
  not_yours: { status: 403, sentence: "This reservation belongs to another visitor." },
  origin_refused: { status: 403, sentence: "This request did not come from our own pages and was refused." },
  not_found: { status: 404, sentence: "We could not find what you asked for." },
  stall_not_found: { status: 404, sentence: "There is no stall with this number." },
  order_not_found: { status: 404, sentence: "We could not find an order with this number." },
  stall_sold: { status: 409, sentence: "This stall has already been sold" },
  stall_reserved: { status: 409, sentence: "This stall is currently reserved by another person" },
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
  coupon_exhausted: { status: 409, sentence: "This coupon has been used up." },
  coupon_invalid: { status: 409, sentence: "Invalid coupon code" },
  order_id_taken: { status: 409, sentence: "This order number is already in use. Please try again." },
  payment_in_progress: {
    status: 409,
    sentence: "Your payment for this stall has already started. Please continue to payment.",
  },
  payment_elsewhere: {
    status: 409,
    sentence:
      "Another payment with this phone number or e-mail is still open. Please finish or cancel it first.",
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
  image_address_invalid: { status: 400, sentence: "This is not the address of a picture we can fetch." },
  image_host_refused: { status: 403, sentence: "Pictures from this host are not fetched." },
  image_network_refused: {
    status: 403,
    sentence: "This picture's address leads where we do not fetch from.",
  },
  image_unavailable: { status: 404, sentence: "The picture could not be fetched." },
  image_too_large: { status: 413, sentence: "This picture is too large." },
  image_type_refused: { status: 415, sentence: "What this address answers is not a picture." },
  too_large: { status: 413, sentence: "What was sent is too large." },
  unsupported_media_type: { status: 415, sentence: "Please send JSON." },
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
 * A refusal by a rule of the business. Carries no HTTP: the API looks the status up in {@link ERROR_CODES}.
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
