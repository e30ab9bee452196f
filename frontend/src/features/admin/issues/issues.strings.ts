import type { Issues, Resolution } from "../../../api/admin-api";

/** Texts of the inbox. Texts of an issue come from the server. */
export const strings = {
  title: "Needs attention",
  loading: "Loading the inbox",
  failed: "The inbox could not be fetched.",
  empty: "Nothing needs you",
  emptyText: "Everything is running normally. Anything that needs a decision or your attention appears here.",
  raised: (moment: string) => `since ${moment}`,
  booking: "Registration details",
  stall: (stallId: string) => `History of ${stallId}`,
  application: "The application",
  viewer: "Your role does not include acting on this.",
  pending: "One moment...",
  loadingBooking: "Loading the booking",
  noBooking: "The booking could not be fetched.",
  answer: "Your sentence to the payer",
  answerHelp: "She gets it by mail. It is stored with her request, not in the audit log.",
  reference: "Reference",
  referenceHelp: "The transfer's number, or the receipt's. The payer sees it with her refund.",
  failedResolution: { title: "That did not work", description: "Nothing was changed. Please try again." },
  /** Effects of resolutions that need a confirmation; the server's text for an issue takes precedence. */
  consequences: {
    refund_in_full: "The whole amount goes back to the payer by the way it was paid, and a mail says so.",
    paid_by_hand: "The refund is recorded as paid by hand. No money moves.",
    release_network:
      "Every stall that this network holds without paying becomes free, registered ones too; payments under way are ended first. For 24 hours it can't reserve, register or pay.",
    release_visitors:
      "Every stall that this network holds without paying becomes free, registered ones too; payments under way are ended first. For 24 hours the browsers that held them can't reserve, register or pay; others at this network can.",
    request_done: "The payer is notified by mail that it is done. Do it first.",
    request_declined: "The payer gets your sentence by mail. Nothing is changed.",
    resolve: "The entry leaves the inbox. Nothing else changes: do this when you have settled it yourself.",
  } as Readonly<Partial<Record<Resolution["action"], string>>>,
  healthy: {
    title: "Working normally",
    lead: "All-time totals unless noted.",
    names: {
      soldBookings: "Stalls sold",
      paidOrders: "Orders paid",
      refundsDone: "Refunds done",
      refundsUnderWay: "Refunds under way, in time",
      mailsSent: "Mails sent",
      invoicesIssued: "Invoices issued",
      webhooksHandled: "Webhooks handled",
      messagesRelayed: "Messages relayed",
      quietSweeps: "Sweeps that caught nothing, 24 h",
      sweeps: "Sweeps, 24 h",
      resolvedIssues: "Issues settled",
    } satisfies Record<keyof NonNullable<Issues["healthy"]>, string>,
  },
} as const;
