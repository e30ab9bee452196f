import { describe, expect, it } from "@jest/globals";
import { creditNoteContent, type InvoiceRequest } from "../../src/invoices/invoice.content.js";
import { renderInvoice } from "../../src/invoices/invoice.pdf.js";
import { inVisualOrder } from "../../src/platform/pdf/fonts.js";
import { Paper } from "../../src/platform/pdf/paper.js";
import { frozenInvoice, invoiceRequest } from "./invoice-facts.js";
import { readPdf } from "./pdf-text.js";

const recipient = invoiceRequest().recipient;
/** Renders an invoice to this recipient and parses it. */
const printed = async (changes: Partial<typeof recipient>, more: Partial<InvoiceRequest> = {}) =>
  readPdf(await renderInvoice(frozenInvoice({ recipient: { ...recipient, ...changes }, ...more })));

describe("the PDF of an invoice", () => {
  it("contains everything that rule 46 requires for a sale across states", async () => {
    const pdf = await readPdf(await renderInvoice(frozenInvoice()));
    for (const [part, texts] of Object.entries({
      heading: "Tax Invoice|ORIGINAL FOR RECIPIENT",
      "(a) supplier":
        "Sakhi Bazaar Foundation (example)|4th Floor, Example House, Dr Annie Besant Road, Worli, Mumbai 400030|" +
        "GSTIN: 27AAPFU0939F1ZV|Maharashtra (27)",
      "(b) number": "INV/26-27/000123|MELA1764000000000abcd",
      "(c) date, 00:10 IST of the next day": "22 November 2026",
      "(d, e) recipient":
        "Sunita Handlooms|Sunita Devi|12 Weavers Lane, Jayanagar, PIN 560041|+91 9876543210|sunita@example.com|Unregistered",
      "(g, h) supply": "998596|Stall B12 (Standard), Sakhi Mela|Coupon MELA10|3–4 December 2026",
      "(j, k) amounts":
        "₹ 27,000.00|– ₹ 2,700.00|₹ 20,593.22|₹ 24,300.00|Rupees Twenty-Four Thousand Three Hundred Only",
      "(l, m) tax, (n) place of supply": "IGST 18% ₹ 3,706.78|Karnataka (29)",
      "(p) reverse charge, (q) signature": "Tax payable on reverse charge No|needs no signature",
    })) {
      for (const each of texts.split("|"))
        expect([part, pdf.text.includes(each) ? each : pdf.text]).toEqual([part, each]);
    }
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true, title: "Tax Invoice INV/26-27/000123", lang: "en-IN" });
    expect(pdf.text).not.toContain("CGST ");
  });

  it("of a booking in Hindi has Hindi labels beside all English ones, on one page, and notes about it too", async () => {
    const [english, invoice] = [frozenInvoice(), frozenInvoice({ language: "hi" })];
    expect(english).not.toHaveProperty("language");
    const refund = { refundId: "RF1", amountPaise: 2_430_000, reason: "Cancelled" };
    const note = creditNoteContent(invoice, 0, refund, { number: "CRN/26-27/000004", issuedAt: new Date() });
    expect(note.language).toBe("hi");
    const [before, pdf, creditNote] = await Promise.all(
      [english, invoice, note].map(async (content) => readPdf(await renderInvoice(content))),
    );
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true, title: "Tax Invoice INV/26-27/000123" });
    expect(creditNote).toMatchObject({ pages: 1, insideBorder: true });
    // What the law asks for is said in English, as ever.
    const words = (text: string): string[] => text.split(/\s+/);
    const kept = new Set(words(pdf?.text ?? ""));
    expect(words(before?.text ?? "").filter((word) => !kept.has(word))).toEqual([]);
    expect(before?.text).not.toMatch(/\p{Script=Devanagari}/u);
    for (const label of ["इनवॉइस नंबर", "सप्लाई की जगह", "टैक्स लगने वाली रकम"]) expect(pdf?.text).toContain(label);
    for (const label of ["नोट नंबर", "सप्लाई की जगह"]) expect(creditNote?.text).toContain(label);
  });

  it("has a line for each of several stalls, whose taxable values sum to the document's", async () => {
    const line = (bookingId: string, stallId: string, pricePaise: number) => ({
      ...{ bookingId, description: `Stall ${stallId} (Standard), Sakhi Mela`, pricePaise, discountPaise: 0 },
    });
    const content = frozenInvoice({
      ...{ totalPaise: 3_000_001, pricePaise: 3_000_001, discountPaise: 0, couponCode: undefined },
      lines: [line("first", "B12", 1_000_001), line("second", "B13", 2_000_000)],
    });
    const pdf = await readPdf(await renderInvoice(content));
    for (const each of [
      "Stall B12",
      "₹ 10,000.01",
      "₹ 8,474.59",
      "Stall B13",
      "₹ 20,000.00",
      "₹ 16,949.15",
      "₹ 25,423.74",
    ])
      expect([each, pdf.text.includes(each)]).toEqual([each, true]);
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true });
    const note = creditNoteContent(
      content,
      0,
      { refundId: "r", amountPaise: 2_000_000, reason: "Cancelled", bookingId: "second" },
      { number: "CRN/26-27/000001", issuedAt: new Date("2026-11-22T10:00:00Z") },
    );
    expect([note.line.description, note.lines]).toEqual(["Stall B13 (Standard), Sakhi Mela", undefined]);
    expect(() => frozenInvoice({ lines: [line("first", "B12", 1)] })).toThrow("The lines must sum to the total.");
  });

  it("splits the tax for a Union territory", async () => {
    const content = frozenInvoice({}, { SELLER_GSTIN: "04AAPFU0939F1Z3", EVENT_STATE_CODE: "04" });
    const { text } = await readPdf(await renderInvoice(content));
    for (const part of ["CGST 9%", "UTGST 9%", "Chandigarh (04)"]) expect(text).toContain(part);
  });

  it.each([
    ["the seller's state", undefined, ["Maharashtra (27)", "CGST 9% ₹ 76.19", "SGST 9% ₹ 76.19", "846.62"]],
    ["another state", "29AAGCB7383J1Z4", ["Karnataka (29)", "IGST 18% ₹ 152.39", "846.61", "29AAGCB7383J1Z4"]],
  ])("names a listing sold to %s, and not the event", async (_case, gstNumber, parts) => {
    const orderId = `LIST1763712000000_${"0123456789ab".repeat(2)}`;
    const money = { pricePaise: 99_900, discountPaise: 0, totalPaise: 99_900, couponCode: undefined };
    const listing = { orderId, ...money, product: "listing", booking: undefined } as const;
    const address = "12 Weavers Lane,\nDharwad 580001";
    const { text, pages, insideBorder } = await printed({ address, gstNumber }, listing);
    expect([pages, insideBorder]).toEqual([1, true]);
    for (const part of ["998365", "999.00", "12 Weavers Lane, Dharwad", ...parts]) expect(text).toContain(part);
    // Too long for its column, so it wraps to two lines.
    expect(text.replaceAll(" ", "")).toContain(orderId);
    expect(text).not.toMatch(/\bEvent\b/);
  });

  it("removes line breaks, control characters, direction marks and emoji from typed text, and warns of an invalid GST number", async () => {
    const { text } = await printed({
      name: "Sunita\r\n\u202EDevi\u0000\t<b>&amp;",
      businessName: "Sunita 🧵👩🏽‍🎨 Handlooms®",
      gstNumber: "27AAPFU0939F1ZX",
    });
    for (const part of [
      "Sunita Devi <b>&amp;",
      "Sunita Handlooms®",
      "The GST number given, 27AAPFU0939F1ZX, is not a valid GSTIN.",
      "Unregistered",
      "Karnataka (29)",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("draws Devanagari, and preserves its spelling for copying and screen readers", async () => {
    const names = { name: "कविता देवी", businessName: "सुनीता वस्त्रालय", address: "बुनकर गली, वाराणसी" };
    const bytes = await renderInvoice(frozenInvoice({ recipient: { ...recipient, ...names } }));
    // Strings of the structure tree are UTF-16 with byte 9, the high byte of all Devanagari, escaped as a tab.
    const spelt = Buffer.from("कविता", "utf16le").swap16().toString("latin1").replaceAll("\t", "\\t");
    expect(bytes.toString("latin1")).toContain(`/ActualText (\u00FE\u00FF${spelt}`);
    const { text, pages } = await readPdf(bytes);
    for (const part of ["देवी", "बुनकर गली, वाराणसी"]) expect(text).toContain(part);
    expect(pages).toBe(1);
  });

  it.each<Record<string, string>>([
    { Kannada: "ಸುನೀತಾ ಕೈಮಗ್ಗ", Tamil: "சுனிதா கைத்தறி", Telugu: "సునీత చేనేత", Malayalam: "സുനിത കൈത്തറി" },
    { Bengali: "সুনীতা তাঁত", Gujarati: "સુનિતા હાથશાળ", Gurmukhi: "ਸੁਨੀਤਾ ਹੱਥਖੱਡੀ", Odia: "ସୁନୀତା ହସ୍ତତନ୍ତ" },
  ])("has a font for each script of %j", async (scripts) => {
    const [name = "", businessName = "", address = "", description = ""] = Object.values(scripts);
    const { text, pages } = await printed({ name, businessName, address }, { description });
    for (const [script, words] of Object.entries(scripts)) {
      // Vowel signs are drawn in another order than they are spelt, so only the first letters of both words are compared.
      const drawn = words.split(" ").filter(([first = ""]) => text.includes(first));
      expect([script, ...drawn]).toEqual([script, ...words.split(" ")]);
    }
    expect(text).not.toContain("\u0000");
    expect(pages).toBe(1);
  });

  it.each(["குழு", "গোষ্ঠী", "ಗುಂಪು", "సమూహం", "കൂട്ടം", "જૂથ", "ਸਮੂਹ", "ଗୋଷ୍ଠୀ", "گروہ", "समूह"])(
    "keeps lines of every script as far apart as Latin ones: %s",
    async (word) => {
      const paper = await Paper.open({ title: "", author: "", subject: "", createdAt: new Date(0) });
      const height = (text: string) => paper.heightOf(text, 200, { face: "strong" });
      expect(height(word)).toBeGreaterThan(0.99 * height("Group"));
      await paper.finish();
    },
  );

  it("draws Urdu within English, over several lines", async () => {
    const names = { businessName: "زینب ہینڈلومز", address: `Shop 4, ${"گلی کتب خانہ ".repeat(8)}Bengaluru` };
    const { text, pages, insideBorder } = await printed(names);
    for (const part of ["ز", "ڈ", "ہ", "گ", "Shop", "Bengaluru, PIN"]) expect(text).toContain(part);
    expect(text).not.toContain("\u0000");
    expect({ pages, insideBorder }).toEqual({ pages: 1, insideBorder: true });
  });

  it.each([
    ["Shop 4, Main Road", "Shop 4, Main Road"],
    ["زینب ہینڈلومز", "ہینڈلومز زینب"],
    ["Stall B12 for زینب 7 ہینڈلومز in Bengaluru", "Stall B12 for ہینڈلومز 7 زینب in Bengaluru"],
    ["زینب and سنیتا دیوی 12", "زینب and دیوی سنیتا 12"],
  ])("places the words of a line in visual order: %s", (spelt, drawn) => {
    expect(inVisualOrder(spelt.split(" ")).join(" ")).toBe(drawn);
  });

  it.each([
    ["words", "Wonderful Women Weavers of the Hills ", "Long Street Name, Behind the Old Temple, "],
    ["one word", "W", "M"],
    ["Devanagari", "स्त्रीशक्ति हस्तशिल्प ", "श्रीकृष्णमंदिर मार्ग, "],
  ])("fits the longest names and addresses on one page (%s)", async (_case, name, address) => {
    const content = frozenInvoice({
      orderId: `MELA${"1".repeat(41)}`,
      description: "Stall B12 (Standard), 10 × 10 ft, Sakhi Mela, Whitefield, Bangalore. ".repeat(3),
      recipient: {
        ...recipient,
        name: name.repeat(100).slice(0, 100),
        businessName: name.repeat(150).slice(0, 150),
        address: address.repeat(300).slice(0, 300),
        email: `${"a".repeat(60)}@${"b".repeat(35)}.in`,
        gstNumber: "27AAPFU0939F1ZX",
      },
    });
    const pdf = await readPdf(await renderInvoice(content));
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true });
    expect(pdf.text).toContain("₹ 24,300.00");
    expect(pdf.text).toContain("needs no signature");
  });

  it("is identical to the byte after other renderings with the same fonts, including one without mark anchors", async () => {
    const punjabi = frozenInvoice({ recipient: { ...recipient, businessName: "ਸੁਨੀਤਾ ਹੱਥਖੱਡੀ" } });
    const [first, inPunjabi] = [await renderInvoice(frozenInvoice()), await renderInvoice(punjabi)];
    const together = await Promise.all([frozenInvoice(), punjabi, frozenInvoice()].map(renderInvoice));
    expect(together.map((bytes) => bytes.equals(first))).toEqual([true, false, true]);
    expect(together[1]?.equals(inPunjabi)).toBe(true);
  });
});

describe("the PDF of a credit note", () => {
  it("names its invoice and credits the same heads of tax", async () => {
    const original = frozenInvoice({ recipient: { ...recipient, gstNumber: "27AAPFU0939F1ZV" } });
    const note = creditNoteContent(
      original,
      0,
      { refundId: "R1", amountPaise: 1_180_050, reason: "Refund agreed with the operator." },
      { number: "CRN/26-27/000001", issuedAt: new Date("2026-12-10T10:00:00Z") },
    );
    const pdf = await readPdf(await renderInvoice(note));
    for (const part of [
      ...["Credit Note", "CRN/26-27/000001", "10 December 2026", "INV/26-27/000123 of 22 November 2026"],
      ...["GSTIN: 27AAPFU0939F1ZV", "CGST 9% ₹ 900.04", "SGST 9% ₹ 900.04", "₹ 11,800.50", "section 34"],
      ...["Rupees Eleven Thousand Eight Hundred and Fifty Paise Only", "Refund agreed with the operator."],
    ]) {
      expect(pdf.text).toContain(part);
    }
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true, title: "Credit Note CRN/26-27/000001" });
    expect(pdf.text).not.toContain("Coupon");
  });
});
