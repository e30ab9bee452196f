import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { PHONE_RESPONSE_MS, PHONE_VERIFICATION_RESPONSES } from "@sakhi/domain/listings/listing.rules";
import { type Answer, apiError } from "../bookings/mela.js";
import { ListingTest, application } from "./listing-app.js";

// A race that is lost once is lost.
jest.retryTimes(0);

const test = await ListingTest.open({ OPERATOR_EMAIL: "operator@bazaar.example" });
afterAll(() => test.close());

/** A stall that was paid for with this number. */
async function sold(stallId: string, phoneNumber: string) {
  const { bookingId, orderId, visitor } = await test.sold(stallId, {
    phoneNumber,
    email: `booker.${stallId.toLowerCase()}@example.com`,
  });
  return { bookingId, orderId, visitor };
}
const offer = async (bookingId: string): Promise<unknown[]> => {
  const [found] = await test.mela.query<{ offer: string; linked: string | null }>(
    "SELECT listing_offer AS offer, linked_application_id AS linked FROM bookings WHERE id = $1",
    [bookingId],
  );
  return [found?.offer, found?.linked];
};

describe("POST /api/v1/mela/verify-phone", () => {
  it("says yes for the number of a paid stall, in all the ways it is written", async () => {
    await sold("B1", "9811000001");
    for (const phoneNumber of ["+919811000001", "9811000001", "+91 9811000001"]) {
      const answer = await test.verify(test.mela.visitor(), phoneNumber);
      expect([answer.status, answer.body]).toEqual([
        200,
        { verified: true, message: PHONE_VERIFICATION_RESPONSES.verified },
      ]);
    }
  });

  it("answers every no with the same words after the same time: unknown, unpaid, claimed", async () => {
    await test.paying("B2", { phoneNumber: "9811000002" });
    await sold("B3", "9811000003");
    expect((await test.claim(test.mela.visitor(), "+919811000003")).status).toBe(201);
    const times: number[] = [];
    for (const phoneNumber of ["+919811009999", "+919811000002", "+919811000003"]) {
      const began = performance.now();
      const answer = await test.verify(test.mela.visitor(), phoneNumber);
      times.push(performance.now() - began);
      expect([answer.status, answer.body]).toEqual([
        200,
        { verified: false, message: PHONE_VERIFICATION_RESPONSES.refused },
      ]);
    }
    for (const ms of times) expect(ms).toBeGreaterThanOrEqual(PHONE_RESPONSE_MS - 2);
  });

  it("informs the visitor who booked the stall in the same browser that its free listing is claimed", async () => {
    const { visitor } = await sold("B30", "9811000030");
    expect((await test.claim(test.mela.visitor(), "+919811000030")).status).toBe(201);
    const answer = await test.verify(visitor, "+919811000030");
    expect(answer.body).toEqual({ verified: false, message: PHONE_VERIFICATION_RESPONSES.claimed });
  });

  it("refuses what is no number, with the specification's sentence", async () => {
    for (const phoneNumber of ["98110", "+9198110000011", "abcdefghij", 9811000001]) {
      const answer = await test.mela.visitor().post("/api/v1/mela/verify-phone", { phoneNumber });
      expect(apiError(answer)).toEqual([400, "invalid_request"]);
      expect(answer.body["fields"]).toEqual({ phoneNumber: ["Please enter a valid 10-digit numeric phone number"] });
    }
  });

  it("gives anyone who asks a cookie to be counted by", async () => {
    const visitor = test.mela.visitor();
    await test.verify(visitor, "9811009998");
    expect(visitor.cookie).toMatch(/^sakhi_visitor=/);
  });
});

describe("POST /api/v1/mela/verify-listing", () => {
  it("claims the offer of the booking, links it, and writes to three", async () => {
    const { bookingId } = await sold("B4", "9811000004");
    const body = application();
    const answer = await test.claim(test.mela.visitor(), "+919811000004", body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: expect.stringContaining("submitted") });
    const id = await test.applicationOf(body["brandName"]);
    expect(await offer(bookingId)).toEqual(["accepted_free", id]);
    expect(await test.row(id)).toMatchObject({
      kind: "mela_free",
      state: "under_review",
      booking_id: bookingId,
      review_since: expect.any(Date),
    });
    expect(await test.listingHistory(id)).toEqual(["claimed by visitor (B4)"]);
    expect((await test.listingMails(id)).sort()).toEqual([
      "listing-claimed to booker.b4@example.com",
      "listing-new to operator@bazaar.example",
      `listing-received to ${String(body["email"])}`,
    ]);
    expect(await test.nudged(`listing/${id}`)).toHaveLength(1);
  });

  it("lets exactly one of two browsers win that claim at the same moment, also with the same words", async () => {
    const { bookingId } = await sold("B5", "9811000005");
    const same = application();
    const answers = await Promise.all([
      ...test.mela.visitors(2).map((visitor) => test.claim(visitor, "+919811000005", same)),
      ...test.mela.visitors(2).map((visitor) => test.claim(visitor, "+919811000005")),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const codes = answers.flatMap(({ body }) => body["code"] ?? []);
    expect(codes).toEqual(["already_claimed", "already_claimed", "already_claimed"]);
    const claims = await test.mela.query("SELECT 1 FROM listing_applications WHERE booking_id = $1", [bookingId]);
    expect(claims).toHaveLength(1);
  });

  it("takes a double click of the same browser as one claim", async () => {
    await sold("B6", "9811000006");
    const visitor = test.mela.visitor();
    await test.verify(visitor, "+919811000006");
    const body = application();
    const answers = await Promise.all([
      test.claim(visitor, "+919811000006", body),
      test.claim(visitor, "+919811000006", body),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const found = await test.mela.query("SELECT times_sent FROM listing_applications WHERE brand_name = $1", [
      body["brandName"],
    ]);
    expect(found).toEqual([{ times_sent: 2 }]);
  });

  it("refuses a number that paid for nothing with the words of verify-phone, and writes nothing down", async () => {
    const body = application();
    const began = performance.now();
    const answer = await test.claim(test.mela.visitor(), "+919811009997", body);
    expect(performance.now() - began).toBeGreaterThanOrEqual(PHONE_RESPONSE_MS - 2);
    expect(apiError(answer)).toEqual([403, "listing_not_offered"]);
    expect(answer.body["message"]).toBe(PHONE_VERIFICATION_RESPONSES.refused);
    await expect(test.applicationOf(body["brandName"])).rejects.toThrow("no application");
  });

  it("gives a payer of two stalls two listings, and no third", async () => {
    await sold("B7", "9811000007");
    await sold("B8", "9811000007");
    const claim = async (): Promise<number> => (await test.claim(test.mela.visitor(), "+919811000007")).status;
    expect([await claim(), await claim(), await claim()]).toEqual([201, 201, 409]);
  });

  it.each([[undefined], [null], [[]], [[[]]], ["x"], [7]])(
    "checks the application inside, and the phone beside it: %j is none",
    async (listingData) => {
      const answer = await test.mela
        .visitor()
        .post("/api/v1/mela/verify-listing", { email: "kamala@example.com", phoneNumber: "+9198110", listingData });
      expect([answer.status, answer.body["fields"]]).toEqual([
        400,
        {
          phoneNumber: ["Please enter a valid 10-digit numeric phone number"],
          listingData: expect.arrayContaining(["The application is missing"]),
        },
      ]);
    },
  );

  it("refuses an e-mail beside the application that is not the application's", async () => {
    const { bookingId } = await sold("B10", "9811000010");
    const claim = (email: unknown, changes: Record<string, unknown> = {}): Promise<Answer> =>
      test.mela
        .visitor()
        .post("/api/v1/mela/verify-listing", {
          email,
          phoneNumber: "+919811000010",
          listingData: application({ submissionType: "free_lead", email: "Kamala.Ten@example.com", ...changes }),
        });
    const other = await claim("somebody.else@example.com");
    expect([other.status, other.body["fields"]]).toEqual([
      400,
      { email: ["This is not the application's email address"] },
    ]);
    // What is wrong with the application's own is said there, and once.
    const none = await claim("kamala.ten@example.com", { email: 7 });
    expect(Object.keys(none.body["fields"] as object)).toEqual(["listingData.email"]);
    expect(await offer(bookingId)).toEqual(["offered", null]);
    expect((await claim(" kamala.ten@EXAMPLE.com ")).status).toBe(201);
  });
});

describe("harvesting", () => {
  it("is stopped after ten questions of one visitor, and after ten about one number", async () => {
    const limited = await ListingTest.open({ RATE_LIMITS: "on" });
    try {
      const visitor = limited.mela.visitor();
      // The first answer brings the cookie.
      await limited.verify(visitor, "9700000000");
      const nine = await Promise.all(
        Array.from({ length: 9 }, (_, index) => limited.verify(visitor, `970000000${index + 1}`)),
      );
      expect(new Set(nine.map(({ status }) => status))).toEqual(new Set([200]));
      expect(apiError(await limited.verify(visitor, "9700000011"))).toEqual([429, "rate_limited"]);
      // A claim counts, too.
      expect(apiError(await limited.claim(visitor, "9700000012"))).toEqual([429, "rate_limited"]);
      const others = await Promise.all(limited.mela.visitors(10).map((other) => limited.verify(other, "9700000099")));
      expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
      expect(apiError(await limited.verify(limited.mela.visitor(), "9700000099"))).toEqual([429, "rate_limited"]);
    } finally {
      await limited.close();
    }
  });
});

describe("free applications", () => {
  beforeAll(() => test.mela.query("TRUNCATE listing_applications CASCADE"));
  afterEach(() => test.mela.query("TRUNCATE listing_applications CASCADE"));

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
        "listing-new to operator@bazaar.example",
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

    it("stores no personal data in the workflow's signals or the history", async () => {
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

  it("keeps to the form's rules (listing-application.dto.spec) at all three ways in", async () => {
    const changes = { businessAddress: "Lane 1" };
    const sentences = ["Business address must be at least 10 characters"];
    const free = await test.join("submit-lead", changes);
    const paid = await test.pay(application(changes));
    const claimed = await test.claim(test.mela.visitor(), "9000000000", changes);
    expect([free.status, paid.status, claimed.status]).toEqual([400, 400, 400]);
    expect([fields(free.body), fields(paid.body)]).toEqual(Array(2).fill({ businessAddress: sentences }));
    expect(fields(claimed.body)).toEqual({ "listingData.businessAddress": sentences });
  });
});
