import { describe, expect, it } from "@jest/globals";
import { documentSeries } from "./document-series.js";
import { type GstDocument, signed, sumOf } from "./gst-document.js";
import { findingsOf } from "./gstr1.checks.js";
import { shownSummary, shownTables } from "./gstr1.figures.js";
import { gstr1Json } from "./gstr1.json.js";
import { packOf, type ReturnInput } from "./gstr1.rules.js";
import { gstr1Sheets } from "./gstr1.sheets.js";
import { tableOf } from "./gstr1.tables.js";
import { filingPeriod, isMonth, lastDay, lastNoteDay, nextMonth, portalDay, yearStart } from "./months.js";
import { type ClosedMonth, nextToClose, reportedIn } from "./return-months.js";
import { returnWordsIn } from "./return-words.js";

const SELLER = "29AAGCB7383J1Z4";
const BUYER = "27AAPFU0939F1ZV";

/** ₹11,800 within Karnataka to an unregistered recipient. */
const invoice = (number: string, more: Partial<GstDocument> = {}): GstDocument => ({
  ...{
    number: `INV/26-27/${number.padStart(6, "0")}`,
    kind: "invoice",
    day: "2026-11-05",
    seller: SELLER,
    gstin: null,
  },
  ...{ gstNumberRefused: false, place: "29", sac: "998596", rate: 18, against: null },
  ...{ total: 1_180_000, taxable: 1_000_000, igst: 0, cgst: 90_000, sgst: 90_000 },
  ...more,
});
const across = { place: "27", igst: 180_000, cgst: 0, sgst: 0 } as const;
/** Of half of {@link invoice}, ten days later. */
const note = (number: string, of: GstDocument, more: Partial<GstDocument> = {}): GstDocument => ({
  ...of,
  ...{ number: `CRN/26-27/${number.padStart(6, "0")}`, kind: "credit_note", day: "2026-11-15" },
  ...{ total: of.total / 2, taxable: of.taxable / 2, igst: of.igst / 2, cgst: of.cgst / 2, sgst: of.sgst / 2 },
  against: { number: of.number, day: of.day, total: of.total },
  ...more,
});
const large = { ...across, total: 11_800_000, taxable: 10_000_000, igst: 1_800_000 } as const;

const packed = (documents: readonly GstDocument[], more: Partial<ReturnInput> = {}) => {
  const input: ReturnInput = {
    month: "2026-11",
    gstin: SELLER,
    documents,
    closed: [],
    lastNumbers: new Map(),
    ...more,
  };
  return packOf(input);
};
const figures = (pack: ReturnType<typeof packed>) =>
  pack.figures.map(({ table, key, taxable, total, numbers }) => [table, key, taxable, total, numbers.length]);

describe("tableOf", () => {
  const b2c = invoice("1");
  const b2b = invoice("2", { gstin: BUYER, ...across });
  const b2cl = invoice("3", large);
  it.each<[string, GstDocument, string]>([
    ["an invoice to a registered recipient", b2b, "b2b"],
    ["one within the state to an unregistered recipient, however large", invoice("1", { total: 99_999_999 }), "b2cs"],
    ["an inter-state one of a lakh", invoice("1", { ...across, total: 1_00_000_00 }), "b2cs"],
    ["an inter-state one above a lakh", invoice("1", { ...across, total: 1_00_000_01 }), "b2cl"],
    ["a note to a registered recipient", note("1", b2b), "cdnr"],
    ["a note about a large inter-state invoice, however small", note("1", b2cl, { total: 100 }), "cdnur"],
    ["a note about any other invoice to an unregistered recipient", note("1", b2c), "b2cs"],
  ])("of %s", (_, document, table) => {
    expect(tableOf(document)).toBe(table);
  });
});

describe("months", () => {
  it("are those of India's calendar and financial year", () => {
    expect(["2026-11", "2026-13", "26-11", "2026-1", "x"].map(isMonth)).toEqual([true, false, false, false, false]);
    expect([nextMonth("2026-12"), nextMonth("2026-01", -1), nextMonth("2026-11", 6)]).toEqual([
      ...["2027-01", "2025-12", "2027-05"],
    ]);
    expect([lastDay("2028-02"), lastDay("2026-11")]).toEqual(["2028-02-29", "2026-11-30"]);
    expect([yearStart("2026-03"), yearStart("2026-04")]).toEqual(["2025-04", "2026-04"]);
    expect([filingPeriod("2026-11"), portalDay("2026-11-05")]).toEqual(["112026", "05-11-2026"]);
    expect([lastNoteDay("2026-03-31"), lastNoteDay("2026-04-01")]).toEqual(["2026-11-30", "2027-11-30"]);
  });
});

describe("a month's return", () => {
  const b2c = invoice("1");
  const b2b = invoice("2", { gstin: BUYER, ...across });
  const b2cl = invoice("3", large);
  const listing = invoice("5", {
    sac: "998365",
    gstin: BUYER,
    ...across,
    total: 118_000,
    taxable: 100_000,
    igst: 18_000,
  });
  const documents = [b2c, b2b, b2cl, listing, note("1", b2c), note("2", b2b), note("3", b2cl)];

  it("has each document in its table, Table 7 net of notes, and the same sums everywhere", () => {
    const pack = packed([...documents, invoice("9", { day: "2026-12-01" })]);
    expect(figures(pack)).toEqual([
      ["b2b", BUYER, 1_100_000, 1_298_000, 2],
      ["b2cl", "27", 10_000_000, 11_800_000, 1],
      ["b2cs", "29:18", 500_000, 590_000, 2],
      ["cdnr", BUYER, -500_000, -590_000, 1],
      ["cdnur", "27", -5_000_000, -5_900_000, 1],
    ]);
    expect(pack.hsn.map(({ key, taxable }) => [key, taxable])).toEqual([
      ["b2b:998365:18", 100_000],
      ["b2b:998596:18", 500_000],
      ["b2c:998596:18", 5_500_000],
    ]);
    expect(pack.total).toEqual(sumOf(documents.map(signed)));
    expect(pack.summary.taxed).toEqual(pack.total);
    expect(pack.summary.interState).toEqual([
      expect.objectContaining({
        place: "27",
        taxable: 5_000_000,
        igst: 900_000,
        numbers: [b2cl.number, "CRN/26-27/000003"],
      }),
    ]);
  });

  it("is written in the portal's form", () => {
    const json = gstr1Json(packed(documents));
    expect(json).toMatchObject({
      ...{ gstin: SELLER, fp: "112026", hash: "hash", version: expect.stringMatching(/^GST\d/) },
      b2b: [
        {
          ctin: BUYER,
          inv: [
            {
              ...{ inum: "INV/26-27/000002", idt: "05-11-2026", val: 11_800, pos: "27", rchrg: "N", inv_typ: "R" },
              itms: [{ num: 1, itm_det: { rt: 18, txval: 10_000, iamt: 1800, csamt: 0 } }],
            },
            { inum: "INV/26-27/000005" },
          ],
        },
      ],
      b2cl: [{ pos: "27", inv: [{ inum: "INV/26-27/000003", val: 118_000 }] }],
      b2cs: [{ sply_ty: "INTRA", pos: "29", typ: "OE", rt: 18, txval: 5000, camt: 450, samt: 450, csamt: 0 }],
      cdnr: [
        { ctin: BUYER, nt: [{ ntty: "C", nt_num: "CRN/26-27/000002", nt_dt: "15-11-2026", val: 5900, pos: "27" }] },
      ],
      cdnur: [{ typ: "B2CL", ntty: "C", nt_num: "CRN/26-27/000003", val: 59_000 }],
      hsn: {
        hsn_b2b: [{ num: 1, hsn_sc: "998365", uqc: "NA", qty: 0 }, { num: 2 }],
        hsn_b2c: [{ num: 1, txval: 55_000 }],
      },
      doc_issue: {
        doc_det: [
          {
            doc_num: 1,
            docs: [{ from: "INV/26-27/000001", to: "INV/26-27/000005", totnum: 5, cancel: 1, net_issue: 4 }],
          },
          {
            doc_num: 5,
            docs: [{ from: "CRN/26-27/000001", to: "CRN/26-27/000003", totnum: 3, cancel: 0, net_issue: 3 }],
          },
        ],
      },
    });
    expect(Object.keys(gstr1Json(packed([])))).toEqual(["gstin", "fp", "version", "hash"]);
  });

  it("is a workbook with a sheet for each table", () => {
    const sheets = gstr1Sheets(packed(documents), new Map([[b2b.number, "Meera Pottery"]]));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ...[
        ["b2b", 2],
        ["b2cl", 1],
        ["cdnr", 1],
        ["cdnur", 1],
        ["b2cs", 1],
        ["hsn(b2b)", 2],
        ["hsn(b2c)", 1],
      ],
      ...[
        ["docs", 2],
        ["GSTR-3B", 4],
      ],
    ]);
    const [first] = sheets;
    expect(first?.rows[0]?.slice(0, 6)).toEqual([
      ...[BUYER, "Meera Pottery", b2b.number, { day: "2026-11-05" }, { paise: 1_180_000 }, "27-Maharashtra"],
    ]);
    for (const { columns, rows } of sheets) for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it("continues a series where the month before ended, and names the numbers that no document has", () => {
    const issued = [invoice("12"), invoice("13"), invoice("17")];
    expect(documentSeries("2026-11", issued, new Map([["INV/26-27", 9]]))).toEqual([
      {
        ...{ kind: "invoice", from: "INV/26-27/000010", to: "INV/26-27/000017", total: 8, cancelled: 5 },
        gaps: [
          { from: "INV/26-27/000010", to: "INV/26-27/000011", count: 2 },
          { from: "INV/26-27/000014", to: "INV/26-27/000016", count: 3 },
        ],
      },
    ]);
  });
});

describe("a closed month", () => {
  const close = (
    month: string,
    documents: readonly GstDocument[],
    closed: readonly ClosedMonth[] = [],
  ): ClosedMonth => ({ month, reported: reportedIn(month, documents, closed) });
  const b2b = invoice("1", { day: "2026-10-05", gstin: BUYER, ...across });
  const b2c = invoice("2", { day: "2026-10-06" });
  const october = close("2026-10", [b2b, b2c]);

  it("stays as it was, and the next one takes what is late or differs", () => {
    const late = invoice("3", { day: "2026-10-07" });
    const other = { ...b2b, total: 2_360_000, taxable: 2_000_000, igst: 360_000 };
    const own = invoice("4");
    const documents = [other, b2c, late, own];
    expect(reportedIn("2026-10", documents, [october])).toBe(october.reported);
    const pack = packed(documents, { closed: [october] });
    expect(figures(pack)).toEqual([
      ["b2cs", "29:18", 2_000_000, 2_360_000, 2],
      ["b2ba", BUYER, 1_000_000, 1_180_000, 1],
    ]);
    expect(gstr1Json(pack)).toMatchObject({
      b2ba: [{ ctin: BUYER, inv: [{ oinum: b2b.number, oidt: "05-10-2026", inum: b2b.number, val: 23_600 }] }],
    });
    // Not the month after the next.
    expect(packed(documents, { month: "2026-12", closed: [october] }).lines).toEqual([]);
    const texts = findingsOf(pack, documents, [october]).map(({ text, numbers }) => [text, numbers]);
    expect(texts).toContainEqual([expect.stringContaining("closed without it"), [late.number]]);
    expect(texts).toContainEqual([expect.stringContaining("amended now"), [b2b.number]]);
  });

  it("has its sum of Table 7 amended as a whole, also where a document moves to another table", () => {
    const became = { ...b2c, gstin: "29AAGCB7383J1Z4".replace("1Z4", "2Z3"), place: "29" };
    const more = invoice("5", { day: "2026-10-08" });
    const first = close("2026-10", [b2b, b2c, more]);
    const pack = packed([b2b, became, more], { closed: [first] });
    expect(figures(pack)).toEqual([
      ["b2b", became.gstin, 1_000_000, 1_180_000, 1],
      ["b2csa", "2026-10:29:18", -1_000_000, -1_180_000, 1],
    ]);
    expect(gstr1Json(pack)).toMatchObject({
      b2csa: [{ omon: "102026", pos: "29", itms: [{ rt: 18, txval: 10_000 }] }],
    });
    expect(pack.total).toMatchObject({ total: 0 });
    const amended = (...words: Parameters<typeof returnWordsIn>) =>
      shownTables(pack, returnWordsIn(...words)).find(({ number }) => number === "10");
    expect(amended("en")?.figures[0]?.title).toBe("29-Karnataka, 18 %, of October 2026");
    // The portal's name of the table stays, for who looks for it there.
    expect(amended("hi")).toMatchObject({
      title: "Amended other supplies to unregistered recipients (B2CSA)",
      figures: [{ figure: "b2csa/2026-10:29:18", title: "29-Karnataka, 18 %, अक्टूबर 2026 का" }],
    });
  });

  it("is followed by a credit note in the month of the note, not by an amendment", () => {
    const pack = packed([b2b, b2c, note("1", b2b)], { closed: [october] });
    expect(figures(pack)).toEqual([["cdnr", BUYER, -500_000, -590_000, 1]]);
  });

  it("is followed by the next month to close", () => {
    expect([nextToClose([], "2026-10"), nextToClose([], undefined), nextToClose([october], "2026-10")]).toEqual([
      ...["2026-10", undefined, "2026-11"],
    ]);
  });
});

describe("findingsOf", () => {
  const of = (document: GstDocument, gstin = SELLER) => {
    const pack = packed([document], { gstin });
    return findingsOf(pack, [document], []).map(({ level, text }) => `${level}: ${text}`);
  };
  const registered = invoice("1", { gstin: BUYER, ...across });
  it.each<[string, GstDocument, string | undefined]>([
    ["nothing", invoice("1"), undefined],
    ["nothing of a registered recipient", registered, undefined],
    [
      "a wrong check digit",
      { ...registered, gstin: "27AAPFU0939F1ZX" },
      "refused: The recipient's GSTIN is not valid.",
    ],
    ["our own GSTIN", invoice("1", { gstin: SELLER }), "refused: The recipient's GSTIN is our own."],
    ["another seller", invoice("1", { seller: BUYER, place: "27" }), "refused: It was issued under another GSTIN"],
    ["no state", invoice("1", { ...across, place: "28" }), "refused: The place of supply is no state."],
    ["a place that is not the recipient's", { ...registered, place: "33" }, "look: The place of supply is not"],
    ["a rate that does not exist", invoice("1", { rate: 17 }), "refused: The portal has no such rate"],
    ["a short SAC", invoice("1", { sac: "9985" }), "refused: The SAC"],
    ["a long number", invoice("1", { number: "INV/26-27/0000001" }), "refused: The number has more than 16"],
    ["amounts that do not add up", invoice("1", { total: 1_180_001 }), "refused: Taxable value and tax"],
    ["IGST within a state", invoice("1", { igst: 180_000, cgst: 0, sgst: 0 }), "refused: The heads of tax"],
    ["another tax than the rate's", invoice("1", { taxable: 999_000, total: 1_179_000 }), "look: The tax differs"],
    ["a note before its invoice", note("1", invoice("1", { day: "2026-11-20" })), "refused: The note is dated before"],
    ["a note without invoice", note("1", invoice("1"), { against: null }), "refused: The note names no invoice."],
    ["a note too late", note("1", invoice("1", { day: "2025-03-31" })), "look: The note is too late"],
    ["a GST number that is none", invoice("1", { gstNumberRefused: true }), "look: The buyer gave a GST number"],
    ["a gap", invoice("2"), "look: No document has the number INV/26-27/000001."],
    ["a negative sum", note("1", invoice("1")), "look: Table 7, 29-Karnataka, 18 %"],
  ])("says %s", (_, document, finding) => {
    const found = of(document);
    if (finding === undefined) expect(found).toEqual([]);
    else expect(found).toContainEqual(expect.stringContaining(finding));
  });

  it("says it in the language of the page, with the same documents", () => {
    const wrong = invoice("2", { rate: 17 });
    const pack = packed([wrong]);
    const [english, hindi] = (["en", "hi"] as const).map((each) => findingsOf(pack, [wrong], [], returnWordsIn(each)));
    expect(hindi?.map(({ level, numbers }) => [level, numbers])).toEqual(
      english?.map(({ level, numbers }) => [level, numbers]),
    );
    expect(hindi?.map(({ text }) => text)).toContain("पोर्टल में टैक्स की यह दर नहीं है।");
    expect(shownSummary(pack, returnWordsIn("hi"))[0]?.figures.map(({ figure }) => figure)).toEqual(["3.1/a", "3.1/c"]);
  });

  it("says what an earlier return reported and is gone, and what is wrong with our own GSTIN", () => {
    const closed = [{ month: "2026-10", reported: [{ document: invoice("1", { day: "2026-10-01" }) }] }];
    const pack = packed([], { closed, gstin: "29AAGCB7383J1Z5" });
    expect(findingsOf(pack, [], closed).map(({ text, numbers }) => [text, numbers])).toEqual([
      ["Our own GSTIN is not valid.", []],
      ["An earlier return reported it, and it is no longer here.", ["INV/26-27/000001"]],
    ]);
  });
});
