import { describe, expect, it } from "@jest/globals";
import { isolatedLine } from "./isolated-line.js";
import { isolated, isolatesAsBdi } from "./isolation.js";

const URDU = "خواتین میلہ";

describe("isolated", () => {
  it.each([
    ["The Mela", "The Mela"],
    ["दीपावली मेला 2027", "दीपावली मेला 2027"],
    ["Café & Mela", "Café & Mela"],
    [URDU, `\u2068${URDU}\u2069`],
    [`${URDU} 2027`, `\u2068${URDU} 2027\u2069`],
    ["מרכז", "\u2068מרכז\u2069"],
    [`Plot 7\n${URDU}`, `Plot 7\n\u2068${URDU}\u2069`],
    ["\u202Eevil", "evil"],
    [`\u2069${URDU}\u202E`, `\u2068${URDU}\u2069`],
    ["", ""],
  ])("%j is %j", (name, text) => {
    expect(isolated(name)).toBe(text);
    expect(isolated(isolated(name))).toBe(text);
  });
});

it.each([
  ["Stall B1 is yours: The Mela, 3 December", "Stall B1 is yours: The Mela, 3 December"],
  [`Yours: \u2068${URDU}\u2069, 11 February`, `Yours: \u2068${URDU}\u2069, 11 February`],
  [`Yours:\r\nBcc: x \u2068${URDU}\r\nBcc\u2069,\n11`, `Yours: Bcc: x \u2068${URDU} Bcc\u2069, 11`],
  ["a\u2068b", "ab"],
])("the line %j is %j", (text, line) => {
  expect(isolatedLine(text)).toBe(line);
});

it("isolatesAsBdi", () => {
  expect(isolatesAsBdi(`At \u2068${URDU}\u2069, 11 <b>`)).toBe(`At <bdi>${URDU}</bdi>, 11 <b>`);
});
