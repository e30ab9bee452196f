import { expect, it } from "@jest/globals";
import { csvCell, csvLine } from "./csv.js";

it.each([
  ['=HYPERLINK("https://evil.example","click")', `"'=HYPERLINK(""https://evil.example"",""click"")"`],
  ["+1+1", "'+1+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["\rx", `"'\rx"`],
  ["\nx", `"'\nx"`],
  ["＝1+1", "'＝1+1"],
  ["-27000.50", "-27000.50"],
  ["27000", "27000"],
  ["9876543210", "9876543210"],
  ["आशा हथकरघा", "आशा हथकरघा"],
  ['Asha "A" Rao, Pune', '"Asha ""A"" Rao, Pune"'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["a=b", "a=b"],
  ["", ""],
])("csvCell writes %j as %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it("csvLine ends a row with CRLF (RFC 4180)", () => {
  expect(csvLine(["a", "b,c", "=d"])).toBe(`a,"b,c",'=d\r\n`);
});
