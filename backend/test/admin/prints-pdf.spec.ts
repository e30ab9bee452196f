import { inflateSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { isList, PRINT_KINDS, printed, type PrintedStall, type PrintKind } from "@sakhi/domain/admin/prints";
import { type Plan, STANDARD_GROUND } from "@sakhi/domain/plans/plan.types";
import decodeQr from "qr/decode.js";
import { drawPrint } from "../../src/admin/prints/print.pdf.js";
import { readPdf } from "../invoices/pdf-text.js";

const LONG =
  "Stree Shakti Mahila Mandal Handloom and Handicraft Producer Cooperative Society Limited of the Western Ghats";
/** A brand in each script that the fonts have. */
const BRANDS: Readonly<Record<string, string>> = {
  ...{ Latin: "Sunita Handlooms", Devanagari: "सुनीता वस्त्रालय", Kannada: "ಸುನೀತಾ ಕೈಮಗ್ಗ", Tamil: "சுனிதா கைத்தறி" },
  ...{ Telugu: "సునీత చేనేత", Malayalam: "സുനിത കൈത്തറി", Bengali: "সুনীতা তাঁত", Gujarati: "સુનિતા હાથશાળ" },
  ...{ Gurmukhi: "ਸੁਨੀਤਾ ਹੱਥਖੱਡੀ", Odia: "ସୁନୀତା ହସ୍ତତନ୍ତ", Urdu: "زینب ہینڈلومز", Meitei: "ꯀꯪꯂꯩꯄꯥꯛ" },
};
const PAGE = "https://sakhi.example/brands/%E0%A4%B8%E0%A5%81%E0%A4%A8%E0%A5%80%E0%A4%A4%E0%A4%BE";

const stall = (stallId: string, brand: string, more: Partial<PrintedStall> = {}): PrintedStall => ({
  ...{ stallId, brand, type: "Standard", name: "Asha Rao", missing: 0 },
  ...more,
});
const STALLS = Object.values(BRANDS).map((brand, index) => stall(`B${index + 1}`, brand));
const PLAN: Plan = {
  ...STANDARD_GROUND,
  stalls: STALLS.map(({ stallId }, index) => ({
    ...{ number: stallId, type: "General", x: 10 * index, y: 20, width: 10, height: 10, turn: index === 3 ? 45 : 0 },
  })),
};

async function draw(kind: PrintKind, stalls: readonly PrintedStall[], plan = PLAN): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const heading = { title: "The Mela 2099", dates: "3–4 December 2099", place: "A hall, Bengaluru" };
  await drawPrint(
    {
      ...{ ...heading, kind, organisation: "Sakhi Bazaar", printedAt: "2099-11-30T05:00:00Z" },
      ...{ stalls: printed(kind, stalls), ...(kind === "plan" ? { plan } : {}) },
    },
    (chunk) => chunks.push(chunk),
  );
  return Buffer.concat(chunks);
}

/** The words of which a text has the first letter: vowel signs are drawn in another order than they are spelt. */
const drawnOf = (text: string, brand: string): string[] =>
  brand.split(" ").filter(([first = ""]) => text.includes(first));

describe("a print of an event's stalls", () => {
  it.each(["by-stall", "by-name", "by-type", "plan"] as const)("%s has brands in every script", async (kind) => {
    const bytes = await draw(kind, STALLS);
    const { text, title, lang } = await readPdf(bytes, kind === "plan" ? 2 : 1);
    for (const [script, brand] of Object.entries(BRANDS))
      expect([script, ...drawnOf(text, brand)]).toEqual([script, ...brand.split(" ")]);
    expect(text).not.toContain("\u0000");
    expect([title, lang]).toEqual([expect.stringContaining("The Mela 2099"), "en-IN"]);
  });

  it.each([
    ["door-signs", 12, [842, 595]],
    ["name-boards", 6, [595, 842]],
  ] as const)("%s have their stall and brand, %i pages of A4", async (kind, pages, size) => {
    const bytes = await draw(kind, STALLS);
    const perPage = STALLS.length / pages;
    for (const [index, { stallId, brand }] of STALLS.entries()) {
      const page = await readPdf(bytes, Math.floor(index / perPage) + 1);
      expect([page.pages, ...page.size.map(Math.round)]).toEqual([pages, ...size]);
      // Of Urdu, pdf.js adds up advances of letters that are drawn closer together.
      const isInside = /\p{Script=Arabic}/u.test(page.text) || page.insideBorder;
      expect([stallId, page.text.includes(stallId), isInside]).toEqual([stallId, true, true]);
      expect(drawnOf(page.text, brand)).toEqual(brand.split(" "));
    }
  });

  it("names persons and missing papers in lists only, and says when it was printed", async () => {
    const stalls = [stall("B1", "Asha Weaves", { missing: 2 }), stall("B2", "", { name: "Bela Devi" })];
    for (const kind of PRINT_KINDS) {
      const { text } = await readPdf(await draw(kind, stalls));
      const persons = ["Asha Rao", "Bela Devi", "2 missing"].filter((part) => text.includes(part));
      expect([kind, persons.length]).toEqual([kind, isList(kind) ? 3 : 0]);
      if (isList(kind)) expect(text).toContain("Printed on 30 November 2099");
    }
  });

  it("has all stalls over several pages, and heads and types again on each", async () => {
    const stalls = Array.from({ length: 70 }, (_, index) =>
      stall(`B${index + 1}`, `Brand ${index + 1}`, { type: index < 10 ? "Food court" : "Standard" }),
    );
    const bytes = await draw("by-type", stalls);
    const { pages } = await readPdf(bytes);
    expect(pages).toBeGreaterThan(2);
    const texts = await Promise.all(
      Array.from({ length: pages }, async (_, index) => (await readPdf(bytes, index + 1)).text),
    );
    for (const { stallId, brand } of stalls) expect(texts.join(" ")).toContain(`${stallId} ${brand}`);
    expect(texts[0]).toContain("Food court (10)");
    for (const [index, text] of texts.entries()) {
      expect(text).toContain("Standard (60)");
      expect(text).toContain(`Page ${index + 1}`);
      expect(text).toContain("Brand Name Papers");
    }
  });

  it.each([
    ["a long name", LONG],
    ["one word without end", "Panneerselvamkrishnamoorthythiruvengadamsubramaniam"],
    ["letters of a script that has no font", "ꦱꦸꦤꦶꦠ Weaves"],
  ])("keeps %s inside of a sign and a board", async (_what, brand) => {
    for (const kind of ["door-signs", "name-boards"] as const) {
      const page = await readPdf(await draw(kind, [stall("B1", brand, { page: PAGE })]));
      expect([kind, page.pages, page.insideBorder]).toEqual([kind, 1, true]);
    }
  });

  it("says so before anything is sold, and draws the plan all the same", async () => {
    for (const kind of PRINT_KINDS) {
      const { text, pages } = await readPdf(await draw(kind, []));
      expect([kind, pages, text.includes("No stall is sold yet.")]).toEqual([kind, 1, kind !== "plan"]);
    }
    const unnamed = { ...PLAN, fixtures: PLAN.fixtures.map((fixture) => ({ ...fixture, text: "" })) };
    for (const plan of [PLAN, unnamed]) {
      const { text } = await readPdf(await draw("plan", [], plan));
      expect(text).toMatch(/Entrance.*Stage/);
    }
    const wide = { ...PLAN, width: 300, height: 90 };
    expect((await readPdf(await draw("plan", [], wide))).size.map(Math.round)).toEqual([842, 595]);
  });

  it("has a code that a phone reads as the brand's page, where there is one", async () => {
    const bytes = await draw("door-signs", [stall("B1", "सुनीता", { page: PAGE }), stall("B2", "Other")]);
    const codes = qrCodes(bytes);
    expect(codes).toEqual([PAGE]);
    expect((await readPdf(bytes)).text).toContain("Our page sakhi.example");
    expect((await readPdf(bytes, 2)).text).not.toContain("Our page");
  });
});

/** Pixels of a module when a code is read. */
const SIDE = 4;

/** What the codes of a PDF say: the rectangles that are filled together, as a picture. */
function qrCodes(bytes: Buffer): string[] {
  const text = bytes.toString("latin1");
  return [...text.matchAll(/stream\r?\n/g)].flatMap(({ index, 0: { length } }) => {
    const end = text.indexOf("endstream", index);
    const content = inflated(bytes.subarray(index + length, end));
    return [...content.matchAll(/(?:[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re\s+){50,}/g)].map(([drawn]) => {
      const squares = [...drawn.matchAll(/([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+) re/g)].map((parts) =>
        parts.slice(1).map(Number),
      ) as [x: number, y: number, width: number, height: number][];
      return read(squares);
    });
  });
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString("latin1");
  } catch {
    // Not compressed, or a font.
    return "";
  }
}

function read(squares: readonly [x: number, y: number, width: number, height: number][]): string {
  const unit = squares[0]?.[3] ?? 1;
  const [left, top] = [Math.min(...squares.map(([x]) => x)), Math.min(...squares.map(([, y]) => y))];
  const edge = 4;
  const modules = Math.round((Math.max(...squares.map(([x, , width]) => x + width)) - left) / unit) + 2 * edge;
  const width = modules * SIDE;
  const data = new Uint8Array(width * width * 3).fill(255);
  for (const [x, y, long] of squares) {
    const [column, row] = [Math.round((x - left) / unit) + edge, Math.round((y - top) / unit) + edge];
    for (let dy = 0; dy < SIDE; dy += 1) {
      const from = ((row * SIDE + dy) * width + column * SIDE) * 3;
      data.fill(0, from, from + Math.round(long / unit) * SIDE * 3);
    }
  }
  return decodeQr({ width, height: width, data }, { timeLimit: 5000 });
}
