import { keyIn } from "../../src/mail/mail-keys.js";
import type { RenderedMail } from "../../src/mail/mail.layout.js";
import { type MailContext, renderTemplate } from "../../src/mail/mail.templates.js";
import type { MailData, MailMessage, MailTemplate } from "../../src/mail/mail.types.js";
import { SEED_FACTS } from "../support/event-facts.js";

/** A mail, the differences in its context, and the texts it must contain. */
type MailExample = readonly [MailMessage, Partial<MailContext>, readonly string[]];

const SITE = "https://sakhi-bazaar.example";
/** A key as links have it. */
export const KEY = `${"0123456789abcdef".repeat(2)}.${"Ab-_3".repeat(8)}xyz`;
export const BOOKING_URL = `${SITE}/my-booking#${KEY}`;
export const BRAND_URL = `${SITE}/my/brand#${KEY}`;
const CONTEXT: MailContext = {
  facts: SEED_FACTS,
  publicUrl: SITE,
  invoiceAttached: false,
  invitationUrl: (id) => `${SITE}/invitation#${id}`,
  waitingUrl: (id) => `${SITE}/waiting#${id}`,
  administratorMailUrl: (what, id) => `${SITE}/admin-mails#${what}-${id}`,
  offerUrl: ({ id, version }) => `${SITE}/offer#${id}.${version}`,
};

/** Renders an example, with the key to the booking or brand if its template carries one. */
export function renderExample([message, changes]: MailExample): RenderedMail {
  const bookingUrl = keyIn(message) === "booking" ? BOOKING_URL : undefined;
  const brandUrl = keyIn(message) === "brand" ? BRAND_URL : undefined;
  return renderTemplate(message, { ...CONTEXT, bookingUrl, brandUrl, ...changes });
}

function mail<T extends MailTemplate>(
  template: T,
  data: MailData[T],
  texts: readonly string[],
  context: Partial<MailContext> = {},
): MailExample {
  return [{ template, data } as MailMessage, context, texts];
}

const ATTACHED = { invoiceAttached: true };
const name = "Sunita Devi";
const orderId = "MELA1764000000000abcd";
const order = { name, orderId, stallId: "B12" };
const stall = { name, stallId: "B12", stallType: "General" } as const;
const sale = { ...order, ...stall };
const waiting = { name, eventId: 1, stallType: "General", waitingId: "9b2f0c7e-0000-4000-8000-000000000002" } as const;
const orderUrl = `${SITE}/paid-events/mela/payment-success?order_id=${orderId}`;
const planUrl = `${SITE}/paid-events/the-mela-2026`;
const corrected = {
  invoiceNumber: "INV/26-27/000124",
  replacedNumber: "INV/26-27/000123",
  creditNoteNumber: "CRN/26-27/000045",
};

/** Every mail about a stall, in each of its variants. */
const STALL_MAILS: Readonly<Record<string, MailExample>> = {
  "booking-confirmed": mail(
    "booking-confirmed",
    { ...sale, amountPaise: 2_430_000, invoiceNumber: "INV/26-27/000123" },
    [
      ...["B12 (Standard)", "3–4 December 2026", "Whitefield, Bangalore", orderId, "₹24,300", "is attached", orderUrl],
      `${SITE}/join-entrepreneur`,
    ],
    ATTACHED,
  ),
  "booking-confirmed-without-invoice": mail(
    "booking-confirmed",
    { name, orderId, stallId: "A3", stallType: "Premium", amountPaise: 3_600_050, invoiceNumber: "INV/26-27/000124" },
    ["A3 (Premium)", "₹36,000.50", "It follows in a mail of its own"],
  ),
  "booking-confirmed-papers-missing": mail(
    "booking-confirmed",
    { ...sale, amountPaise: 2_430_000, invoiceNumber: "INV/26-27/000123" },
    ["Still needed", "FSSAI number, Certificate", "in My booking until 3 December 2026, 10:00 IST"],
    { ...ATTACHED, missing: { papers: ["FSSAI number", "Certificate"], until: "2026-12-03T04:30:00.000Z" } },
  ),
  "invoice-late": mail("invoice-late", { ...order, amountPaise: 12_430_000, invoiceNumber: "INV/26-27/000123" }, [
    ...["INV/26-27/000123", orderId, "₹1,24,300, GST included"],
  ]),
  "holder-message": mail(
    "holder-message",
    {
      ...{ ...order, brandName: "Devi Handlooms" },
      subject: "Setting up stall {stall}",
      text: "Dear {name}, bring {brand} to {event}:\n{days}\n\n{map}\n\nStill missing: {papers}.\n\n{link}",
    },
    [
      ...["Setting up stall B12", "bring Devi Handlooms to The Mela 2026", "3 December 2026"],
      ...["Still missing: Certificate", BOOKING_URL],
    ],
    { missing: { papers: ["Certificate"], until: "2026-12-03T04:30:00.000Z" } },
  ),
  "holder-message-without-link": mail(
    "holder-message",
    { ...order, brandName: "Devi Handlooms", subject: "Tomorrow", text: "Dear {name}, see you at stall {stall}." },
    ["see you at stall B12.", "/find-my-booking"],
  ),
  "hold-expired": mail("hold-expired", stall, ["B12 (Standard)", "Nothing was charged", planUrl]),
  "hold-expired-several": mail("hold-expired", { ...stall, stallId: "B1+B2+B12" }, [
    ...["B1, B2 and B12", "Nothing was charged", planUrl],
  ]),
  "payment-failed": mail("payment-failed", order, [orderId, "is not booked", planUrl]),
  "payment-refunded-taken": mail("payment-refunded", { ...order, amountPaise: 2_430_000, why: "stall_taken" }, [
    ...["₹24,300", "5–10 working days", "somebody else had the stall", orderUrl],
  ]),
  "payment-refunded-unknown-order": mail(
    "payment-refunded",
    { ...order, amountPaise: 2_430_000, why: "operator", orderUnknown: true },
    ["₹24,300", "we have looked at your payment", orderUrl],
  ),
  "payment-refunded-twice": mail("payment-refunded", { ...order, amountPaise: 2_430_000, why: "second_payment" }, [
    ...["paid for twice", "Your booking stays valid"],
  ]),
  "payment-refunded-other": mail("payment-refunded", { ...order, amountPaise: 2_430_000, why: "own_other_stall" }, [
    "already taken another stall",
  ]),
  "payment-refunded-after-the-sales": mail(
    "payment-refunded",
    { ...order, amountPaise: 2_430_000, why: "sales_closed" },
    ["the sale of stalls had ended", "5–10 working days"],
  ),
  "payment-refunded-after-the-offer": mail(
    "payment-refunded",
    { ...order, amountPaise: 2_700_000, why: "offer_expired" },
    ["the time to choose another stall instead of B12 is over", "See the free stalls"],
  ),
  "payment-refunded-as-asked": mail("payment-refunded", { ...order, amountPaise: 2_700_000, why: "offer_declined" }, [
    "asked us to return your payment",
  ]),
  "refund-ended": mail(
    "refund-ended",
    { ...order, amountPaise: 2_430_000, state: "succeeded", bankReference: "74332744356201234567890" },
    ["₹24,300 was paid back to you", "a few days", "74332744356201234567890", orderUrl],
  ),
  "refund-refused": mail("refund-ended", { ...order, amountPaise: 2_430_000, state: "failed" }, [
    ...["We still owe you ₹24,300", "the bank refused it", "The money is yours"],
  ]),
  "late-payment-offer": mail(
    "late-payment-offer",
    {
      ...{ ...sale, amountPaise: 2_700_000, expiresAt: "2026-11-23T20:33:00.000Z" },
      offer: { id: "9b2f0c7e-0000-4000-8000-000000000001", version: 1 },
    },
    [
      ...["by then somebody else had the stall", "Your money is safe", "₹27,000", "24 November 2026, 02:03 IST"],
      ...["another Standard stall of the same size and price", "have your money returned at once"],
      `${SITE}/offer#9b2f0c7e-0000-4000-8000-000000000001.1`,
      "If you do nothing until 24 November 2026, 02:03 IST, we return all of it",
    ],
  ),
  "waiting-joined": mail("waiting-joined", waiting, [
    ...["no Standard stall of the Mela", "open your place once", `${SITE}/waiting#${waiting.waitingId}`],
    "do nothing: no stall is offered to this address",
  ]),
  "waiting-offer": mail(
    "waiting-offer",
    { ...waiting, stallId: "B12", pricePaise: 2_700_000, expiresAt: "2026-11-23T20:33:00.000Z" },
    [
      ...["B12 (Standard)", "₹27,000", "24 November 2026, 02:03 IST", "you are next"],
      ...["ten minutes to register", `${SITE}/waiting#${waiting.waitingId}`, "one press leaves the list"],
    ],
  ),
  "waiting-over": mail("waiting-over", { ...waiting, stallId: "B12", why: "lapsed" }, [
    ...["stall B12 was kept for you", "offered to the next who waits", planUrl],
  ]),
  "waiting-over-closed": mail("waiting-over", { ...waiting, why: "closed" }, [
    "the sale of stalls of the Mela has ended",
  ]),
  "waiting-over-taken-back": mail("waiting-over", { ...waiting, stallId: "B12", why: "taken_back" }, [
    ...["You keep your place", `${SITE}/waiting#${waiting.waitingId}`],
  ]),
  "waiting-over-removed": mail("waiting-over", { ...waiting, why: "removed" }, [
    "taken you off the waiting list for Standard stalls",
  ]),
  "booking-moved": mail(
    "booking-moved",
    {
      ...{ ...sale, fromStallId: "B12", stallId: "B13", sold: true },
      ...{ invoiceNumber: "INV/26-27/000123", invoiceStallId: "B11" },
    },
    [
      ...[orderUrl, "from stall B12 to stall B13", "B13 (Standard)"],
      ...["INV/26-27/000123 stays valid", "It names stall B11"],
    ],
  ),
  "booking-moved-paid": mail(
    "booking-moved",
    {
      ...{ ...sale, fromStallId: "B12", stallId: "A3", sold: true, byHolder: true, isAnotherKind: true },
      ...{ invoiceNumber: "INV/26-27/000123", invoiceStallId: "B12", paidPaise: 900_000 },
      debitNoteNumber: "DBN/26-27/000004",
    },
    [
      ...["your booking has moved from stall B12 to stall A3", "₹9,000", "DBN/26-27/000004"],
      "INV/26-27/000123 stays valid",
    ],
  ),
  "booking-moved-refunded": mail(
    "booking-moved",
    {
      ...{ ...sale, fromStallId: "A3", stallId: "B13", sold: true, isAnotherKind: true, refundPaise: 900_000 },
      ...{ invoiceNumber: "INV/26-27/000123", invoiceStallId: "A3" },
    },
    ["The new stall costs less", "We are returning ₹9,000"],
  ),
  "move-asked": mail(
    "move-asked",
    {
      ...{ name: sale.name, orderId: sale.orderId, fromStallId: "B12", stallId: "A3", amountPaise: 900_000 },
      expiresAt: "2026-11-23T20:33:00.000Z",
    },
    ["₹9,000", "24 November 2026, 02:03 IST", "Stall B12 stays yours", "See the move and pay"],
  ),
  "move-over": mail(
    "move-over",
    { name: sale.name, orderId: sale.orderId, fromStallId: "B12", stallId: "A3", why: "lapsed" },
    ["stays at stall B12", "was not paid in time", "Nothing was charged"],
  ),
  "move-over-withdrawn": mail(
    "move-over",
    { name: sale.name, orderId: sale.orderId, fromStallId: "B12", stallId: "A3", why: "withdrawn" },
    ["has withdrawn the move to stall A3"],
  ),
  "booking-moved-unpaid": mail(
    "booking-moved",
    { name, fromStallId: "A1", stallId: "A2", stallType: "Premium", sold: false },
    ["your reservation from stall A1 to stall A2", "Nothing was charged"],
  ),
  "event-changed": mail(
    "event-changed",
    {
      ...{ ...sale, what: "new dates and a new venue", datesChanged: true },
      ...{ formerDates: "26 November 2026", formerVenue: "Palace Grounds, Pune" },
    },
    [
      ...["The Mela has new dates and a new venue", "B12 (Standard)", "3–4 December 2026", "26 November 2026"],
      ...["Palace Grounds, Pune", "Whitefield", "Can't come on the new dates?", "attached as a calendar file"],
    ],
  ),
  "event-changed-hours": mail(
    "event-changed",
    {
      ...{ ...sale, what: "new opening hours", datesChanged: false },
      formerHours: "Thursday, 3 December 2026, 09:00 to 17:00",
    },
    ["The Mela has new opening hours", "09:00 to 17:00", "10:00 to 20:00"],
  ),
  "registration-corrected": mail(
    "registration-corrected",
    { ...sale, ...corrected, sold: true, changed: "name and GST number" },
    [
      ...["B12 (Standard)", "name and GST number", "nothing was charged or refunded"],
      "The new tax invoice INV/26-27/000124 and the credit note CRN/26-27/000045 are attached",
    ],
    ATTACHED,
  ),
  "registration-corrected-without-invoice": mail(
    "registration-corrected",
    { name, stallId: "A3", stallType: "Premium", sold: false, changed: "phone number" },
    ["phone number", "Your reservation is otherwise unchanged", planUrl],
  ),
  "address-changed": mail("address-changed", { name: "" }, [
    ...["this address was given for a booking", "reply to this mail"],
  ]),
  "mail-copied": mail("mail-copied", { name, sentAt: "2026-11-20T06:30:00.000Z" }, [
    ...["our mail of 20 November 2026", "no link to what is yours and no attachment", "reply to this mail"],
  ]),
  "booking-cancelled": mail(
    "booking-cancelled",
    { ...sale, refundPaise: 1_000_050, refund: "requested", creditNoteNumber: "CRN/26-27/000045" },
    [orderId, orderUrl, "₹10,000.50", "5–10 working days", "CRN/26-27/000045", "is attached as a PDF"],
    ATTACHED,
  ),
  "booking-cancelled-by-hand": mail(
    "booking-cancelled",
    { ...sale, refundPaise: 2_700_000, refund: "by_hand", creditNoteNumber: "CRN/26-27/000046" },
    ["₹27,000", "by the Mela organizer directly", "Download the credit note CRN/26-27/000046 from your booking"],
  ),
  "booking-cancelled-without-refund": mail("booking-cancelled", { ...sale, refundPaise: 0, refund: "none" }, [
    "No money goes back for this booking",
  ]),
  "event-cancelled": mail(
    "booking-cancelled",
    {
      ...{ ...sale, refundPaise: 2_430_000, refund: "requested", creditNoteNumber: "CRN/26-27/000047" },
      event: { deductedPaise: 270_000, words: "The hall burned down. We are so sorry." },
    },
    [orderId, "is cancelled", "does not take place", "₹24,300", "₹2,700", "The hall burned down", "CRN/26-27/000047"],
    ATTACHED,
  ),
  "event-cancelled-in-full": mail(
    "booking-cancelled",
    { ...sale, refundPaise: 2_700_000, refund: "by_hand", event: { deductedPaise: 0 } },
    ["is cancelled", "₹27,000", "by the Mela organizer directly"],
  ),
  "administrator-invited": mail(
    "administrator-invited",
    { name: "", username: "meena", role: "viewer", isNew: true, invitedBy: "asha", invitationId: "i1" },
    ["asha has invited you", "Your username is meena", "your role is viewer", "Choose a password", "24 hours"],
  ),
  "administrator-new-password": mail(
    "administrator-invited",
    { name: "", username: "meena", role: "owner", isNew: false, invitedBy: "asha", invitationId: "i1" },
    ["the account meena gets a new password", "Two-step verification stays as it is"],
  ),
  "administrator-address": mail("administrator-address", { name: "", username: "meena", requestId: "r1" }, [
    ...["meena of the Mela dashboard", "Confirm this address", `${SITE}/admin-mails#confirm-r1`, "24 hours"],
  ]),
  "administrator-digest": mail(
    "administrator-digest",
    {
      ...{ name: "", username: "meena", administratorId: "a1" },
      ...{ since: "2026-11-28T02:30:00.000Z", until: "2026-11-29T02:30:00.000Z" },
      groups: [
        { lines: [{ text: "2 new applications; 5 to review now", path: "/paid-events/mela/dashboard?view=listings" }] },
        {
          event: "خواتین میلہ 2026",
          lines: [
            { text: "3 stalls sold for ₹81,000; 40 sold in all now", path: "/paid-events/mela/dashboard?event=mela" },
            { text: "4 sold stalls lack required papers", path: "/paid-events/mela/dashboard?view=event&event=mela" },
          ],
        },
      ],
    },
    [
      ...["between 28 November 2026, 08:00 IST and 29 November 2026, 08:00 IST", "The site", "خواتین میلہ 2026"],
      ...["3 stalls sold for ₹81,000; 40 sold in all now", "Turn these mails off", `${SITE}/admin-mails#off-a1`],
      ...["view=account&panel=mails", "On a day without anything new there is no mail"],
    ],
  ),
  "administrator-alert": mail(
    "administrator-alert",
    {
      ...{ name: "", username: "meena", administratorId: "a1", more: 0 },
      lines: [
        {
          ...{ title: "A payer's bank asks for the money back", about: "Mela 2026" },
          path: "/paid-events/mela/dashboard?view=issues",
        },
      ],
    },
    ["A payer's bank asks for the money back: Mela 2026", "Somebody should look at this", `${SITE}/admin-mails#off-a1`],
  ),
  "administrator-alerts": mail(
    "administrator-alert",
    {
      ...{ name: "", username: "meena", administratorId: "a1", more: 7 },
      lines: [
        { title: "A refund was rejected", about: "Mela 2026", path: "/paid-events/mela/dashboard?view=issues" },
        { title: "Messages are not delivered", path: "/paid-events/mela/dashboard?view=issues" },
      ],
    },
    ["A refund was rejected: Mela 2026", "Somebody should look at these", "Another 7 stand on the dashboard"],
  ),
  "booking-link": mail("booking-link", order, [orderId, "Open my booking", BOOKING_URL]),
  "booking-request-received": mail("booking-request-received", { ...order, kind: "correction" }, [
    ...["a correction of your details for stall B12.", "you get the answer by mail", "Open my booking"],
  ]),
  "booking-request-done": mail("booking-request-answered", { ...order, kind: "correction", state: "done" }, [
    ...["It is done", "a correction of your details for stall B12.", "Open my booking"],
  ]),
  "booking-request-closed": mail(
    "booking-request-answered",
    { ...order, kind: "substitute", state: "closed", answer: "Bring your letter." },
    ["you asked us for a substitute at stall B12. This is our answer", "Bring your letter."],
  ),
  "booking-request-declined": mail(
    "booking-request-answered",
    { ...order, kind: "cancellation", state: "declined", answer: "Bookings are final." },
    ["We could not do this", "a cancellation of stall B12.", "Bookings are final."],
  ),
  "hold-extended": mail("hold-extended", { ...stall, minutes: 10, expiresAt: "2026-12-01T08:33:20.000Z" }, [
    ...["10 minutes more", "until 14:03 IST", "B12 (Standard)"],
  ]),
  "hold-released": mail("hold-released", { ...stall, wasPaying: false }, [
    ...["has ended your reservation of stall B12 (Standard)", "Nothing was charged"],
  ]),
  "hold-released-while-paying": mail("hold-released", { ...stall, wasPaying: true }, [
    ...["No payment had reached us", "please do not pay twice"],
  ]),
};

const reference = "AB12CD34";
const received = { name: "Sakhi Bazaar", reference, sender: { name: "Meena Devi", address: "meena@example.com" } };

const ENQUIRY_MAILS: Readonly<Record<string, MailExample>> = {
  "enquiry-confirmed-gifting": mail("enquiry-confirmed", { name, kind: "corporate_gifting", reference }, [
    ...["corporate gifting request has arrived", reference],
  ]),
  "enquiry-confirmed-support": mail("enquiry-confirmed", { name, kind: "support", reference }, [
    ...["gets back to you within 24 hours", reference],
  ]),
  "enquiry-received-gifting": mail(
    "enquiry-received",
    {
      ...{ ...received, kind: "corporate_gifting", phone: "+91 98765 43210", company: "Rao & Co", isMember: false },
      message: "200 Diwali boxes,\nabout ₹800 each\n\nIs there a catalogue? https://rao.example",
    },
    ["Rao & Co", "200 Diwali boxes,", "about ₹800 each", "We do not know who wrote this."],
  ),
  "dispute-due": mail(
    "dispute-due",
    {
      ...{
        name: "",
        disputeId: "1740012345678901",
        orderId: "MELA1763712000001",
        amountPaise: 2_700_000,
        isOver: false,
      },
      answerBy: "28 November 2026, 10:00",
    },
    ["28 November 2026, 10:00", "view=disputes", "decides for her"],
  ),
  "dispute-due-over": mail(
    "dispute-due",
    {
      ...{
        name: "",
        disputeId: "1740012345678901",
        orderId: "MELA1763712000001",
        amountPaise: 2_700_000,
        isOver: true,
      },
      answerBy: "28 November 2026, 10:00",
    },
    ["the time for it is over"],
  ),
  "messages-summed-up": mail("messages-summed-up", { name: "", since: "2026-11-28T06:00:00.000Z", count: 50 }, [
    "50 messages more have arrived",
    "/dashboard",
  ]),
  "enquiry-received-support": mail(
    "enquiry-received",
    { ...received, kind: "support", subject: "Hi", message: "One\nTwo" },
    ["Meena Devi", "meena@example.com", reference, "We do not know who wrote this."],
  ),
};

const brand = { name: "Kamala Devi", brandName: "Kamala & <Daughters>" };
const fee = { ...brand, orderId: "LIST1764000000000_0123456789abcdef01234567", amountPaise: 99_900 };
/** Half past midnight in India: the next day, compared with UTC. */
const liveUntil = "2027-11-21T19:00:00.000Z";
const renewUrl = `${SITE}/join?renew=0123.2.1.x`;

/** Every mail about an application, in each of its variants. */
const LISTING_MAILS: Readonly<Record<string, MailExample>> = {
  "listing-joined": mail("listing-joined", brand, ["free member", "does not appear on our site", "/join"]),
  "listing-received": mail("listing-received", brand, ["nothing to pay", "2–3 business days"]),
  "listing-claimed": mail("listing-claimed", { ...brand, stallId: "B12" }, [
    ...["stall B12", "If it was not you, reply", "for a stall booking at"],
  ]),
  "listing-claim-waiting": mail("listing-claim-waiting", { name, stallId: "B12" }, [
    ...["with stall B12", "Open my booking", "waits for 14 days", "the free listing stays yours"],
  ]),
  "listing-paid": mail(
    "listing-paid",
    { ...fee, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    ["₹999", fee.orderId, "is attached as a PDF", "within 15 days", "2–3 business days"],
    ATTACHED,
  ),
  "listing-paid-invoice-still-to-come": mail(
    "listing-paid",
    { ...fee, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    ["It follows in a mail of its own"],
  ),
  "listing-renewed": mail("listing-paid", { ...fee, purpose: "renewal", liveUntil }, [
    ...["Another year is paid for", "22 November 2027"],
  ]),
  "listing-invoice-late": mail(
    "listing-invoice-late",
    { ...brand, orderId: fee.orderId, invoiceNumber: "INV/26-27/000001" },
    ["INV/26-27/000001", fee.orderId],
  ),
  "listing-payment-failed": mail("listing-payment-failed", fee, [
    ...["is not listed", "do not pay twice", `${SITE}/join`],
  ]),
  "listing-renewal-failed": mail("listing-payment-failed", { ...fee, renewUrl }, ["another year", renewUrl]),
  "listing-refunded-twice-paid": mail("listing-payment-refunded", { ...fee, why: "second_payment" }, [
    ...["was paid for twice", "₹999", "5–10 working days"],
  ]),
  "listing-refunded-too-late": mail("listing-payment-refunded", { ...fee, why: "application_ended" }, [
    "after the application had ended",
  ]),
  "listing-refund-paid-out": mail(
    "listing-refund-ended",
    { ...fee, state: "succeeded", bankReference: "432100567812" },
    ["₹999 was paid back to you", "432100567812", "/payment-success?order_id="],
  ),
  "listing-refund-refused": mail("listing-refund-ended", { ...fee, state: "failed" }, ["We still owe you ₹999"]),
  "listing-live": mail("listing-live", { ...brand, url: `${SITE}/brands/Kamala`, liveUntil }, [
    ...[`${SITE}/brands/Kamala`, "22 November 2027"],
  ]),
  "brand-enquiry": mail(
    "brand-enquiry",
    {
      ...{ ...brand, reference: "8D0F0A3E", hasOwner: true, phone: "98765 43210" },
      ...{ sender: { name: "Asha Rao", address: "asha@example.com" }, message: "In green & <gold>?" },
    },
    ["was written on your page", "asha@example.com", "In green & <gold>?", "We do not know who wrote this"],
  ),
  "brand-enquiry-organisation": mail(
    "brand-enquiry",
    {
      ...{ ...brand, reference: "8D0F0A3E", hasOwner: false },
      ...{ sender: { name: "Asha Rao", address: "asha@example.com" }, message: "In green?" },
    },
    ["has no owner's address with us"],
  ),
  "brand-link": mail("brand-link", brand, ["the link you asked for", "six weeks", "/my/brand#"]),
  "brand-link-first": mail("brand-link", { ...brand, first: true }, [
    "Make your page",
    "Find my booking or listing",
    "/my/brand#",
  ]),
  "brand-links-ended": mail("brand-links-ended", brand, [
    "Find my booking or listing",
    "/find-my-listing",
    "six weeks",
  ]),
  "brand-page-accepted": mail("brand-page-accepted", { ...brand, isLive: true }, ["for everyone to see", "/my/brand#"]),
  "brand-page-accepted-waiting": mail("brand-page-accepted", { ...brand, isLive: false }, [
    "as soon as your listing is",
  ]),
  "brand-page-returned": mail("brand-page-returned", { ...brand, reason: "The cover is blurred.", pictures: 1 }, [
    ...["The cover is blurred.", "a picture out", "/my/brand#"],
  ]),
  "brand-page-asked": mail(
    "brand-page-asked",
    { ...brand, lacks: "a logo or a picture and products", note: "Your jars look lovely on Instagram." },
    ["still lacks a logo or a picture and products", "Your jars look lovely on Instagram.", "/my/brand#"],
  ),
  "brand-page-asked-complete": mail("brand-page-asked", brand, ["Send it for review", "ten minutes"]),
  "brand-page-waiting": mail("brand-page-waiting", brand, ["waits for your review", "view=listings"]),
  "listing-rejected": mail(
    "listing-rejected",
    {
      ...{ ...brand, reason: "We list <makers> only." },
      refund: { orderId: fee.orderId, amountPaise: 99_900, creditNoteNumber: "CRN/26-27/000001" },
    },
    ["We list <makers> only.", "₹999", "CRN/26-27/000001 is attached"],
    ATTACHED,
  ),
  "listing-rejected-nothing-paid": mail("listing-rejected", { ...brand, reason: "We list makers only." }, [
    "was not approved",
  ]),
  "listing-lapsed": mail("listing-lapsed", brand, ["no payment has reached us", "/join"]),
  "listing-withdrawn": mail("listing-withdrawn", { ...brand, reason: "The stall was cancelled." }, [
    ...["no longer, listed", "The stall was cancelled."],
  ]),
  "listing-corrected": mail(
    "listing-corrected",
    { ...brand, ...corrected, changed: "brand name and GST number" },
    [
      ...["brand name and GST number", "nothing was charged or refunded"],
      "The new tax invoice INV/26-27/000124 and the credit note CRN/26-27/000045 are attached",
    ],
    ATTACHED,
  ),
  "listing-corrected-without-invoice": mail("listing-corrected", { ...brand, changed: "phone number" }, [
    ...["phone number", "Your listing is otherwise unchanged"],
  ]),
  "listing-address-changed": mail("listing-address-changed", { name: "" }, [
    ...["this address was given for a listing", "reply to this mail"],
  ]),
  "listing-ending-first": mail("listing-ending", { ...brand, which: "first", liveUntil, renewUrl }, [
    ...["22 November 2027", renewUrl, "Nothing is charged by opening it"],
  ]),
  "listing-ending-last": mail("listing-ending", { ...brand, which: "last", liveUntil, renewUrl }, [
    ...["in a few days", renewUrl],
  ]),
  "listing-expired": mail("listing-expired", { ...brand, liveUntil, renewUrl }, [
    ...["22 November 2027", "within 60 days", renewUrl],
  ]),
  "listing-new": mail(
    "listing-new",
    {
      ...{ ...brand, kind: "mela_free", applicant: { name: "Kamala Devi", address: "kamala@example.com" } },
      ...{ phone: "9000000001", companyType: "product", category: "Apparel", stallId: "B12" },
    },
    ["Free listing with a stall", "+91 9000000001", "Products: Apparel", "dashboard?view=listings"],
  ),
  "listing-waiting": mail("listing-waiting", { ...brand, kind: "paid", since: "2026-11-20T06:30:00.000Z" }, [
    ...["20 November 2026", "dashboard?view=listings"],
  ]),
  "listing-waiting-page": mail(
    "listing-waiting",
    { ...brand, kind: "paid", since: "2026-11-20T06:30:00.000Z", pageMissing: true },
    ["has not sent her page yet"],
  ),
};

/** Examples of every mail, by the name of their preview file. */
export const MAIL_EXAMPLES: Readonly<Record<string, MailExample>> = {
  ...STALL_MAILS,
  ...ENQUIRY_MAILS,
  ...LISTING_MAILS,
};
