import "reflect-metadata";
import { describe, expect, it } from "@jest/globals";
import { plainToInstance } from "class-transformer";
import { validateSync } from "class-validator";
import { BUSINESS_FIELDS, ListingApplicationDto, PERSONAL_FIELDS } from "./listing-application.dto.js";

const RIGHT = {
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
  readonly broken: Record<string, string[]>;
} {
  const made = plainToInstance(ListingApplicationDto, { ...RIGHT, ...changes });
  const errors = validateSync(made);
  return {
    form: made,
    broken: Object.fromEntries(errors.map(({ property, constraints }) => [property, Object.values(constraints ?? {})])),
  };
}

const EMAIL = "Please enter a valid email address (e.g., name@example.com)";
const GROUP_LINK = "Please enter a valid link (e.g., https://chat.whatsapp.com/...)";

describe("the application's form", () => {
  it("takes the least that is right, and stores one form of a number", () => {
    const { form: made, broken } = form();
    expect(broken).toEqual({});
    expect(made).toMatchObject({
      phoneNumber: "9000000001",
      whatsappNumber: "9811122233",
      whatsappBusinessContact: "9822233344",
    });
  });

  it("tidies what is typed", () => {
    const { form: made, broken } = form({
      fullName: "  Kamala\n Devi ",
      story: ` ${"x".repeat(60)}\r\nsecond line\u0007 `,
      panNumber: " abcde1234f ",
      websiteUrl: "   ",
      hasGSTIN: "yes",
      gstNumber: " 29aagcb7383j1z4 ",
      govtDocument: "left over",
    });
    expect(broken).toEqual({});
    expect(made).toMatchObject({
      fullName: "Kamala Devi",
      story: `${"x".repeat(60)}\nsecond line`,
      panNumber: "ABCDE1234F",
      gstNumber: "29AAGCB7383J1Z4",
    });
    expect([made.websiteUrl, made.govtDocument]).toEqual([undefined, undefined]);
  });

  // What is wrong, what is sent (the field in question last), and the sentence.
  it.each<[string, Record<string, unknown>, string]>([
    ["a short name", { fullName: "K" }, "Full name is required"],
    ["no name", { fullName: undefined }, "Full name is required"],
    ["a long name", { fullName: "K".repeat(101) }, "Full name must be at most 100 characters"],
    ["no e-mail", { email: "" }, EMAIL],
    ["no host", { email: "kamala@" }, EMAIL],
    ["a quoted e-mail", { email: '"a b"@example.com' }, EMAIL],
    [
      "a long e-mail",
      { email: `k@${"a".repeat(60)}.${"a".repeat(50)}.com` },
      "Email address must be at most 100 characters",
    ],
    ["nine digits", { phoneNumber: "987654321" }, "Phone number must be exactly 10 digits"],
    ["two +91", { phoneNumber: "+91+919876543210" }, "Phone number must be exactly 10 digits"],
    ["eleven digits", { whatsappNumber: "98111222331" }, "WhatsApp number must be exactly 10 digits"],
    ["letters", { whatsappNumber: "98765abcde" }, "WhatsApp number must be exactly 10 digits"],
    ["a short brand", { brandName: "K" }, "Brand name is required"],
    ["a long brand", { brandName: "K".repeat(101) }, "Brand name must be at most 100 characters"],
    ["an unknown type", { companyType: "shop" }, "Please select a company type"],
    ["a foreign category", { businessCategory: "Training" }, "Please select a business category"],
    ["no stage", { businessStage: undefined }, "Please select a business stage"],
    ["no kind", { businessType: null }, "Please select a business type"],
    ["49 characters", { story: "x".repeat(49) }, "Please share your business story (minimum 50 characters)"],
    ["4001 characters", { story: "x".repeat(4001) }, "Your business story must be at most 4000 characters"],
    ["no answer", { hasGSTIN: "perhaps" }, "Please select if you have a GSTIN"],
    ["14 characters", { hasGSTIN: "yes", gstNumber: "29AAGCB7383J1Z" }, "GST Number must be at least 15 characters"],
    ["no GST number", { hasGSTIN: "yes", gstNumber: undefined }, "GST Number must be at least 15 characters"],
    ["no document", { govtDocument: undefined }, "Government Approved Document Number is required"],
    ["one that nobody sees", { govtDocument: "\u200D\u200D\u200D" }, "Government Approved Document Number is required"],
    [
      "a long document",
      { govtDocument: "x".repeat(61) },
      "Government Approved Document Number must be at most 60 characters",
    ],
    ["21 characters", { hasGSTIN: "yes", gstNumber: "2".repeat(21) }, "GST Number must be at most 20 characters"],
    ["nine characters", { businessAddress: "12 Lane,X" }, "Business address must be at least 10 characters"],
    ["a long address", { businessAddress: "x".repeat(301) }, "Business address must be at most 300 characters"],
    ["a long PAN", { panNumber: "A".repeat(21) }, "PAN number must be at most 20 characters"],
    ["no contact", { whatsappBusinessContact: "" }, "WhatsApp business contact must be exactly 10 digits"],
    ["a script", { whatsappGroupLink: "javascript:alert(1)" }, GROUP_LINK],
    ["a link without a scheme", { whatsappGroupLink: "chat.whatsapp.com/x" }, GROUP_LINK],
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
    ["no list", { previousParticipation: "None" }, "Please select from the events listed"],
    ["nothing heard", { hearAboutUs: "" }, "Please select how you heard about us"],
    ["no consent", { consent: false }, "Consent is required"],
    ["consent as text", { consent: "true" }, "Consent is required"],
  ])("refuses %s", (_, changes, sentence) => {
    const { broken } = form(changes);
    const field = Object.keys(changes).at(-1) ?? "";
    expect(Object.keys(broken)[0]).toBe(field);
    // The first is what a form shows.
    expect(broken[field]?.[0]).toBe(sentence);
  });

  it("knows in which step of the wizard each field is", () => {
    const all = [...PERSONAL_FIELDS, ...BUSINESS_FIELDS];
    expect(new Set(all).size).toBe(all.length);
    for (const field of Object.keys(RIGHT)) expect(all).toContain(field);
  });
});
