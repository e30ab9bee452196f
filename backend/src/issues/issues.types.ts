import type { Resolution } from "@sakhi/domain/admin/resolutions";

/** What a kind of matter is called, what it means, and what can be done about it. */
interface IssueMeaning {
  readonly title: string;
  /** What has happened and what usually helps, for somebody who has never seen it. */
  readonly meaning: string;
  /** In the order they are offered. Closing it with a reason is always the last. */
  readonly resolutions: readonly Resolution[];
}

/** Everything that a person must decide or know. A kind without its meaning and its remedies does not compile. */
export const ISSUES = {
  amount_differs: {
    title: "Paid, but not our amount",
    meaning:
      "The payment provider says that this order was paid, but the amount or the currency is not the one we asked for. Nothing was sold, and the stall is still reserved. Look at the order on the provider's pages; usually the money goes back.",
    resolutions: ["settle_again", "refund_in_full", "resolve"],
  },
  refund_stuck: {
    title: "A refund does not arrive",
    meaning:
      "This refund was decided a week ago and is not finished; banks take five to ten working days. Ask the provider about it; if it stays so, write to them with the refund's id.",
    resolutions: ["check_refund", "restart_workflow", "resolve"],
  },
  refund_failed: {
    title: "A refund was refused",
    meaning:
      "The payment provider refused to give this money back, so the payer does not have it. Ask for it once more, or pay it back by hand and say so here with the transfer's number, so that the books agree.",
    resolutions: ["refund_in_full", "check_refund", "paid_by_hand", "resolve"],
  },
  refunded_elsewhere: {
    title: "Money went back, but it stays sold",
    meaning:
      "Money of something that is still sold was refunded at the payment provider, for example on its own pages. The refund is on record here, and its credit note is issued. Cancel the booking or withdraw the listing if the sale should end, which closes this entry; or ask the payer for the money.",
    resolutions: ["resolve"],
  },
  order_stuck_closing: {
    title: "An order does not end",
    meaning:
      "We asked the payment provider to close this order half an hour ago, and a payment on it is still undecided. The stall stays reserved, because the money could still come.",
    resolutions: ["settle_again", "resolve"],
  },
  order_conflict: {
    title: "The provider has another order under our number",
    meaning:
      "The payment provider has an order of this number that is not the one we asked for: another amount or payer, from another database on the same account, from before we asked, or paid already. Nothing was sold for it; the visitor was told to try again, which makes a new number. What differs is named below. If it happens more than once, somebody may be sending old order numbers on purpose.",
    resolutions: ["settle_again", "resolve"],
  },
  mail_failed: {
    title: "A mail could not be delivered",
    meaning:
      "The mail server refused this mail for good, or every try has failed. The address may be mistyped. Send the mail again here, or to another address from the mails in the details of the booking or the application; or call.",
    resolutions: ["resend_mail", "resolve"],
  },
  invoice_failed: {
    title: "An invoice could not be made",
    meaning:
      "The PDF of this document could not be made. Its number and content are kept, and the confirmation went out without it. Made again, it follows in a mail of its own.",
    resolutions: ["render_invoice", "resolve"],
  },
  provider_paid_unknown: {
    title: "The provider's money and ours differ",
    meaning:
      "The provider calls an order paid that we had replaced, or no longer has money that we sold for. Compare the order on the provider's pages with the booking; then refund it here, or cancel the booking.",
    resolutions: ["settle_again", "refund_in_full", "resolve"],
  },
  listing_paid_twice: {
    title: "A brand paid for a second listing",
    meaning:
      "The same brand and e-mail paid for another listing while one is under review or live. It may be meant so. If not, a refund in full withdraws this second application and gives back what was paid for it, with a credit note; the first one stays.",
    resolutions: ["refund_in_full", "resolve"],
  },
  workflow_failing: {
    title: "A workflow fails again and again",
    meaning:
      "Temporal cannot get on with this workflow: its code or one of its activities fails each time. Visitors notice nothing (the sweep does its work), but the cause should be found: open it in Temporal, read the failure, then restart it.",
    resolutions: ["restart_workflow", "resolve"],
  },
  network_hoarding: {
    title: "One network keeps many stalls",
    meaning:
      "Browsers that share one internet address keep many stalls reserved without registering. It may be an office or a college that books together; then leave it, the holds end after ten minutes. If registrations do not come and others find no stall, release them all: nobody has paid, and that network cannot reserve for 24 hours. This entry closes by itself when it is over.",
    resolutions: ["release_network", "unblock_network", "resolve"],
  },
  outbox_stuck: {
    title: "Messages are not passed on",
    meaning:
      "What should be handed to Temporal or to the queue has waited for more than five minutes. Usually that part is down: look at the operations page. It goes on by itself once the part is back, and this entry then closes by itself.",
    resolutions: ["relay_again", "resolve"],
  },
} as const satisfies Record<string, IssueMeaning>;

/** A kind of matter, as it stands in the table. */
export type IssueKind = keyof typeof ISSUES;

/** All kinds. */
export const ISSUE_KINDS = Object.keys(ISSUES) as readonly IssueKind[];

/** One matter for a person. `facts` holds ids and amounts, never a name, e-mail, phone or GST number. */
export interface NewIssue {
  readonly kind: IssueKind;
  /** What it is about: an order, refund, mail, invoice, application or workflow id, a network's digest, or a lane of the outbox. */
  readonly subject: string;
  readonly bookingId?: string | undefined;
  /** The application to be listed that it concerns. */
  readonly applicationId?: string | undefined;
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

/** A matter as it stands in the table. */
export interface IssueRow {
  readonly id: string;
  readonly kind: IssueKind;
  readonly subject: string;
  readonly bookingId: string | null;
  readonly applicationId: string | null;
  readonly facts: NewIssue["facts"];
  readonly raisedAt: Date;
  readonly resolvedAt: Date | null;
}

/** How a matter was settled. */
export interface IssueResolution {
  /** The remedy's name, or `by_itself`. */
  readonly resolution: Resolution | "by_itself";
  /** The administrator's name; absent where the fault went away by itself. */
  readonly by?: string;
  readonly note?: string | undefined;
}

/** The order an issue is about: its subject, or among its facts. */
export function orderOfIssue({
  kind,
  subject,
  facts,
}: Pick<IssueRow, "kind" | "subject" | "facts">): string | undefined {
  switch (kind) {
    case "amount_differs":
    case "order_stuck_closing":
    case "order_conflict":
    case "provider_paid_unknown":
    case "refunded_elsewhere":
      return subject;
    case "refund_stuck":
    case "refund_failed":
    case "listing_paid_twice": {
      const { orderId } = facts;
      return typeof orderId === "string" ? orderId : undefined;
    }
    case "mail_failed":
    case "invoice_failed":
    case "workflow_failing":
    case "network_hoarding":
    case "outbox_stuck":
      return undefined;
  }
}
