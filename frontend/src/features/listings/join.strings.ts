import { isolated } from "@sakhi/domain/fields/isolation";
import { FIND } from "../../shared/find";
import { LISTING_FEE } from "../../ui/money";

const toast = (title: string, description: string) => ({ title, description });

/** Texts of a listing's payment: its start, its result pages and the renewal. */
export const strings = {
  toasts: {
    redirecting: toast("Redirecting to Payment Gateway", "You pay on our payment partner's page and come back here."),
    gateway: toast("Payment Error", "Failed to open payment gateway. Please try again."),
    copied: toast("Order id copied", "Keep it: it is your reference for this listing."),
    notCopied: toast("Could not copy", "Please select the order id and copy it by hand."),
    submissionFailed: toast("Submission Failed", "Payment initiation failed"),
  },
  verifying: "Verifying your payment...",
  verifyingText: "We ask the payment service. This takes a few seconds; please keep this page open.",
  sentTo: {
    title: "We write to you at",
    text: "Your invoice and the link to your page are on their way there.",
    failed: "Our mail could not be delivered to this address. Please correct it.",
    elsewhere: "Invoice and link are sent by mail.",
    find: FIND,
  },
  success: {
    title: "Payment Successful!",
    text: (brand: string) => `Thank you. ${isolated(brand)} is with us for review.`,
    renewedText: (brand: string) => `Thank you. ${isolated(brand)} stays listed for another year.`,
    ticket: "Listing receipt",
    kicker: "Listing, one year",
    name: "Name",
    fee: "Fee",
    paid: `${LISTING_FEE}, paid`,
    status: "Status",
    inReview: "In review",
    renewed: "Renewed",
    orderId: "Order ID",
    copy: "Copy order id",
    nextTitle: "What happens next",
    next: [
      [
        "Your tax invoice",
        "It is on its way to your e-mail, with the confirmation. Can't find it? Check your spam folder.",
      ],
      [
        "Your page",
        "Make it now or later: the link in our mail opens it for six weeks. Find my booking or listing sends a new one at any time.",
      ],
      [
        "Our review",
        "We read every application ourselves, within 2-3 business days. If it is not approved, the fee is refunded within 15 days.",
      ],
      ["Your page goes live", "We send you its link. It is up for one year from that day."],
    ],
    renewedNext: [
      ["Your tax invoice", "It is on its way to your e-mail. Can't find it? Check your spam folder."],
      ["Your page stays up", "The new year begins when the old one ends; nothing is lost."],
    ],
    home: "To the home page",
  },
  failure: {
    checking: "Checking the payment",
    checkingText: "We are asking the payment service. This takes a few seconds; please keep this page open.",
    title: "Payment Failed",
    text: "The payment was cancelled, declined or ended in an error, so your brand is not listed. Please try again.",
    uncharged: "You have not been charged.",
    renewText:
      "The payment was cancelled, declined or ended in an error, so your listing is not renewed. Please try again.",
    kept: "What you typed is still here, except document numbers.",
    pendingTitle: "Has your bank charged you?",
    pendingText:
      "It has not given us a final answer yet. Please do not pay twice: if the money arrives, your application continues automatically and we write to you.",
    tryAgain: "Try again",
    brand: "Brand",
    money:
      "If your bank shows the amount as paid, please do not pay twice. Money that reaches us late still counts, or goes back to you in full.",
  },
  /** Texts by outcome (domain/src/listings/listing-outcome.ts); never reuse one for another outcome. */
  outcome: {
    home: "To the home page",
    rejectedTitle: "Your application was not approved",
    rejected: (brand: string) =>
      `We can't list ${isolated(brand)}. The reason is in the e-mail we sent you; reply to it if you think that it is a mistake.`,
    withdrawnTitle: "Your listing was taken down",
    withdrawn: (brand: string) =>
      `${isolated(brand)} is not, or no longer, listed. The reason is in the e-mail we sent you; reply to it if you have a question.`,
    reachedUs: (amount: string, brand: string) =>
      `Your payment of ${amount} reached us, but ${isolated(brand)} is not listed for it.`,
    reviewMore: "We write to you soon.",
    live: "Live",
    expired: "Its year is over",
    liveText: (brand: string) => `Thank you. ${isolated(brand)} is live on our site.`,
    expiredText: (brand: string) => `Thank you. The year of ${isolated(brand)} on our site is over.`,
  },
  renewal: {
    loading: "Loading your listing",
    title: "Renew your listing",
    text: (name: string) => `Good to see you again, ${isolated(name)}. One more year for your brand:`,
    kicker: "Listing, one year more",
    brand: "Brand",
    liveUntil: "Live until",
    endedOn: "Ended on",
    fee: "Fee for a year",
    gst: "GST included",
    how: "The new year is added to the end of the running one; if it has ended, it begins with your payment. The tax invoice comes by e-mail.",
    paying: "You began to pay for it. Continue that payment here; you pay once.",
    renewed: "This year is paid for already. There is nothing to do.",
    /** After the server's reason, if it gave one. */
    notStarted: (reason: string) =>
      `${reason || "The payment page did not open."} You have not been charged: try again.`,
    pay: (amount: string) => `Pay ${amount}`,
    processing: "Processing...",
    invalidTitle: "This link no longer works",
    invalidText:
      "It is not complete, too old, or the year it was for has been paid already. Please use the link in our newest e-mail, or write to us.",
    listBrand: "List a brand",
    failed: "We could not load your listing",
  },
} as const;
