import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { CreateProvisionalRegistrationDto } from "./create-provisional-registration.dto.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

const FILLED = {
  fullName: "Asha Rao",
  email: "asha@example.com",
  phoneNumber: "9876543210",
  businessName: "Asha Weaves",
  gstNumber: "29ABCDE1234F1Z5",
  gstAddress: "12 MG Road, Bengaluru",
  pincode: "560001",
};

/** Field → its sentences, each once, in the order the API gives them; a form shows the first. */
function sentences(form: object, dto: new () => object = RegistrationFormDto): Record<string, string[]> {
  const errors = validateSync(plainToInstance(dto, form), { whitelist: true, forbidNonWhitelisted: true });
  return Object.fromEntries(
    errors.map((error) => [error.property, [...new Set(Object.values(error.constraints ?? {}))]]),
  );
}

describe("the registration form", () => {
  it("accepts a filled form, with and without the optional fields", () => {
    const { gstNumber, gstAddress, ...required } = FILLED;
    expect(sentences(FILLED)).toEqual({});
    expect(sentences(required)).toEqual({});
    expect(sentences({ ...required, gstNumber: "", gstAddress: "  " })).toEqual({});
    expect([gstNumber, gstAddress]).toHaveLength(2);
  });

  // Field, value, the exact sentences (specification 2, section 5, "Mela registration form").
  it.each<[keyof typeof FILLED, unknown, string[]]>([
    ["fullName", "", ["Full name is required"]],
    ["fullName", " A ", ["Full name is required"]],
    ["fullName", "A".repeat(101), ["Full name must be at most 100 characters"]],
    ["email", "", ["Please enter a valid email address"]],
    ["email", "asha@", ["Please enter a valid email address"]],
    ["email", "asha example.com", ["Please enter a valid email address"]],
    ["phoneNumber", "", ["Phone number must be exactly 10 digits"]],
    ["phoneNumber", "987654321", ["Phone number must be exactly 10 digits"]],
    ["phoneNumber", "98765432101", ["Phone number must be exactly 10 digits"]],
    ["phoneNumber", "98765abcde", ["Phone number must be exactly 10 digits"]],
    ["businessName", "", ["Business name is required"]],
    ["businessName", "B", ["Business name is required"]],
    ["businessName", "B".repeat(151), ["Business name must be at most 150 characters"]],
    ["gstNumber", "29ABCDE1234F1Z", ["GST Number must be exactly 15 characters if provided"]],
    ["gstNumber", "29ABCDE1234F1Z55", ["GST Number must be exactly 15 characters if provided"]],
    ["gstNumber", "29ABCDE1234F1-5", ["GST Number may have letters and digits only"]],
    ["gstAddress", "x".repeat(301), ["GST Address must be at most 300 characters"]],
    ["pincode", "", ["Pincode must be exactly 6 digits"]],
    ["pincode", "56001", ["Pincode must be exactly 6 digits"]],
    ["pincode", "5600011", ["Pincode must be exactly 6 digits"]],
    ["pincode", "56000a", ["Pincode must be exactly 6 digits"]],
  ])("%s = %p: %j", (field, value, expected) => {
    expect(sentences({ ...FILLED, [field]: value })).toEqual({ [field]: expected });
  });

  it.each([
    ["fullName", "Full name is required"],
    ["email", "Please enter a valid email address"],
    ["phoneNumber", "Phone number must be exactly 10 digits"],
    ["businessName", "Business name is required"],
    ["pincode", "Pincode must be exactly 6 digits"],
  ])("says first what is missing of %s: %s", (field, first) => {
    for (const nothing of [undefined, null, 12, []]) {
      const refused = sentences({ ...FILLED, [field]: nothing });
      expect(Object.keys(refused)).toEqual([field]);
      expect(refused[field]?.[0]).toBe(first);
    }
  });

  it("keeps one form of what can be written in several ways", () => {
    const form = plainToInstance(RegistrationFormDto, {
      ...FILLED,
      fullName: "  Asha Rao ",
      phoneNumber: "+91 9876543210",
      gstNumber: " 29abcde1234f1z5",
      gstAddress: " ",
    });
    expect(form).toMatchObject({
      fullName: "Asha Rao",
      phoneNumber: "9876543210",
      gstNumber: "29ABCDE1234F1Z5",
      gstAddress: undefined,
    });
    expect(validateSync(form)).toEqual([]);
  });

  it("accepts names in Devanagari", () => {
    expect(sentences({ ...FILLED, fullName: "आशा राव", businessName: "आशा हथकरघा" })).toEqual({});
  });
});

describe("a provisional registration", () => {
  const BODY = {
    ...FILLED,
    orderId: "MELA1763712000000a1b2c3",
    stallId: "B12",
    stallType: "General",
    paymentStatus: "payment_pending",
  };
  const rejections = (body: object): Record<string, string[]> => sentences(body, CreateProvisionalRegistrationDto);

  it("is accepted as the page sends it", () => {
    expect(rejections(BODY)).toEqual({});
  });

  it.each<[string, unknown, string[]]>([
    ["orderId", "ORDER1763712000000abcd", ["The order number is not of our form"]],
    ["orderId", `MELA1763712000000${"a".repeat(40)}`, ["The order number is too long"]],
    ["stallId", "B", ["Please choose a stall by its number, e.g. B12"]],
    ["stallType", "Standard", ["The stall type is Premium or General"]],
    ["paymentStatus", "payment_successful", ["A new registration is always payment_pending"]],
    ["appliedCouponCode", "", ["Please enter a coupon code of at most 40 characters"]],
    ["finalAmount", 1, ["property finalAmount should not exist"]],
  ])("%s = %p: %j", (field, value, expected) => {
    expect(rejections({ ...BODY, [field]: value })).toEqual({ [field]: expected });
  });

  it.each([
    ["orderId", "The order number is missing"],
    ["stallId", "Please choose a stall"],
    ["stallType", "The stall type is Premium or General"],
    ["paymentStatus", "A new registration is always payment_pending"],
  ])("says first what is missing of %s: %s", (field, first) => {
    expect(rejections({ ...BODY, [field]: undefined })[field]?.[0]).toBe(first);
  });

  it("upper-cases and trims the coupon code", () => {
    const body = plainToInstance(CreateProvisionalRegistrationDto, { ...BODY, appliedCouponCode: " mela10 " });
    expect(body.appliedCouponCode).toBe("MELA10");
  });
});
