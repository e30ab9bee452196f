import { describe, expect, it } from "@jest/globals";
import { creditNoteContent } from "../../src/invoices/invoice.content.js";
import { renderInvoice } from "../../src/invoices/invoice.pdf.js";
import { frozenInvoice, invoiceRequest } from "./invoice-facts.js";
import { readPdf } from "./pdf-text.js";

const recipient = invoiceRequest().recipient;

describe("the PDF of an invoice", () => {
  it("says everything rule 46 asks for, across states", async () => {
    const pdf = await readPdf(await renderInvoice(frozenInvoice()));
    for (const words of [
      "Tax Invoice",
      "ORIGINAL FOR RECIPIENT",
      // (a) supplier
      "Sakhi Bazaar Foundation (example)",
      "4th Floor, Example House, Dr Annie Besant Road, Worli, Mumbai 400030",
      "GSTIN: 27AAPFU0939F1ZV",
      "Maharashtra (27)",
      // (b) number, (c) date: 00:10 IST of the next day
      "INV/26-27/000123",
      "22 November 2026",
      // (d, e) recipient
      "Sunita Handlooms",
      "Sunita Devi",
      "12 Weavers Lane, Jayanagar, PIN 560041",
      "+91 9876543210",
      "sunita@example.com",
      "Unregistered",
      // (g, h) what
      "998596",
      "Stall B12 (Standard), Sakhi Mela",
      "Coupon MELA10",
      "3–4 December 2026",
      // (j, k) amounts
      "₹ 27,000.00",
      "– ₹ 2,700.00",
      "₹ 20,593.22",
      "₹ 24,300.00",
      "Rupees Twenty-Four Thousand Three Hundred Only",
      // (l, m) tax, (n) place of supply
      "IGST 18% ₹ 3,706.78",
      "Karnataka (29)",
      // (p) reverse charge, (q) signature
      "Tax payable on reverse charge No",
      "needs no signature",
      "MELA1764000000000abcd",
    ]) {
      expect(pdf.text).toContain(words);
    }
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true, title: "Tax Invoice INV/26-27/000123", lang: "en-IN" });
    expect(pdf.text).not.toContain("CGST ");
  });

  it.each([
    ["the seller's state", "27AAPFU0939F1ZV", {}, ["CGST 9% ₹ 1,853.39", "SGST 9% ₹ 1,853.39", "Maharashtra (27)"]],
    ["a state of a valid GSTIN", "08AAHAA0728P1ZH", {}, ["IGST 18% ₹ 3,706.78", "Rajasthan (08)"]],
    [
      "a Union territory",
      undefined,
      { SELLER_GSTIN: "04AAPFU0939F1Z3", EVENT_STATE_CODE: "04" },
      ["CGST 9%", "UTGST 9%", "Chandigarh (04)"],
    ],
  ])("splits the tax for %s", async (_what, gstNumber, settings, expected) => {
    const content = frozenInvoice({ recipient: { ...recipient, gstNumber } }, settings);
    const { text } = await readPdf(await renderInvoice(content));
    for (const words of expected) expect(text).toContain(words);
    if (gstNumber !== undefined) expect(text).toContain(`GSTIN: ${gstNumber}`);
  });

  it("warns of a GST number that is none, and stays with an unregistered recipient", async () => {
    const content = frozenInvoice({ recipient: { ...recipient, gstNumber: "27AAPFU0939F1ZX" } });
    const { text } = await readPdf(await renderInvoice(content));
    expect(text).toContain("The GST number given, 27AAPFU0939F1ZX, is not a valid GSTIN.");
    expect(text).toContain("Unregistered");
    expect(text).toContain("Karnataka (29)");
  });

  it("writes names in Devanagari", async () => {
    const names = { name: "सुनीता देवी", businessName: "सुनीता वस्त्रालय", address: "बुनकर गली, वाराणसी" };
    const { text, pages } = await readPdf(
      await renderInvoice(frozenInvoice({ recipient: { ...recipient, ...names } })),
    );
    expect(text).toContain("सुनीता देवी");
    expect(text).toContain("बुनकर गली, वाराणसी");
    expect(pages).toBe(1);
  });

  it.each([
    ["Kannada", "ಸುನೀತಾ ಕೈಮಗ್ಗ"],
    ["Tamil", "சுனிதா கைத்தறி"],
    ["Telugu", "సునీత చేనేత"],
    ["Malayalam", "സുനിത കൈത്തറി"],
    ["Bengali", "সুনীতা তাঁত"],
    ["Gujarati", "સુનિતા હાથશાળ"],
    ["Gurmukhi", "ਸੁਨੀਤਾ ਹੱਥਖੱਡੀ"],
    ["Odia", "ସୁନୀତା ହସ୍ତତନ୍ତ"],
  ])("has a font for %s", async (_script, businessName) => {
    const bytes = await renderInvoice(frozenInvoice({ recipient: { ...recipient, businessName } }));
    const { text, pages } = await readPdf(bytes);
    // Vowel signs are drawn in another order than they are spelt: the first letters of both words are enough.
    for (const word of businessName.split(" ")) expect(text).toContain(word[0]);
    expect(text).not.toContain("\u0000");
    expect(pages).toBe(1);
  });

  it("leaves out emoji, which no font of ours draws", async () => {
    const content = frozenInvoice({ recipient: { ...recipient, businessName: "Sunita 🧵👩🏽‍🎨 Handlooms®" } });
    expect((await readPdf(await renderInvoice(content))).text).toContain("Sunita Handlooms®");
  });

  it("keeps the spelling where Devanagari is drawn in another order", async () => {
    const name = "कविता";
    const bytes = await renderInvoice(frozenInvoice({ recipient: { ...recipient, name } }));
    // Strings of the structure tree are UTF-16 with byte 9, the high byte of all Devanagari, escaped as a tab.
    const spelt = Buffer.from(name, "utf16le").swap16().toString("latin1").replaceAll("\t", "\\t");
    expect(bytes.toString("latin1")).toContain(`/ActualText (\u00FE\u00FF${spelt})`);
  });

  it.each([
    ["words", "Wonderful Women Weavers of the Hills ", "Long Street Name, Behind the Old Temple, "],
    ["one word", "W", "M"],
    ["Devanagari", "स्त्रीशक्ति हस्तशिल्प ", "श्रीकृष्णमंदिर मार्ग, "],
  ])("keeps the longest names and addresses on its page (%s)", async (_what, name, address) => {
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

  it("takes line breaks, controls and marks of direction out of what people typed", async () => {
    const name = "Sunita\r\n\u202EDevi\u0000\t<b>&amp;";
    const { text } = await readPdf(await renderInvoice(frozenInvoice({ recipient: { ...recipient, name } })));
    expect(text).toContain("Sunita Devi <b>&amp;");
  });

  it("is the same to the byte when it is drawn again", async () => {
    const content = frozenInvoice();
    expect((await renderInvoice(content)).equals(await renderInvoice(content))).toBe(true);
  });

  it("is the same to the byte after others in the same fonts, one that places no marks among them", async () => {
    const punjabi = frozenInvoice({ recipient: { ...recipient, businessName: "ਸੁਨੀਤਾ ਹੱਥਖੱਡੀ" } });
    const [first, inPunjabi] = [await renderInvoice(frozenInvoice()), await renderInvoice(punjabi)];
    const together = await Promise.all([frozenInvoice(), punjabi, frozenInvoice()].map(renderInvoice));
    expect(together.map((bytes) => bytes.equals(first))).toEqual([true, false, true]);
    expect(together[1]?.equals(inPunjabi)).toBe(true);
  });
});

describe("the PDF of a credit note", () => {
  it("names its invoice and takes back the same heads", async () => {
    const original = frozenInvoice({ recipient: { ...recipient, gstNumber: "27AAPFU0939F1ZV" } });
    const note = creditNoteContent(
      original,
      0,
      { refundId: "R1", amountPaise: 1_180_050, reason: "Refund agreed with the operator." },
      { number: "CRN/26-27/000001", issuedAt: new Date("2026-12-10T10:00:00Z") },
    );
    const pdf = await readPdf(await renderInvoice(note));
    for (const words of [
      "Credit Note",
      "CRN/26-27/000001",
      "10 December 2026",
      "INV/26-27/000123 of 22 November 2026",
      "GSTIN: 27AAPFU0939F1ZV",
      "CGST 9% ₹ 900.04",
      "SGST 9% ₹ 900.04",
      "₹ 11,800.50",
      "Rupees Eleven Thousand Eight Hundred and Fifty Paise Only",
      "Refund agreed with the operator.",
      "section 34",
    ]) {
      expect(pdf.text).toContain(words);
    }
    expect(pdf).toMatchObject({ pages: 1, insideBorder: true, title: "Credit Note CRN/26-27/000001" });
    expect(pdf.text).not.toContain("Coupon");
  });
});
