/** Kinds of enquiries, as stored. */
export const ENQUIRY_KINDS = ["corporate_gifting", "support", "brand"] as const;
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number];

/**
 * The stored state of an enquiry. Received: confirmed to its sender and forwarded to the organisation by e-mail.
 * Quarantined: suspected to come from a bot, no mail was sent; an administrator can approve it.
 */
const ENQUIRY_STATES = ["received", "quarantined"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** Confirmation of a submitted enquiry, from the server or as the page's fallback (specification 2, section 8). */
export const ENQUIRY_RESPONSES: Readonly<Record<EnquiryKind, string>> = {
  corporate_gifting: "We'll get back to you soon with corporate gifting options.",
  support: "We'll get back to you within 24 hours.",
  brand: "The brand has your message and answers you directly.",
};

/** Request header with the time between opening and submitting the form, in whole ms. */
export const FILLED_MS_HEADER = "x-form-filled-ms";

/**
 * Minimum time in which a person can fill in a form, in ms. Low on purpose: bots either submit at once or wait longer
 * than any limit that would not also catch quick people.
 */
export const MIN_FILL_MS = 200;

/**
 * Why an enquiry is quarantined. `link_in_name` exists only on old enquiries: such names are now rejected. Enquiries to
 * brands only: an operator has stopped an earlier one of this sender, or the brand has had its enquiries of the day.
 */
export const SUSPICIONS = ["trap_filled", "filled_too_fast", "link_in_name", "sender_stopped", "many_today"] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** Inputs of {@link suspicionOf}. */
interface EnquirySigns {
  /** Value of the honeypot field. */
  readonly trap: unknown;
  /** Time between opening and submitting the form, in ms; undefined if not sent, as by direct API callers. */
  readonly filledMs: number | undefined;
}

/** Why an enquiry is suspected to come from a bot, or undefined. Suspicious enquiries are quarantined, never discarded. */
export function suspicionOf({ trap, filledMs }: EnquirySigns): Suspicion | undefined {
  if (trap !== undefined && trap !== null && trap !== "") return "trap_filled";
  if (filledMs !== undefined && filledMs < MIN_FILL_MS) return "filled_too_fast";
  return undefined;
}

/** Parses {@link FILLED_MS_HEADER}, in ms; undefined if missing or malformed. */
export function filledMsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,12}$/.test(header) ? Number(header) : undefined;
}

/** Enquiries that a brand gets in 24 hours; further ones wait for an operator, so that nobody can flood an owner's mailbox. */
export const BRAND_ENQUIRIES_PER_DAY = 50;

/** Deduplication window of enquiries with the same text from the same sender, in hours. */
export const SAME_ENQUIRY_HOURS = 24;
