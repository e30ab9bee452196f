/** What people write to us about; as it stands in the database. */
export const ENQUIRY_KINDS = ["corporate_gifting", "support"] as const;
export type EnquiryKind = (typeof ENQUIRY_KINDS)[number];

/**
 * The state of an enquiry. Received: confirmed to its sender and sent to the organisation by email. Quarantined: it
 * looks as if no person had sent it, so nobody was mailed; an administrator can approve it.
 */
const ENQUIRY_STATES = ["received", "quarantined"] as const;
export type EnquiryState = (typeof ENQUIRY_STATES)[number];

/** The answer to an enquiry that was sent, by the server and, should it say nothing, by the page (spec 2, section 8). */
export const ENQUIRY_RESPONSES: Readonly<Record<EnquiryKind, string>> = {
  corporate_gifting: "We'll get back to you soon with corporate gifting options.",
  support: "We'll get back to you within 24 hours.",
};

/** The header in which our page sends how long the form stood open before it was sent, in whole ms. */
export const FILLED_MS_HEADER = "x-form-filled-ms";

/**
 * The least time a form stands open before a person has sent it, in ms. Low on purpose: a bot either fills everything
 * in at once, or waits for longer than any limit that would leave a quick person's message alone.
 */
export const MIN_FILL_MS = 200;

/** Why an enquiry is quarantined. `link_in_name` is only of earlier ones: such a name is rejected now. */
export const SUSPICIONS = ["trap_filled", "filled_too_fast", "link_in_name"] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** What distinguishes a person from a bot. */
interface EnquirySigns {
  /** What stands in the field that people do not see. */
  readonly trap: unknown;
  /** How long the form stood open, in ms; undefined where it was not sent, as by direct callers of the API. */
  readonly filledMs: number | undefined;
}

/** What makes an enquiry look like a bot's, or undefined. Such an enquiry is quarantined, never thrown away. */
export function suspicionOf({ trap, filledMs }: EnquirySigns): Suspicion | undefined {
  if (trap !== undefined && trap !== null && trap !== "") return "trap_filled";
  if (filledMs !== undefined && filledMs < MIN_FILL_MS) return "filled_too_fast";
  return undefined;
}

/** Milliseconds out of {@link FILLED_MS_HEADER}; undefined for nothing and for nonsense. */
export function filledMsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,12}$/.test(header) ? Number(header) : undefined;
}

/** Sent again within this time, the same words of the same person are the same enquiry; in hours. */
export const SAME_ENQUIRY_HOURS = 24;
