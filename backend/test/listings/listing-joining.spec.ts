import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { ListingTest, application } from "./listing-app.js";

let test: ListingTest;
beforeAll(async () => {
  test = await ListingTest.open({ OPERATOR_EMAIL: "organiser@bazaar.example" });
});
afterEach(() => test.mela.query("TRUNCATE listing_applications CASCADE"));
afterAll(() => test.close());

const fields = (body: Record<string, unknown>): unknown => body["fields"];

describe("joining the community for nothing", () => {
  it.each([
    ["submit-lead", { companyType: "product", businessCategory: "Apparel" }],
    ["submit-service", { companyType: "service", businessCategory: "Food" }],
    ["submit-ngo", { companyType: "ngo", businessCategory: "Skilling" }],
  ] as const)("takes %s, and writes to the applicant and the organisation", async (path, kind) => {
    const body = application({ submissionType: "free_lead", ...kind });
    const answer = await test.mela.visitor().post(`/api/v1/brand/${path}`, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: expect.stringContaining("24-48 hours") });
    const id = await test.applicationOf(body["brandName"]);
    expect(await test.row(id)).toMatchObject({
      kind: "free",
      state: "joined",
      company_type: kind.companyType,
      business_category: kind.businessCategory,
      phone: String(body["phoneNumber"]).slice(3),
      whatsapp_number: "9811122233",
      govt_document: "UDYAM-KR-03-0012345",
      gst_number: null,
      business_address: "12 Weavers Lane,\nDharwad 580001",
      previous_participation: ["None"],
    });
    expect(await test.listingHistory(id)).toEqual(["joined by visitor"]);
    expect((await test.listingMails(id)).sort()).toEqual([
      `listing-joined to ${String(body["email"])}`,
      "listing-new to organiser@bazaar.example",
    ]);
    expect(await test.nudged(`listing/${id}`)).toEqual([`listing/${id}`]);
    expect(await test.listed(body["brandName"])).toEqual([]);
  });

  it("takes the same words within a day as the same application, however often they are sent at once", async () => {
    const body = application({ submissionType: "free_lead" });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => test.mela.visitor().post("/api/v1/brand/submit-lead", body)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const found = await test.mela.query("SELECT times_sent FROM listing_applications");
    expect(found).toEqual([{ times_sent: 6 }]);
    const id = await test.applicationOf(body["brandName"]);
    expect(await test.listingMails(id)).toHaveLength(2);

    await test.mela.query("UPDATE listing_applications SET created_at = created_at - interval '25 hours'");
    await test.mela.visitor().post("/api/v1/brand/submit-lead", body);
    expect(await test.mela.query("SELECT 1 FROM listing_applications")).toHaveLength(2);
  });

  it("refuses a company type that is not the call's, naming the field", async () => {
    for (const [path, companyType, businessCategory] of [
      ["submit-lead", "service", "Food"],
      ["submit-service", "ngo", "Skilling"],
      ["submit-ngo", "product", "Apparel"],
    ] as const) {
      const answer = await test.join(path, { companyType, businessCategory });
      expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_request"]);
      expect(Object.keys(fields(answer.body) as object)).toEqual(["companyType"]);
    }
  });

  it("refuses another submission type, a missing one, and fields it does not know", async () => {
    const paid = await test.join("submit-lead", { submissionType: "paid_listing" });
    expect(fields(paid.body)).toEqual({ submissionType: ["This call is for free community applications"] });
    const none = await test.join("submit-lead", { submissionType: undefined });
    expect(Object.keys(fields(none.body) as object)).toEqual(["submissionType"]);
    const more = await test.join("submit-lead", { amount: 1 });
    expect(fields(more.body)).toEqual({ amount: ["This field is not known"] });
    expect(await test.mela.query("SELECT 1 FROM listing_applications")).toEqual([]);
  });

  it("stores no personal data in the workflow's nudges or the story", async () => {
    const body = application({ submissionType: "free_lead" });
    await test.mela.visitor().post("/api/v1/brand/submit-lead", body);
    const reported = JSON.stringify([
      await test.mela.query("SELECT payload FROM outbox WHERE topic = 'workflow'"),
      await test.mela.query("SELECT * FROM listing_events"),
    ]);
    for (const name of ["fullName", "email", "brandName", "story"]) {
      expect(reported).not.toContain(String(body[name]));
    }
    expect(reported).not.toContain(String(body["phoneNumber"]).slice(3));
  });
});

/** Every rule of the specification's section 5 broken once: what is sent, and the field and sentence that come back. */
const BROKEN: readonly [string, Record<string, unknown>, string, string][] = [
  ["a name of one letter", { fullName: "K" }, "fullName", "Full name is required"],
  ["no name", { fullName: undefined }, "fullName", "Full name is required"],
  [
    "an e-mail without a host",
    { email: "kamala@" },
    "email",
    "Please enter a valid email address (e.g., name@example.com)",
  ],
  ["nine digits", { phoneNumber: "+91981112223" }, "phoneNumber", "Phone number must be exactly 10 digits"],
  [
    "eleven digits",
    { whatsappNumber: "98111222331" },
    "whatsappNumber",
    "WhatsApp number must be exactly 10 digits",
  ],
  ["a brand of one letter", { brandName: " x " }, "brandName", "Brand name is required"],
  [
    "a category of another type",
    { businessCategory: "Skilling" },
    "businessCategory",
    "Please select a business category",
  ],
  ["no stage", { businessStage: "" }, "businessStage", "Please select a business stage"],
  ["an unknown type", { businessType: "wholesale" }, "businessType", "Please select a business type"],
  [
    "a story of 49 characters",
    { story: "x".repeat(49) },
    "story",
    "Please share your business story (minimum 50 characters)",
  ],
  [
    "a short GST number",
    { hasGSTIN: "yes", gstNumber: "29ABCDE1234F1Z" },
    "gstNumber",
    "GST Number must be at least 15 characters",
  ],
  ["no document", { govtDocument: "ab" }, "govtDocument", "Government Approved Document Number is required"],
  [
    "a short address",
    { businessAddress: "Lane 1" },
    "businessAddress",
    "Business address must be at least 10 characters",
  ],
  [
    "letters in the business's number",
    { whatsappBusinessContact: "98222abcde" },
    "whatsappBusinessContact",
    "WhatsApp business contact must be exactly 10 digits",
  ],
  [
    "a group link that is none",
    { whatsappGroupLink: "chat" },
    "whatsappGroupLink",
    "Please enter a valid link (e.g., https://chat.whatsapp.com/...)",
  ],
  ["nothing heard", { hearAboutUs: undefined }, "hearAboutUs", "Please select how you heard about us"],
  ["no consent", { consent: false }, "consent", "Consent is required"],
];

describe("every rule, at all three ways in", () => {
  it.each(BROKEN)("refuses %s, with the field and its sentence", async (_, changes, field, sentence) => {
    const free = await test.join("submit-lead", changes);
    const paid = await test.pay(application(changes));
    const claimed = await test.claim(test.mela.visitor(), "9000000000", changes);
    expect([free.status, paid.status, claimed.status]).toEqual([400, 400, 400]);
    expect((fields(free.body) as Record<string, string[]>)[field]).toContain(sentence);
    expect((fields(paid.body) as Record<string, string[]>)[field]).toContain(sentence);
    expect((fields(claimed.body) as Record<string, string[]>)[`listingData.${field}`]).toContain(sentence);
    expect(Object.keys(fields(free.body) as object)).toEqual([field]);
  });
});
