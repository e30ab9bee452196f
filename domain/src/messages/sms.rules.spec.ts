import { describe, expect, it } from "@jest/globals";
import { SMS_MOST, SMS_MOST_PARTS, smsSize, smsText, type SmsValues } from "./sms.rules.js";

describe("the size of an SMS", () => {
  it.each([
    ["", "GSM-7", 0, 1],
    ["a".repeat(160), "GSM-7", 160, 1],
    ["a".repeat(161), "GSM-7", 161, 2],
    ["a".repeat(306), "GSM-7", 306, 2],
    ["a".repeat(307), "GSM-7", 307, 3],
    ["€[".repeat(40), "GSM-7", 160, 1],
    ["€[".repeat(41), "GSM-7", 164, 2],
    // One typographic dash or rupee sign costs more than half of a part.
    [`${"a".repeat(69)}–`, "UCS-2", 70, 1],
    [`${"a".repeat(70)}₹`, "UCS-2", 71, 2],
    ["क".repeat(70), "UCS-2", 70, 1],
    ["क".repeat(71), "UCS-2", 71, 2],
    ["क".repeat(134), "UCS-2", 134, 2],
    ["क".repeat(135), "UCS-2", 135, 3],
    // Outside the basic plane a character takes two units.
    ["😀".repeat(35), "UCS-2", 70, 1],
    ["😀".repeat(36), "UCS-2", 72, 2],
  ])("%j is %s, %d units in %d parts", (text, alphabet, units, parts) => {
    expect(smsSize(text)).toEqual({ alphabet, units, parts });
  });
});

const VALUES: SmsValues = {
  ...{
    stall: "B12",
    event: "The Mela 2026",
    days: "3–4 December 2026",
    order: "MELA1764000000000ABCD1234",
    opens: "10:00",
  },
};
const longest = (letter: string): SmsValues =>
  Object.fromEntries(Object.keys(SMS_MOST).map((name) => [name, letter.repeat(500)])) as unknown as SmsValues;

describe.each(["confirmed", "reminder"] as const)("the text “%s”", (kind) => {
  it.each([
    ["en", "GSM-7", "a"],
    ["hi", "UCS-2", "क"],
  ] as const)("in %s keeps to its parts, whatever its values", (language, alphabet, letter) => {
    for (const values of [VALUES, longest(letter), longest("a")]) {
      const text = smsText(kind, language, values);
      const size = smsSize(text);
      expect([text, size.alphabet]).toEqual([text, alphabet]);
      expect([text, size.parts <= SMS_MOST_PARTS[alphabet]]).toEqual([text, true]);
    }
    expect(smsText(kind, language, VALUES)).toContain("B12");
    expect(smsText(kind, language, VALUES)).not.toContain("..");
  });

  it("in a language without its own text is the English one", () => {
    expect(smsText(kind, "kn", VALUES)).toBe(smsText(kind, "en", VALUES));
  });
});
