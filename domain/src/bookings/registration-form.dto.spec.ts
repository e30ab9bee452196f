import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { RegistrationFormDto } from "./registration-form.dto.js";
import { CreateProvisionalRegistrationDto } from "./stall-order.dto.js";

const FILLED = {
  fullName: "Asha Rao",
  email: "asha@example.com",
  phoneNumber: "9876543210",
  businessName: "Asha Weaves",
  gstNumber: "29ABCDE1234F1Z5",
  gstAddress: "12 MG Road, Bengaluru",
  pincode: "560001",
};

/** Distinct error messages by field, in the API's order; a form shows the first. */
function messages(form: object, dto: new () => object = RegistrationFormDto): Record<string, string[]> {
  const errors = validateSync(plainToInstance(dto, form), { whitelist: true, forbidNonWhitelisted: true });
  return Object.fromEntries(
    errors.map((error) => [error.property, [...new Set(Object.values(error.constraints ?? {}))]]),
  );
}

describe("RegistrationFormDto", () => {
  it("accepts a complete form, with and without the optional fields", () => {
    const { gstNumber: _number, gstAddress: _address, ...required } = FILLED;
    for (const form of [FILLED, required, { ...required, gstNumber: "", gstAddress: "  " }])
      expect([form, messages(form)]).toEqual([form, {}]);
    // Names in Devanagari.
    expect(messages({ ...FILLED, fullName: "आशा राव", businessName: "आशा हथकरघा" })).toEqual({});
  });

  const NOTHING = [undefined, null, 12, []];
  // The exact messages (specification 2, section 5, "Mela registration form").
  it.each<[keyof typeof FILLED, string, unknown[]]>([
    ["fullName", "Full name is required", ["", " A ", ...NOTHING]],
    ["fullName", "Full name must be at most 100 characters", ["A".repeat(101)]],
    ["email", "Please enter a valid email address", ["", "asha@", "asha example.com", ...NOTHING]],
    [
      "phoneNumber",
      "Phone number must be exactly 10 digits",
      ["", "987654321", "98765432101", "98765abcde", ...NOTHING],
    ],
    ["businessName", "Business name is required", ["", "B", ...NOTHING]],
    ["businessName", "Business name must be at most 150 characters", ["B".repeat(151)]],
    ["gstNumber", "GST Number must be exactly 15 characters if provided", ["29ABCDE1234F1Z", "29ABCDE1234F1Z55"]],
    ["gstNumber", "GST Number may have letters and digits only", ["29ABCDE1234F1?5"]],
    ["gstAddress", "GST Address must be at most 300 characters", ["x".repeat(301)]],
    ["pincode", "Pincode must be exactly 6 digits", ["", "56001", "5600011", "56000a", ...NOTHING]],
  ])("rejects an invalid %s: %s", (field, message, invalid) => {
    for (const value of invalid) {
      const rejected = messages({ ...FILLED, [field]: value });
      expect([value, Object.keys(rejected), rejected[field]?.[0]]).toEqual([value, [field], message]);
      // A value that is not a string breaks the other rules too; a form shows the first message.
      if (typeof value === "string") expect(rejected[field]).toEqual([message]);
    }
  });

  it("normalises names, phone and GST numbers", () => {
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
});

describe("CreateProvisionalRegistrationDto", () => {
  const BODY = {
    ...FILLED,
    orderId: "MELA1763712000000a1b2c3",
    stallId: "B12",
    stallType: "General",
    paymentStatus: "payment_pending",
  };
  const rejections = (body: object): Record<string, string[]> => messages(body, CreateProvisionalRegistrationDto);

  it("accepts the page's request body", () => {
    expect(rejections(BODY)).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ["orderId", "ORDER1763712000000abcd", "The order number is not in our format"],
    ["orderId", `MELA1763712000000${"a".repeat(40)}`, "The order number is too long"],
    ["orderId", undefined, "The order number is missing"],
    ["stallId", "B", "Please choose a stall by its number, e.g. B12"],
    ["stallId", undefined, "Please choose a stall"],
    ["stallType", "Standard stall", "The stall type is one of the event's, e.g. Premium or General"],
    ["stallType", undefined, "The stall type is one of the event's, e.g. Premium or General"],
    ["paymentStatus", "payment_successful", "A new registration is always payment_pending"],
    ["paymentStatus", undefined, "A new registration is always payment_pending"],
    ["appliedCouponCode", "", "Please enter a coupon code of at most 40 characters"],
    ["finalAmount", 1, "property finalAmount should not exist"],
  ])("rejects %s = %p with %s first", (field, value, first) => {
    const rejected = rejections({ ...BODY, [field]: value });
    expect([Object.keys(rejected), rejected[field]?.[0]]).toEqual([[field], first]);
  });

  it("upper-cases and trims the coupon code", () => {
    const body = plainToInstance(CreateProvisionalRegistrationDto, { ...BODY, appliedCouponCode: " mela10 " });
    expect(body.appliedCouponCode).toBe("MELA10");
  });
});
