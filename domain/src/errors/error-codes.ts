import errors from "../generated/messages/en/errors.js";
import phoneVerification from "../generated/messages/en/phone-verification.js";
import uploadProblems from "../generated/messages/en/upload-problems.js";
import { paperProblems } from "../papers/paper.problems.js";
import { pictureProblems } from "../pictures/picture.problems.js";

/** The catalogues that have the errors' messages; those of other languages have the same type. */
export interface ErrorTexts {
  readonly errors: typeof errors;
  readonly phoneVerification: typeof phoneVerification;
  readonly uploadProblems: typeof uploadProblems;
}

/** Maps each error code of one HTTP status to it. */
function withStatus<Code extends string>(status: number, ...codes: readonly Code[]) {
  return Object.fromEntries(codes.map((code) => [code, status])) as Readonly<Record<Code, number>>;
}

/** All errors of the API, grouped by HTTP status. A message without a code does not compile, nor does a code without a message. */
const STATUSES = {
  ...withStatus(
    400,
    "invalid_request",
    "picture_empty",
    "paper_empty",
    "image_address_invalid",
    "payout_file_unreadable",
    "event_required",
  ),
  ...withStatus(
    401,
    "not_authenticated",
    "login_refused",
    "second_factor_required",
    "second_factor_refused",
    "signature_refused",
    "report_refused",
    "token_invalid",
  ),
  ...withStatus(
    403,
    "not_yours",
    "gate_only",
    "other_gate",
    "other_event",
    "access_too_wide",
    "operators_only",
    "token_not_accepted",
    "token_scope_missing",
    "token_event_refused",
    "password_change_required",
    "second_factor_setup_required",
    "code_refused",
    "password_refused",
    "origin_refused",
    "network_blocked",
    "listing_not_offered",
    "renewal_link_invalid",
    "upload_ticket_invalid",
    "image_host_refused",
    "image_network_refused",
  ),
  ...withStatus(
    404,
    "not_found",
    "administrator_not_found",
    "event_not_found",
    "stall_type_not_found",
    "message_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "token_not_found",
    "question_not_found",
    "paper_not_asked",
    "plan_not_found",
    "stall_not_found",
    "order_not_found",
    "order_looked_for",
    "order_in_review",
    "order_refunded",
    "booking_not_found",
    "coupon_not_found",
    "mail_link_over",
    "invitation_over",
    "brand_link_invalid",
    "booking_link_invalid",
    "waiting_not_found",
    "offer_not_found",
    "application_not_found",
    "brand_not_found",
    "brand_unknown",
    "product_not_found",
    "picture_not_found",
    "image_unavailable",
    "image_unknown",
  ),
  ...withStatus(405, "method_not_allowed"),
  ...withStatus(
    409,
    "dispute_decided",
    "gst_month_running",
    "gst_month_out_of_order",
    "gst_month_changed",
    "mail_address_missing",
    "second_factor_missing",
    "tokens_full",
    "webhooks_full",
    "webhook_disabled",
    "username_taken",
    "last_operator",
    "own_account",
    "stall_sold",
    "stall_reserved",
    "too_many_stalls",
    "offer_is_alone",
    "event_changed",
    "sales_not_open",
    "sales_closed",
    "sales_paused",
    "event_not_draft",
    "event_not_published",
    "event_over",
    "event_archived",
    "event_cancelled",
    "event_not_cancelled",
    "cancellation_changed",
    "cancellation_complete",
    "event_incomplete",
    "event_under_way",
    "event_in_use",
    "event_announced",
    "plan_changed",
    "plan_unchanged",
    "plan_unpublishable",
    "plan_stalls_taken",
    "stall_type_exists",
    "stall_type_in_use",
    "messages_full",
    "message_started",
    "message_unsendable",
    "event_files_full",
    "event_file_used",
    "questions_full",
    "question_answered",
    "food_question_kept",
    "papers_closed",
    "facts_changed",
    "hold_expired",
    "hold_replaced",
    "stall_mismatch",
    "amount_mismatch",
    "registration_missing",
    "coupon_exhausted",
    "coupon_invalid",
    "order_id_taken",
    "payment_in_progress",
    "order_closing",
    "order_refused",
    "already_paid",
    "already_claimed",
    "stall_blocked",
    "stall_offered",
    "already_waiting",
    "waiting_not_needed",
    "waiting_changed",
    "stall_not_blocked",
    "stall_kept",
    "move_open",
    "move_over",
    "move_quote_changed",
    "moves_not_offered",
    "refund_running",
    "stall_differs",
    "network_unknown",
    "booking_ended",
    "booking_not_sold",
    "booking_cancelled",
    "booking_sold",
    "booking_not_registered",
    "booking_changed",
    "invoice_issued",
    "receipt_opened",
    "nothing_to_correct",
    "extension_too_long",
    "coupon_exists",
    "offer_used",
    "offer_withdrawn",
    "offer_stall_taken",
    "brand_change_moved",
    "brand_page_incomplete",
    "brand_page_unreviewed",
    "brand_page_missing",
    "application_moved",
    "reject_instead",
    "brand_name_taken",
    "brand_looks_alike",
    "brands_differ",
    "products_full",
    "listing_already_paid",
    "listing_payment_refused",
    "not_recovering",
    "recovery_unread",
    "recovery_uncompared",
    "recovery_incomplete",
    "issue_resolved",
    "resolution_not_offered",
    "resolution_failed",
    "mail_under_way",
    "mail_day_limit",
    "pictures_full",
    "upload_offset_differs",
    "upload_over",
    "enquiry_quarantined",
    "enquiry_answered",
    "enquiry_not_quarantined",
    "enquiry_not_stoppable",
    "too_many_walk_ins",
  ),
  ...withStatus(410, "waiting_offer_over", "offer_expired"),
  ...withStatus(413, "picture_too_large", "paper_too_large", "image_too_large", "too_large"),
  ...withStatus(415, "image_type_refused", "unsupported_media_type"),
  ...withStatus(429, "login_slowed", "proof_required", "stall_paused", "rate_limited"),
  ...withStatus(500, "internal_error"),
  ...withStatus(
    503,
    "disputes_unreachable",
    "payouts_unreachable",
    "offer_unconfirmed",
    "provider_unavailable",
    "overloaded",
    "service_unavailable",
  ),
} satisfies Readonly<Record<keyof typeof errors, number>>;

/** One of the product's stable error codes. */
export type ErrorCode = keyof typeof STATUSES;

/**
 * The message of each code in a language, shown to people. English ones that the specification fixes are verbatim
 * (docs/requirements.md, T8, T14 and T17).
 */
export function errorMessages(texts: ErrorTexts): Readonly<Record<ErrorCode, string>> {
  const picture = pictureProblems(texts.uploadProblems);
  const paper = paperProblems(texts.uploadProblems);
  return {
    ...texts.errors,
    listing_not_offered: texts.phoneVerification.refused,
    picture_empty: picture.empty,
    picture_too_large: picture.too_large,
    paper_empty: paper.empty,
    paper_too_large: paper.too_large,
  };
}

const MESSAGES = errorMessages({ errors, phoneVerification, uploadProblems });

/** All errors of the API: the HTTP status of each stable, machine-readable code, and its message in English. */
export const ERROR_CODES = Object.fromEntries(
  Object.entries(STATUSES).map(([code, status]) => [code, { status, message: MESSAGES[code as ErrorCode] }]),
) as Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>>;

/**
 * An error raised by a business rule. Independent of HTTP: the API looks the status up in {@link ERROR_CODES}.
 * `details` are copied into the response, so they must never contain another person's data.
 */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Readonly<Record<string, unknown>> = {},
    message: string = ERROR_CODES[code].message,
  ) {
    super(message);
    this.name = "DomainError";
  }
}
