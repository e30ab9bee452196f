import type { BookingRequestKind } from "../bookings/my-booking.rules.js";

/** Forms that a resolution can open: of its booking, which close the issue when submitted, and of its event. */
export const RESOLUTION_FORMS = ["correct", "cancel", "release"] as const;
export type ResolutionForm = (typeof RESOLUTION_FORMS)[number];

interface ResolutionMeaning {
  readonly label: string;
  readonly needsReason: boolean;
  readonly opens?: ResolutionForm;
}

/** Resolutions of issues, with their button labels. */
export const RESOLUTIONS = {
  recreate_sale: { label: "Create the sale again", needsReason: false },
  settle_again: { label: "Ask the payment provider again", needsReason: false },
  refund_in_full: { label: "Refund in full", needsReason: true },
  refund_again: { label: "Try the refund again", needsReason: false },
  paid_by_hand: { label: "I paid it back by hand", needsReason: true },
  confirm_paid_back: { label: "I paid it back: confirm", needsReason: true },
  check_refund: { label: "Ask the provider about the refund", needsReason: false },
  check_dispute: { label: "Ask the provider about the dispute", needsReason: false },
  read_payouts: { label: "Read the payouts again", needsReason: false },
  credit_lost: { label: "Nothing was supplied: issue a credit note", needsReason: true },
  resend_mail: { label: "Send the mail again", needsReason: false },
  render_invoice: { label: "Make the PDF again", needsReason: false },
  restart_workflow: { label: "Restart the workflow", needsReason: false },
  relay_again: { label: "Try again now", needsReason: false },
  release_network: { label: "Release all and block", needsReason: false },
  release_visitors: { label: "Release all and block these browsers", needsReason: false },
  unblock_network: { label: "Unblock the network", needsReason: false },
  release_crowd: { label: "Release unpaid holds", needsReason: false, opens: "release" },
  request_correct: { label: "Correct the details", needsReason: false, opens: "correct" },
  request_substitute: { label: "Put the other person in", needsReason: false, opens: "correct" },
  request_cancel: { label: "Cancel the booking", needsReason: false, opens: "cancel" },
  request_done: { label: "Done: notify the payer", needsReason: false },
  request_declined: { label: "Decline, with a sentence", needsReason: true },
  resolve: { label: "Close as settled", needsReason: true },
} as const satisfies Record<string, ResolutionMeaning>;

/** A resolution of an issue. */
export type Resolution = keyof typeof RESOLUTIONS;

/** All resolutions, in display order. */
export const RESOLUTION_NAMES = Object.keys(RESOLUTIONS) as readonly Resolution[];

/** The form that a resolution opens; undefined if it applies immediately. */
export function formOf(action: Resolution): ResolutionForm | undefined {
  const { opens }: ResolutionMeaning = RESOLUTIONS[action];
  return opens;
}

/** The resolution that fulfils each kind of request from a payer's booking page. */
export const REQUEST_RESOLUTIONS = {
  correction: "request_correct",
  substitute: "request_substitute",
  cancellation: "request_cancel",
} as const satisfies Record<BookingRequestKind, Resolution>;
