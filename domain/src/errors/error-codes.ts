import { PHONE_VERIFICATION_RESPONSES } from "../listings/listing.rules.js";
import { PAPER_PROBLEMS } from "../papers/paper.problems.js";
import { PICTURE_PROBLEMS } from "../pictures/picture.problems.js";

/** Maps each error code of one HTTP status to that status and its message. */
function withStatus<Code extends string>(status: number, messages: Readonly<Record<Code, string>>) {
  const errors = Object.entries<string>(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(errors) as Readonly<Record<Code, { readonly status: number; readonly message: string }>>;
}

/**
 * All errors of the API, grouped by HTTP status: a stable machine-readable code and the message shown to people.
 *
 * Messages fixed by the specification are verbatim (docs/requirements.md, T8, T14 and T17).
 */
export const ERROR_CODES = {
  ...withStatus(400, {
    invalid_request: "Some fields are not valid. Please check the marked ones.",
    picture_empty: PICTURE_PROBLEMS.empty,
    paper_empty: PAPER_PROBLEMS.empty,
    image_address_invalid: "This is not the address of a picture we can fetch.",
    payout_file_unreadable: "This file is not a report of payouts that can be read.",
    event_required: "Please say which event this is about. Nothing was changed.",
  }),
  ...withStatus(401, {
    not_authenticated: "Please log in first.",
    login_refused: "Invalid username or password",
    second_factor_required: "Please enter the code of your authenticator app, or one of your recovery codes.",
    second_factor_refused: "This code is wrong or already used. Please wait for the next one and try again.",
    signature_refused: "This event does not carry the payment service's signature.",
    report_refused: "This report does not carry WhatsApp's signature.",
    token_invalid: "This access token is unknown, expired or revoked.",
  }),
  ...withStatus(403, {
    not_yours: "This reservation belongs to another visitor.",
    gate_only: "Your account is for the gate only. Please open the gate's page.",
    other_gate: "Your account is for the gate of another event.",
    other_event: "You work at some of the events only. Please choose one of them.",
    access_too_wide: "You can give others only what you may do yourself.",
    operators_only: "Your role does not include this. An owner of the team can change that.",
    token_not_accepted: "This call can't be made with an access token.",
    token_scope_missing: "This access token was not made for what this call reads.",
    token_event_refused: "This access token is limited to certain events. Please name one of them.",
    password_change_required: "Your password was generated for you. Please choose one of your own first.",
    second_factor_setup_required: "Your role logs in with two steps. Please set up your authenticator app first.",
    code_refused: "This code is wrong or already used. Please wait for the next one and try again.",
    password_refused: "This is not your current password.",
    origin_refused: "This request did not come from our own pages and was refused.",
    network_blocked:
      "Too many stalls were kept from your browser or network without paying, so it can't reserve or pay for any now. If that was not you, please write to us and we will help.",
    listing_not_offered: PHONE_VERIFICATION_RESPONSES.refused,
    renewal_link_invalid:
      "This link to renew is no longer valid. Please use the one in our newest mail, or write to us.",
    upload_ticket_invalid: "Your time to upload is over. Please load the page again and choose the file again.",
    image_host_refused: "Pictures from this host are not fetched.",
    image_network_refused: "Pictures from this network address are not fetched.",
  }),
  ...withStatus(404, {
    not_found: "We could not find what you asked for.",
    administrator_not_found: "This administrator no longer exists.",
    event_not_found: "There is no such event.",
    stall_type_not_found: "This event has no stall type of this name.",
    message_not_found: "There is no such message.",
    webhook_not_found: "There is no such webhook endpoint.",
    delivery_not_found: "This delivery is not in the log, or no longer.",
    token_not_found: "There is no such access token, or it has ended.",
    question_not_found: "This event no longer has this question.",
    paper_not_asked: "This question no longer applies to your stall. Please load the page again.",
    plan_not_found: "The plan was not published under this number.",
    stall_not_found: "There is no stall with this number.",
    order_not_found: "We could not find an order with this number.",
    order_looked_for:
      "We are restoring our records and can't see this order right now. If you have paid, your money is safe: please do not pay again, and check here again in a few minutes.",
    order_in_review:
      "Your payment has reached us, and we could not match it to a booking yet. You will get what you paid for, or all your money back, and a mail that says which. Please do not pay again.",
    order_refunded:
      "Your payment could not be matched to a booking, so it was refunded in full. Your bank shows it within some days.",
    booking_not_found: "There is no booking with this number.",
    coupon_not_found: "There is no coupon with this code.",
    mail_link_over:
      "This link no longer works: it was used, replaced or is older than a day. Ask for a new one in your account.",
    invitation_over: "This link no longer works: it was used, withdrawn or is older than a day. Ask for a new one.",
    brand_link_invalid: "This link no longer leads to a listing. Please ask for a new one.",
    booking_link_invalid: "This link no longer leads to a booking. Please ask for a new one.",
    waiting_not_found:
      "This link leads to no place on our waiting list. Please open the one in our mail, or write to us.",
    offer_not_found: "This link leads to no offer of ours. Please open the one in our mail, or write to us.",
    application_not_found: "There is no application with this number.",
    brand_not_found: "There is no brand with this id in this part of the catalogue.",
    brand_unknown: "This brand is no longer on our site.",
    product_not_found: "The product with this id no longer exists.",
    picture_not_found: "This picture is no longer here. Please choose it again.",
    image_unavailable: "The picture could not be fetched.",
    image_unknown: "The catalogue does not show this picture.",
  }),
  ...withStatus(405, { method_not_allowed: "This address exists, but not for this HTTP method." }),
  ...withStatus(409, {
    dispute_decided: "The bank has decided this dispute: there is nothing to send any longer.",
    gst_month_running: "This month is not over yet, so it can't be closed.",
    gst_month_out_of_order: "Months are closed one after another, and only the last one can be opened again.",
    gst_month_changed:
      "The month's return has changed since you looked at it. Please look at it again; nothing was closed.",
    mail_address_missing: "Confirm an email address first: your mails go there.",
    second_factor_missing: "Two-step verification is not set up, or its set-up was not started in the last 15 minutes.",
    tokens_full: "You have 20 access tokens that work. Revoke one before you make another.",
    webhooks_full: "There are 20 webhook endpoints. Delete one before you add another.",
    webhook_disabled: "This endpoint is disabled. Enable it first.",
    username_taken: "There is already an administrator with this name.",
    last_operator: "This is the last active owner. Add or enable another one first.",
    own_account: "This is your own account. Somebody else has to do this.",
    stall_sold: "This stall has already been sold",
    stall_reserved: "This stall is currently reserved by another person",
    event_changed: "This page now shows another event than the one you chose this stall from. Nothing was reserved.",
    sales_not_open: "Stall sales have not opened yet.",
    sales_closed: "Stall sales have closed.",
    sales_paused:
      "Booking is paused for a short while. What you have paid for is safe. Please come back a little later.",
    event_not_draft: "Only a draft can be published or deleted. Please look at the event again.",
    event_not_published: "This event is not published.",
    event_over: "This event is over. None of its stalls can be sold.",
    event_archived: "This event is archived: it can be read and exported, but not changed.",
    event_cancelled: "This event is cancelled, so it can't be changed.",
    event_not_cancelled: "This event is not cancelled.",
    cancellation_changed:
      "What would be refunded has changed since you looked at it. Please look at it again; nothing was cancelled.",
    cancellation_complete: "Every booking of this event is already refunded.",
    event_incomplete: "Something is missing before this event can be published.",
    event_under_way: "This event can't be archived yet.",
    event_in_use: "This draft has coupons, or stalls that were blocked, so it is kept. Remove its coupons first.",
    event_announced:
      "This event is only announced. Its stalls would be on sale at once: make a draft of an event, and publish it.",
    plan_changed: "Somebody else has saved or published this plan in the meantime. Please load it again.",
    plan_unchanged: "The draft is already what is published.",
    plan_unpublishable: "The plan can't be published like this.",
    plan_stalls_taken: "Stalls with bookings keep their number and type.",
    stall_type_exists: "This event already has a stall type of this name.",
    stall_type_in_use: "This type is still in use: by stalls on the plan, a booking or a question.",
    messages_full: "This event has 50 messages that are not ended. Stop or delete one before you write another.",
    message_started: "This message is being sent or has ended, so it can't be changed. Please look at it again.",
    message_unsendable: "Messages of this event are no longer sent: it is cancelled.",
    event_files_full: "This event has 20 files. Remove one before you add another.",
    event_file_used:
      "A message that is not ended brings this file, or its mails are still on their way. Change the message first.",
    questions_full: "An event has at most 12 questions. Remove one before you add another.",
    question_answered:
      "Some have already answered this question. Please look at it again before you change or remove it.",
    food_question_kept:
      "Its answer says who sells food, and decides what else is asked: only its words, its place and when it is asked can change. It can be removed once nothing is asked of food stalls only.",
    papers_closed:
      "Papers for this stall can no longer be changed here. If something is wrong, please write to the organizer.",
    facts_changed: "Somebody else has changed this in the meantime. Please look at it again before you save.",
    hold_expired: "Your stall reservation has expired. Please try again.",
    hold_replaced: "You have reserved another stall since then. Please continue with that one or choose again.",
    stall_mismatch: "This is not the stall, type or price that is reserved for you.",
    amount_mismatch: "The amount is not the one we calculated. Nothing was charged; please go back and try again.",
    registration_missing: "Please fill in your registration before you pay.",
    coupon_exhausted: "This coupon has been used up",
    coupon_invalid: "Invalid coupon code",
    order_id_taken: "This order number is already in use. Please try again.",
    payment_in_progress: "Your payment for this stall has already started. Please continue to payment.",
    order_closing: "The time to pay is over and we are closing this payment. Please wait a moment.",
    order_refused: "The payment service did not accept this order. Your stall is still reserved; please try again.",
    already_paid: "This stall is already paid for.",
    already_claimed: "The free listing for this stall has already been claimed.",
    stall_blocked: "This stall is blocked. Unblock it first.",
    stall_offered: "This stall is offered to somebody on the waiting list. Take it back there first.",
    already_waiting:
      "Somebody waits for this type with this e-mail address or phone number already. The link to the place is in the mail about it.",
    waiting_not_needed: "A stall of this type is free. Please choose it on the floor plan.",
    waiting_changed: "This place in the queue has changed meanwhile. Please look at the list again.",
    stall_not_blocked: "This stall is not blocked.",
    stall_kept: "This stall is kept for a move that waits for its payment. Withdraw the move first.",
    move_open: "A move of this booking waits for its payment already. Pay for it or withdraw it first.",
    move_over: "This move is over, so it can't be paid or withdrawn. Nothing was charged.",
    move_quote_changed:
      "The price of the stall has changed since you looked at it. Please look at it again; nothing was changed.",
    moves_not_offered: "This event lets nobody move on their own. Please send us a request instead.",
    refund_running:
      "A refund of this booking is on its way, so it can't be moved now. Please try again when the money has arrived.",
    stall_differs: "A booking can only move to a stall of the same type and price.",
    network_unknown: "The network of this booking is not known, or no longer known.",
    booking_ended: "This booking has ended, so there is nothing to change.",
    booking_not_sold: "Only a sold booking can be cancelled.",
    booking_cancelled: "This booking was cancelled by the Mela organizer.",
    booking_sold: "This booking is sold: it can be moved or cancelled, but there is no hold to change.",
    booking_not_registered: "Nobody has registered for this booking yet, so there is nothing to correct.",
    booking_changed: "Somebody has changed this booking in the meantime. Please close this and look at it again.",
    invoice_issued:
      "Your invoice has been issued, so you can no longer change your details yourself. Please ask us for a correction on this page.",
    receipt_opened:
      "Our mail has already been opened at this address. To use another one, ask for a correction on your booking page.",
    nothing_to_correct: "These details are already on record. Nothing was changed.",
    extension_too_long: "A hold can be extended by at most 30 minutes past its first deadline in all.",
    coupon_exists: "There is already a coupon with this code.",
    offer_used: "This offer has already been answered. Nothing was changed.",
    offer_withdrawn: "This offer has ended, because your money is being returned to you.",
    offer_stall_taken: "Someone else just took this stall. Please choose another one.",
    brand_change_moved:
      "This page has been changed on another device or reviewed in the meantime. Please load it again.",
    brand_page_incomplete: "Some things are missing. Please check the fields that are marked.",
    brand_page_unreviewed: "Her page waits for your review. Please review it first.",
    brand_page_missing:
      "Her page has no logo and no picture yet. Ask her for it, or approve it with her word that she has none.",
    application_moved: "This application has moved on in the meantime. Please look at it again.",
    reject_instead: "This application is paid for. Please reject it instead, so that the money goes back.",
    brand_name_taken: "A brand of this name is already listed. Join it, or list the application under another name.",
    brand_looks_alike: "A brand whose name looks the same is already listed. If it is another one, approve again.",
    brands_differ: "Only brands of the same part of the catalogue can be merged: shops, services or NGOs.",
    products_full: "At most 20 products of a brand fit on the site. Please hide one first.",
    listing_already_paid: "This listing is already paid for.",
    listing_payment_refused: "The payment service did not accept this payment. Nothing was charged; please try again.",
    not_recovering: "The database is not in recovery: sales are already open.",
    recovery_unread: "Run the command recover first: what is missing is not known yet.",
    recovery_uncompared:
      "What was sold just before the loss is known to the payment provider only. Compare it first, and close that entry in Needs attention.",
    recovery_incomplete: "The last reading got no answer from a part. Run the command recover again first.",
    issue_resolved: "This issue is already settled.",
    resolution_not_offered: "This resolution is not offered for this issue.",
    resolution_failed: "This action is not possible for this issue. Please read its details again.",
    mail_under_way: "This mail is already on its way.",
    mail_day_limit:
      "This address is not proven to belong to a payer, and has had its mail of the day. Please try again tomorrow.",
    pictures_full: "You have as many pictures as fit. Please remove one before you add another.",
    upload_offset_differs: "Another part of this file has arrived in the meantime. Please continue from there.",
    upload_over: "This file has already been uploaded.",
    enquiry_quarantined: "This enquiry is quarantined. Approve it first.",
    enquiry_answered: "This enquiry is already marked as answered.",
    enquiry_not_quarantined: "This enquiry is not quarantined.",
    enquiry_not_stoppable: "Only enquiries to brands can be stopped, and each once.",
  }),
  ...withStatus(410, {
    waiting_offer_over: "Your offer of this stall has ended. Nothing was charged.",
    offer_expired: "The time to choose a stall is over. Your whole payment is being returned to you.",
  }),
  ...withStatus(413, {
    picture_too_large: PICTURE_PROBLEMS.too_large,
    paper_too_large: PAPER_PROBLEMS.too_large,
    image_too_large: "This picture is too large.",
    too_large: "The request is too large.",
  }),
  ...withStatus(415, {
    image_type_refused: "There is no picture at this address.",
    unsupported_media_type: "Please send JSON.",
  }),
  ...withStatus(429, {
    login_slowed: "That was wrong several times. Please wait a moment before you try again.",
    proof_required:
      "Many requests come from your network right now, so your browser has to be checked first. Please try again.",
    stall_paused:
      "You or somebody at your address had this stall without paying, so it is open to others first. Please try again a little later, or choose another one.",
    rate_limited: "That was a little too often. Please wait a moment and try again.",
  }),
  ...withStatus(500, { internal_error: "Something went wrong on our side. Nothing was lost; please try again." }),
  ...withStatus(503, {
    disputes_unreachable: "The payment service does not answer right now, or does not know this dispute.",
    payouts_unreachable:
      "The payment service is not answering right now. What was read so far is kept; please try again.",
    offer_unconfirmed:
      "The payment service is not answering right now, so nothing was changed. Your offer is still open; please try again.",
    provider_unavailable:
      "The payment service is not answering right now. Your stall is still reserved; please try again.",
    overloaded: "Many people are here at this moment, so we did nothing yet. Please try again in a little while.",
    service_unavailable: "We can't answer right now. Please try again in a moment.",
  }),
};

/** One of the product's stable error codes. */
export type ErrorCode = keyof typeof ERROR_CODES;

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
