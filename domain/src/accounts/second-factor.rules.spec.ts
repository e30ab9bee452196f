import { describe, expect, it } from "@jest/globals";
import { typedCode } from "./second-factor.rules.js";

describe("typedCode", () => {
  it.each([
    ["123456", "totp", "123456"],
    [" 123 456 ", "totp", "123456"],
    ["123-456", "totp", "123456"],
    ["12345a", "recovery_code", "12345a"],
    ["a12345", "recovery_code", "a12345"],
    ["12345", "recovery_code", "12345"],
    ["1234567", "recovery_code", "1234567"],
    ["ABCD-efgh-jkmn-pq23", "recovery_code", "abcdefghjkmnpq23"],
    ["", "recovery_code", ""],
    ["1".repeat(100_000), "recovery_code", "1".repeat(40)],
  ])("classifies %j as a %s", (typed, kind, text) => {
    expect(typedCode(typed)).toEqual({ kind, text });
  });
});
