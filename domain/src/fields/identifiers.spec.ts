import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { ResendMailDto } from "../admin/resend-mail.dto.js";
import { FindBookingDto } from "../bookings/my-booking.dto.js";
import { RegistrationFormDto } from "../bookings/registration-form.dto.js";
import { ValidateCouponDto } from "../coupons/validate-coupon.dto.js";
import { CorporateGiftingDto } from "../enquiries/corporate-gifting.dto.js";
import { SupportMessageDto } from "../enquiries/support-message.dto.js";
import { CorrectApplicationDto } from "../listings/correct-application.dto.js";
import { ListingApplicationDto } from "../listings/listing-application.dto.js";
import { ApproveApplicationDto } from "../listings/review.dto.js";
import { VerifyListingDto, VerifyPhoneDto } from "../listings/submit-application.dto.js";
import { ChangeOrganisationDto } from "../operator/event-facts.dto.js";
import { SellOfflineDto } from "../operator/stall-actions.dto.js";
import { CorrectPersonDto, PersonDto } from "../privacy/person.dto.js";
import { asciiDigits, oneLine } from "./characters.js";
import {
  isContact,
  orderKey,
  readContact,
  readEmail,
  readIndianMobile,
  readOrderId,
  searchForms,
} from "./identifiers.js";
import { TYPED_COUPONS, TYPED_INPUT_COUNT, TYPED_INPUTS, TYPED_ORDER_IDS } from "./typed-inputs.js";

type Dto = new () => object;

/** The field's value, or its first message. */
function read(dto: Dto, field: string, typed: string): { value?: unknown; message?: string | undefined } {
  const form = plainToInstance(dto, { [field]: typed }) as Record<string, unknown>;
  const error = validateSync(form).find(({ property }) => property === field);
  if (error === undefined) return { value: form[field] };
  return { message: Object.values(error.constraints ?? {})[0] };
}

describe.each([
  ...Object.entries(TYPED_INPUTS).map(([field, inputs]) => [field, RegistrationFormDto as Dto, inputs] as const),
  ["orderId", FindBookingDto as Dto, TYPED_ORDER_IDS] as const,
  ["code", ValidateCouponDto as Dto, TYPED_COUPONS] as const,
])("%s as typed", (field, dto, { accepted, refused }) => {
  it.each(accepted)("reads %j as %j", (typed, value) => {
    expect(read(dto, field, typed)).toEqual({ value });
    // A second reading changes nothing: what a form has cleaned, the API leaves alone.
    expect(read(dto, field, value)).toEqual({ value });
  });

  it.each(refused)("refuses %j: %s", (typed, message) => {
    expect(read(dto, field, typed)).toEqual({ message });
  });
});

it("the table has at least 200 inputs", () => {
  expect(TYPED_INPUT_COUNT).toBeGreaterThanOrEqual(200);
});

/** Every field that takes the same kind of value as one of the registration form. */
const SAME_KIND: readonly (readonly [keyof typeof TYPED_INPUTS, Dto, string])[] = [
  ["phoneNumber", ListingApplicationDto, "phoneNumber"],
  ["phoneNumber", ListingApplicationDto, "whatsappNumber"],
  ["phoneNumber", ListingApplicationDto, "whatsappBusinessContact"],
  ["phoneNumber", VerifyPhoneDto, "phoneNumber"],
  ["phoneNumber", VerifyListingDto, "phoneNumber"],
  ["phoneNumber", SellOfflineDto, "phoneNumber"],
  ["phoneNumber", CorrectPersonDto, "phoneNumber"],
  ["phoneNumber", PersonDto, "contact"],
  ["phoneNumber", FindBookingDto, "contact"],
  ["email", ListingApplicationDto, "email"],
  ["email", VerifyListingDto, "email"],
  ["email", CorporateGiftingDto, "email"],
  ["email", SupportMessageDto, "email"],
  ["email", CorrectPersonDto, "email"],
  ["email", PersonDto, "contact"],
  ["email", FindBookingDto, "contact"],
  ["email", ResendMailDto, "to"],
  ["email", ChangeOrganisationDto, "supportEmail"],
  ["pincode", ChangeOrganisationDto, "pin"],
  ["gstNumber", ChangeOrganisationDto, "gstin"],
  ["gstNumber", CorrectApplicationDto, "gstNumber"],
  ["fullName", ListingApplicationDto, "fullName"],
  ["fullName", CorporateGiftingDto, "firstName"],
  ["fullName", SupportMessageDto, "lastName"],
  ["fullName", CorrectPersonDto, "fullName"],
  ["businessName", ListingApplicationDto, "brandName"],
  ["businessName", CorporateGiftingDto, "company"],
  ["businessName", ApproveApplicationDto, "publishAs"],
];

it.each(SAME_KIND)("%s is read and refused alike by %p.%s", (kind, dto, field) => {
  const { accepted, refused } = TYPED_INPUTS[kind];
  for (const [typed, value] of accepted) expect([typed, read(dto, field, typed)]).toEqual([typed, { value }]);
  for (const [typed] of refused) {
    // Optional fields take blank text as absent; a wizard's GST number has at least 15 characters, whatever they are.
    if (oneLine(typed) === "" || kind === "gstNumber" || typed.length > 60) continue;
    const { message } = read(dto, field, typed);
    expect([typed, message]).toEqual([typed, expect.any(String)]);
  }
});

it.each([
  ["abcde1234f", "ABCDE1234F"],
  [" ABCDE 1234 F ", "ABCDE1234F"],
  ["ABCDE-1234-F\u200B", "ABCDE1234F"],
  ["ABCDE१२३४F", "ABCDE1234F"],
])("a PAN typed %j is %s", (typed, value) => {
  expect(read(ListingApplicationDto, "panNumber", typed)).toEqual({ value });
});

it.each(["ABCDE12345", "ABCD1234EF", "none"])("the PAN %j is refused in words", (typed) => {
  expect(read(ListingApplicationDto, "panNumber", typed)).toEqual({
    message: "A PAN has 5 letters, 4 digits and a letter, e.g. ABCDE1234F",
  });
});

it.each([
  ["MELA1764000000000AB2C", "mela-1764000000000_ab2c"],
  ["MELA1764000000000ABOC", "MELA1764000000000AB0C"],
  ["MELA1764000000000ABIL", "mela1764000000000ab1l"],
])("orders %s and %s are the same by key", (one, other) => {
  expect(orderKey(one)).toBe(orderKey(other));
});

it.each([
  ["+91 98765 43210", "9876543210"],
  ["Asha@Example.com ", "Asha@Example.com"],
  ["nobody", "nobody"],
])("the contact %j is read as %j", (typed, contact) => {
  expect(readContact(typed)).toBe(contact);
  expect(isContact(contact)).toBe(contact !== "nobody");
});

it.each<[string, string[]]>([
  ["Asha Rao", ["Asha Rao"]],
  ["+91 98765 43210", ["+91 98765 43210", "9876543210"]],
  ["98765-43", ["98765-43", "9876543"]],
  ["mela-1764000000000-ab2c", ["mela-1764000000000-ab2c", "MELA1764000000000AB2C"]],
  ["29 ABCDE 1234 F1Z5", ["29 ABCDE 1234 F1Z5", "29ABCDE1234F1Z5"]],
  ["asha@example.com\u200B", ["asha@example.com\u200B", "asha@example.com"]],
  ["B12", ["B12"]],
])("a search for %j also looks for its stored forms", (typed, forms) => {
  expect(searchForms(typed)).toEqual(forms);
});

it("readers are quick on long input", () => {
  const long = "9 .-+@\u200B".repeat(2000);
  const start = performance.now();
  for (const reader of [readEmail, readIndianMobile, readOrderId, searchForms]) reader(long);
  expect(performance.now() - start).toBeLessThan(5000);
});

describe("oneLine", () => {
  it.each([
    ["  Sunita\r\nBcc: all@example.com\t ", "Sunita Bcc: all@example.com"],
    ["a\u0000b\u2028c\u202Ed", "a b cd"],
    ["क\u094D\u200Dष  देवी", "क\u094D\u200Dष देवी"],
    ["a\u200Db\u2060", "ab"],
    ["\n", ""],
  ])("turns %j into %j", (typed, line) => {
    expect(oneLine(typed)).toBe(line);
  });
});

it("asciiDigits reads the digits of every script", () => {
  expect(asciiDigits("०१२३४५६७८९ ৪ ௫ ᱖ ꯷ ۸ 9")).toBe("0123456789 4 5 6 7 8 9");
});
