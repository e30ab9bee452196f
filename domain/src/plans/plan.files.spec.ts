import { describe, expect, it, jest } from "@jest/globals";
import { fileProblemText, importPlan, planAsCsv, planAsJson, readPlanCsv, readPlanJson } from "./plan.files.js";
import { MAX_FIXTURES, MAX_STALLS, type Plan, STANDARD_GROUND } from "./plan.types.js";

const PLAN: Plan = {
  ...{ width: 120, height: 80 },
  stalls: [
    { number: "B1", type: "General", x: 0, y: 10, width: 10, height: 10, turn: 0 },
    { number: "A1", type: "Premium", x: 40, y: 10, width: 12, height: 10, turn: 45 },
  ],
  fixtures: [
    { kind: "entrance", text: "", x: 60, y: 0, width: 20, height: 10, turn: 0 },
    { kind: "facility", text: '=cmd|"x", y', x: 60, y: 60, width: 20, height: 10, turn: 0 },
    { kind: "text", text: "'quoted", x: 5, y: 60, width: 20, height: 10, turn: 0 },
  ],
};
const readCsv = (file: string) => readPlanCsv(file, STANDARD_GROUND);
const problems = ({ problems: found }: ReturnType<typeof readCsv>) => found.map(fileProblemText);

describe.each([
  ["CSV", planAsCsv, readCsv],
  ["JSON", planAsJson, readPlanJson],
])("%s", (_, write, read) => {
  it("reads what it writes", () => {
    expect(read(write(PLAN))).toEqual({ plan: PLAN, problems: [] });
  });
});

it("looks for the place of what is wrong only: a search reads the file from its beginning", () => {
  const stalls = Array.from({ length: MAX_STALLS }, (_, index) => ({
    ...{ number: `N${index + 1}`, type: "General", turn: 0 },
    ...{ x: (index % 40) * 10, y: Math.floor(index / 40) * 10, width: 10, height: 10 },
  }));
  const fixtures = Array.from({ length: MAX_FIXTURES }, () => PLAN.fixtures[0]!);
  const searches = jest.spyOn(String.prototype, "indexOf");
  const read = importPlan(
    new TextEncoder().encode(planAsJson({ width: 400, height: 250, stalls, fixtures })),
    STANDARD_GROUND,
    ["General"],
  );
  const times = searches.mock.calls.length;
  searches.mockRestore();
  expect(read.problems).toEqual([]);
  expect(read.plan?.stalls).toEqual(stalls);
  expect(times).toBeLessThan(100);
});

it("writes no formula into CSV", () => {
  expect(planAsCsv(PLAN)).toContain(`"'=cmd|""x"", y"`);
});

describe("readPlanCsv", () => {
  it("reads semicolons, any order of columns and line ends, quotes with line ends, and files of stalls only", () => {
    const file = '\uFEFFtype;number;y;x\n"General";B1;0;10\r\n\r\nPremium;"A\n1";5;6';
    expect(readCsv(file)).toEqual({
      problems: [],
      plan: {
        ...STANDARD_GROUND,
        stalls: [
          { number: "B1", type: "General", x: 10, y: 0, width: 10, height: 10, turn: 0 },
          { number: "A\n1", type: "Premium", x: 6, y: 5, width: 10, height: 10, turn: 0 },
        ],
      },
    });
  });

  it.each([
    ["number,type,x\nB1,General,1", ["Line 1, column 1: the column “y” is missing."]],
    ["number,type,x,y,colour\n", ["Line 1, column 17: there is no column “colour”."]],
    [
      "number,type,x,y\nB1,General,one,2\nB2,General,1,2.5",
      [
        "Line 2, column 12: x is a whole number from -5000 to 5000, not “one”.",
        "Line 3, column 14: y is a whole number from -5000 to 5000, not “2.5”.",
      ],
    ],
    ['number,type,x,y\n"B1,General,1,2', ["Line 2, column 1: a quote is not closed."]],
    ['number,type,x,y\n"B1"2,General,1,2', ["Line 2, column 5: there is text after a closing quote."]],
    ["number,type,x,y\nB1,General,1,2,3", ["Line 2, column 16: there are more cells than columns."]],
    [
      'number,type,x,y,turn\n"B\n1",General,1,2,10',
      ["Line 3, column 16: turn is a whole number from 0 to 345 in steps of 15, not “10”."],
    ],
    [
      "kind,number,type,x,y\ntree,,,1,2",
      ["Line 2, column 1: kind is area, stall, entrance, stage, wall, facility, text, not “tree”."],
    ],
    ["", ["number", "type", "x", "y"].map((name) => `Line 1, column 1: the column “${name}” is missing.`)],
  ])("%j has problems with their places", (file, texts) => {
    expect(problems(readCsv(file))).toEqual(texts);
  });
});

describe("readPlanJson", () => {
  const stalls = (text: string) => `{\n  "width": 100, "height": 100,\n  "stalls": [\n    ${text}\n  ]\n}`;

  it.each([
    ["[]", ["Line 1, column 1: the file is not a plan."]],
    ['{\n "width": 1,\n', ["Line 3, column 1: the file is not complete JSON."]],
    ['{"width": 100, "height": 3, "stalls": []}', ["Line 1, column 16: height is a whole number from 20 to 2000."]],
    ['{"width": 100, "height": 100}', ["Line 1, column 1: stalls is a list of at most 1000."]],
    [
      stalls(
        '{ "number": "B1", "type": "General", "x": 1, "y": 2 },\n    { "number": "]{", "type": "General", "x": 1, "y": "2" }',
      ),
      ["Line 5, column 50: stalls 2 y is a whole number from -5000 to 5000."],
    ],
    [
      stalls('{ "number": "B1", "x": 1, "y": 2 },\n    { "number": "B2", "type": "General", "x": 1, "y": 2 }'),
      ["Line 4, column 5: stalls 1 type is a text of at most 40 characters."],
    ],
  ])("%j has problems with their places", (file, texts) => {
    expect(problems(readPlanJson(file))).toEqual(texts);
  });
});

/** What an operator imports, for an event with these types. */
describe("importPlan", () => {
  const TYPES = ["Premium", "General", "FoodCourt"];
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string, isBig = false) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !isBig);
    return bytes;
  };
  /** One byte for each character, as Windows-1252 has those used here. */
  const windows1252 = (text: string) =>
    Uint8Array.from(text, (sign) => ({ "’": 0x92, "–": 0x96, "€": 0x80 })[sign] ?? sign.charCodeAt(0));
  const read = (bytes: Uint8Array) => importPlan(bytes, STANDARD_GROUND, TYPES);
  const b1 = (more: Partial<Plan["stalls"][number]> = {}) => ({
    ...{ number: "B1", type: "General", x: 10, y: 20, width: 10, height: 10, turn: 0 },
    ...more,
  });
  const HEAD = "number,type,x,y";

  it.each<[string, Uint8Array, ReturnType<typeof b1>]>([
    ["as we write it", utf8(planAsCsv({ ...PLAN, stalls: [b1({ type: "FoodCourt" })] })), b1({ type: "FoodCourt" })],
    ["CRLF", utf8(`${HEAD}\r\nB1,General,10,20\r\n`), b1()],
    ["CR", utf8(`${HEAD}\rB1,General,10,20\r`), b1()],
    ["a byte order mark", utf8(`\uFEFF${HEAD}\nB1,General,10,20`), b1()],
    ["semicolons", utf8("number;type;x;y\nB1;General;10;20"), b1()],
    ["tabs", utf8("number\ttype\tx\ty\nB1\tGeneral\t10\t20"), b1()],
    ["a line that names the separator", utf8("sep=;\nnumber;type;x;y\nB1;General;10;20"), b1()],
    ["empty columns at the end", utf8(`${HEAD},,\nB1,General,10,20,,`), b1()],
    ["an empty column at the beginning", utf8(`,${HEAD}\n,B1,General,10,20`), b1()],
    ["separators at the ends of rows", utf8(`${HEAD}\nB1,General,10,20,,,\n,,,,\n`), b1()],
    ["shorter rows", utf8(`${HEAD},turn,text\nB1,General,10,20`), b1()],
    ["titles above the head", utf8(`Winter Mela,,,\n,,,\n${HEAD}\nB1,General,10,20`), b1()],
    [
      "headings in other words",
      utf8("Stall No.,Type,X (ft),Y (ft),Width in feet\nB1,General,10,20,12"),
      b1({ width: 12 }),
    ],
    [
      "headings as the designer has them",
      utf8(`Number,Type,"From the left, in feet","From the top, in feet"\nB1,General,10,20`),
      b1(),
    ],
    ["commas in numbers", utf8(`${HEAD}\nB1,General,"1,000","20"`), b1({ x: 1000 })],
    ["a decimal comma", utf8("number;type;x;y\nB1;General;10,0;20,00"), b1()],
    ["decimals", utf8(`${HEAD}\nB1,General,10.0,20.00`), b1()],
    ["units", utf8(`${HEAD},turn\nB1,General,10 ft,20',45°`), b1({ turn: 45 })],
    ["digits of Devanagari", utf8(`${HEAD}\nB१,General,१०,२०`), b1()],
    ["a label", utf8(`${HEAD}\nB1,Standard,10,20`), b1()],
    ["a label in another case", utf8(`${HEAD}\nB1,FOOD COURT,10,20`), b1({ type: "FoodCourt" })],
    ["a small letter", utf8(`${HEAD}\nb1,premium,10,20`), b1({ type: "Premium" })],
    ["a blank in the number", utf8(`${HEAD}\nB 1,General,10,20`), b1()],
    ["a zero in the number", utf8(`${HEAD}\nB01,General,10,20`), b1()],
    ["a hyphen in the number", utf8(`${HEAD}\nB-1,General,10,20`), b1()],
    ["UTF-16 (Unicode text)", utf16("\uFEFFnumber\ttype\tx\ty\r\nB1\tGeneral\t10\t20"), b1()],
    ["UTF-16, big-endian", utf16(`\uFEFF${HEAD}\nB1,General,10,20`, true), b1()],
    ["UTF-16 without a mark", utf16(`${HEAD}\nB1,General,10,20`), b1()],
    [
      "JSON in the same freedom",
      utf8('\uFEFF{"Width": 140, "Height": 170, "Stalls": [{"Number": "b 01", "Type": "standard", "X": 10, "y": 20}]}'),
      b1(),
    ],
    ["JSON, stalls only", utf8('[{"Stall No": "B1", "type": "Standard", "left": 10, "top": 20}]'), b1()],
  ])("reads %s", (_, bytes, stall) => {
    const { plan, problems: found } = read(bytes);
    expect(found).toEqual([]);
    expect(plan?.stalls).toEqual([stall]);
  });

  it("reads Windows-1252, which Excel's CSV is", () => {
    const file = `kind,${HEAD},text\nstall,B1,General,10,20,\nfacility,,,40,40,Café – Asha’s €`;
    expect(read(windows1252(file)).plan?.fixtures.at(-1)?.text).toBe("Café – Asha’s €");
  });

  it.each<[string, Uint8Array, readonly string[]]>([
    [
      "every fault of a file",
      utf8(
        `kind,${HEAD},text\nstall,1B,Gold,ten,20,\nstall,B2,General,10,,\ntree,B3,General,1,2,\nstall,b02,standard,4,2.5,`,
      ),
      [
        "Line 2, column 7: number is a letter and up to five digits, e.g. B12, not “1B”: is B1 meant?",
        "Line 2, column 10: type is one of Premium, Standard, Food court, not “Gold”",
        "Line 2, column 15: x is a whole number from -5000 to 5000, not “ten”",
        "Line 3, column 21: y is missing: it is a whole number from -5000 to 5000",
        "Line 4, column 1: kind is area, stall, entrance, stage, wall, facility, text, not “tree”",
        "Line 5, column 7: number B2 is in line 3 already",
        "Line 5, column 22: y is a whole number from -5000 to 5000, not “2.5”",
      ],
    ],
    [
      "a character that another program lost",
      utf8(`kind,${HEAD},text\nstall,B1,General,10,20,\nfacility,,,40,40,Caf\uFFFD\nstall,,Gold,1,2,`),
      [
        "Line 3, column 21: a character can't be read: save the file again as “CSV UTF-8”",
        "Line 4, column 7: number is missing: it is a letter and up to five digits, e.g. B12",
        "Line 4, column 8: type is one of Premium, Standard, Food court, not “Gold”",
      ],
    ],
    [
      "what stands under no heading",
      utf8(`${HEAD},\nB1,General,10,20,corner`),
      ["Line 2, column 18: there are more cells than columns"],
    ],
    ["a column twice", utf8(`${HEAD},Stall No\n`), ["Line 1, column 17: the column “number” is there twice"]],
    [
      "a workbook",
      Uint8Array.of(0x50, 0x4b, 3, 4),
      ["Line 1, column 1: this is a workbook: save it as CSV, and choose that file"],
    ],
    [
      "JSON",
      utf8(
        '{"width": 140, "height": 170, "stalls": [\n{"number": "B1", "type": "Gold", "x": 1, "y": 2},\n{"number": "b1", "type": "Standard", "x": 1.5}]}',
      ),
      [
        "Line 2, column 18: stalls 1 type is one of Premium, Standard, Food court, not “Gold”",
        "Line 3, column 1: stalls 2 y is missing: it is a whole number from -5000 to 5000",
        "Line 3, column 2: stalls 2 number B1 is in line 2 already",
        "Line 3, column 38: stalls 2 x is a whole number from -5000 to 5000",
      ],
    ],
  ])("says %s with its line", (_, bytes, texts) => {
    const { plan, problems: found } = read(bytes);
    expect(plan).toBeUndefined();
    expect(found.map(fileProblemText)).toEqual(texts.map((text) => `${text}.`));
  });
});

it("imports what a plan may have while it is drawn", () => {
  const bytes = new TextEncoder().encode("number,type,x,y\nB1,Gold,1,2\nb1,standard,30,40");
  expect(importPlan(bytes, STANDARD_GROUND, ["General", "Premium"]).plan?.stalls).toMatchObject([
    { number: "B1", type: "Gold" },
    { number: "B1", type: "General" },
  ]);
});

it("a draft of another program names types by label, and may have what is not right yet", () => {
  const file = "number,type,x,y\nb1,food court,1,2\nB1,Gold,1,2\nXX,,1,2";
  expect(readPlanCsv(file, STANDARD_GROUND, { types: ["FoodCourt"] }).plan?.stalls).toMatchObject([
    { number: "B1", type: "FoodCourt" },
    { number: "B1", type: "Gold" },
    { number: "XX", type: "" },
  ]);
});

it("writes types as every page names them", () => {
  expect(planAsCsv(PLAN)).toContain("stall,B1,Standard,");
});
