import { describe, expect, it } from "@jest/globals";
import { fileProblemText, planAsCsv, planAsJson, readPlanCsv, readPlanJson } from "./plan.files.js";
import { type Plan, STANDARD_GROUND } from "./plan.types.js";

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
