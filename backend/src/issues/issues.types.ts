import type { Resolution } from "@sakhi/domain/admin/resolutions";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";

/** Title, explanation and resolutions of a kind of issue. */
export interface IssueMeaning {
  readonly title: string;
  /** What has happened and what usually helps, for a first-time reader. */
  readonly meaning: string;
  /** In display order; closing with a reason is always last. */
  readonly resolutions: readonly Resolution[];
  /** Its fault is rechecked periodically: once closed with a reason, it is not raised again for the same subject. */
  readonly once?: boolean;
  /** Money, data or the whole site are at stake: administrators can be alerted to it at once (decision 125). */
  readonly high?: boolean;
}

/** All kinds of issues. A kind without a meaning and resolutions does not compile. */
export const ISSUES = {
  amount_differs: {
    high: true,
    title: "Paid, but not our amount",
    meaning:
      "The payment provider says that this order was paid, but the amount or the currency is not the one we asked for. Nothing was sold, and the stall is still reserved. Check the order on the provider's pages; usually it is refunded.",
    resolutions: ["settle_again", "refund_in_full", "resolve"],
    once: true,
  },
  refund_stuck: {
    title: "A refund is overdue",
    meaning: `This refund was decided ${STUCK_REFUND_DAYS} days ago and is not finished; banks take five to ten working days. Ask the provider about it; if it stays unfinished, write to them with the refund's id.`,
    resolutions: ["check_refund", "restart_workflow", "resolve"],
    once: true,
  },
  refund_failed: {
    high: true,
    title: "A refund was rejected",
    meaning:
      "The payment provider rejected this refund, so the payer does not have the money. Ask the provider about it again before you pay by hand: it can still go through. Request it again, or refund it by hand and record it here with the transfer's number, so that the accounts agree.",
    resolutions: ["refund_in_full", "check_refund", "paid_by_hand", "resolve"],
  },
  refund_by_hand: {
    title: "Money to pay back by hand",
    meaning:
      "This sale was paid to you directly and is cancelled with a refund. The payer's mail says that you return the money the same way. Pay it back, then confirm it here with the transfer's or the receipt's number; until then the refund counts as pending.",
    resolutions: ["confirm_paid_back"],
  },
  event_refund_failed: {
    high: true,
    title: "A booking of a cancelled event could not be refunded",
    meaning:
      "The event is cancelled, and the refund of this booking failed several times for the reason below. It is tried again at most every hour, and this entry then closes by itself. Look at the booking and its order; you can also cancel it there yourself, with the refund you decide.",
    resolutions: ["refund_again", "resolve"],
  },
  refunded_twice: {
    high: true,
    title: "A rejected refund went through after all",
    meaning:
      "The payment provider had rejected this refund and has paid it out since. The entry about it was closed in the meantime: if the money was refunded again or by hand, the payer has it twice. Compare the refunds of this order with the provider's pages, and ask the payer for what is too much.",
    resolutions: ["resolve"],
  },
  refunded_elsewhere: {
    title: "Refunded, but still sold",
    meaning:
      "Money of something that is still sold was refunded at the payment provider, for example on its own pages. The refund is on record here, and its credit note is issued. Cancel the booking or withdraw the listing if the sale should end, which closes this entry; or ask the payer for the money.",
    resolutions: ["resolve"],
  },
  payment_disputed: {
    high: true,
    title: "A payer's bank asks for the money back",
    meaning:
      "A payer disputes her payment (chargeback). The view Disputes has what to send as one file: her booking with its time of consent, the invoice, the mails, and the scans of her ticket. Send it on the payment provider's pages before the time named below, then say so there. Without an answer the bank decides for her. Until it is decided nothing of this money can be refunded here, because she would have it twice; cancelling refunds only the rest. If you win, this entry closes by itself if her sale is still valid; if it is not, refund her here. If you lose, she has the money and the invoice stands, because the stall or listing was supplied and its tax is due: close this entry with your reason. Only if nothing was supplied, cancel the booking or withdraw the listing first, and then issue the credit note here.",
    resolutions: ["check_dispute", "credit_lost", "refund_in_full", "resolve"],
  },
  payout_missing: {
    title: "Received, and not paid out",
    meaning:
      "What is named below is older than a week and in no payout of the payment provider: a payment that has not come, a refund that was not taken, or money of a dispute that you won and that was not released. Read the reports again; for days that were never read, upload the provider's file in the view Payouts. If it stays missing, write to the provider with the order. This entry closes by itself once it is there.",
    resolutions: ["read_payouts", "resolve"],
    once: true,
  },
  payout_doubled: {
    title: "Paid out or taken twice",
    meaning:
      "The same payment or refund is in the provider's payouts more than once. A payment that was paid out twice will be asked for again; a refund that was taken twice is yours. Compare the payouts named below on the provider's pages, and write to the provider with both. This entry closes by itself once its report has it once.",
    resolutions: ["read_payouts", "resolve"],
    once: true,
  },
  payout_differs: {
    title: "Another amount was paid out",
    meaning:
      "An amount of the provider's payouts is not ours: of a payment or refund, between amount, fee and net, between a payout and its lines, or between a payout and the bank statement. A paisa counts. Compare both on the provider's pages; if the provider is wrong, write to it with the payout. If the amount at the bank was typed or read wrong, read the statement again. This entry closes by itself once they agree.",
    resolutions: ["read_payouts", "resolve"],
    once: true,
  },
  payout_unknown: {
    title: "In a payout, and not in our records",
    meaning:
      "The provider's payouts have a payment, a refund or a dispute that our records do not have. If another shop uses the same account, it may be its own: close this entry with that. Otherwise look at the order on the provider's pages: a payment that we do not know may be a sale that was lost, and a dispute that we do not know needs an answer there.",
    resolutions: ["read_payouts", "resolve"],
    once: true,
  },
  provider_event_unknown: {
    title: "The provider reports something unknown about an order",
    meaning:
      "The payment provider sent a message about this order whose kind this release does not know, so money may have moved in a way that is not recorded here. Look at the order on the provider's pages, compare it with the booking, and close this entry with what you found. If it comes again, report its name to the developers.",
    resolutions: ["settle_again", "resolve"],
  },
  order_stuck_closing: {
    title: "An order does not end",
    meaning:
      "We asked the payment provider to close this order half an hour ago, and a payment on it is still undecided. The stall stays reserved, because the money could still come.",
    resolutions: ["settle_again", "resolve"],
    once: true,
  },
  order_conflict: {
    title: "The provider has another order under our number",
    meaning:
      "The payment provider has an order of this number that is not the one we asked for: another amount or payer, from another database on the same account, from before we asked, or paid already. Nothing was sold for it; the visitor was asked to try again, which makes a new number. What differs is named below. If it happens more than once, somebody may be sending old order numbers on purpose.",
    resolutions: ["settle_again", "resolve"],
    once: true,
  },
  mail_failed: {
    title: "A mail could not be delivered",
    meaning:
      "The mail server rejected this mail permanently, or every try has failed. The address may be mistyped. Send the mail again here, or to another address from the mails in the details of the booking or the application; or call.",
    resolutions: ["resend_mail", "resolve"],
  },
  invoice_failed: {
    title: "An invoice could not be made",
    meaning:
      "The PDF of this document could not be made. Its number and content are kept, and the confirmation went out without it. Once it is made again, it is sent in a separate mail.",
    resolutions: ["render_invoice", "resolve"],
  },
  order_unknown: {
    high: true,
    title: "Paid to us, and not in our records",
    meaning:
      "The payment provider has an order that was opened by this installation and is paid, and our records do not have it: usually because the database was restored from a backup. Nothing is sold for it here. Create the sale again, which gives the payer her stall if it is still free, and several stalls of one order together or not at all; or refund her in full. An application to be listed can't be created again: refund it, and ask the brand to apply once more.",
    resolutions: ["recreate_sale", "refund_in_full", "resolve"],
    once: true,
  },
  sale_restored: {
    title: "A sale was created again after a restore",
    meaning:
      "This sale was in none of our records after the database was restored, and was created again from the payment provider and Temporal. The payer's business name, PIN code, GST number and coupon are not known outside: ask her for her invoice and correct the registration, which issues a corrected invoice.",
    resolutions: ["resolve"],
  },
  sale_lost: {
    high: true,
    title: "A sale was lost and can't be created again",
    meaning:
      "Temporal knows of this sale, and the restored database does not. It was paid outside the payment provider, so nobody else knows who bought it. Its stall is blocked, so that it is not sold twice: find the receipt, unblock the stall and record the sale again.",
    resolutions: ["resolve"],
  },
  history_behind: {
    title: "Changes were lost with the database",
    meaning:
      "Temporal knows of changes that the restored database does not have, and they could not be repeated here. Compare the lost steps below with the booking or the application, and repeat what is missing.",
    resolutions: ["resolve"],
  },
  database_restored: {
    high: true,
    title: "The database is older than what is known outside",
    meaning:
      "Sales are paused, because stalls that were sold after the backup would be sold a second time. Run the command recover, which reads the payment provider, Temporal and the log of mails, and creates again what it can. Work through the entries it raises; then open the sales again, on the page Operations or with recover open.",
    resolutions: ["resolve"],
  },
  recovery_gap: {
    high: true,
    title: "Nobody knows what was sold just before the loss",
    meaning:
      "The database was restored, the record of opened orders is a copy, and Temporal's data were lost too, or did not answer. What happened between the copy's last entry, named below, and the loss is known to the payment provider only. Download its orders (or payments) from that time until the machine was lost, and run recover --orders with the file: it creates again what was paid. Then close this entry with what you compared. Sales can't be opened before.",
    resolutions: ["resolve"],
  },
  provider_paid_unknown: {
    high: true,
    title: "The provider's money and ours differ",
    meaning:
      "The provider calls an order paid that we had replaced, or no longer has money that we sold for. Compare the order on the provider's pages with the booking; then refund it here, or cancel the booking.",
    resolutions: ["settle_again", "refund_in_full", "resolve"],
    once: true,
  },
  listing_paid_twice: {
    title: "A brand paid for a second listing",
    meaning:
      "The same brand and e-mail paid for another listing while one is under review or live. It may be intended. If not, a full refund withdraws this second application and refunds what was paid for it, with a credit note; the first one stays.",
    resolutions: ["refund_in_full", "resolve"],
  },
  workflow_failing: {
    title: "A workflow fails again and again",
    meaning:
      "This workflow makes no progress: its code or one of its activities fails each time. Visitors notice nothing (the sweep does its work), but the cause should be found: open it in Temporal, read the failure, then restart it.",
    resolutions: ["restart_workflow", "resolve"],
  },
  network_hoarding: {
    title: "One network holds many stalls",
    meaning:
      "Browsers that share one internet address, or addresses next to one another, keep many stalls without paying. It may be an office, a college or a village that books together; if so, leave it: the holds end after ten minutes. If payments do not come and others find no stall, release them all, registered ones and those being paid too: nobody has paid, and that network can't reserve or pay for 24 hours. This entry closes by itself when it is over.",
    resolutions: ["release_network", "release_visitors", "unblock_network", "resolve"],
  },
  stalls_held_unpaid: {
    title: "Many stalls are held and nobody pays",
    meaning:
      "A large part of an event's free stalls is held without payment, over all addresses together. At the opening of the sales that is normal for some minutes: payments follow, as the number of sales shows. If sales do not come, a few people may hold many stalls from several addresses; visitors then find no stall. Release the unpaid holds of addresses that keep more than a number you choose; you see first what that ends. This entry closes by itself when it is over.",
    resolutions: ["release_crowd", "resolve"],
  },
  stranger_mails: {
    title: "Many mails go to unproven addresses",
    meaning:
      "Within an hour the site has written to many addresses of which nothing is proven: they were typed into a form, and nobody has paid or opened a link. On a busy day that is normal. Otherwise somebody sends forms with invented addresses, to use up what your mail provider allows. Nothing is lost: beyond the budget of the hour such mails wait, and tickets, invoices and other mails to proven people go first. Look at the new enquiries and applications; this entry closes by itself.",
    resolutions: ["resolve"],
  },
  booking_request: {
    title: "A payer asks for something",
    meaning:
      "On the page of her booking a payer has asked for a correction, for somebody else at the stall, or for a cancellation. The first button opens the form that does it; it closes this entry, and the payer is notified. If you have done it in another way, say so; or decline it with a sentence. Every way of closing it answers the payer by mail.",
    resolutions: [
      "request_correct",
      "request_substitute",
      "request_cancel",
      "request_done",
      "request_declined",
      "resolve",
    ],
  },
  addresses_misread: {
    high: true,
    title: "Visitors' addresses are not read right",
    meaning:
      "What is in front of the site is not what TRUST_PROXY says: most requests come with another number of proxies, with none that is trusted, or nearly all visitors seem to have one address. Limits, blocks and proofs then meet everyone at once, or nobody. Compare TRUST_PROXY with the proxies, load balancers and networks before the site (operations page, AAAA records), set it, and restart the apis.",
    resolutions: ["resolve"],
  },
  picture_missing: {
    title: "A picture's file is gone",
    meaning:
      "A brand's page shows this picture, but the store no longer has its file: somebody removed it there, or the store lost it. Copy the file back from a backup of the store under the same name; this entry then closes by itself within the hour. Without a backup, ask the brand to upload the picture again.",
    resolutions: ["resolve"],
    once: true,
  },
  webhook_disabled: {
    title: "Another system is no longer notified",
    meaning:
      "Nothing reached this webhook endpoint for five days, or it answered that it is gone (410), so it was disabled: what happens now is not kept for it. Ask anyone who runs the other system. Once it answers, enable the endpoint under Integrations, which closes this entry, and send what failed again; it is kept for 30 days.",
    resolutions: ["resolve"],
  },
  outbox_stuck: {
    high: true,
    title: "Messages are not delivered",
    meaning:
      "Messages for Temporal or the queue have waited for more than five minutes. Usually that part is down: see the operations page. Delivery resumes by itself once the part is back, and this entry then closes by itself.",
    resolutions: ["relay_again", "resolve"],
  },
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
