import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { BUSINESS_FIELDS, ListingApplicationDto, PERSONAL_FIELDS } from "./listing-application.dto.js";

const VALID = {
  fullName: "Kamala Devi",
  email: "kamala@example.com",
  phoneNumber: "+919000000001",
  whatsappNumber: "9811122233",
  brandName: "Kamala Weaves",
  companyType: "product",
  businessCategory: "Apparel",
  businessStage: "idea",
  businessType: "other",
  story: "x".repeat(50),
  hasGSTIN: "no",
  govtDocument: "abc",
  businessAddress: "12 Lane, X",
  whatsappBusinessContact: "+91 9822233344",
  isStartup: "yes",
  interestedInPopups: "no",
  previousParticipation: [],
  hearAboutUs: "search",
  consent: true,
};

function form(changes: Record<string, unknown> = {}): {
  readonly form: ListingApplicationDto;
  readonly errors: Record<string, string[]>;
} {
  const parsed = plainToInstance(ListingApplicationDto, { ...VALID, ...changes });
  const violations = validateSync(parsed);
  return {
    form: parsed,
    errors: Object.fromEntries(
      violations.map(({ property, constraints }) => [property, Object.values(constraints ?? {})]),
    ),
  };
}

const EMAIL = "Please enter a valid email address (e.g., name@example.com)";
const GROUP_LINK = "Please enter a valid link (e.g., https://chat.whatsapp.com/...)";

describe("ListingApplicationDto", () => {
  it("accepts the minimal valid form and normalises phone numbers", () => {
    const { form: parsed, errors } = form();
    expect(errors).toEqual({});
    expect(parsed).toMatchObject({
      phoneNumber: "9000000001",
      whatsappNumber: "9811122233",
      whatsappBusinessContact: "9822233344",
    });
  });

  it("normalises text", () => {
    const { form: parsed, errors } = form({
      fullName: "  Kamala\n Devi ",
      story: ` ${"x".repeat(60)}\r\nsecond line\u0007 `,
      panNumber: " abcde1234f ",
      websiteUrl: "   ",
      hasGSTIN: "yes",
      gstNumber: " 29aagcb7383j1z4 ",
      govtDocument: "left over",
    });
    expect(errors).toEqual({});
    expect(parsed).toMatchObject({
      fullName: "Kamala Devi",
      story: `${"x".repeat(60)}\nsecond line`,
      panNumber: "ABCDE1234F",
      gstNumber: "29AAGCB7383J1Z4",
    });
    expect([parsed.websiteUrl, parsed.govtDocument]).toEqual([undefined, undefined]);
  });

  // The mistake, the changes (the invalid field last), and the message.
  it.each<[string, Record<string, unknown>, string]>([
    ["a short name", { fullName: "K" }, "Full name is required"],
    ["no name", { fullName: undefined }, "Full name is required"],
    ["a long name", { fullName: "K".repeat(101) }, "Full name must be at most 100 characters"],
    ["no e-mail", { email: "" }, EMAIL],
    ["an e-mail without a host", { email: "kamala@" }, EMAIL],
    ["a quoted e-mail", { email: '"a b"@example.com' }, EMAIL],
    [
      "a long e-mail",
      { email: `k@${"a".repeat(60)}.${"a".repeat(50)}.com` },
      "Email address must be at most 100 characters",
    ],
    ["a short phone number", { phoneNumber: "987654321" }, "Phone number must be exactly 10 digits"],
    ["a phone number with +91 twice", { phoneNumber: "+91+919876543210" }, "Phone number must be exactly 10 digits"],
    ["a long WhatsApp number", { whatsappNumber: "98111222331" }, "WhatsApp number must be exactly 10 digits"],
    ["a WhatsApp number with letters", { whatsappNumber: "98765abcde" }, "WhatsApp number must be exactly 10 digits"],
    ["a short brand", { brandName: "K" }, "Brand name is required"],
    ["a long brand", { brandName: "K".repeat(101) }, "Brand name must be at most 100 characters"],
    ["an unknown type", { companyType: "shop" }, "Please select a company type"],
    ["a category of another company type", { businessCategory: "Training" }, "Please select a business category"],
    ["no stage", { businessStage: undefined }, "Please select a business stage"],
    ["no business type", { businessType: null }, "Please select a business type"],
    ["a short text", { story: "x".repeat(49) }, "Please share your business story (minimum 50 characters)"],
    ["a long text", { story: "x".repeat(4001) }, "Your business story must be at most 4000 characters"],
    ["an unknown GSTIN choice", { hasGSTIN: "perhaps" }, "Please select if you have a GSTIN"],
    [
      "a short GST number",
      { hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z" },
      "GST Number must be at least 15 characters",
    ],
    ["no GST number", { hasGSTIN: "yes", gstNumber: undefined }, "GST Number must be at least 15 characters"],
    ["no document", { govtDocument: undefined }, "Government Approved Document Number is required"],
    ["an invisible one", { govtDocument: "\u200D\u200D\u200D" }, "Government Approved Document Number is required"],
    [
      "a long document",
      { govtDocument: "x".repeat(61) },
      "Government Approved Document Number must be at most 60 characters",
    ],
    ["a long GST number", { hasGSTIN: "yes", gstNumber: "2".repeat(21) }, "GST Number must be at most 20 characters"],
    ["a short address", { businessAddress: "12 Lane,X" }, "Business address must be at least 10 characters"],
    ["a long address", { businessAddress: "x".repeat(301) }, "Business address must be at most 300 characters"],
    ["a long PAN", { panNumber: "A".repeat(21) }, "PAN number must be at most 20 characters"],
    ["no contact", { whatsappBusinessContact: "" }, "WhatsApp business contact must be exactly 10 digits"],
    ["a javascript: group link", { whatsappGroupLink: "javascript:alert(1)" }, GROUP_LINK],
    ["a group link without a scheme", { whatsappGroupLink: "chat.whatsapp.com/x" }, GROUP_LINK],
    [
      "a long group link",
      { whatsappGroupLink: `https://chat.whatsapp.com/${"x".repeat(300)}` },
      "WhatsApp group link must be at most 300 characters",
    ],
    ["a long website", { websiteUrl: "x".repeat(301) }, "Website must be at most 300 characters"],
    ["a long LinkedIn link", { linkedinUrl: "x".repeat(301) }, "LinkedIn link must be at most 300 characters"],
    ["a long Facebook link", { facebookUrl: "x".repeat(301) }, "Facebook link must be at most 300 characters"],
    ["a long Instagram link", { instagramUrl: "x".repeat(301) }, "Instagram link must be at most 300 characters"],
    ["no startup answer", { isStartup: undefined }, "Please select if you are a startup"],
    ["no pop-up answer", { interestedInPopups: "" }, "Please select if you are interested in pop-ups"],
    ["an unknown event", { previousParticipation: ["Expo"] }, "Please select from the events listed"],
    ["events that are not a list", { previousParticipation: "None" }, "Please select from the events listed"],
    ["no source", { hearAboutUs: "" }, "Please select how you heard about us"],
    ["no consent", { consent: false }, "Consent is required"],
    ["consent as text", { consent: "true" }, "Consent is required"],
  ])("rejects %s", (_, changes, message) => {
    const { errors } = form(changes);
    const field = Object.keys(changes).at(-1) ?? "";
    expect(Object.keys(errors)[0]).toBe(field);
    // A form shows the first message.
    expect(errors[field]?.[0]).toBe(message);
  });

  it("assigns each field to exactly one step of the wizard", () => {
    const all = [...PERSONAL_FIELDS, ...BUSINESS_FIELDS];
    expect(new Set(all).size).toBe(all.length);
    for (const field of Object.keys(VALID)) expect(all).toContain(field);
  });
});
