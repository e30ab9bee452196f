import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { eachField, shortLabelOf } from "@sakhi/domain/fields/declared-fields";
import { rupees } from "../../../ui/money";

/** Texts of a booking's details. Title and section names are from the specification (T-226). */
export const strings = {
  title: "Registration Details",
  loading: "Loading the details",
  failed: "What belongs to this booking could not be fetched.",
  gone: "There is no such booking.",
  none: "–",
  asked: "The payer writes:",
  answers: "This closes the entry, and the payer is notified that it is done.",
  notPossible: "This is no longer possible for the booking. Close the entry with a sentence to the payer.",
  notRegistered: "Not registered yet: the stall is only held.",
  sections: {
    personal: "Personal",
    business: "Business",
    stall: "Stall",
    payment: "Payment",
    offer: "Free Listing Offer",
    timestamps: "Timestamps",
    timeline: "What happened",
    documents: "Invoices and credit notes",
    mails: "Mails",
    whatsapp: "WhatsApp",
    refunds: "Refunds",
    moves: "Moves",
    audit: "What administrators did",
  },
  moves: {
    line: (from: string, to: string, state: string) => `${from} to ${to}: ${state}`,
    states: { asked: "waits for its money", moved: "done", lapsed: "not paid in time", withdrawn: "withdrawn" },
    askers: { operator: "by an operator", holder: "by the holder" },
    toPay: (amount: string) => `${amount} more`,
    refund: (amount: string) => `${amount} returned`,
    until: (moment: string) => `until ${moment}`,
  },
  facts: {
    event: "Event",
    ...eachField(REGISTRATION_FIELDS, shortLabelOf),
    stallId: "Stall",
    stallType: "Type",
    stallPrice: "Price",
    currentStatus: "Stall status",
    orderId: "Order id",
    together: "In one order with",
    status: "Status",
    mode: "Mode",
    amount: "Amount",
    discount: "Discount",
    moves: "Paid for moves",
    refunded: "Refunded",
    transaction: "Transaction",
    offer: "Status",
    application: "Linked application",
    created: "Registered",
    policies: "Policies accepted",
    held: "Reserved",
    holdEnds: "Hold ends",
    payUntil: "To be paid until",
    ended: "Ended",
    updated: "Last change",
  },
  policies: (moment: string, version: string) => `${moment}, version ${version}`,
  discount: (percentage: number, amount: number, code: string | undefined) =>
    `${percentage} % (${rupees(amount)})${code === undefined ? "" : `, ${code}`}`,
  by: { visitor: "visitor", system: "system", provider: "payment provider", operator: "operator" },
  temporal: "Its history in Temporal",
  documents: {
    invoice: "Invoice",
    debit_note: "Debit note",
    credit_note: "Credit note",
    download: "PDF",
    downloading: "Fetching...",
    label: (number: string) => `Download ${number} as PDF`,
    done: (file: string) => ({ title: "Downloaded", description: `${file} is in your downloads.` }),
    failed: { title: "Download failed", description: "The PDF could not be fetched. Please try again." },
    none: "None yet. An invoice is issued when the stall is paid.",
  },
  mails: {
    none: "None yet.",
    state: { queued: "waiting", sending: "being sent", sent: "sent", failed: "failed" },
    copy: "sent again",
    to: (address: string) => `to ${address}`,
    attempts: (count: number) => (count === 1 ? "1 attempt" : `${count} attempts`),
    resend: "Send again",
    resendLabel: (template: string) => `Send again: ${template}`,
  },
  whatsapp: {
    state: {
      queued: "waiting",
      sending: "being sent",
      sent: "sent",
      delivered: "delivered",
      read: "read",
      failed: "failed",
      skipped: "not sent",
    },
  },
  refunds: {
    line: (amount: number, state: string) => `${rupees(amount)}, ${state}`,
    owed: "to be paid back by hand",
    byHand: "paid back by hand",
    reference: (text: string) => `reference ${text}`,
    bankReference: (text: string) => `bank reference ${text}`,
  },
  noTimeline: "Nothing has happened yet.",
  write: "Write to the holder",
} as const;

interface NetworkFigures {
  readonly label: string;
  readonly prefix: number;
  readonly held: number;
  readonly paying: number;
  readonly endedUnsold: number;
  readonly blocked: boolean;
  readonly visitors: number;
  readonly registered: number;
  readonly sold: number;
}

/** Names of the counted prefixes. */
const NETWORK_NAMES: Readonly<Record<number, string>> = {
  32: "This address",
  24: "Its neighbours too (IPv4 /24)",
  64: "This address (IPv6 /64)",
  56: "Its provider's customer (IPv6 /56)",
  48: "A whole site (IPv6 /48)",
};
const NOTHING = { held: 0, paying: 0, visitors: 0, registered: 0, sold: 0 };
const stallsOf = (count: number): string => (count === 1 ? "1 unpaid stall" : `${count} unpaid stalls`);

/** Texts of a booking's networks, and of "Release all and block". */
export const networkStrings = {
  section: "Network",
  open: "Release network",
  title: "Release all stalls of a network and block it",
  which: "Network",
  name: ({ prefix }: NetworkFigures): string => NETWORK_NAMES[prefix] ?? `/${prefix}`,
  figures: ({ held, paying, endedUnsold, blocked }: NetworkFigures): string =>
    `${stallsOf(held + paying)}${paying === 0 ? "" : `, ${paying} of them being paid`}${
      endedUnsold === 0 ? "" : `; ${endedUnsold} ended unsold in the last hour`
    }${blocked ? "; blocked" : ""}`,
  option: (network: NetworkFigures): string =>
    `${networkStrings.name(network)}: ${stallsOf(network.held + network.paying)}`,
  whom: "Block",
  blocked: { network: "Everyone at this network", visitors: "Only the browsers that hold them" },
  consequence: (network: NetworkFigures | undefined, whom: "network" | "visitors"): string => {
    const { held, paying, visitors, registered, sold } = network ?? NOTHING;
    const count = held + paying;
    const stalls = `${count === 1 ? "1 stall that nobody has paid for is" : `${count} stalls that nobody has paid for are`} released`;
    const hit = `They are those of ${visitors === 1 ? "1 visitor" : `${visitors} visitors`}; ${registered} registered for, ${paying} being paid, whose payments are ended first. ${sold === 1 ? "1 stall was" : `${sold} stalls were`} sold to this network in the last day.`;
    const blocked =
      whom === "network"
        ? "For 24 hours nobody on this network can reserve, register or pay. An office or a mobile carrier can share one network."
        : "For 24 hours these browsers can't reserve, register or pay; others on this network can. Anyone who deletes the cookie can start again.";
    return `${stalls}. ${hit} ${blocked} The entry in the inbox ends the block.`;
  },
  confirm: "Release all and block",
  pending: "Releasing...",
} as const;

/** Texts of the operator's actions on a booking. */
export const actionStrings = {
  move: {
    open: "Move",
    title: (stallId: string) => `Move the booking of ${stallId}`,
    to: "To stall",
    choose: "Choose a free stall",
    option: (stallId: string, price: string) => `${stallId}, ${price}`,
    none: "No other stall of this type and price is free now.",
    loading: "Looking for free stalls ...",
    failed: "The free stalls could not be fetched. Go back and try again.",
    consequence: (from: string, to: string) =>
      to === ""
        ? `The booking moves from ${from} to the stall you choose.`
        : `${from} is free for everyone at once, and the booking is for ${to}. Price, payment and invoice stay as they are. The holder gets a mail.`,
    confirm: "Move the booking",
    pending: "Moving...",
    done: (from: string, to: string) => `Moved from ${from} to ${to}.`,
  },
  moveSale: {
    open: "Move",
    title: (stallId: string) => `Move the booking of ${stallId}`,
    to: "To stall",
    choose: "Choose a free stall",
    option: (stallId: string, type: string, price: string) => `${stallId}, ${type}, ${price}`,
    none: "No other stall is free now.",
    loading: "Looking for free stalls ...",
    failed: "The free stalls could not be fetched. Go back and try again.",
    money: "The difference in price",
    ask: "Ask for it, or return it",
    waive: "Leave it: nothing is paid or returned",
    anyStall: (from: string) => `The booking moves from ${from} to the stall you choose.`,
    reading: "Looking what it costs ...",
    unread: "What it costs could not be read.",
    same: (from: string) =>
      `${from} is free for everyone at once. Nothing is paid or returned; payment and invoice stay as they are. The holder gets a mail.`,
    waived: (from: string, difference: string) =>
      `${from} is free for everyone at once. The difference of ${difference} is left: nothing is paid or returned. The holder gets a mail.`,
    dearer: (from: string, to: string, toPay: string, hours: number) =>
      `${to} is kept for ${hours} hours. The holder gets a mail with a link to pay ${toPay}, GST included; once it is paid she has ${to} and a debit note, and ${from} is free. Until then she has ${from}.`,
    cheaper: (from: string, refund: string) =>
      `${from} is free for everyone at once. ${refund} go back to the payer, with a credit note. The holder gets a mail.`,
    confirm: "Move the booking",
    pending: "Moving...",
    done: (from: string, to: string) => `Moved from ${from} to ${to}.`,
    asked: (to: string, toPay: string) => `${to} is kept. The holder was mailed a link to pay ${toPay}.`,
  },
  withdrawMove: {
    button: "Withdraw the move",
    title: (to: string) => `Withdraw the move to ${to}`,
    consequence: (from: string, to: string) =>
      `${to} is free for everyone at once, and the booking stays at ${from}. Money that still arrives is returned. The holder gets a mail.`,
    confirm: "Withdraw the move",
    pending: "Withdrawing...",
    done: (to: string) => `The move to ${to} is withdrawn.`,
  },
  correct: {
    open: "Correct",
    asked: "Asked for by the payer on her booking's page",
    title: (stallId: string) => `Correct the registration of ${stallId}`,
    mail: "The booker gets a mail about it.",
    confirm: "Correct the registration",
    pending: "Correcting...",
    done: (stallId: string) => `The registration of ${stallId} is corrected.`,
    reissued: (stallId: string, invoice: string) =>
      `The registration of ${stallId} is corrected. The new invoice is ${invoice}.`,
  },
  extend: {
    open: "Give more time",
    title: (stallId: string) => `Give more time for ${stallId}`,
    minutes: "Minutes more",
    minutesHelp: "At most 30 in all for one hold.",
    consequence: (stallId: string, until: string | undefined) =>
      until === undefined
        ? `${stallId} stays reserved for longer; others wait meanwhile.`
        : `${stallId} stays reserved until ${until}; others wait meanwhile.`,
    confirm: "Give the time",
    pending: "Giving...",
    done: (stallId: string, until: string) => `${stallId} is reserved until ${until}.`,
  },
  release: {
    open: "Release",
    title: (stallId: string) => `Release ${stallId}`,
    consequence: (stallId: string) =>
      `The hold ends now and ${stallId} is free for everyone. The visitor who held it has to choose again.`,
    consequencePaying: (stallId: string) =>
      `The payment under way is ended first. ${stallId} is free as soon as the payment provider says that nothing more can come; if the money comes before, the stall is sold.`,
    confirm: "Release the stall",
    pending: "Releasing...",
    done: (stallId: string) => `${stallId} is free.`,
    closing: (stallId: string) => `The payment for ${stallId} is being ended.`,
  },
  cancel: {
    open: "Cancel booking",
    asked: "Asked for by the payer on her booking's page",
    title: (stallId: string) => `Cancel the booking of ${stallId}`,
    consequence: (stallId: string) =>
      `${stallId} is free for everyone at once, and a free listing that came with it is taken down. This can't be undone.`,
    offline:
      "It was paid to you directly, so you pay it back yourself and confirm it under Needs attention; until then the refund is pending.",
    confirm: "Cancel the booking",
    pending: "Cancelling...",
    done: {
      requested: (stallId: string, amount: number) => `${stallId} is cancelled; ${rupees(amount)} is on its way back.`,
      by_hand: (stallId: string, amount: number) =>
        `${stallId} is cancelled. Please pay ${rupees(amount)} back, then confirm it under Needs attention.`,
      none: (stallId: string) => `${stallId} is cancelled without a refund.`,
    },
  },
  refundPart: {
    open: "Refund a part",
    title: (stallId: string) => `Refund a part of ${stallId}`,
    amount: "Amount to refund, in rupees",
    help: (left: number) => `Less than the ${rupees(left)} that are left. To return everything, cancel the booking.`,
    consequence: (stallId: string) =>
      `${stallId} stays sold. The amount goes back the way it was paid, and the booker gets a mail with a credit note.`,
    confirm: "Refund this amount",
    pending: "Refunding...",
    done: {
      requested: (stallId: string, amount: number) => `${rupees(amount)} of ${stallId} is on its way back.`,
      by_hand: (_stallId: string, amount: number) =>
        `Please pay ${rupees(amount)} back, then confirm it under Needs attention.`,
    },
  },
  resend: {
    title: (template: string) => `Send "${template}" again`,
    to: "To another address",
    toHelp: (address: string) =>
      `Leave empty to send it to ${address}. If that address is wrong, correct the details first, then send again.`,
    reasonHelp: "Why it goes elsewhere. Kept in the audit log.",
    consequence: (address: string, arrived: boolean) =>
      arrived ? `A copy of the mail goes to ${address}.` : `The mail goes to ${address}.`,
    consequenceOther: (address: string, booked: string) =>
      `A copy without link and attachments goes to ${address}. ${booked} is notified that a copy went to another address.`,
    confirm: "Send the mail",
    pending: "Sending...",
  },
} as const;
