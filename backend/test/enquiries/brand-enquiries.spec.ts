import { afterAll, describe, expect, it } from "@jest/globals";
import { BRAND_NETWORKS_PER_DAY } from "@sakhi/domain/enquiries/enquiry.rules";
import { answersIn } from "@sakhi/domain/languages/answers";
import { AdminModule } from "../../src/admin/admin.module.js";
import { BrandViewsService } from "../../src/brands/brand-views.service.js";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { Database } from "../../src/platform/database/database.js";
import { PersonalData } from "../../src/privacy/personal-data.js";
import { PrivacyModule } from "../../src/privacy/privacy.module.js";
import { RetentionService } from "../../src/privacy/retention.service.js";
import { apiError, codeOf, type TestResponse } from "../bookings/mela.js";
import { challengeOf, solve, triesOf } from "../bookings/proofs.js";
import { ListingTest } from "../listings/listing-app.js";

const CALL = "/api/v1/brand-enquiries";
const PHONE_BROWSER =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const PERSON_TOOK = { "x-form-filled-ms": "60000" };

const test = await ListingTest.open({ OPERATOR_EMAIL: "office@bazaar.example", RATE_LIMITS: "on", PROOF_COST: "16" }, [
  EnquiriesModule,
  MyBrandModule,
  AdminModule,
  PrivacyModule,
]);
const { mela } = test;
const operator = await test.administrator("asha");
afterAll(() => test.close());

interface Brand {
  readonly applicationId: string;
  readonly brandId: string;
  readonly brandName: string;
  readonly email: string;
}

/** A brand that is on the site. */
async function brand(): Promise<Brand> {
  const { applicationId } = await test.paid();
  await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
  const { brand_id: brandId, brand_name: brandName, email } = await test.row(applicationId);
  return { applicationId, brandId: String(brandId), brandName: String(brandName), email: String(email) };
}

let senders = 0;
/** A valid message to a brand; each call is another sender's. */
function message({ brandName }: Brand, changes: Record<string, unknown> = {}): object {
  senders += 1;
  return {
    ...{ module: "shops", brandName, firstName: "Meena", lastName: "Devi", email: `meena${senders}@example.com` },
    ...{ phone: "98765 43210", message: "Do you make the stole in green?", consent: true, ...changes },
  };
}
const send = (body: object): Promise<TestResponse> => mela.visitor().post(CALL, body, PERSON_TOOK);
const statesOf = ({ brandId }: Brand): Promise<string[]> =>
  mela.column(
    "SELECT state || coalesce(': ' || suspicion, '') AS line FROM enquiries WHERE brand_id = $1 ORDER BY created_at",
    [brandId],
  );
const mailsTo = (address: string): Promise<{ data: Record<string, unknown>; proof: string | null }[]> =>
  mela.query("SELECT data, proof FROM mails WHERE template = 'brand-enquiry' AND to_address = $1", [address]);
const newest = async ({ brandId }: Brand): Promise<string> =>
  String(await mela.value("SELECT id FROM enquiries WHERE brand_id = $1 ORDER BY created_at DESC LIMIT 1", [brandId]));

describe("a message to a brand", () => {
  it("goes to its owner's proven address with the sender's words, and to nobody else", async () => {
    const own = await brand();
    const body = message(own);
    const response = await send(body);
    expect([response.status, response.body]).toEqual([
      201,
      { message: "The brand has your message and answers you directly." },
    ]);
    const [mail, ...more] = await mailsTo(own.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      proof: "paid",
      data: {
        ...{ brandName: own.brandName, hasOwner: true, message: "Do you make the stole in green?" },
        sender: { name: "Meena Devi", address: (body as { email: string }).email },
      },
    });
    const toSender = "SELECT 1 FROM mails WHERE to_address = $1";
    expect(await mela.query(toSender, [(body as { email: string }).email])).toEqual([]);
    // A double click is the same message.
    expect((await send(body)).status).toBe(201);
    expect(await mailsTo(own.email)).toHaveLength(1);
    const consent = "SELECT consented_at IS NOT NULL FROM enquiries WHERE brand_id = $1";
    expect(await mela.value(consent, [own.brandId])).toBe(true);
  });

  it("is refused from a sender whose name can be taken for ours", async () => {
    const shop = await brand();
    for (const [firstName, lastName] of [
      ["Sakhi Bazaar", "Payments Team"],
      ["Sakhi", "Bazaar"],
      ["Customer", "Support"],
    ]) {
      const answer = await send(message(shop, { firstName, lastName }));
      expect(apiError(answer)).toEqual([400, "invalid_request"]);
      expect(answer.body["fields"]).toMatchObject({ firstName: [expect.stringContaining("a name of your own")] });
    }
    expect(await statesOf(shop)).toEqual([]);
  });

  it("goes to the organisation for a brand that no application stands for", async () => {
    const own = await brand();
    await mela.query("UPDATE listing_applications SET state = 'withdrawn' WHERE id = $1", [own.applicationId]);
    expect((await send(message(own))).status).toBe(201);
    expect(await mailsTo(own.email)).toEqual([]);
    expect(await mailsTo("office@bazaar.example")).toMatchObject([
      { proof: "organisation", data: { hasOwner: false } },
    ]);
  });

  it.each([
    ["without consent", { consent: false }, 400, "invalid_request"],
    ["without a message", { message: "Hi" }, 400, "invalid_request"],
    ["with a wrong address", { email: "meena@" }, 400, "invalid_request"],
    ["to a brand that is not on the site", { brandName: "Nobody At All" }, 404, "brand_unknown"],
    ["to a brand of another part", { module: "services" }, 404, "brand_unknown"],
  ])("%s is refused", async (_, changes, status, code) => {
    const own = await brand();
    expect(apiError(await send(message(own, changes)))).toEqual([status, code]);
    expect(await statesOf(own)).toEqual([]);
  });

  it("of a bot is stored and mailed once an operator approves it", async () => {
    const own = await brand();
    expect((await send(message(own, { website: "http://spam.example" }))).status).toBe(201);
    expect(await statesOf(own)).toEqual(["quarantined: trap_filled"]);
    expect(await mailsTo(own.email)).toEqual([]);
    const id = await newest(own);
    expect((await operator.post(`enquiries/${id}/let-through`, {})).body).toMatchObject({
      ...{ state: "forwarded", kind: "brand", brandName: own.brandName },
    });
    expect(await mailsTo(own.email)).toHaveLength(1);
    expect(codeOf(await operator.post(`enquiries/${id}/answered`, {}))).toBe("enquiry_answered");
  });

  /** A flood: messages to a brand from so many networks. */
  const flooded = ({ brandId }: Brand, messages: number, networks: number): Promise<unknown> =>
    mela.query(
      `INSERT INTO enquiries (kind, state, first_name, last_name, email, message, digest, brand_id, consented_at, network)
       SELECT 'brand', 'received', 'A', 'B', n || '@example.com', 'a message', 'd' || n, $1, clock_timestamp(), 'n' || n % $3::int
         FROM generate_series(1, $2::int) AS n`,
      [brandId, messages, networks],
    );

  it("arrives after five hundred messages from five addresses: they cannot silence a brand", async () => {
    const own = await brand();
    await flooded(own, 500, 5);
    const wedding = message(own, { message: "Twenty sarees for a wedding on Friday, please?" });
    expect((await mela.visitor("198.51.100.77").post(CALL, wedding, PERSON_TOOK)).status).toBe(201);
    expect((await statesOf(own)).at(-1)).toBe("received");
    expect(await mailsTo(own.email)).toHaveLength(1);
  });

  it(`costs work once ${BRAND_NETWORKS_PER_DAY} networks have written to a brand, more with each of its own network`, async () => {
    const own = await brand();
    await flooded(own, BRAND_NETWORKS_PER_DAY, BRAND_NETWORKS_PER_DAY);
    const prices: number[] = [];
    for (const address of ["198.51.100.81", "198.51.100.81", "203.0.113.81"]) {
      const visitor = mela.visitor(address);
      const body = message(own);
      const asked = await visitor.post(CALL, body, PERSON_TOOK);
      prices.push(triesOf(challengeOf(asked)));
      const { proof } = await solve(challengeOf(asked));
      const sent = await visitor.post(CALL, body, { ...PERSON_TOOK, proof });
      expect([sent.status, sent.body["message"]]).toEqual([201, answersIn("en").enquiries.brand]);
    }
    expect(prices).toEqual([32, 64, 32]);
    expect(await mailsTo(own.email)).toHaveLength(3);
    // What is shown to nobody is forgotten after a day.
    const networks = "SELECT network FROM enquiries WHERE brand_id = $1 AND network IS NOT NULL";
    await mela.query("UPDATE enquiries SET created_at = created_at - interval '25 hours'");
    await new RetentionService(test.get(Database), test.get(PersonalData), mela.config).run();
    expect(await mela.query(networks, [own.brandId])).toEqual([]);
  });

  it("says to its sender who has it", async () => {
    const own = await brand();
    const said = async (changes: Record<string, unknown>): Promise<unknown> =>
      (await send(message(own, changes))).body["message"];
    expect(await said({})).toBe(answersIn("en").brandEnquiries.owner);
    const bot = message(own, { website: "http://spam.example" });
    expect((await send(bot)).body["message"]).toBe(answersIn("en").brandEnquiries.operator);
    // A double click, and the same from a person.
    expect((await send(bot)).body["message"]).toBe(answersIn("en").brandEnquiries.operator);
    expect((await send({ ...bot, website: "" })).body["message"]).toBe(answersIn("en").brandEnquiries.owner);
    await mela.query("UPDATE listing_applications SET state = 'withdrawn' WHERE id = $1", [own.applicationId]);
    expect(await said({})).toBe(answersIn("en").brandEnquiries.organisation);
  });

  it("is limited per network and brand, and another brand is not", async () => {
    const [own, other] = [await brand(), await brand()];
    const visitor = (address: string) => mela.visitor(address);
    const codes = [];
    for (let sent = 0; sent < 11; sent += 1) {
      codes.push((await visitor("203.0.113.9").post(CALL, message(own), PERSON_TOOK)).status);
    }
    expect(codes.filter((status) => status === 201)).toHaveLength(10);
    expect(codes.at(-1)).toBe(429);
    for (const [address, to] of [
      ["203.0.113.9", other],
      ["198.51.100.9", own],
    ] as const) {
      expect((await visitor(address).post(CALL, message(to), PERSON_TOOK)).status).toBe(201);
    }
  });
});

describe("an operator", () => {
  it("stops a message: its unsent mail is not sent, and its sender is quarantined everywhere, once, with a reason", async () => {
    const [own, other] = [await brand(), await brand()];
    const email = "Asha.Seller@gmail.com";
    await send(message(own, { email }));
    const id = await newest(own);
    const stop = (body: object) => operator.post(`enquiries/${id}/stop`, body);
    expect(apiError(await stop({}))).toEqual([400, "invalid_request"]);
    expect((await stop({ reason: "Advertises a shop" })).body).toMatchObject({ state: "stopped", stoppedBy: "asha" });
    expect(await mailsTo(own.email)).toEqual([]);
    expect(apiError(await stop({ reason: "Advertises a shop" }))).toEqual([409, "enquiry_not_stoppable"]);
    // The same mailbox, written in another way.
    await send(message(other, { email: "ashaseller+new@gmail.com" }));
    expect(await statesOf(other)).toEqual(["quarantined: sender_stopped"]);
    expect(codeOf(await operator.post(`enquiries/${id}/let-through`, {}))).toBe("enquiry_not_quarantined");
    const audit = "SELECT reason FROM audit_log WHERE subject_id = $1 AND action = 'enquiry_stopped'";
    expect(await mela.column(audit, [id])).toEqual(["Advertises a shop"]);
    const support = { firstName: "Meena", lastName: "Devi", email: "meena@example.com", subject: "My listing" };
    await mela.visitor().post("/api/v1/support/submit", { ...support, message: "How do I change it?" }, PERSON_TOOK);
    const other2 = await mela.value("SELECT id FROM enquiries WHERE kind = 'support'");
    expect(codeOf(await operator.post(`enquiries/${String(other2)}/stop`, { reason: "no" }))).toBe("invalid_request");
    expect(codeOf(await operator.post(`enquiries/${String(other2)}/stop`, { reason: "not wanted" }))).toBe(
      "enquiry_not_stoppable",
    );
  });

  it("lists messages to brands beside the others", async () => {
    const own = await brand();
    await send(message(own));
    const { body } = await operator.get("enquiries?kind=brand&state=forwarded");
    expect(body as unknown as object[]).toContainEqual(
      expect.objectContaining({ brandName: own.brandName, state: "forwarded", consentedAt: expect.any(String) }),
    );
  });
});

describe("the owner", () => {
  const view = (own: Brand, userAgent: string, address: string): Promise<TestResponse> =>
    mela
      .visitor(address)
      .post("/api/v1/brand-views", { module: "shops", brandName: own.brandName }, { "user-agent": userAgent });

  it("sees visits of people and messages by week; programs and repeated visits are left out, and nothing is stored of either", async () => {
    const own = await brand();
    for (const [userAgent, address] of [
      [PHONE_BROWSER, "203.0.113.1"],
      [PHONE_BROWSER, "203.0.113.1"],
      [PHONE_BROWSER, "203.0.113.2"],
      ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "203.0.113.3"],
    ] as const) {
      expect((await view(own, userAgent, address)).status).toBe(200);
    }
    const nobody = { module: "shops", brandName: "Nobody At All" };
    await mela.visitor().post("/api/v1/brand-views", nobody, { "user-agent": PHONE_BROWSER });
    await test.get(BrandViewsService).flush();
    expect(await mela.query("SELECT views FROM brand_views WHERE brand_id = $1", [own.brandId])).toEqual([
      { views: 2 },
    ]);
    await send(message(own));
    await send(message(own, { website: "http://spam.example" }));
    const browser = mela.visitor();
    const url = await test.get(MailedLinksService).url("brand", own.applicationId, own.applicationId);
    const { body } = await browser.post("/api/v1/my-brand/session", { token: url.split("#")[1] });
    const weeks = body["weeks"] as { week: string; views: number; enquiries: number }[];
    expect(weeks).toHaveLength(8);
    expect(weeks.at(-1)).toMatchObject({ views: 2, enquiries: 1 });
    expect(weeks.slice(0, -1).every(({ views, enquiries }) => views === 0 && enquiries === 0)).toBe(true);
    const columns = await mela.column(
      "SELECT column_name FROM information_schema.columns WHERE table_name = 'brand_views' ORDER BY 1",
    );
    expect(columns).toEqual(["brand_id", "views", "week"]);
  });
});
