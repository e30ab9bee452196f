import type { BookingRequestKind } from "../bookings/my-booking.rules.js";

/** Forms that a resolution can open: of its booking, which close the issue when submitted, and of its event. */
export const RESOLUTION_FORMS = ["correct", "cancel", "release"] as const;
export type ResolutionForm = (typeof RESOLUTION_FORMS)[number];

interface ResolutionMeaning {
  readonly needsReason: boolean;
  readonly opens?: ResolutionForm;
}

/** Resolutions of issues; the labels of their buttons are in the catalogue admin-issues. */
export const RESOLUTIONS = {
  recreate_sale: { needsReason: false },
  settle_again: { needsReason: false },
  refund_in_full: { needsReason: true },
  refund_again: { needsReason: false },
  paid_by_hand: { needsReason: true },
  confirm_paid_back: { needsReason: true },
  check_refund: { needsReason: false },
  check_dispute: { needsReason: false },
  read_payouts: { needsReason: false },
  credit_lost: { needsReason: true },
  resend_mail: { needsReason: false },
  render_invoice: { needsReason: false },
  restart_workflow: { needsReason: false },
  relay_again: { needsReason: false },
  release_network: { needsReason: false },
  release_visitors: { needsReason: false },
  unblock_network: { needsReason: false },
  release_crowd: { needsReason: false, opens: "release" },
  request_correct: { needsReason: false, opens: "correct" },
  request_substitute: { needsReason: false, opens: "correct" },
  request_cancel: { needsReason: false, opens: "cancel" },
  request_done: { needsReason: false },
  request_declined: { needsReason: true },
  resolve: { needsReason: true },
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
