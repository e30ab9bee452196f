import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import PostalMime from "postal-mime";
import { domainOf, isOneAddress } from "../../src/mail/mail.sender.js";
import { MAIL_TEMPLATES, type MailContext, writeMail } from "../../src/mail/mail.templates.js";
import { mailDraft } from "../../src/mail/mail.texts.js";
import type { MailMessage } from "../../src/mail/mail.types.js";
import { SEED_FACTS } from "../support/event-facts.js";

const context: MailContext = {
  facts: SEED_FACTS,
  publicUrl: "https://sakhi-bazaar.example",
  invoiceAttached: true,
  offerUrl: ({ id, version }) => `https://sakhi-bazaar.example/offer#${id}.${version}`,
};
const name = "Sunita Devi";
const orderId = "MELA1764000000000abcd";

/** Every mail, and each of its ways to speak. */
const MAILS: Readonly<Record<string, readonly [MailMessage, Partial<MailContext>, readonly string[]]>> = {
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
    {},
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
    { invoiceAttached: false },
    ["A3 (Premium)", "₹36,000.50", "It follows in a mail of its own"],
  ],
  "invoice-late": [
    { template: "invoice-late", data: { name, orderId, stallId: "B12", invoiceNumber: "INV/26-27/000123" } },
    {},
    ["INV/26-27/000123", orderId],
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
      data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, state: "succeeded" },
    },
    {},
    ["₹24,300 was paid back to you", "a few days", `payment-success?order_id=${orderId}`],
  ],
  "refund-refused": [
    {
      template: "refund-ended",
      data: { name, orderId, stallId: "B12", amountPaise: 2_430_000, state: "failed" },
    },
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
    {
      template: "booking-moved",
      data: { name, fromStallId: "A1", stallId: "A2", stallType: "Premium", sold: false },
    },
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
    {},
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
    { invoiceAttached: false },
    ["phone number", "Your reservation stands as before", "https://sakhi-bazaar.example/paid-events/mela"],
  ],
  "address-changed": [
    { template: "address-changed", data: { name: "" } },
    { invoiceAttached: false },
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
    {},
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
    { invoiceAttached: false },
    ["₹27,000", "by the Mela organiser directly", "Ask us for the credit note"],
  ],
  "booking-cancelled-without-refund": [
    {
      template: "booking-cancelled",
      data: { name, orderId, stallId: "B12", stallType: "General", refundPaise: 0, refund: "none" },
    },
    { invoiceAttached: false },
    ["No money goes back for this booking"],
  ],
  "booking-link": [
    { template: "booking-link", data: { name, orderId, stallId: "B12" } },
    { bookingUrl: "https://sakhi-bazaar.example/my-booking#ab.cd" },
    [orderId, "Open my booking", "https://sakhi-bazaar.example/my-booking#ab.cd"],
  ],
  "booking-request-done": [
    {
      template: "booking-request-answered",
      data: { name, orderId, stallId: "B12", kind: "correction", state: "done" },
    },
    { bookingUrl: "https://sakhi-bazaar.example/my-booking#ab.cd" },
    ["It is done", "correction of your details", "Open my booking"],
  ],
  "booking-request-declined": [
    {
      template: "booking-request-answered",
      data: {
        name,
        orderId,
        stallId: "B12",
        kind: "cancellation",
        state: "declined",
        answer: "Bookings are final.",
      },
    },
    {},
    ["We could not do this", "Bookings are final."],
  ],
  "hold-extended": [
    {
      template: "hold-extended",
      data: {
        name,
        stallId: "B12",
        stallType: "General",
        minutes: 10,
        expiresAt: "2026-12-01T08:33:20.000Z",
      },
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

/** To addresses that may be a stranger's: nobody is named. */
const NAMELESS = new Set(["address-changed"]);

describe("the mails", () => {
  // MAIL_PREVIEW_DIR=… keeps them as files, to be looked at in a browser.
  const previews = process.env["MAIL_PREVIEW_DIR"];

  it.each(Object.entries(MAILS))(
    "%s says the same in HTML and in text",
    (file, [message, changes, words]) => {
      const mail = writeMail(message, { ...context, ...changes });
      for (const said of words) {
        expect(mail.text).toContain(said);
        expect(mail.html).toContain(said);
      }
      expect(mail.text).toContain(NAMELESS.has(file) ? "Hello, " : "Dear Sunita Devi");
      expect(mail.text).not.toMatch(/<[a-z]|&amp;|undefined|\[object/);
      expect(mail.html).not.toMatch(/undefined|\[object/);
      expect(mail.subject.length).toBeLessThan(70);
      if (previews !== undefined) {
        mkdirSync(previews, { recursive: true });
        writeFileSync(join(previews, `${file}.html`), mail.html);
      }
    },
  );

  it.each(Object.entries(MAILS))("%s fetches nothing and watches nobody", (_file, [message, changes]) => {
    const { html } = writeMail(message, { ...context, ...changes });
    expect(html).not.toMatch(
      /<(img|script|link|iframe|form|object)\b|url\(|https?:\/\/(?!sakhi-bazaar\.example)/,
    );
  });

  it.each(Object.entries(MAILS).filter(([file]) => !NAMELESS.has(file)))(
    "%s escapes what a person typed",
    async (_file, [message, changes]) => {
      const hostile = { ...message, data: { ...message.data, name: `"><img src=x onerror=alert(1)>\n'&` } };
      const { html } = writeMail(hostile as MailMessage, { ...context, ...changes });
      expect(html).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt; &#39;&amp;");
      expect(html).not.toContain("<img");
      const parsed = await PostalMime.parse(`Content-Type: text/html; charset=utf-8\n\n${html}`);
      expect(parsed.html).toContain("<h1");
    },
  );

  it("has headings in order and a language", () => {
    const { html } = writeMail(MAILS["booking-confirmed"]?.[0] as MailMessage, context);
    expect(html).toContain('lang="en-IN"');
    expect([...html.matchAll(/<h([1-6])/g)].map((match) => match[1])).toEqual(["1", "2", "2"]);
    expect(html).toContain('name="color-scheme" content="light dark"');
  });
});

describe("an address", () => {
  it.each(["a@example.com", "sunita.devi+mela@mail.example.co.in", "o'neil@example.org", "स@उदाहरण.भारत"])(
    "%s is one",
    (address) => {
      expect(isOneAddress(address)).toBe(true);
    },
  );

  it.each([
    "",
    "a",
    "a@b",
    "a@b c.com",
    "a@.com",
    `${"a".repeat(65)}@example.com`,
    "a@example.com\u0000",
    "<a@b.com>",
  ])("%j is none", (address) => {
    expect(isOneAddress(address)).toBe(false);
  });

  it.each([
    ["Sakhi Bazaar <mela@sakhi-bazaar.example>", "sakhi-bazaar.example"],
    ["mela@example.com", "example.com"],
    ["nobody", "localhost"],
  ])("of %s is at %s", (address, domain) => {
    expect(domainOf(address)).toBe(domain);
  });
});

describe("assets/mails", () => {
  it("has one text for each template and no other", () => {
    const files = readdirSync(new URL("../../assets/mails", import.meta.url)).map((file) =>
      file.replace(/\.md$/, ""),
    );
    expect(files.toSorted()).toEqual(MAIL_TEMPLATES.toSorted());
    expect(() => mailDraft("no-such-mail", {}, { application: [] })).toThrow(
      "assets/mails has no no-such-mail.md",
    );
  });

  it("names only fields that its mail has", () => {
    const fields = { name: "Asha", stallId: "B12", planUrl: "https://sakhi-bazaar.example" };
    expect(() => mailDraft("hold-expired", fields, { application: [] })).toThrow(
      "hold-expired.md names what its mail does not have: stall",
    );
  });
});
