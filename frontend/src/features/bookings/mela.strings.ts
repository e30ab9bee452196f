import { eventInSentence, type PublicFacts } from "@sakhi/domain/events/event-facts";
import { isolated } from "@sakhi/domain/fields/isolation";
import { stallTypeLabel, type StallStatus } from "@sakhi/domain/stalls/stall.types";
import { FIND } from "../../shared/find";
import { indianMoment } from "../../shared/refund-label";
import { LISTING_FEE, rupees } from "../../ui/money";
import type { StallQuery } from "./stall-labels";

const toast = (title: string, description: string) => ({ title, description });

/** Formats seconds as "2 minutes", or "30 seconds" below a minute. */
function spokenTime(seconds: number): string {
  if (seconds < 60) return `${seconds} seconds`;
  const minutes = Math.round(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}

/** All texts of the Mela's screens. Texts given by the specification are verbatim (2-transactions.md). */
export const strings = {
  toasts: {
    sold: toast("Stall Sold", "This stall has already been sold"),
    blocked: toast("Stall not available", "This stall is not available."),
    reserved: toast("Stall Reserved", "This stall is currently reserved by another person"),
    eventChanged: (stallId: string, line: string) =>
      toast("Nothing was reserved", `You chose ${stallId} at ${line}. Another Mela is shown here now.`),
    otherPrice: ({ stallId, price }: Pick<StallQuery, "stallId" | "price">, asked: number) =>
      toast(
        `${stallId} costs ${rupees(price)} now`,
        `Its price changed while you were looking; it was ${rupees(asked)}. You pay nothing before you have seen the new one.`,
      ),
    reservationFailed: toast("Reservation Failed", "This stall is currently unavailable"),
    checkFailed: toast(
      "Reservation Failed",
      "We could not check your browser. Please try again in a moment, or from another device.",
    ),
    cookieRefused: toast(
      "Cookies are switched off",
      "Your browser did not keep our cookie, so we can't keep a stall for you: nothing is reserved. Allow cookies for this site, then choose your stall again.",
    ),
    noAnswer: (stallId: string) =>
      toast(
        "Reservation Failed",
        `We could not find out whether ${stallId} is yours. Once you are connected again, this page shows it.`,
      ),
    crowded: (stallId: string) =>
      toast(
        `${stallId} is not reserved`,
        "Many people are here at this moment, and our tries did not get through. Nothing was reserved. Please press “Yes, Reserve” once more.",
      ),
    paymentUnanswered: (stallId: string, left: string) =>
      toast(
        "Payment Initiation Failed",
        `You seem to be offline. ${stallId} is kept for you for ${left}, and your details are saved here. Try again when you are connected.`,
      ),
    expired: toast("Reservation Expired", "Your stall reservation has expired. Please try again."),
    invalidCoupon: "Invalid Coupon",
    initiationFailed: toast("Payment Initiation Failed", "Failed to initiate payment"),
    totalChanged: (total: string) =>
      toast("The total has changed", `It is now ${total}. You have not been charged; please check it and continue.`),
    paymentSystem: toast("Payment System Error", "Unable to load payment system. Please try again."),
    redirectFailed: toast("Payment Redirect Failed", "Unable to redirect to payment page. Please try again."),
    paymentError: toast("Payment Error", "Failed to initialize payment. Please try again."),
    released: (stallId: string) =>
      toast(`${stallId} released`, "It is free for others again. Choose any stall you like."),
    notReleased: (stallId: string) =>
      toast(`${stallId} not released`, "We could not be reached. It stays reserved for you until its time is over."),
    otherStall: (mine: string) =>
      toast(`You hold ${mine} now`, `This page shows ${mine}, the stall that is kept for you.`),
    copied: toast("Order id copied", "Keep it: it is your reference for everything about this stall."),
    notCopied: toast("Could not copy", "Please select the order id and copy it by hand."),
  },
  plan: {
    title: (event: string) => `${isolated(event)} floor plan`,
    turned: (event: string) => `Another Mela is shown here now: ${isolated(event)}.`,
    turnedText: (former: string) => `You were looking at ${isolated(former)}.`,
    former: "Back to its floor plan",
    announced: "Stalls are not on sale yet",
    announcedText: "The floor plan and the prices appear on this page before sales open.",
    lead: ({ dates, venue }: PublicFacts, onSale: boolean) =>
      `${dates}, ${isolated(venue)}.${onSale ? " Pick a stall; it is kept for you while you register." : ""}`,
    back: "Back to Paid Events",
    findLead: "Have you booked already?",
    find: "Find my booking",
    legend: "Legend",
    status: { Available: "Available", Reserved: "Reserved", Sold: "Sold" } satisfies Record<StallStatus, string>,
    legendStatus: {
      Available: ["Available", "green"],
      Reserved: ["Reserved (10 min)", "yellow, hatched"],
      Sold: ["Sold", "red, crossed"],
    } satisfies Record<StallStatus, [string, string]>,
    blocked: "Not available",
    legendBlocked: ["Not available", "grey, striped"],
    yours: "yours",
    legendYours: ["Yours", "a red ring and a flag"],
    view: "View",
    mapView: "Plan",
    listView: "List",
    planLabel: (count: number) => `Floor plan with ${count} stalls. Move with the arrow keys, open with Enter.`,
    stallName: ({ stallId, type, price }: StallQuery, state: string) =>
      `Stall ${stallId}, ${stallTypeLabel(type)}, ${rupees(price)}, ${state}`,
    reservedForYou: "reserved for you",
    free: (free: number, total: number) => `${free} of ${total} Stalls Available`,
    loading: "Loading the floor plan",
    unavailable: "Availability unavailable",
    unavailableText: "We could not reach the list of stalls. Nothing is lost; please try again in a moment.",
    offline: "The plan shows what was known last; a stall that you hold stays yours until its time ends.",
    thisPlan: "The plan",
    asItWas: (time: string) => `The plan as it was at ${time}, without network.`,
    stale: (time: string) => `Last updated ${time}, trying again`,
    changed: (stallId: string, status: string) => `${stallId} is now ${status.toLowerCase()}.`,
    changedMany: (count: number) => `${count} stalls changed.`,
  },
  list: {
    caption: "All stalls",
    filterType: "Type",
    filterStatus: "Status",
    sortBy: "Sort by",
    all: "All",
    columns: { stall: "Stall", type: "Type", price: "Price", status: "Status" },
    /** Sort orders by column, ascending and descending; for phones, which have no column headings to press for each. */
    sorts: {
      stall: ["A1 to B50", "B50 to A1"],
      type: ["Premium first", "Standard first"],
      price: ["Lowest price", "Highest price"],
      status: ["Available first", "Sold first"],
    },
    action: "Choose",
    choose: (stallId: string) => `Choose ${stallId}`,
    continueWith: (stallId: string) => `Continue with ${stallId}`,
    chooseShort: "Choose",
    continueShort: "Continue",
    taken: "Not free",
    shown: (count: number) => (count === 1 ? "1 stall" : `${count} stalls`),
    none: "No stall fits these filters.",
    clear: "Show all stalls",
  },
  confirm: {
    title: "Confirm Stall Reservation",
    number: "Stall Number",
    type: "Type",
    size: "Size",
    price: "Price",
    note: "This stall will be reserved for you for 10 minutes during registration.",
    terms: "GST included. No refund once you have paid.",
    replaces: (held: string) => `You hold ${held} now. Reserving this one releases ${held}.`,
    replacesPaying: (held: string) => `You are paying for ${held}. Reserving this one cancels that payment.`,
    cancel: "Cancel",
    yes: "Yes, Reserve",
    pending: "Reserving...",
    waits: "One moment: we reserve it as soon as this page has loaded. Please keep it open.",
    checking: "Checking your browser...",
    checkingText:
      "Many stalls are being reserved right now. This usually takes a few seconds; from a busy network it can take a minute.",
    crowd: "Many people are here at this moment",
    crowdText: (stallId: string) =>
      `${stallId} is not reserved yet. We keep trying for up to a minute; somebody else can still be faster. Please keep this page open.`,
    progress: "Progress of the check",
    /** How long the check still takes at most; in steps, so that a screen reader is not interrupted every second. */
    left: (seconds: number | undefined): string =>
      seconds === undefined
        ? "Please keep this page open."
        : seconds > 90
          ? `At most ${Math.ceil(seconds / 60)} more minutes on this device. Please keep this page open, or choose another network.`
          : seconds > 45
            ? "At most a minute and a half more. Please keep this page open."
            : seconds > 15
              ? "Less than a minute more. Please keep this page open."
              : "A few more seconds.",
  },
  blocked: { title: "No reservations from your network for now", close: "Back to the plan" },
  similar: {
    title: (stallId: string) => `${stallId} has just gone`,
    text: "Someone just took it. Similar stalls still free:",
    paused: (stallId: string) => `${stallId} is open to others first`,
    free: "Similar stalls that are free:",
    choose: ({ stallId, type, price }: StallQuery) => `${stallId}, ${stallTypeLabel(type)}, ${rupees(price)}`,
    close: "Back to the plan",
  },
  hold: {
    banner: "Your stall",
    holding: (stallId: string) => `You hold ${stallId}`,
    paying: (stallId: string) => `You are paying for ${stallId}`,
    left: (clock: string) => `${clock} left`,
    continue: "Continue",
    toPayment: "Continue to payment",
    release: "Release",
    releaseTitle: (stallId: string) => `Release ${stallId}?`,
    releaseText: "The stall goes back to everyone. What you typed stays on this device.",
    keep: (stallId: string) => `Keep ${stallId}`,
    releaseYes: (stallId: string) => `Release ${stallId}`,
  },
  register: {
    offline: (left: string) =>
      `Your stall is kept for ${left} and your details are saved here. You can pay once you are connected; whether it was released elsewhere, this page sees only then.`,
    offlinePaying: (left: string) =>
      `You have ${left} to pay. Whether a payment has arrived, this page sees once you are connected.`,
    title: "Stall registration",
    back: "Back to the floor plan",
    invalidTitle: "Invalid Request",
    invalidText: "No stall information found. Please select a stall first.",
    invalidButton: "Go to Mela Layout",
    loading: "Loading your reservation",
    unreadTitle: "We could not load your reservation",
    unreadText: "Your stall is still kept for you until its time is over. Check the connection and try again.",
    stall: "Stall",
    bought: (stallId: string, line: string) => `Stall ${stallId}: ${line}`,
    time: "Time Remaining",
    timeToPay: "Time to pay",
    total: "Total",
    details: "Your details",
    detailsText: "These details appear on your registration and your tax invoice.",
    optional: "optional",
    phoneHelp: "10 digits, without +91",
    gstHelp: "15 characters. Leave empty if you are not registered.",
    coupon: "Coupon code",
    apply: "Apply",
    applying: "Checking...",
    removeCoupon: "Remove",
    removeCouponLong: (code: string) => `Remove coupon ${code}`,
    couponRemoved: "Coupon removed",
    couponFailed: "Failed to validate coupon",
    couponInvalid: "Invalid coupon code",
    summary: "Price Summary",
    original: "Original price",
    discount: (percent: number) => `Discount (${percent}%)`,
    saved: (amount: string) => `You saved ${amount}`,
    gstIncluded: "GST included",
    taxable: "Taxable value",
    taxHead: (name: string, percent: number) => `${isolated(name)} ${percent}%`,
    disclaimer:
      "The invoice is generated from the details you provide here. Please check them: after payment you can ask us to correct them on your booking page.",
    submit: (total: string) => `Proceed to Payment ${total}`,
    processing: "Processing...",
    continue: "Continue to payment",
    payingTitle: "Your payment has started",
    payingText:
      "Continue to the payment page to finish it. Until your payment has reached us you can still correct your details.",
    announce: (seconds: number, stallId: string) => `${spokenTime(seconds)} left to register for ${stallId}.`,
    leaveTitle: (stallId: string) => `Leave and release ${stallId}?`,
    leaveText: "If you leave now, the stall goes back to everyone. What you typed stays on this device.",
    leaveUntouched: "If you leave now, the stall goes back to everyone.",
    stay: "Stay here",
    leave: "Release and leave",
  },
  policies: {
    full: "Read the full policies",
    accept: "I have read and accept the event policies.",
    missing: "Please accept the event policies to continue to payment.",
  },
  next: {
    title: "What happens next",
    steps: (stallId: string) => [
      "You pay by UPI or card on the page of our payment service.",
      `${stallId} is yours as soon as the payment is confirmed.`,
      "Your ticket opens here. Confirmation and tax invoice come by e-mail.",
    ],
  },
  payment: {
    event: "Event",
    verifyingTitle: "Verifying Payment...",
    verifyingText: "We are asking the payment service. This takes a few seconds; please keep this page open.",
    slowTitle: "This is taking longer than usual",
    slowText: (orderId: string) =>
      `Please refresh the page in a moment and check your e-mail. If nothing has come after 10 minutes, contact support with your order id ${orderId}.`,
    undecided: "Your bank has not answered yet. That is not a failure: your stall stays kept while we wait.",
    successTitle: "Payment Successful!",
    /** After the event. */
    successAfter: (stallId: string, event: string) => `${stallId} was yours at ${isolated(eventInSentence(event))}.`,
    successText: (stallId: string, event: string) =>
      `${stallId} is yours. See you at ${isolated(eventInSentence(event))}.`,
    admit: "Stall ticket",
    factsLoading: "Loading the dates and the venue",
    factsFailed: "The dates and the venue could not be loaded.",
    stall: "Stall",
    type: "Type",
    dates: "Dates",
    hours: "Opening hours",
    map: "Open the map",
    venue: "Venue",
    orderId: "Order ID",
    stillNeeded: "Still needed, in My booking",
    copy: "Copy order id",
    invoice:
      "Your tax invoice is on its way to your e-mail, with the confirmation. Can't find it? Check your spam folder.",
    gate: "Gate",
    settingUp: "Setting up",
    calendar: "Add to calendar",
    whatsapp: "Share on WhatsApp",
    shareText: (stallId: string, { name, dates, venue }: PublicFacts, url: string) =>
      `I have booked stall ${stallId} at ${isolated(eventInSentence(name))}, ${dates}, ${isolated(venue)}. ${url}`,
    qr: (orderId: string) => `QR code of the order ${orderId}`,
    code: "The gate scans this code, once a day. Show it to nobody but those who set up your stall.",
    noCode: "The code for the gate is in the mail with your ticket, and in My booking.",
    offerKicker: `Worth ${LISTING_FEE} per year, free for you`,
    offerTitle: "List your brand on the main site",
    offerText: "As a Mela stall owner your first year is on us.",
    offerPoints: ["Premium listing", "Direct enquiries from buyers", "Showcase of your products", "Verified badge"],
    offerButton: "List Your Brand Now",
    checking: "Checking the payment",
    failureTitle: "Payment Failed",
    continuePaying: (stallId: string) => `Continue paying for ${stallId}`,
    backToForm: (stallId: string) => `Back to your registration for ${stallId}`,
    correct: "Correct my details",
    tryAgain: "Try Booking Again",
    stallType: "Stall type",
    pendingTitle: "Payment not confirmed yet",
    pendingText:
      "Your bank has not answered yet. That is not a failure. Please do not pay twice; check again in a moment.",
  },
  receipt: {
    title: "Your payment and invoice",
    paid: "Amount paid",
    sentTo: "Confirmation and tax invoice go to",
    failed:
      "Our mail could not be delivered to this address. Please correct it, or download the invoice from your booking page.",
    manage: "Manage my booking and download the invoice",
    find: FIND,
  },
  emailDoubt: (typed: string) => `Your ticket, invoice and booking link go to ${typed}.`,
  payee: {
    text: (name: string, gstin: string) =>
      `You pay ${isolated(name)} (GSTIN ${gstin}) through Cashfree Payments, by UPI or card. Your money is never on this site.`,
  },
  /** Texts by outcome (domain/src/bookings/booking-outcome.ts); never reuse one for another outcome. */
  outcome: {
    toPlan: "See the free stalls",
    toTicket: "See your ticket",
    notCharged: "Your stall is not booked. You have not been charged.",
    bankShowsIt:
      "If your bank shows the amount as paid, please do not pay twice. Money that reaches us late still books your stall if it is free, or goes back to you in full. We write to you either way.",
    notBooked: "Your stall is not booked.",
    notBookedMore:
      "If money has left your account, please do not pay again: open the link in our e-mail, or contact support with your order number.",
    attemptFailed: "This attempt did not go through. Your stall is not booked yet, and you have not been charged.",
    notStartedTitle: "Not paid yet",
    notStarted: "You have registered, but no payment has been started. You have not been charged.",
    untried:
      "We have not heard of a payment for this order yet. If you have just paid, please do not pay again; check again in a moment.",
    stillYours: (stallId: string, clock: string) => `${stallId} is still kept for you: ${clock} left to pay.`,
    timeOver: (stallId: string) =>
      `The time to pay for ${stallId} is over. We are making sure that no payment of yours is still on its way.`,
    keptElsewhere: (stallId: string) =>
      `${stallId} is kept for a short while. You can continue to pay in the browser you booked with.`,
    cancelledTitle: "This booking was cancelled",
    cancelled: (stallId: string) => `We have cancelled your booking of stall ${stallId}. The stall is no longer yours.`,
    eventCancelledTitle: "This event was cancelled",
    eventCancelled: (stallId: string) =>
      `The event was cancelled, and your booking of stall ${stallId} with it. The stall is no longer yours.`,
    eventRefundAwaited:
      "We are preparing your refund and will write to you when it is on its way. You don't need to do anything.",
    nothingBack: "No money goes back for it. Contact support if you have a question about this.",
    creditNote: "Our e-mail about the cancellation names the credit note for your tax invoice.",
    rest: "We are looking at the rest of your payment and write to you about it.",
    reachedUs: (amount: string, stallId: string) =>
      `Your payment of ${amount} reached us, but stall ${stallId} is not booked for it.`,
    reviewKept: (stallId: string) => `Stall ${stallId} stays reserved for you meanwhile. We write to you soon.`,
    reviewNotKept: "Either you get your stall or all of the money goes back. We write to you soon.",
    offerTitle: (type: string) => `Choose another ${type} stall`,
    offer: (amount: string, stallId: string) =>
      `Your payment of ${amount} reached us after its time was over, and by then somebody else had stall ${stallId}. Your money is safe.`,
    offerHow: (type: string, until: string | undefined) =>
      `We have sent you an e-mail with a link: choose a free ${type} stall with it${until === undefined ? "" : ` until ${indianMoment(until)}`}, with nothing more to pay. If you do not, the whole amount goes back to you.`,
    moved: (fromStallId: string, stallId: string) =>
      `Your booking has moved from stall ${fromStallId} to stall ${stallId}, of the same size, type and price. This ticket shows the new stall.`,
    partKept: "Your booking stays valid.",
  },
} as const;
