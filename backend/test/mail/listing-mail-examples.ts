import type { MailContext } from "../../src/mail/mail.templates.js";
import type { MailMessage } from "../../src/mail/mail.types.js";

/** A mail, what is different about its circumstances, and what it must say. */
export type MailExample = readonly [MailMessage, Partial<MailContext>, readonly string[]];

const about = { name: "Kamala Devi", brandName: "Kamala & <Daughters>" };
const orderId = "LIST1764000000000_0123456789abcdef01234567";
/** Half past midnight in India: the day after London's. */
const liveUntil = "2027-11-21T19:00:00.000Z";
const renewUrl = "https://sakhi-bazaar.example/join?renew=0123.2.1.x";

/** Every mail about an application. */
export const LISTING_MAILS: Readonly<Record<string, MailExample>> = {
  "listing-joined": [
    { template: "listing-joined", data: about },
    {},
    ["free member", "does not appear on our site", "/join"],
  ],
  "listing-received": [{ template: "listing-received", data: about }, {}, ["nothing to pay", "2–3 business days"]],
  "listing-claimed": [
    { template: "listing-claimed", data: { ...about, stallId: "B12" } },
    {},
    ["stall B12", "If it was not you, reply", "for a stall booking at"],
  ],
  "listing-paid": [
    {
      template: "listing-paid",
      data: { ...about, orderId, amountPaise: 99_900, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    },
    { invoiceAttached: true },
    ["₹999", orderId, "is attached as a PDF", "within 15 days", "2–3 business days"],
  ],
  "listing-paid-invoice-still-to-come": [
    {
      template: "listing-paid",
      data: { ...about, orderId, amountPaise: 99_900, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    },
    {},
    ["It follows in a mail of its own"],
  ],
  "listing-renewed": [
    { template: "listing-paid", data: { ...about, orderId, amountPaise: 99_900, purpose: "renewal", liveUntil } },
    {},
    ["Another year is paid for", "22 November 2027"],
  ],
  "listing-invoice-late": [
    { template: "listing-invoice-late", data: { ...about, orderId, invoiceNumber: "INV/26-27/000001" } },
    {},
    ["INV/26-27/000001", orderId],
  ],
  "listing-payment-failed": [
    { template: "listing-payment-failed", data: { ...about, orderId } },
    {},
    ["is not listed", "do not pay twice", "https://sakhi-bazaar.example/join"],
  ],
  "listing-renewal-failed": [
    { template: "listing-payment-failed", data: { ...about, orderId, renewUrl } },
    {},
    ["another year", renewUrl],
  ],
  "listing-refunded-twice-paid": [
    { template: "listing-payment-refunded", data: { ...about, orderId, amountPaise: 99_900, why: "second_payment" } },
    {},
    ["was paid for twice", "₹999", "5–10 working days"],
  ],
  "listing-refund-paid-out": [
    {
      template: "listing-refund-ended",
      data: { ...about, orderId, amountPaise: 99_900, state: "succeeded", bankReference: "432100567812" },
    },
    {},
    ["₹999 was paid back to you", "432100567812", "/payment-success?order_id="],
  ],
  "listing-refund-refused": [
    { template: "listing-refund-ended", data: { ...about, orderId, amountPaise: 99_900, state: "failed" } },
    {},
    ["We still owe you ₹999"],
  ],
  "listing-refunded-too-late": [
    {
      template: "listing-payment-refunded",
      data: { ...about, orderId, amountPaise: 99_900, why: "application_ended" },
    },
    {},
    ["after the application had ended"],
  ],
  "listing-live": [
    { template: "listing-live", data: { ...about, url: "https://sakhi-bazaar.example/brands/Kamala", liveUntil } },
    {},
    ["https://sakhi-bazaar.example/brands/Kamala", "22 November 2027"],
  ],
  "listing-rejected": [
    {
      template: "listing-rejected",
      data: {
        ...about,
        reason: "We list <makers> only.",
        refund: { orderId, amountPaise: 99_900, creditNoteNumber: "CRN/26-27/000001" },
      },
    },
    { invoiceAttached: true },
    ["We list <makers> only.", "all you paid", "CRN/26-27/000001 is attached"],
  ],
  "listing-rejected-nothing-paid": [
    { template: "listing-rejected", data: { ...about, reason: "We list makers only." } },
    {},
    ["was not approved"],
  ],
  "listing-lapsed": [{ template: "listing-lapsed", data: about }, {}, ["no payment has reached us", "/join"]],
  "listing-withdrawn": [
    { template: "listing-withdrawn", data: { ...about, reason: "The stall was cancelled." } },
    {},
    ["no longer, listed", "The stall was cancelled."],
  ],
  "listing-corrected": [
    {
      template: "listing-corrected",
      data: {
        ...about,
        changed: "brand name and GST number",
        invoiceNumber: "INV/26-27/000124",
        replacedNumber: "INV/26-27/000123",
        creditNoteNumber: "CRN/26-27/000045",
      },
    },
    { invoiceAttached: true },
    [
      "brand name and GST number",
      "The new tax invoice INV/26-27/000124 and the credit note CRN/26-27/000045 are attached",
      "nothing was charged or refunded",
    ],
  ],
  "listing-corrected-without-invoice": [
    { template: "listing-corrected", data: { ...about, changed: "phone number" } },
    {},
    ["phone number", "Your listing stands as before"],
  ],
  "listing-address-changed": [
    { template: "listing-address-changed", data: { name: "" } },
    {},
    ["this address was given for a listing", "reply to this mail"],
  ],
  "listing-ending-first": [
    { template: "listing-ending", data: { ...about, which: "first", liveUntil, renewUrl } },
    {},
    ["22 November 2027", renewUrl, "Nothing is charged by opening it"],
  ],
  "listing-ending-last": [
    { template: "listing-ending", data: { ...about, which: "last", liveUntil, renewUrl } },
    {},
    ["in a few days", renewUrl],
  ],
  "listing-expired": [
    { template: "listing-expired", data: { ...about, liveUntil, renewUrl } },
    {},
    ["22 November 2027", "within 60 days", renewUrl],
  ],
  "listing-new": [
    {
      template: "listing-new",
      data: {
        ...about,
        kind: "mela_free",
        applicant: { name: "Kamala Devi", address: "kamala@example.com" },
        phone: "9000000001",
        companyType: "product",
        category: "Apparel",
        stallId: "B12",
      },
    },
    {},
    ["Free listing with a stall", "+91 9000000001", "Products: Apparel", "dashboard?view=listings"],
  ],
  "listing-waiting": [
    { template: "listing-waiting", data: { ...about, kind: "paid", since: "2026-11-20T06:30:00.000Z" } },
    {},
    ["20 November 2026", "dashboard?view=listings"],
  ],
};
