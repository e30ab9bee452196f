import { eventInSentence } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import type { MyBookingEvent } from "../../api/mela-api";
import { FIND } from "../../shared/find";
import { GO_BACK } from "../../ui/leave";
import { rupees } from "../../ui/money";

/** Label of an event in the booking's history. */
function eventText({ kind, amount, fromStallId, stallId, invoiceNumber }: MyBookingEvent): string {
  const sum = amount === undefined ? "" : rupees(amount);
  switch (kind) {
    case "reserved":
      return "Stall reserved";
    case "paid":
      return `You paid ${sum}`;
    case "booked":
      return "Stall booked in your name";
    case "moved":
      return `Moved from stall ${fromStallId ?? ""} to stall ${stallId ?? ""}`;
    case "corrected":
      return invoiceNumber === undefined
        ? "Your details were corrected"
        : `Your details were corrected, with new invoice ${invoiceNumber}`;
    case "released":
      return "Reservation ended";
    case "cancelled":
      return "Booking cancelled";
    case "refund_requested":
      return `Refund of ${sum} started`;
    case "refunded":
      return `${sum} paid back to you`;
    case "refund_failed":
      return `Refund of ${sum} refused by the bank`;
  }
}

/** Texts of the payer's own page, and of the page that sends a new link to it. */
export const strings = {
  title: "My booking",
  opening: "Opening your booking.",
  failed: "We could not open your booking.",
  failedHint:
    "Without network, open the link in our mail again: this device shows the booking as it was last, if that link was opened here before.",
  thisBooking: "Your booking",
  notKept: "With network, there is more here",
  notKeptText:
    "Your details, invoices to download, papers and requests are not kept on this device. They are here again once you are connected.",
  tryAgain: "Try again",
  cookieRefused:
    "Your browser does not keep our cookie: you can see your booking, but not open documents or ask for a change here. Allow cookies for this site, then open the link again.",
  invalidTitle: "This link no longer leads to a booking",
  invalidText: [
    "It may have expired or been replaced, or part of it is missing. Your booking is not changed by that.",
    "We can send you a new link by mail.",
  ],
  find: FIND,
  stillYours: (stallId: string) => `Stall ${stallId} is reserved for you and not paid yet.`,
  continuePaying: "Continue paying",
  payElsewhere: "You can continue to pay in the browser you booked with.",
  untried: (stallId: string) => `Stall ${stallId} is reserved for you. We have not heard of a payment for it yet.`,
  untriedMore: "If you have just paid, please do not pay again.",
  /** @param event name of the booking's event, if it is known */
  sold: (stallId: string, event: string | undefined) =>
    `Stall ${stallId} is yours. See you ${event === undefined ? "there" : `at ${isolated(eventInSentence(event))}`}.`,
  /** After the event. @param event its name, if it is known */
  soldAfter: (stallId: string, event: string | undefined) =>
    `Stall ${stallId} was yours${event === undefined ? "" : ` at ${isolated(eventInSentence(event))}`}. Thank you for taking part.`,
  pending: "Your payment is not confirmed yet. That is not a failure. If you have paid, please do not pay again.",
  calendars: "Add to Google Calendar or Outlook",
  google: "Google Calendar",
  outlook: "Outlook",
  documents: "Invoice and credit notes",
  noDocuments: "There is no invoice. It is issued when a stall is booked in your name.",
  documentKinds: { invoice: "Tax invoice", credit_note: "Credit note", debit_note: "Debit note" },
  download: (number: string) => `Download ${number} (PDF)`,
  timeline: "What happened",
  eventText,
  reference: (reference: string) => `Reference ${reference}`,
  bankReference: (reference: string) => `Bank reference (ARN or RRN) ${reference}`,
  details: "Your details",
  /** Other words than the form's, where the payer reads her details. */
  detailLabels: { email: "E-mail", businessName: "Business", gstAddress: "Address on the invoice" },
  correct: "Correct my details",
  correctionText: "You can change them until your invoice is issued, which happens when your payment reaches us.",
  correctionSave: "Save my details",
  correctionFailed: "Nothing was changed. Please try again in a moment.",
  corrected: "Your details are corrected.",
  correctedAddress:
    "Your details are corrected. Our mails now go to the new address, and we let the former one know. Links in earlier mails still open this page: if the former address is not yours, end all links below.",
  requests: "Ask us for a change",
  requestsText: "You can ask us to correct your details here. One of us reads it, and you get the answer by mail.",
  requestSent: (email: string) =>
    `We have your request. It is listed above, and a mail to ${email} confirms it. You get the answer by mail.`,
  requestsAfter: "The event has taken place. Write to us if something about your booking is wrong.",
  requestsOver: "This booking has ended, so it can no longer be changed. Write to us if something about it is wrong.",
  kind: "What you would like",
  kinds: {
    correction: "Correct my details or the invoice",
    substitute: "Somebody else at my stall",
    cancellation: "Cancel my booking",
  },
  policy: {
    correction: "Write what is wrong and how it should read. We make a new invoice where it changes the tax details.",
    substitute: "Write the name, phone and e-mail of the person who takes your place.",
    cancellation:
      "Stall bookings are not refunded under our event policies. Write why you need to cancel; we look at every case.",
  },
  policies: "Read the event policies",
  requestFill: "Fill in how it should read",
  optional: "optional",
  requestMessage: "In your own words",
  requestSend: "Send to the organizer",
  unsure:
    "No answer came back, so we can't say whether it has arrived. Please try again: the same is never counted twice.",
  requestFailed: "Nothing was sent. Please try again in a moment.",
  requestStates: { open: "Waiting for our answer", done: "Done", declined: "We could not do it", closed: "Closed" },
  withdraw: "Withdraw",
  withdrawName: (kind: string) => `Withdraw: ${kind}`,
  withdrawFailed: "It still waits for our answer. Please try again in a moment.",
  papers: "Papers asked for",
  claims: "Confirm your free listing",
  claimsText:
    "Somebody gave the phone number of this booking in another browser and applied for the free listing that comes with your stall. Only you can confirm it.",
  claim: (brand: string, name: string) => `${isolated(brand)}, applied for by ${isolated(name)}`,
  claimConfirm: "Yes, list this brand",
  claimDecline: "No, that was not me",
  claimConfirmed: "Confirmed. We look at the application within 2-3 business days, and write to its address.",
  claimDeclined: "Declined. Nothing is listed, and the free listing stays yours.",
  claimFailed: "Nothing was changed. Please try again in a moment.",
  claimSure: (brand: string) => `Give the free listing to ${isolated(brand)}?`,
  claimSureText: "A stall has one free listing, for a year. This can't be given to another brand afterwards.",
  access: "Who can see this page",
  accessText: (until: string) =>
    `Anyone who has a link from our mails about this booking. On this device it is open until ${until} at the latest. On a shared phone, close it when you are done: that also removes what this device keeps to show without network.`,
  close: "Close on this device",
  revoke: "End all links",
  revokeSure: "End all links to this booking?",
  revokeText: "Links in our earlier mails will no longer open it. You can have a new one sent to you at any time.",
  back: GO_BACK,
  working: "One moment",
  closedTitle: "Your booking is closed on this device",
  closedText: "Open the link in our mail to see it again, or have a new one sent to you.",
  findTitle: FIND,
  findLead: "Enter what you booked or applied with. We send a link to the e-mail address of each booking and listing.",
  findContact: "E-mail address or phone number",
  findContactHelp: "The one you gave when you booked your stall, or applied for your listing.",
  findOrder: "Order number",
  findOrderHelp:
    "Of a stall, if you have it at hand: it begins with MELA. Without it we look for all your bookings and listings.",
  findButton: "Send me the link",
  findSending: "Sending",
  findDone: "Check your mail",
  findDoneMore: "Nothing after ten minutes? Check the spam folder and what you typed, or write to us.",
  findFailed: "Nothing was sent. Please try again in a moment.",
  plan: "See the floor plan",
} as const;
