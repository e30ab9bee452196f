import { describe, expect, it } from "@jest/globals";
import { oneLine } from "./printed-text.js";

describe("oneLine", () => {
  it.each([
    ["  Sunita\r\nBcc: all@example.com\t ", "Sunita Bcc: all@example.com"],
    ["a\u0000b\u2028c\u202Ed", "a b c d"],
    ["क\u094D\u200Dष  देवी", "क\u094D\u200Dष देवी"],
    ["\n", ""],
  ])("turns %j into %j", (typed, line) => {
    expect(oneLine(typed)).toBe(line);
  });
});
