/**
 * The offer of another stall to a payer whose money came after the release and found the stall taken (architecture,
 * section 9). The secret of an offer stands in the mail's link only.
 */

/** How long an offered stall can be chosen, in seconds, unless LATE_OFFER_SECONDS says otherwise. */
export const LATE_OFFER_SECONDS = 86_400;

/** Production refuses less, in seconds: people must have the time to read a mail. */
export const MIN_LATE_OFFER_SECONDS = 3_600;

/** The longest an offer can be set to stay open, in seconds: a week, for the payer's money waits as long. */
export const MAX_LATE_OFFER_SECONDS = 604_800;

export const STALL_OFFER_STATES = ["open", "accepted", "declined", "expired", "withdrawn"] as const;
/**
 * Where an offer stands: the payer can choose; chose a stall; asked for the refund; let the time pass; or it was taken
 * back because the money goes back for another reason (an operator's refund, another stall bought).
 */
export type StallOfferState = (typeof STALL_OFFER_STATES)[number];

/** The secret in a link: the offer's id, a dot, 256 bits as base64url. All of it is of one length. */
export const STALL_OFFER_TOKEN_LENGTH = 76;
export const STALL_OFFER_TOKEN_PATTERN = /^[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/;
