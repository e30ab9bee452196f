import { describe, expect, it } from "@jest/globals";
import {
  changedApplicationFields,
  changedFields,
  changesTaxFacts,
  CORRECTABLE_APPLICATION_FIELDS,
  CORRECTABLE_FIELDS,
  fieldsInWords,
} from "./correction.rules.js";

const BEFORE = {
  fullName: "Asha Rao",
  businessName: "Asha Crafts",
  gstNumber: null,
  gstAddress: "12 MG Road",
  pincode: "560001",
  email: "asha@example.com",
  phoneNumber: "9811100001",
};

describe("correcting a registration", () => {
  it.each([
    ["fullName", true],
    ["businessName", true],
    ["gstNumber", true],
    ["gstAddress", true],
    ["pincode", true],
    ["email", false],
    ["phoneNumber", false],
  ] as const)("a changed %s asks for a new invoice: %s", (field, invoice) => {
    const changed = changedFields(BEFORE, { ...BEFORE, [field]: "other" });
    expect(changed).toEqual([field]);
    expect(changesTaxFacts(changed)).toBe(invoice);
  });

  it("knows every field of the form", () => {
    expect(changedFields({}, { ...BEFORE, gstNumber: "29ABCDE1234F1Z5" })).toEqual([...CORRECTABLE_FIELDS]);
  });

  it("takes nothing given, blank and spaces around for the same", () => {
    expect(changedFields(BEFORE, { ...BEFORE, gstNumber: "", fullName: " Asha Rao " })).toEqual([]);
    expect(changedFields({ ...BEFORE, gstAddress: undefined }, { ...BEFORE, gstAddress: "" })).toEqual([]);
    expect(changedFields(BEFORE, { ...BEFORE, gstAddress: undefined })).toEqual(["gstAddress"]);
    expect(changesTaxFacts([])).toBe(false);
  });

  it("names the fields in words", () => {
    expect(fieldsInWords([])).toBe("");
    expect(fieldsInWords(["email"])).toBe("email address");
    expect(fieldsInWords(["fullName", "gstNumber", "phoneNumber"])).toBe("name, GST number and phone number");
  });
});

describe("correcting an application", () => {
  const before = {
    fullName: "Kamala Devi",
    brandName: "Kamala Weaves",
    gstNumber: null,
    govtDocument: "UDYAM-KR-03",
    businessAddress: "12 Weavers Lane,\nDharwad",
    email: "kamala@example.com",
    phoneNumber: "9000000001",
  };

  it.each([
    ["fullName", true],
    ["brandName", true],
    ["gstNumber", true],
    ["govtDocument", false],
    ["businessAddress", true],
    ["email", false],
    ["phoneNumber", false],
  ] as const)("a changed %s asks for a new invoice: %s", (field, invoice) => {
    const changed = changedApplicationFields(before, { ...before, [field]: "other" });
    expect(changed).toEqual([field]);
    expect(changesTaxFacts(changed)).toBe(invoice);
  });

  it("knows every field, and takes spaces around and nothing given for the same", () => {
    const all = changedApplicationFields({}, { ...before, gstNumber: "29ABCDE1234F1Z5" });
    expect(all).toEqual([...CORRECTABLE_APPLICATION_FIELDS]);
    expect(changedApplicationFields(before, { ...before, gstNumber: "", fullName: " Kamala Devi " })).toEqual([]);
    expect(fieldsInWords(["brandName", "govtDocument", "businessAddress"])).toBe(
      "brand name, government document and address",
    );
  });
});
