import { describe, expect, it } from "@jest/globals";
import {
  changedApplicationFields,
  changedFields,
  changesTaxFields,
  CORRECTABLE_APPLICATION_FIELDS,
  CORRECTABLE_FIELDS,
  fieldLabels,
} from "./correction.rules.js";

const GSTIN = "29ABCDE1234F1Z5";
const REGISTRATION = {
  ...{ fullName: "Asha Rao", businessName: "Asha Crafts", gstNumber: null, gstAddress: "12 MG Road" },
  ...{ pincode: "560001", email: "asha@example.com", phoneNumber: "9811100001" },
};
const APPLICATION = {
  ...{ fullName: "Kamala Devi", brandName: "Kamala Weaves", gstNumber: null, govtDocument: "UDYAM-KR-03" },
  ...{ businessAddress: "12 Weavers Lane,\nDharwad", email: "kamala@example.com", phoneNumber: "9000000001" },
  whatsappBusinessContact: "9822233344",
};

describe.each([
  ["changedFields", REGISTRATION, changedFields, CORRECTABLE_FIELDS, ["email", "phoneNumber"]],
  [
    ...(["changedApplicationFields", APPLICATION, changedApplicationFields, CORRECTABLE_APPLICATION_FIELDS] as const),
    ["govtDocument", "email", "phoneNumber", "whatsappBusinessContact"],
  ],
] as const)("%s", (_name, before, changedIn, fields, noTaxFacts) => {
  it.each(Object.keys(before))("reports a changed %s, which requires a new invoice if it is a tax fact", (field) => {
    const changed = changedIn(before, { ...before, [field]: "other" });
    expect(changed).toEqual([field]);
    expect(changesTaxFields(changed)).toBe(!(noTaxFacts as readonly string[]).includes(field));
  });

  it("compares every correctable field", () => {
    expect(changedIn({}, { ...before, gstNumber: GSTIN })).toEqual([...fields]);
  });

  it("ignores surrounding spaces and treats null, undefined and blank as equal", () => {
    expect(changedIn(before, { ...before, gstNumber: "", fullName: ` ${before.fullName} ` })).toEqual([]);
    expect(changedIn(before, { ...before, gstNumber: undefined })).toEqual([]);
    expect(changedIn(before, { ...before, fullName: undefined })).toEqual(["fullName"]);
    expect(changesTaxFields([])).toBe(false);
  });
});

it.each([
  [[], ""],
  [["email"], "email address"],
  [["fullName", "gstNumber", "phoneNumber"], "name, GST number and phone number"],
  [["brandName", "govtDocument", "businessAddress"], "brand name, government document and address"],
] as const)("fieldsInWords(%j) returns: %s", (fields, text) => {
  expect(fieldLabels(fields)).toBe(text);
});
