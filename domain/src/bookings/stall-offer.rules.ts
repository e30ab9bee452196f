/**
 * The offer of another stall to a payer whose money arrived after the release, when the stall was already taken
 * (decision 12). Only the mail's link contains the offer's secret.
 */

/** How long an offer stays open, in seconds; default of the setting of the same name. */
export const LATE_OFFER_SECONDS = 86_400;

/** Minimum in production, in seconds: people need time to read a mail. */
export const MIN_LATE_OFFER_SECONDS = 3_600;

/** Maximum, in seconds: one week, because the payer's money is kept as long. */
export const MAX_LATE_OFFER_SECONDS = 604_800;

export const STALL_OFFER_STATES = ["open", "accepted", "declined", "expired", "withdrawn"] as const;
/**
 * Status of an offer. `declined`: the payer chose the refund. `withdrawn`: the money is refunded for another reason (an
 * operator's refund, another stall bought).
 */
export type StallOfferState = (typeof STALL_OFFER_STATES)[number];

/** Length of a link's token: the offer's id, a dot, 256 bits as base64url. */
export const STALL_OFFER_TOKEN_LENGTH = 76;
