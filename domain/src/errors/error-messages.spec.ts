import { describe, expect, it } from "@jest/globals";
import { ERROR_CODES, type ErrorCode } from "./error-codes.js";
import { messageIn } from "./error-messages.js";

describe("an error in the language of who reads it", () => {
  it.each<[string, "en" | "hi" | "kn", ErrorCode, string, string]>([
    ["in English as it is", "en", "stall_sold", "This stall has already been sold", "This stall has already been sold"],
    ["in Hindi", "hi", "stall_sold", "This stall has already been sold", "यह स्टॉल बिक चुका है"],
    [
      "of another catalogue",
      "hi",
      "paper_empty",
      "This file is empty. Please choose it again.",
      "यह फ़ाइल खाली है। इसे फिर से चुनें।",
    ],
    [
      "with what follows it",
      "hi",
      "not_found",
      `${ERROR_CODES.not_found.message} B12`,
      "आपने जो माँगा वह हमें नहीं मिला। B12",
    ],
    ["of its own", "hi", "coupon_invalid", "This coupon has ended", "This coupon has ended"],
    [
      "in a language without it",
      "kn",
      "paper_empty",
      "This file is empty. Please choose it again.",
      "This file is empty. Please choose it again.",
    ],
  ])("%s", (_what, language, code, message, said) => {
    expect(messageIn(language, code, message)).toBe(said);
  });

  it("is in Hindi for each code", () => {
    const codes = Object.keys(ERROR_CODES) as ErrorCode[];
    const english = codes.filter((code) => !/[\u0900-\u097f]/.test(messageIn("hi", code, ERROR_CODES[code].message)));
    expect(english).toEqual([]);
  });
});
