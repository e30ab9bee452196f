import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { BrandEnquiryDto } from "./brand-enquiry.dto.js";
import { CorporateGiftingDto } from "./corporate-gifting.dto.js";
import { MIN_FILL_MS, filledMsOf, suspicionOf } from "./enquiry.rules.js";
import { SupportMessageDto } from "./support-message.dto.js";

const SENDER = { firstName: "Asha", lastName: "Rao", email: "asha@example.com" };
const GIFTING = {
  ...SENDER,
  phone: "+91 98765 43210",
  company: "Rao & Co",
  requirements: "200 diwali boxes",
  isMember: "no",
};
const SUPPORT = { ...SENDER, subject: "Listing", message: "How do I list?" };

/** Error messages by field, in the API's order; a form shows the first. */
function messages(dto: new () => object, form: object): Record<string, string[]> {
  const errors = validateSync(plainToInstance(dto, form), { whitelist: true, forbidNonWhitelisted: true });
  return Object.fromEntries(errors.map((error) => [error.property, Object.values(error.constraints ?? {})]));
}

// Field, displayed message, invalid values (specification 2, section 5, "Gifting" and "Support").
const SENDER_RULES: [field: string, message: string, ...values: unknown[]][] = [
  ["firstName", "First name is required", "", "  ", undefined, 12],
  ["firstName", "First name must be at least 2 characters", "A"],
  ["firstName", "First name must be at most 60 characters", "A".repeat(61)],
  ["firstName", "Please write the name without a web address", "Win: https://spam.example"],
  ["lastName", "Please write the name without a web address", "of spam.com"],
  ["lastName", "Last name is required", ""],
  ["lastName", "Last name must be at least 2 characters", "R"],
  ["lastName", "Last name must be at most 60 characters", "R".repeat(61)],
  ["email", "Invalid email address", "", undefined, "asha@", '"asha rao"@example.com'],
  ["email", "Invalid email address", "asha@example.com\r\nBcc: all@example.com"],
];

const GIFTING_RULES: typeof SENDER_RULES = [
  ["phone", "Phone number must be at least 10 digits", "", undefined, "98765-4321", "abcdefghijkl"],
  ["phone", "Phone number must be at most 30 characters", "9".repeat(31)],
  ["company", "Company name is required", ""],
  ["company", "Company name must be at least 2 characters", "R"],
  ["company", "Company name must be at most 150 characters", "R".repeat(151)],
  ["requirements", "Please provide more details about your requirements", "", "200 boxes"],
  ["requirements", "Requirements must be at most 4000 characters", "x".repeat(4001)],
  ["isMember", "Please select if you are a member", undefined, "", "maybe"],
  ["budget", "property budget should not exist", 100],
];
const SUPPORT_RULES: typeof SENDER_RULES = [
  ["phone", "Phone number must be at most 30 characters", "9".repeat(31)],
  ["subject", "Subject is required", ""],
  ["subject", "Subject must be at least 3 characters", "Hi"],
  ["subject", "Subject must be at most 150 characters", "x".repeat(151)],
  ["message", "Message must be at least 10 characters", "", undefined, "Too short"],
  ["message", "Message must be at most 4000 characters", "x".repeat(4001)],
];

describe.each([
  ["CorporateGiftingDto", CorporateGiftingDto, GIFTING, [...SENDER_RULES, ...GIFTING_RULES]],
  ["SupportMessageDto", SupportMessageDto, SUPPORT, [...SENDER_RULES, ...SUPPORT_RULES]],
])("%s", (_name, dto, valid, rules) => {
  it.each(rules)("rejects an invalid %s: %s", (field, message, ...values) => {
    for (const value of values) {
      const rejected = Object.entries(messages(dto, { ...valid, [field]: value }));
      expect([value, rejected.map(([name, found]) => [name, found[0]])]).toEqual([value, [[field, message]]]);
    }
  });

  it("accepts valid input, including Devanagari", () => {
    expect(messages(dto, valid)).toEqual({});
    expect(messages(dto, { ...valid, firstName: "आशा", lastName: "राव" })).toEqual({});
  });
});

describe("SupportMessageDto", () => {
  it("treats a blank phone number as absent", () => {
    expect(plainToInstance(SupportMessageDto, { ...SUPPORT, phone: "  " }).phone).toBeUndefined();
  });

  it("keeps line breaks in the message, but not in fields used in mail headers", () => {
    const dto = plainToInstance(SupportMessageDto, {
      ...SUPPORT,
      firstName: "Asha\r\nBcc: all@example.com",
      subject: " Hello\n\u0000there ",
      message: " First line\r\n\r\nSecond\u0007 line ",
    });
    expect(dto).toMatchObject({
      firstName: "Asha Bcc: all@example.com",
      subject: "Hello there",
      message: "First line\n\nSecond line",
    });
  });

  it("never rejects the honeypot field", () => {
    for (const website of ["https://spam.example", "x".repeat(9000), 12, ["a"], { a: 1 }]) {
      expect(messages(SupportMessageDto, { ...SUPPORT, website })).toEqual({});
    }
    expect(plainToInstance(SupportMessageDto, { ...SUPPORT, website: " " }).website).toBeUndefined();
  });
});

describe("bot detection", () => {
  const person = { trap: undefined, filledMs: 20_000 };

  it.each([
    ["trap_filled", { trap: "https://spam.example" }],
    ["trap_filled", { trap: 12 }],
    ["filled_too_fast", { filledMs: MIN_FILL_MS - 1 }],
    ["filled_too_fast", { filledMs: 0 }],
  ] as const)("suspicionOf reports %s for %j", (suspicion, signs) => {
    expect(suspicionOf({ ...person, ...signs })).toBe(suspicion);
  });

  it.each([{}, { filledMs: MIN_FILL_MS }, { filledMs: undefined }, { trap: "" }])("suspicionOf accepts %j", (signs) => {
    expect(suspicionOf({ ...person, ...signs })).toBeUndefined();
  });

  it.each([
    [undefined, undefined],
    ["", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["0", 0],
    ["12345", 12_345],
  ])("filledMsOf(%p) returns %p", (header, ms) => {
    expect(filledMsOf(header)).toBe(ms);
  });
});

it.each([
  ["one word", "Meena"],
  ["one letter", "K"],
  ["initials", "S. P. R."],
  ["an initial after the name", "Revathi S"],
  ["a name in Devanagari", "आशा"],
])("a message to a brand takes %s as a name", (_what, firstName) => {
  const message = { email: "a@example.in", message: "How much is a jar?", consent: true };
  expect(messages(BrandEnquiryDto, { ...message, module: "shops", brandName: "Amma", firstName })).toEqual({});
});

it("gifting and support take an initial with a full stop as a name, as their forms say", () => {
  const message = { firstName: "Ravi", lastName: "K.", email: "a@example.in", subject: "Page", message: "How do I?" };
  expect(messages(SupportMessageDto, { ...message, message: "How do I change it?" })).toEqual({});
});
