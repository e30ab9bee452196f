import { isolated } from "@sakhi/domain/fields/isolation";
const bookings = (count: number) => (count === 1 ? "1 booking" : `${count} bookings`);
const holders = (count: number) => (count === 1 ? "1 holder" : `${count} holders`);

/** Texts of rescheduling and cancelling an event. */
export const strings = {
  reschedule: {
    button: "Reschedule",
    label: (title: string) => `Reschedule ${isolated(title)}`,
    dialog: (title: string) => `Reschedule ${isolated(title)}`,
    lead: "New days or another venue. Every registration stays valid and nothing is refunded, as the policies say.",
    unchanged: "Nothing is different yet.",
    invalid: "Complete the fields to see what the holders will read.",
    loading: "Preparing the mail...",
    consequence: (event: string, what: string, count: number) =>
      count === 0
        ? `${isolated(event)} gets ${what} everywhere. Nobody has booked a stall yet, so nobody is notified.`
        : `${isolated(event)} gets ${what} everywhere, and ${holders(count)} of a stall ${count === 1 ? "gets" : "get"} one mail with a calendar file that replaces the earlier one. This cannot be undone.`,
    mail: "The mail, as the first holder gets it",
    subject: "Subject",
    confirm: "Reschedule and send the mails",
    pending: "Rescheduling...",
    done: (count: number) =>
      count === 0 ? "The event is rescheduled" : `The event is rescheduled. ${holders(count)} get a mail`,
  },
  cancel: {
    button: "Cancel this event",
    label: (title: string) => `Cancel the event ${isolated(title)}`,
    dialog: (title: string) => `Cancel the event ${isolated(title)}?`,
    lead: "Its sales end at once, and every sold booking is refunded less what you deduct for expenses, with a credit note and a mail. The policies promise a partial refund.",
    kind: "Deduct from each booking",
    kinds: { percent: "A percentage of what was paid", amount: "An amount in rupees" },
    percent: "Percent",
    rupees: "Rupees",
    message: "Words to the holders",
    messageHelp: "They read it in the mail. Leave empty to say only that the event is cancelled.",
    name: "Type the event's name to confirm",
    loading: "Working out the refunds...",
    invalid: "State the deduction to see the refunds.",
    nobody: "Nobody has bought a stall, so nothing is refunded.",
    summary: (count: number, refund: string) =>
      `${bookings(count)} ${count === 1 ? "is" : "are"} refunded: ${refund} in all.`,
    unpaid: (count: number) =>
      `${count === 1 ? "1 hold or payment in progress ends" : `${count} holds and payments in progress end`}; money that still arrives is refunded in full.`,
    byHand: (count: number) =>
      `${bookings(count)} ${count === 1 ? "was" : "were"} paid outside the payment provider: you pay ${count === 1 ? "it" : "them"} back by hand, and each becomes an entry of Needs attention.`,
    final: "This cannot be undone.",
    facts: {
      paid: "Paid",
      before: "Refunded before",
      deducted: "Deducted",
      refund: "Refunded now",
      taxable: "Credit notes, taxable value",
      tax: "Credit notes, GST",
    },
    each: (count: number) => `Each holder (${count})`,
    columns: { stall: "Stall", holder: "Holder", paid: "Paid", deducted: "Deducted", refund: "Refund" },
    handMark: "by hand",
    table: "Refunds by holder",
    confirm: "Cancel the event and refund",
    pending: "Cancelling...",
    done: (title: string) => `${isolated(title)} is cancelled. The refunds have started`,
    notSeen: "The refunds are not worked out yet. Please wait a moment.",
  },
  progress: {
    title: "This event is cancelled",
    loading: "Loading the refunds",
    failed: "The refunds could not be fetched.",
    done: (refunded: number, total: number) => `${refunded} of ${bookings(total)} refunded`,
    none: "Nobody had bought a stall.",
    states: { refunding: "Refunding", paused: "Paused", completed: "Completed" },
    bar: "Refunded bookings",
    facts: {
      deduction: "Deducted from each",
      refund: "Refunded in all",
      deducted: "Deducted in all",
      notes: "Credit notes",
      arrived: "Arrived",
      onTheWay: "On their way",
      byHand: "Paid back by hand",
      rejected: "Rejected by the bank",
      unpaid: "Payments that are ending",
      started: "Started",
      paused: "Paused",
      completed: "Completed",
    },
    by: (moment: string, who: string) => `${moment} by ${isolated(who)}`,
    attention: "Some refunds need you. Each is an entry of Needs attention.",
    attentionLink: "Open Needs attention",
    failures: "Not refunded yet",
    columns: { stall: "Stall", problem: "Problem", tries: "Tries", next: "Tried again" },
    pause: {
      button: "Pause the refunds",
      dialog: "Pause the refunds?",
      consequence: "No further booking is refunded until you continue. The event stays cancelled.",
      confirm: "Pause",
      pending: "Pausing...",
      done: "The refunds are paused",
    },
    resume: {
      button: "Continue the refunds",
      dialog: "Continue the refunds?",
      consequence: "The remaining bookings are refunded. What failed before is tried again at once.",
      confirm: "Continue",
      pending: "Continuing...",
      done: "The refunds continue",
    },
  },
} as const;
