import { type MailContext, leadsToBooking, writeMail } from "../../src/mail/mail.templates.js";
import type { RenderedMail } from "../../src/mail/mail.layout.js";
import { SEED_FACTS } from "../support/event-facts.js";
import { LISTING_MAILS, type MailExample } from "./listing-mail-examples.js";

const SITE = "https://sakhi-bazaar.example";
const BOOKING_URL = `${SITE}/my-booking#ab.cd`;
const CONTEXT: MailContext = {
  facts: SEED_FACTS,
  publicUrl: SITE,
  invoiceAttached: false,
  offerUrl: ({ id, version }) => `${SITE}/offer#${id}.${version}`,
};

/** Writes an example, with the link to the booking where mails of its kind have one. */
export function writeExample([message, changes]: MailExample): RenderedMail {
  const bookingUrl = leadsToBooking(message) ? BOOKING_URL : undefined;
  return writeMail(message, { ...CONTEXT, bookingUrl, ...changes });
}

const name = "Sunita Devi";
const orderId = "MELA1764000000000abcd";

/** Every mail about a stall, and each of its ways to speak. */
const STALL_MAILS: Readonly<Record<string, MailExample>> = {
  "booking-confirmed": [
    {
      template: "booking-confirmed",
      data: {
        name,
        orderId,
        stallId: "B12",
        stallType: "General",
        amountPaise: 2_430_000,
        invoiceNumber: "INV/26-27/000123",
      },
    },
    { invoiceAttached: true },
    [
      "B12 (Standard)",
      "3–4 December 2026",
      "Whitefield, Bangalore",
      orderId,
      "₹24,300",
      "is attached",
      `https://sakhi-bazaar.example/paid-events/mela/payment-success?order_id=${orderId}`,
      "https://sakhi-bazaar.example/join-entrepreneur",
    ],
  ],
  "booking-confirmed-without-invoice": [
    {
      template: "booking-confirmed",
      data: {
        name,
        orderId,
        stallId: "A3",
        stallType: "Premium",
        amountPaise: 3_600_050,
        invoiceNumber: "INV/26-27/000124",
      },
    },
    {},
    ["A3 (Premium)", "₹36,000.50", "It follows in a mail of its own"],
  ],
  "invoice-late": [
    {
      template: "invoice-late",
      data: { name, orderId, stallId: "B12", amountPaise: 12_430_000, invoiceNumber: "INV/26-27/000123" },
    },
    {},
    ["INV/26-27/000123", orderId, "₹1,24,300, GST included"],
  ],
  "hold-expired": [
    { template: "hold-expired", data: { name, stallId: "B12", stallType: "General" } },
    {},
    ["B12 (Standard)", "Nothing was charged", "https://sakhi-bazaar.example/paid-events/mela"],
  ],
  "payment-failed": [
    { template: "payment-failed", data: { name, orderId, stallId: "B12" } },
    {},
    [orderId, "is not booked", "https://sakhi-bazaar.example/paid-events/mela"],
  ],
  "payment-refunded-taken": [
    {
      template: "payment-refunded",
      data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, why: "stall_taken" },
    },
    {},
    ["₹24,300", "5–10 working days", "somebody else had the stall", `payment-success?order_id=${orderId}`],
  ],
  "payment-refunded-twice": [
    {
      template: "payment-refunded",
      data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, why: "second_payment" },
    },
    {},
    ["paid for twice", "Your booking stands"],
  ],
  "payment-refunded-other": [
    {
      template: "payment-refunded",
      data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, why: "own_other_stall" },
    },
    {},
    ["already taken another stall"],
  ],
  "refund-ended": [
    {
      template: "refund-ended",
      data: {
        ...{ name, orderId, stallId: "B12", amountPaise: 2_430_000, state: "succeeded" },
        bankReference: "74332744356201234567890",
      },
    },
    {},
    ["₹24,300 was paid back to you", "a few days", "74332744356201234567890", `payment-success?order_id=${orderId}`],
  ],
  "refund-refused": [
    { template: "refund-ended", data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, state: "failed" } },
    {},
    ["We still owe you ₹24,300", "the bank refused it", "The money is yours"],
  ],
  "late-payment-offer": [
    {
      template: "late-payment-offer",
      data: {
        name,
        orderId,
        stallId: "B12",
        stallType: "General",
        amountPaise: 2_700_000,
        expiresAt: "2026-11-23T20:33:00.000Z",
        offer: { id: "9b2f0c7e-0000-4000-8000-000000000001", version: 1 },
      },
    },
    {},
    [
      "by then somebody else had the stall",
      "Your money is safe",
      "₹27,000",
      "24 November 2026, 02:03 IST",
      "another Standard stall of the same size and price",
      "https://sakhi-bazaar.example/offer#9b2f0c7e-0000-4000-8000-000000000001.1",
      "have your money returned at once",
      "If you do nothing until 24 November 2026, 02:03 IST, we return all of it",
    ],
  ],
  "payment-refunded-after-the-offer": [
    {
      template: "payment-refunded",
      data: { name, orderId, stallId: "B12", amountPaise: 2_700_000, why: "offer_expired" },
    },
    {},
    ["the time to choose another stall instead of B12 is over", "See the free stalls"],
  ],
  "payment-refunded-as-asked": [
    {
      template: "payment-refunded",
      data: { name, orderId, stallId: "B12", amountPaise: 2_700_000, why: "offer_declined" },
    },
    {},
    ["asked us to return your payment"],
  ],
  "booking-moved": [
    {
      template: "booking-moved",
      data: {
        name,
        fromStallId: "B12",
        stallId: "B13",
        stallType: "General",
        sold: true,
        orderId,
        invoiceNumber: "INV/26-27/000123",
        invoiceStallId: "B11",
      },
    },
    {},
    [
      `payment-success?order_id=${orderId}`,
      "from stall B12 to stall B13",
      "B13 (Standard)",
      "INV/26-27/000123 stays valid",
      "It names stall B11",
    ],
  ],
  "booking-moved-unpaid": [
    { template: "booking-moved", data: { name, fromStallId: "A1", stallId: "A2", stallType: "Premium", sold: false } },
    {},
    ["your reservation from stall A1 to stall A2", "Nothing was charged"],
  ],
  "registration-corrected": [
    {
      template: "registration-corrected",
      data: {
        name,
        stallId: "B12",
        stallType: "General",
        sold: true,
        changed: "name and GST number",
        orderId,
        invoiceNumber: "INV/26-27/000124",
        replacedNumber: "INV/26-27/000123",
        creditNoteNumber: "CRN/26-27/000045",
      },
    },
    { invoiceAttached: true },
    [
      "B12 (Standard)",
      "name and GST number",
      "The new tax invoice INV/26-27/000124 and the credit note CRN/26-27/000045 are attached",
      "nothing was charged or refunded",
    ],
  ],
  "registration-corrected-without-invoice": [
    {
      template: "registration-corrected",
      data: { name, stallId: "A3", stallType: "Premium", sold: false, changed: "phone number" },
    },
    {},
    ["phone number", "Your reservation stands as before", "https://sakhi-bazaar.example/paid-events/mela"],
  ],
  "address-changed": [
    { template: "address-changed", data: { name: "" } },
    {},
    ["this address was given for a booking", "reply to this mail"],
  ],
  "booking-cancelled": [
    {
      template: "booking-cancelled",
      data: {
        name,
        orderId,
        stallId: "B12",
        stallType: "General",
        refundPaise: 1_000_050,
        refund: "requested",
        creditNoteNumber: "CRN/26-27/000045",
      },
    },
    { invoiceAttached: true },
    [
      orderId,
      `payment-success?order_id=${orderId}`,
      "₹10,000.50",
      "5–10 working days",
      "CRN/26-27/000045",
      "is attached as a PDF",
    ],
  ],
  "booking-cancelled-by-hand": [
    {
      template: "booking-cancelled",
      data: {
        name,
        orderId,
        stallId: "B12",
        stallType: "General",
        refundPaise: 2_700_000,
        refund: "by_hand",
        creditNoteNumber: "CRN/26-27/000046",
      },
    },
    {},
    ["₹27,000", "by the Mela organiser directly", "Download the credit note CRN/26-27/000046 from your booking"],
  ],
  "booking-cancelled-without-refund": [
    {
      template: "booking-cancelled",
      data: { name, orderId, stallId: "B12", stallType: "General", refundPaise: 0, refund: "none" },
    },
    {},
    ["No money goes back for this booking"],
  ],
  "booking-link": [
    { template: "booking-link", data: { name, orderId, stallId: "B12" } },
    {},
    [orderId, "Open my booking", BOOKING_URL],
  ],
  "booking-request-done": [
    {
      template: "booking-request-answered",
      data: { name, orderId, stallId: "B12", kind: "correction", state: "done" },
    },
    {},
    ["It is done", "correction of your details", "Open my booking"],
  ],
  "booking-request-closed": [
    {
      template: "booking-request-answered",
      data: { name, orderId, stallId: "B12", kind: "substitute", state: "closed", answer: "Bring your letter." },
    },
    {},
    ["This is our answer", "Bring your letter."],
  ],
  "booking-request-declined": [
    {
      template: "booking-request-answered",
      data: { name, orderId, stallId: "B12", kind: "cancellation", state: "declined", answer: "Bookings are final." },
    },
    {},
    ["We could not do this", "Bookings are final."],
  ],
  "hold-extended": [
    {
      template: "hold-extended",
      data: { name, stallId: "B12", stallType: "General", minutes: 10, expiresAt: "2026-12-01T08:33:20.000Z" },
    },
    {},
    ["10 minutes more", "until 14:03 IST", "B12 (Standard)"],
  ],
  "hold-released": [
    { template: "hold-released", data: { name, stallId: "B12", stallType: "General", wasPaying: false } },
    {},
    ["has ended your reservation of stall B12 (Standard)", "Nothing was charged"],
  ],
  "hold-released-while-paying": [
    { template: "hold-released", data: { name, stallId: "B12", stallType: "General", wasPaying: true } },
    {},
    ["No payment had reached us", "please do not pay twice"],
  ],
};

const sender = { name: "Meena Devi", address: "meena@example.com" };
const ENQUIRY_MAILS: Readonly<Record<string, MailExample>> = {
  "enquiry-confirmed-gifting": [
    { template: "enquiry-confirmed", data: { name, kind: "corporate_gifting", reference: "AB12CD34" } },
    {},
    ["corporate gifting request has arrived", "AB12CD34"],
  ],
  "enquiry-confirmed-support": [
    { template: "enquiry-confirmed", data: { name, kind: "support", reference: "AB12CD34" } },
    {},
    ["gets back to you within 24 hours", "AB12CD34"],
  ],
  "enquiry-received-gifting": [
    {
      template: "enquiry-received",
      data: {
        ...{ name: "Sakhi Bazaar", kind: "corporate_gifting", reference: "AB12CD34", sender },
        ...{ phone: "+91 98765 43210", company: "Rao & Co", isMember: false },
        message: "200 Diwali boxes,\nabout ₹800 each\n\nIs there a catalogue? https://rao.example",
      },
    },
    {},
    ["Rao & Co", "200 Diwali boxes,", "about ₹800 each", "Reply to this mail to answer Meena Devi"],
  ],
  "enquiry-received-support": [
    {
      template: "enquiry-received",
      data: {
        ...{ name: "Sakhi Bazaar", kind: "support", reference: "AB12CD34", sender },
        ...{ subject: "Hi", message: "One\nTwo" },
      },
    },
    {},
    ["Meena Devi", "meena@example.com", "AB12CD34", "Reply to this mail to answer Meena Devi"],
  ],
};

/** Every mail there is, by a name for its file. */
export const MAIL_EXAMPLES: Readonly<Record<string, MailExample>> = {
  ...STALL_MAILS,
  ...ENQUIRY_MAILS,
  ...LISTING_MAILS,
};
