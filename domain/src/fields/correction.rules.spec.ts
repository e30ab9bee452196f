import { describe, expect, it } from "@jest/globals";
import { REGISTRATION_FIELDS } from "../bookings/registration.fields.js";
import { APPLICATION_FIELDS } from "../listings/application.fields.js";
import { changedFields, changesTaxFields, correctableFields, fieldLabels } from "./correction.rules.js";
import type { Corrector, DeclaredFields } from "./declared-fields.js";

type Values = Readonly<Record<string, string | null | undefined>>;

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
  ["a registration", REGISTRATION_FIELDS, REGISTRATION, ["email", "phoneNumber"]],
  [
    ...(["an application", APPLICATION_FIELDS, APPLICATION] as const),
    ["govtDocument", "email", "phoneNumber", "whatsappBusinessContact"],
  ],
] as readonly (readonly [string, DeclaredFields, Readonly<Record<string, string | null>>, readonly string[]])[])(
  "an operator's correction of %s",
  (_name, fields, before, noTaxFacts) => {
    const changedIn = (from: Values, to: Values): string[] => changedFields(fields, "operator", from, to);

    it.each(Object.keys(before))("reports a changed %s, which requires a new invoice if it is a tax fact", (field) => {
      const changed = changedIn(before, { ...before, [field]: "other" });
      expect(changed).toEqual([field]);
      expect(changesTaxFields(fields, changed)).toBe(!noTaxFacts.includes(field));
    });

    it("compares every correctable field, contacts last", () => {
      expect(changedIn({}, { ...before, gstNumber: GSTIN })).toEqual(Object.keys(before));
    });

    it("ignores surrounding spaces and treats null, undefined and blank as equal", () => {
      expect(changedIn(before, { ...before, gstNumber: "", fullName: ` ${before["fullName"]} ` })).toEqual([]);
      expect(changedIn(before, { ...before, gstNumber: undefined })).toEqual([]);
      expect(changedIn(before, { ...before, fullName: undefined })).toEqual(["fullName"]);
      expect(changesTaxFields(fields, [])).toBe(false);
    });

    it("leaves alone what nobody may correct", () => {
      expect(changedIn(before, { ...before, story: "other", orderId: "other" })).toEqual([]);
    });
  },
);

const ALL = Object.keys(REGISTRATION);
it.each<readonly [Corrector, DeclaredFields, readonly string[]]>([
  ["operator", REGISTRATION_FIELDS, ALL],
  ["owner", REGISTRATION_FIELDS, ALL],
  ["receipt", REGISTRATION_FIELDS, ["email"]],
  ["person", REGISTRATION_FIELDS, ["fullName", "email", "phoneNumber"]],
  ["operator", APPLICATION_FIELDS, Object.keys(APPLICATION)],
  ["owner", APPLICATION_FIELDS, ["email"]],
  ["receipt", APPLICATION_FIELDS, ["email"]],
  ["person", APPLICATION_FIELDS, ["fullName", "email", "phoneNumber"]],
])("%s can correct", (who, fields, expected) => {
  expect(correctableFields(fields, who)).toEqual(expected);
});

it.each([
  [REGISTRATION_FIELDS, [], ""],
  [REGISTRATION_FIELDS, ["email"], "email address"],
  [REGISTRATION_FIELDS, ["fullName", "gstNumber", "phoneNumber"], "name, GST number and phone number"],
  [REGISTRATION_FIELDS, ["businessName", "gstAddress", "pincode"], "business name, address and PIN code"],
  [APPLICATION_FIELDS, ["brandName", "govtDocument", "businessAddress"], "brand name, government document and address"],
  [APPLICATION_FIELDS, ["whatsappBusinessContact", "gstNumber"], "WhatsApp business contact and GST number"],
] as readonly (readonly [DeclaredFields, readonly string[], string])[])(
  "names fields %#: %j",
  (fields, names, text) => {
    expect(fieldLabels(fields, names)).toBe(text);
  },
);
