import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { InvoicesService } from "../../src/invoices/invoices.service.js";
import type { MailMessage } from "../../src/mail/mail.messages.js";
import { isMailTemplate, writeMail } from "../../src/mail/mail.templates.js";
import type { MailContext } from "../../src/mail/mail.context.js";
import { ListingTest } from "./listing-app.js";
import { readPdf } from "../invoices/pdf-text.js";

const context: MailContext = {
  siteName: "Sakhi Bazaar",
  publicUrl: "https://sakhi-bazaar.example",
  operatorEmail: "organiser@sakhi-bazaar.example",
  event: { start: "2026-12-03", end: "2026-12-04" },
  invoiceAttached: false,
  offerUrl: () => "",
};
const about = { name: "Kamala Devi", brandName: "Kamala & <Daughters>" };
const orderId = "LIST1764000000000_0123456789abcdef01234567";
/** Half past midnight in India: the day after London's. */
const liveUntil = "2027-11-21T19:00:00.000Z";
const renewUrl = "https://sakhi-bazaar.example/join?renew=0123.2.1.x";

/** Every mail about an application, and what it must say. */
const MAILS: Readonly<Record<string, readonly [MailMessage, readonly string[], Partial<MailContext>?]>> = {
  joined: [
    { template: "listing-joined", data: about },
    ["free member", "does not appear on our site", "/join"],
  ],
  received: [{ template: "listing-received", data: about }, ["nothing to pay", "2–3 business days"]],
  claimed: [
    { template: "listing-claimed", data: { ...about, stallId: "B12" } },
    ["stall B12", "If it was not you, reply", "for a stall booking at"],
  ],
  paid: [
    {
      template: "listing-paid",
      data: { ...about, orderId, amountPaise: 99_900, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    },
    ["₹999", orderId, "is attached as a PDF", "within 15 days", "2–3 business days"],
    { invoiceAttached: true },
  ],
  "paid, invoice still to come": [
    {
      template: "listing-paid",
      data: { ...about, orderId, amountPaise: 99_900, invoiceNumber: "INV/26-27/000001", purpose: "first" },
    },
    ["It follows in a mail of its own"],
  ],
  renewed: [
    {
      template: "listing-paid",
      data: { ...about, orderId, amountPaise: 99_900, purpose: "renewal", liveUntil },
    },
    ["Another year is paid for", "22 November 2027"],
  ],
  "invoice late": [
    { template: "listing-invoice-late", data: { ...about, orderId, invoiceNumber: "INV/26-27/000001" } },
    ["INV/26-27/000001", orderId],
  ],
  "payment failed": [
    { template: "listing-payment-failed", data: { ...about, orderId } },
    ["is not listed", "do not pay twice", "https://sakhi-bazaar.example/join"],
  ],
  "renewal failed": [
    { template: "listing-payment-failed", data: { ...about, orderId, renewUrl } },
    ["another year", renewUrl],
  ],
  "refunded twice paid": [
    {
      template: "listing-payment-refunded",
      data: { ...about, orderId, amountPaise: 99_900, why: "second_payment" },
    },
    ["was paid for twice", "₹999", "5–10 working days"],
  ],
  "refund paid out": [
    {
      template: "listing-refund-ended",
      data: { ...about, orderId, amountPaise: 99_900, state: "succeeded" },
    },
    ["₹999 was paid back to you", "/payment-success?order_id="],
  ],
  "refund refused": [
    { template: "listing-refund-ended", data: { ...about, orderId, amountPaise: 99_900, state: "failed" } },
    ["We still owe you ₹999"],
  ],
  "refunded too late": [
    {
      template: "listing-payment-refunded",
      data: { ...about, orderId, amountPaise: 99_900, why: "application_ended" },
    },
    ["after the application had ended"],
  ],
  live: [
    {
      template: "listing-live",
      data: { ...about, url: "https://sakhi-bazaar.example/brands/Kamala", liveUntil },
    },
    ["https://sakhi-bazaar.example/brands/Kamala", "22 November 2027"],
  ],
  rejected: [
    {
      template: "listing-rejected",
      data: {
        ...about,
        reason: "We list <makers> only.",
        refund: { orderId, amountPaise: 99_900, creditNoteNumber: "CRN/26-27/000001" },
      },
    },
    ["> We list <makers> only.", "all you paid", "CRN/26-27/000001 is attached"],
    { invoiceAttached: true },
  ],
  "rejected, nothing paid": [
    { template: "listing-rejected", data: { ...about, reason: "We list makers only." } },
    ["was not approved"],
  ],
  lapsed: [{ template: "listing-lapsed", data: about }, ["no payment has reached us", "/join"]],
  withdrawn: [
    { template: "listing-withdrawn", data: { ...about, reason: "The stall was cancelled." } },
    ["no longer, listed", "The stall was cancelled."],
  ],
  "ending first": [
    { template: "listing-ending", data: { ...about, which: "first", liveUntil, renewUrl } },
    ["22 November 2027", renewUrl, "Nothing is charged by opening it"],
  ],
  "ending last": [
    { template: "listing-ending", data: { ...about, which: "last", liveUntil, renewUrl } },
    ["in a few days", renewUrl],
  ],
  expired: [
    { template: "listing-expired", data: { ...about, liveUntil, renewUrl } },
    ["22 November 2027", "within 60 days", renewUrl],
  ],
  new: [
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
    ["Free listing with a stall", "+91 9000000001", "Products: Apparel", "dashboard?view=listings"],
  ],
  waiting: [
    { template: "listing-waiting", data: { ...about, kind: "paid", since: "2026-11-20T06:30:00.000Z" } },
    ["20 November 2026", "dashboard?view=listings"],
  ],
};

describe("mails about applications", () => {
  it.each(Object.entries(MAILS))("says what is needed: %s", (_, [message, parts, more]) => {
    expect(isMailTemplate(message.template)).toBe(true);
    const mail = writeMail(message, { ...context, ...more });
    for (const part of parts) expect(mail.text).toContain(part);
    expect(mail.subject).not.toMatch(/undefined|\n/);
    expect(`${mail.text}${mail.html}`).not.toContain("undefined");
    expect(mail.html).not.toContain("<Daughters>");
    expect(mail.html).not.toContain("<makers>");
  });
});

describe("the confirmation of a payment", () => {
  let test: ListingTest;
  beforeAll(async () => {
    test = await ListingTest.open();
  });
  afterAll(() => test.close());

  it("goes with the invoice once it is rendered, once", async () => {
    const { applicationId, orderId } = await test.paid();
    await test.renderInvoices(orderId);
    await test.renderInvoices(orderId);
    const mails = await test.mela.query<Record<string, unknown>>(
      `SELECT m.to_address, i.order_id, m.data->>'purpose' AS purpose FROM mails m JOIN invoices i ON i.id = m.invoice_id
        WHERE m.application_id = $1 AND m.template = 'listing-paid'`,
      [applicationId],
    );
    const { email } = await test.row(applicationId);
    expect(mails).toEqual([{ to_address: email, order_id: orderId, purpose: "first" }]);
  });

  it.each([
    [
      "the seller's state",
      { hasGSTIN: "no" },
      ["Maharashtra (27)", "CGST 9% ₹ 76.19", "SGST 9% ₹ 76.19", "846.62"],
      "Unregistered",
    ],
    [
      "another state",
      { hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z4", govtDocument: undefined },
      ["Karnataka (29)", "IGST 18% ₹ 152.39", "846.61"],
      "29AAGCB7383J1Z4",
    ],
  ])("has an invoice that says what was sold, and to whom: %s", async (_, changes, parts, registration) => {
    const { applicationId, orderId } = await test.paid({ brandName: "कमला बुनकर", ...changes });
    const [invoice] = await test.mela.query<{ id: string; number: string }>(
      "SELECT id, number FROM invoices WHERE order_id = $1",
      [orderId],
    );
    const { bytes } = await test.get(InvoicesService).pdf(invoice?.id ?? "");
    const { text, pages, insideBorder } = await readPdf(bytes);
    expect([pages, insideBorder]).toEqual([1, true]);
    const { full_name: fullName } = await test.row(applicationId);
    const said = ["998365", "999.00", invoice?.number, fullName, "12 Weavers Lane, Dharwad"];
    for (const part of [...said, ...parts]) expect(text).toContain(part);
    if (registration !== "Unregistered") expect(text).toContain(registration);
    // Too long for its column: it stands on two lines.
    expect(text.replaceAll(" ", "")).toContain(orderId);
    expect(text).not.toMatch(/\bEvent\b/);
  });
});
