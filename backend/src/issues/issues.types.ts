import type { Resolution } from "@sakhi/domain/admin/resolutions";

/** What a kind of issue means for the inbox; its title and explanation are in issues.words.ts. */
export interface IssueMeaning {
  /** In display order; closing with a reason is always last. */
  readonly resolutions: readonly Resolution[];
  /** Its fault is rechecked periodically: once closed with a reason, it is not raised again for the same subject. */
  readonly once?: boolean;
  /** Money, data or the whole site are at stake: administrators can be alerted to it at once (decision 125). */
  readonly high?: boolean;
}

/** All kinds of issues. A kind without resolutions does not compile. */
export const ISSUES = {
  amount_differs: { high: true, resolutions: ["settle_again", "refund_in_full", "resolve"], once: true },
  refund_stuck: { resolutions: ["check_refund", "restart_workflow", "resolve"], once: true },
  refund_failed: { high: true, resolutions: ["refund_in_full", "check_refund", "paid_by_hand", "resolve"] },
  refund_by_hand: { resolutions: ["confirm_paid_back"] },
  event_refund_failed: { high: true, resolutions: ["refund_again", "resolve"] },
  refunded_twice: { high: true, resolutions: ["resolve"] },
  refunded_elsewhere: { resolutions: ["resolve"] },
  payment_disputed: { high: true, resolutions: ["check_dispute", "credit_lost", "refund_in_full", "resolve"] },
  payout_missing: { resolutions: ["read_payouts", "resolve"], once: true },
  payout_doubled: { resolutions: ["read_payouts", "resolve"], once: true },
  payout_differs: { resolutions: ["read_payouts", "resolve"], once: true },
  payout_unknown: { resolutions: ["read_payouts", "resolve"], once: true },
  provider_event_unknown: { resolutions: ["settle_again", "resolve"] },
  order_stuck_closing: { resolutions: ["settle_again", "resolve"], once: true },
  order_conflict: { resolutions: ["settle_again", "resolve"], once: true },
  mail_failed: { resolutions: ["resend_mail", "resolve"] },
  invoice_failed: { resolutions: ["render_invoice", "resolve"] },
  order_unknown: { high: true, resolutions: ["recreate_sale", "refund_in_full", "resolve"], once: true },
  sale_restored: { resolutions: ["resolve"] },
  sale_lost: { high: true, resolutions: ["resolve"] },
  history_behind: { resolutions: ["resolve"] },
  database_restored: { high: true, resolutions: ["resolve"] },
  recovery_gap: { high: true, resolutions: ["resolve"] },
  provider_paid_unknown: { high: true, resolutions: ["settle_again", "refund_in_full", "resolve"], once: true },
  listing_paid_twice: { resolutions: ["refund_in_full", "resolve"] },
  workflow_failing: { resolutions: ["restart_workflow", "resolve"] },
  network_hoarding: { resolutions: ["release_network", "release_visitors", "unblock_network", "resolve"] },
  stalls_held_unpaid: { resolutions: ["release_crowd", "resolve"] },
  stranger_mails: { resolutions: ["resolve"] },
  booking_request: {
    resolutions: [
      "request_correct",
      "request_substitute",
      "request_cancel",
      "request_done",
      "request_declined",
      "resolve",
    ],
  },
  addresses_misread: { high: true, resolutions: ["resolve"] },
  picture_missing: { resolutions: ["resolve"], once: true },
  webhook_disabled: { resolutions: ["resolve"] },
  outbox_stuck: { high: true, resolutions: ["relay_again", "resolve"] },
} as const satisfies Record<string, IssueMeaning>;

/** A kind of issue, as stored in the table. */
export type IssueKind = keyof typeof ISSUES;

/** All kinds. */
export const ISSUE_KINDS = Object.keys(ISSUES) as readonly IssueKind[];

/** Those that administrators can be alerted to. */
export const HIGH_ISSUE_KINDS = ISSUE_KINDS.filter((kind) => (ISSUES[kind] as IssueMeaning).high === true);

/** Ids and amounts, never a name, email, phone or GST number. */
export type IssueDetails = Readonly<Record<string, string | number | boolean>>;

/** An issue to raise. */
export interface NewIssue {
  readonly kind: IssueKind;
  /** Id of an order, refund, mail, invoice, application or workflow, a network's digest, a file's name, or an outbox topic. */
  readonly subject: string;
  readonly bookingId?: string | undefined;
  /** The application to be listed, if it concerns one. */
  readonly applicationId?: string | undefined;
  readonly facts: IssueDetails;
}

/** How an issue was closed. */
export interface IssueResolution {
  /** The resolution's name; `by_itself` when the fault disappeared. */
  readonly resolution: Resolution | "by_itself";
  /** The administrator's name; absent with `by_itself`. */
  readonly by?: string;
  readonly note?: string | undefined;
}

/** The order of an issue, from its subject or facts. */
export function orderOfIssue({
  kind,
  subject,
  facts,
}: Pick<NewIssue, "kind" | "subject" | "facts">): string | undefined {
  switch (kind) {
    case "amount_differs":
    case "order_stuck_closing":
    case "order_conflict":
    case "provider_paid_unknown":
    case "refunded_elsewhere":
    case "order_unknown":
      return subject;
    case "payment_disputed":
    case "payout_missing":
    case "payout_doubled":
    case "payout_differs":
    case "payout_unknown":
    case "provider_event_unknown":
    case "refund_stuck":
    case "refund_failed":
    case "refund_by_hand":
    case "refunded_twice":
    case "listing_paid_twice":
    case "sale_restored":
    case "sale_lost":
    case "history_behind": {
      const { orderId } = facts;
      return typeof orderId === "string" ? orderId : undefined;
    }
    case "event_refund_failed":
    case "booking_request":
    case "mail_failed":
    case "invoice_failed":
    case "workflow_failing":
    case "network_hoarding":
    case "stranger_mails":
    case "stalls_held_unpaid":
    case "outbox_stuck":
    case "addresses_misread":
    case "database_restored":
    case "recovery_gap":
    case "picture_missing":
    case "webhook_disabled":
      return undefined;
  }
}
