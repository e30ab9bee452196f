import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { type BrandPage, EMPTY_PAGE, emptyProduct } from "@sakhi/domain/brands/brand-page.rules";
import { EndedLinksService } from "../../src/listings/ended-links.service.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { RateLimits } from "../../src/platform/http/rate-limits.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { codeOf, type TestResponse, type TestVisitor } from "../bookings/mela.js";
import { application, ListingTest } from "../listings/listing-app.js";
import { brokenRules } from "../verify/broken-rules.js";

const CALLS = "/api/v1/my-brand";
const CONTACTS = ["partnerName", "contactEmail", "contactPhone", "whatsappUrl"] as const;
const PAGE: BrandPage = {
  ...EMPTY_PAGE,
  story: "We cook mango and lemon pickles in small batches, as our grandmothers did in Jaipur.",
  place: "Jaipur, Rajasthan",
  noPictures: true,
};

const test = await ListingTest.open({ TRUSTED_EDITS: "on" }, [MyBrandModule]);
const { mela } = test;
const operator = await test.administrator("asha");
afterAll(() => test.close());

let brandName = "";
let brandId = "";
let applicationId = "";
let browser: TestVisitor;

const shown = async (): Promise<unknown[]> => {
  const [listing = {}] = await test.listed(brandName);
  return CONTACTS.map((field) => listing[field]);
};
const linkTo = async (id: string, mailId: string = randomUUID()): Promise<string> =>
  (await test.get(MailedLinksService).url("brand", mailId, id)).split("#")[1]!;
const mine = async (): Promise<Record<string, unknown>> => (await browser.get(CALLS)).body;
const brokenContacts = () =>
  brokenRules(
    { query: (sql: string) => mela.query(sql) } as never,
    DATABASE_RULES.filter(({ name }) => name === "public-contacts-chosen"),
  );

beforeEach(async () => {
  brandName = `Pickles ${[...randomUUID().slice(0, 8)].map((each) => "ghjkmpqrtvwxyzbd"[Number.parseInt(each, 16)]).join("")} Jaipur`;
  ({ applicationId } = await test.paid({ brandName, fullName: "Kamla Devi", email: "kamla@example.com" }));
  const { status } = await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
  expect(status).toBe(200);
  brandId = String(await mela.value("SELECT brand_id FROM listing_applications WHERE id = $1", [applicationId]));
  browser = mela.visitor();
  await browser.post(`${CALLS}/session`, { token: await linkTo(applicationId) });
});

async function publish(content: BrandPage): Promise<TestResponse> {
  await browser.put(`${CALLS}/draft`, { version: 0, content });
  const sent = await browser.post(`${CALLS}/send`, { version: 1 });
  if (sent.status !== 200 || sent.body["outcome"] !== "sent") return sent;
  const [{ id, version } = { id: "", version: 0 }] = await mela.query<{ id: string; version: number }>(
    "SELECT id, version FROM brand_changes WHERE application_id = $1 AND state = 'sent'",
    [applicationId],
  );
  return operator.post(`brand-changes/${id}/accept`, { version });
}

/** Contacts that an approval of an early 0.1 published, and that a later 0.1 withdrew until the owner answers. */
async function withdrawn(): Promise<void> {
  await mela.query(
    `UPDATE brands b SET partner_name = a.full_name, contact_email = a.email,
            contact_phone = '+91 ' || left(a.whatsapp_business_contact, 5) || ' ' || substr(a.whatsapp_business_contact, 6),
            whatsapp_url = 'https://wa.me/91' || a.whatsapp_business_contact, contacts_chosen_at = NULL
       FROM listing_applications a WHERE a.brand_id = b.id AND b.id = $1`,
    [brandId],
  );
  expect(await brokenContacts()).toHaveLength(1);
  await mela.query(
    `INSERT INTO withdrawn_contacts (brand_id, partner_name, contact_email, contact_phone, whatsapp_url)
     SELECT id, partner_name, contact_email, contact_phone, whatsapp_url FROM brands WHERE id = $1`,
    [brandId],
  );
  await mela.query(
    "UPDATE brands SET partner_name = NULL, contact_email = NULL, contact_phone = NULL, whatsapp_url = NULL WHERE id = $1",
    [brandId],
  );
}

const BEFORE = ["Kamla Devi", "kamla@example.com", "+91 98222 33344", "https://wa.me/919822233344"];

describe("contacts on a brand's page", () => {
  it("are what the owner chose, empty by default, and are shown once a review has seen them", async () => {
    expect(await shown()).toEqual([null, null, null, null]);
    expect((await mine())["page"]).toMatchObject({
      partnerName: "",
      contactEmail: "",
      contactPhone: "",
      whatsappUrl: "",
    });
    const chosen = { partnerName: "Kamla", contactEmail: "shop@kamla.example", contactPhone: "080 2345 6789" };
    expect((await publish({ ...PAGE, ...chosen })).status).toBe(200);
    expect(await shown()).toEqual(["Kamla", "shop@kamla.example", "080 2345 6789", null]);
    // A digit is another person's number: never a small correction that goes live at once.
    await browser.put(`${CALLS}/draft`, { version: 0, content: { ...PAGE, ...chosen, contactPhone: "080 2345 6780" } });
    expect((await browser.post(`${CALLS}/send`, { version: 1 })).body["outcome"]).toBe("sent");
    expect(await brokenContacts()).toEqual([]);
  });

  it.each([
    ["contactEmail", "kamla@", /valid email/],
    ["contactPhone", "call me", /phone number/],
    ["partnerName", "Sakhi Bazaar Payments", /name of your own/],
    ["partnerName", "www.kamla.example", /web address/],
  ])("refuses %s %j in the field", async (field, value, message) => {
    const { status, body } = await publish({ ...PAGE, [field]: value });
    expect([status, JSON.stringify((body["error"] as { fields?: object } | undefined)?.fields ?? body)]).toEqual([
      expect.any(Number),
      expect.stringMatching(message),
    ]);
  });

  it("that were withdrawn are shown again once she says yes", async () => {
    await withdrawn();
    expect(await shown()).toEqual([null, null, null, null]);
    expect(await brokenContacts()).toEqual([]);
    const kept = Object.fromEntries(CONTACTS.map((field, at) => [field, BEFORE[at]]));
    expect((await mine())["withdrawn"]).toEqual(kept);
    // What she is writing does not take it away again.
    await browser.put(`${CALLS}/draft`, { version: 0, content: { ...PAGE, contactEmail: "new@kamla.example" } });
    const answered = await browser.post(`${CALLS}/contacts`, { show: true });
    expect(answered.body["withdrawn"]).toBeUndefined();
    expect(answered.body["change"]).toMatchObject({
      content: { partnerName: "Kamla Devi", contactEmail: "new@kamla.example" },
    });
    expect(await shown()).toEqual(BEFORE);
    expect(await brokenContacts()).toEqual([]);
    // Again: nothing is left to answer.
    expect((await browser.post(`${CALLS}/contacts`, { show: false })).status).toBe(200);
    expect(await shown()).toEqual(BEFORE);
  });

  it("that were withdrawn stay off the page if she says no, and are erased with her application", async () => {
    await withdrawn();
    expect(codeOf(await mela.visitor().post(`${CALLS}/contacts`, { show: true }))).toBe("brand_link_invalid");
    await browser.post(`${CALLS}/contacts`, { show: false });
    expect((await mine())["withdrawn"]).toBeUndefined();
    expect(await shown()).toEqual([null, null, null, null]);
  });
});

describe("the address of a listing that was just paid for", () => {
  const RECEIPT = `${CALLS}/receipt`;
  const read = async (visitor: TestVisitor, orderId: string) =>
    (await visitor.get(`${RECEIPT}?orderId=${orderId}`)).body;

  it("is shown and corrected in the browser that paid only, until a link was opened", async () => {
    const payer = mela.visitor();
    const paying = await test.pay(application({ email: "kamla@gmial.com" }), payer);
    const orderId = String(paying.body["orderId"]);
    expect(await read(payer, orderId)).toBeNull();
    await test.settlePaid(orderId);
    await test.renderInvoices(orderId);
    expect(await read(payer, orderId)).toMatchObject({ email: "kamla@gmial.com", correctable: true });
    expect(await read(mela.visitor(), orderId)).toBeNull();
    const { applicationId: id } = await test.applicantOf(orderId);
    const former = await linkTo(id);
    await mela.query("UPDATE mails SET state = 'sent' WHERE application_id = $1", [id]);
    const correct = (visitor: TestVisitor, email: string) => visitor.post(`${RECEIPT}/email`, { orderId, email });
    expect(codeOf(await correct(mela.visitor(), "mallory@example.com"))).toBe("brand_link_invalid");
    expect(codeOf(await correct(payer, "kamla@gmial.com"))).toBe("nothing_to_correct");
    expect(codeOf(await correct(payer, "nobody"))).toBe("invalid_request");
    // A day after the payment by the time that the limits were asked.
    const paidAt = (change: string) =>
      mela.query(`UPDATE listing_orders SET paid_at = paid_at ${change} WHERE order_id = $1`, [orderId]);
    jest.spyOn(test.get(RateLimits), "use").mockImplementationOnce(async () => {
      await paidAt("- interval '25 hours'");
      return () => Promise.resolve();
    });
    expect(codeOf(await correct(payer, "kamla@gmail.com"))).toBe("brand_link_invalid");
    await paidAt("+ interval '25 hours'");
    expect((await correct(payer, "kamla@gmail.com")).body).toMatchObject({ email: "kamla@gmail.com", mail: "queued" });
    expect(codeOf(await mela.visitor().post(`${CALLS}/session`, { token: former }))).toBe("brand_link_invalid");
    const sent = await mela.query<{ line: string }>(
      `SELECT template || ' to ' || to_address || CASE WHEN invoice_id IS NULL THEN '' ELSE ' with invoice' END AS line
         FROM mails WHERE application_id = $1 AND state = 'queued' ORDER BY template`,
      [id],
    );
    expect(sent.map(({ line }) => line)).toEqual([
      "brand-link to kamla@gmail.com",
      "listing-address-changed to kamla@gmial.com",
      "listing-paid to kamla@gmail.com with invoice",
    ]);
    // A link that came by another way than a mail says nothing about the address.
    await mela.visitor().post(`${CALLS}/session`, { token: await linkTo(id) });
    expect(await read(payer, orderId)).toMatchObject({ email: "kamla@gmail.com", correctable: true });
    const mailed =
      "SELECT id FROM mails WHERE application_id = $1 AND template = 'brand-link' ORDER BY created_at DESC LIMIT 1";
    const mailId = (await mela.query<{ id: string }>(mailed, [id]))[0]?.id ?? "";
    await mela.visitor().post(`${CALLS}/session`, { token: await linkTo(id, mailId) });
    expect(codeOf(await correct(payer, "other@example.com"))).toBe("receipt_opened");
    expect(await read(payer, orderId)).toMatchObject({ email: "kamla@gmail.com", correctable: false });
  });
});

describe("links to a brand's page", () => {
  const links = async () => (await mine())["links"] as { id: string; isThis: boolean; usedAt?: string }[];

  it("end with an operator's correction of the address, but not with another spelling of it", async () => {
    const corrected = (email: string) => test.correctListing(operator, applicationId, { email });
    expect((await corrected("kamla@gmail.com")).status).toBe(200);
    expect(codeOf(await browser.get(CALLS))).toBe("brand_link_invalid");
    const token = await linkTo(applicationId);
    const open = () => mela.visitor().post(`${CALLS}/session`, { token });
    expect((await corrected("kamla+shop@gmail.com")).status).toBe(200);
    expect((await open()).status).toBe(200);
    expect((await corrected("kamla@example.org")).status).toBe(200);
    expect(codeOf(await open())).toBe("brand_link_invalid");
    expect(await test.listingMails(applicationId)).toEqual(
      expect.arrayContaining([
        "listing-address-changed to kamla@example.com",
        "listing-address-changed to kamla+shop@gmail.com",
      ]),
    );
    expect(await test.listingMails(applicationId)).not.toContain("listing-address-changed to kamla@gmail.com");
  });

  it("are listed with their last use, and end one by one", async () => {
    const [own] = await links();
    expect(own).toMatchObject({ isThis: true, sentAt: expect.any(String), usedAt: expect.any(String) });
    const token = await linkTo(applicationId);
    const other = (await links()).find(({ isThis }) => !isThis);
    expect(other?.usedAt).toBeUndefined();
    const stranger = mela.visitor();
    await stranger.post(`${CALLS}/session`, { token });
    expect((await links()).find(({ id }) => id === other?.id)?.usedAt).toEqual(expect.any(String));
    expect((await browser.post(`${CALLS}/links/${other?.id}/end`, {})).status).toBe(200);
    expect(codeOf(await stranger.get(CALLS))).toBe("brand_link_invalid");
    expect(codeOf(await mela.visitor().post(`${CALLS}/session`, { token }))).toBe("brand_link_invalid");
    expect((await links()).map(({ id }) => id)).toEqual([own?.id]);
    // Another brand's link is not hers to end.
    const foreign = await test.paid();
    await linkTo(foreign.applicationId);
    const [id] = (
      await mela.query<{ id: string }>("SELECT id FROM mailed_links WHERE subject_id = $1", [foreign.applicationId])
    ).map((row) => row.id);
    expect(codeOf(await browser.post(`${CALLS}/links/${id}/end`, {}))).toBe("not_found");
  });

  it("live six weeks", async () => {
    const days = await mela.value(
      "SELECT round(extract(epoch FROM expires_at - created_at) / 86400) FROM mailed_links WHERE subject_id = $1 LIMIT 1",
      [applicationId],
    );
    expect(Number(days)).toBe(42);
  });

  it("that mails with a buyer's message carried are revoked, with who opened them", async () => {
    const mailOf = async (template: string): Promise<string> => {
      const id = randomUUID();
      await mela.query(
        "INSERT INTO mails (id, dedupe_key, template, to_address, data, application_id) VALUES ($1, $4, $2, 'k@example.com', '{}', $3)",
        [id, template, applicationId, id],
      );
      return id;
    };
    const enquiry = await linkTo(applicationId, await mailOf("brand-enquiry"));
    const paid = await linkTo(applicationId, await mailOf("brand-page-asked"));
    const reader = mela.visitor();
    await reader.post(`${CALLS}/session`, { token: enquiry });
    await test.get(MailedLinksService).revokeGivenAway();
    expect(codeOf(await reader.get(CALLS))).toBe("brand_link_invalid");
    expect(codeOf(await mela.visitor().post(`${CALLS}/session`, { token: enquiry }))).toBe("brand_link_invalid");
    // She is notified once how she gets a new one.
    const notified = () => mela.column("SELECT to_address FROM mails WHERE template = 'brand-links-ended'");
    await test.get(EndedLinksService).notify();
    await test.get(EndedLinksService).notify();
    expect(await notified()).toEqual(["kamla@example.com"]);
    const opened = await mela.visitor().post(`${CALLS}/session`, { token: paid });
    expect(opened.status).toBe(200);
    expect(Date.parse(String(opened.body["linkExpiresAt"]))).toBeLessThan(Date.now() + 43 * 86_400_000);
  });
});

describe("a name that can be taken for ours", () => {
  const ours = "Sakhi Bazaar Payments Team";
  const fieldsOf = ({ body }: TestResponse) => Object.keys(body["fields"] ?? {});

  it("is refused at every form, in its field", async () => {
    const visitor = mela.visitor();
    await visitor.reserve("B20");
    for (const [answer, field] of [
      [await test.join("submit-lead", { fullName: ours }), "fullName"],
      [await test.join("submit-lead", { brandName: "SakhiBazaar Official" }), "brandName"],
      [await test.pay(application({ brandName: "Sakhi Bazar" })), "brandName"],
      [await visitor.register("B20", { fullName: ours }), "fullName"],
      [await visitor.register("B20", { businessName: "The Sakhi Bazaar" }), "businessName"],
    ] as const) {
      expect([codeOf(answer), fieldsOf(answer)]).toEqual(["invalid_request", [field]]);
    }
    const page = {
      ...PAGE,
      products: [{ ...emptyProduct(randomUUID()), name: "Sakhi Bazaar refund", category: "Food & Food Products" }],
    };
    expect(JSON.stringify((await publish(page)).body)).toContain("products.0.name");
  });

  it("of an earlier application needs a second approval", async () => {
    const { applicationId: id } = await test.paid();
    await mela.query("UPDATE listing_applications SET brand_name = 'Sakhi Bazaar' WHERE id = $1", [id]);
    const approve = (changes: object) => operator.post(`listings/${id}/approve`, { noPictures: true, ...changes });
    expect(codeOf(await approve({}))).toBe("brand_looks_alike");
    expect((await approve({ publishAs: "Sakhi Bazaar", looksAlikeSeen: true })).status).toBe(200);
  });
});
