import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { answersIn } from "@sakhi/domain/languages/answers";
import { MAX_WAITING_CLAIMS, PHONE_RESPONSE_MS } from "@sakhi/domain/listings/listing.rules";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { type TestResponse, type TestVisitor, apiError } from "../bookings/mela.js";
import { ListingTest, application } from "./listing-app.js";

// No retries: a race lost once is a failure.
jest.retryTimes(0);

const test = await ListingTest.open({ OPERATOR_EMAIL: "operator@bazaar.example" }, [MyBookingModule, MyBrandModule]);
afterAll(() => test.close());

/** Sells a stall to this phone number. */
const sold = (stallId: string, phoneNumber: string) =>
  test.sold(stallId, { phoneNumber, email: `booker.${stallId.toLowerCase()}@example.com` });
const offer = async (bookingId: string): Promise<unknown> =>
  test.mela.value("SELECT ARRAY[listing_offer, linked_application_id::text] FROM bookings WHERE id = $1", [bookingId]);

/** A browser that opened a mailed link of the booking; it has the visitor's cookie only, as calls outside the booking's. */
async function openedLink(bookingId: string, mailId: string = randomUUID()): Promise<TestVisitor> {
  const token = (await test.get(MailedLinksService).url("booking", mailId, bookingId)).split("#")[1];
  const visitor = test.mela.visitor();
  await test.verify(visitor, "9000000000");
  const visitorCookie = visitor.cookie;
  const opened = await visitor.post("/api/v1/mela/my-booking/session", { token });
  expect(opened.status).toBe(200);
  visitor.cookie = `${visitorCookie}; ${visitor.cookie}`;
  return visitor;
}

const INVALID_NUMBER = "Please enter a valid 10-digit numeric phone number";

describe("POST /api/v1/mela/verify-phone", () => {
  const verified = async (phoneNumber: string, visitor = test.mela.visitor()): Promise<unknown[]> => {
    const { status, body } = await test.verify(visitor, phoneNumber);
    return [status, body["verified"], body["message"]];
  };

  it("accepts every notation of a paid stall's number, and sets the visitor cookie", async () => {
    await sold("B1", "9811000001");
    for (const phoneNumber of ["+919811000001", "9811000001", "+91 9811000001"]) {
      const visitor = test.mela.visitor();
      expect(await verified(phoneNumber, visitor)).toEqual([200, true, answersIn("en").phoneVerification.verified]);
      expect(visitor.cookie).toMatch(/^sakhi_visitor=/);
    }
  });

  it("responds identically, and in the same time, to unknown, unpaid and already claimed numbers", async () => {
    await test.paying("B2", { phoneNumber: "9811000002" });
    const { visitor: booker } = await sold("B3", "9811000003");
    expect((await test.claim(booker, "+919811000003")).status).toBe(201);
    for (const phoneNumber of ["+919811009999", "+919811000002", "+919811000003"]) {
      const startedAt = performance.now();
      expect(await verified(phoneNumber)).toEqual([200, false, answersIn("en").phoneVerification.refused]);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(PHONE_RESPONSE_MS - 2);
    }
    // Only the browser that booked the stall learns that its free listing is claimed.
    expect(await verified("+919811000003", booker)).toEqual([200, false, answersIn("en").phoneVerification.claimed]);
  });

  it("rejects malformed numbers with the specification's message", async () => {
    for (const phoneNumber of ["98110", "+9198110000011", "abcdefghij", 9811000001]) {
      const response = await test.mela.visitor().post("/api/v1/mela/verify-phone", { phoneNumber });
      expect(apiError(response)).toEqual([400, "invalid_request"]);
      expect(response.body["fields"]).toEqual({ phoneNumber: [INVALID_NUMBER] });
    }
  });
});

describe("POST /api/v1/mela/verify-listing", () => {
  it("claims the booking's offer, links the application, and mails the owner, the booker and the organisation", async () => {
    const { bookingId, visitor } = await sold("B4", "9811000004");
    const body = application();
    const response = await test.claim(visitor, "+919811000004", body);
    expect([response.status, response.body]).toEqual([201, { message: expect.stringContaining("submitted") }]);
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
    // It names the Mela of the booking, whichever is current when it is sent.
    const about = "SELECT booking_id FROM mails WHERE application_id = $1 AND template = 'listing-claimed'";
    expect(await test.mela.value(about, [id])).toBe(bookingId);
    expect(await test.nudged(`listing/${id}`)).toHaveLength(1);
  });

  it("opens the page of a claimed free listing in the browser that claimed it, without an order", async () => {
    const { visitor } = await sold("B49", "9811000949");
    const here = (browser: TestVisitor) => browser.post("/api/v1/my-brand/session/here", {});
    expect(apiError(await here(visitor))).toEqual([404, "brand_link_invalid"]);
    const body = application();
    expect((await test.claim(visitor, "+919811000949", body)).status).toBe(201);
    const other = test.mela.visitor();
    await test.verify(other, "+919811000949");
    expect(apiError(await here(other))).toEqual([404, "brand_link_invalid"]);
    const opened = await here(visitor);
    expect([opened.status, JSON.stringify(opened.body)]).toEqual([
      200,
      expect.stringContaining(String(body["brandName"])),
    ]);
  });

  it("accepts exactly one of four simultaneous claims from browsers that hold the booking", async () => {
    const { bookingId, visitor } = await sold("B5", "9811000005");
    const holders = await Promise.all([1, 2, 3].map(() => openedLink(bookingId)));
    const responses = await Promise.all([visitor, ...holders].map((holder) => test.claim(holder, "+919811000005")));
    expect(responses.map(({ status, body }) => body["code"] ?? status).sort()).toEqual([
      201,
      ...Array<string>(3).fill("already_claimed"),
    ]);
    const claims = await test.mela.query("SELECT 1 FROM listing_applications WHERE booking_id = $1", [bookingId]);
    expect(claims).toHaveLength(1);
  });

  it("treats a double click in one browser as one claim", async () => {
    const { visitor } = await sold("B6", "9811000006");
    await test.verify(visitor, "+919811000006");
    const body = application();
    const twice = await Promise.all([1, 2].map(() => test.claim(visitor, "+919811000006", body)));
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    const sent = "SELECT times_sent FROM listing_applications WHERE brand_name = $1";
    expect(await test.mela.column(sent, [body["brandName"]])).toEqual([2]);
  });

  it("rejects a number without a paid stall with verify-phone's message, and stores nothing", async () => {
    const body = application();
    const startedAt = performance.now();
    const response = await test.claim(test.mela.visitor(), "+919811009997", body);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(PHONE_RESPONSE_MS - 2);
    expect(apiError(response)).toEqual([403, "listing_not_offered"]);
    expect(response.body["message"]).toBe(answersIn("en").phoneVerification.refused);
    await expect(test.applicationOf(body["brandName"])).rejects.toThrow("no application");
  });

  it("allows a payer of two stalls two listings, and no third", async () => {
    const { visitor } = await sold("B7", "9811000007");
    await test.sold("B8", { phoneNumber: "9811000007", email: "booker.b8@example.com" }, visitor);
    const claim = async (): Promise<number> => (await test.claim(visitor, "+919811000007")).status;
    expect([await claim(), await claim(), await claim()]).toEqual([201, 201, 409]);
  });

  describe("from a browser that does not hold the booking", () => {
    const MY_BOOKING = "/api/v1/mela/my-booking";
    const offered = ["offered", null];

    it("waits until the booked address confirms it by the link in our mail, which has nobody's words", async () => {
      const { bookingId, visitor } = await sold("B11", "9811000011");
      const body = application({ brandName: "Call 1800 Now", fullName: "Account Locked" });
      const response = await test.claim(test.mela.visitor(), "+919811000011", body);
      expect([response.status, response.body]).toEqual([
        201,
        { message: answersIn("en").applications.waiting, waits: true },
      ]);
      await expect(test.applicationOf(body["brandName"])).rejects.toThrow("no application");
      expect(await offer(bookingId)).toEqual(offered);
      const mails = await test.mela.query<{ id: string; template: string; to: string; data: string }>(
        "SELECT id, template, to_address AS to, data::text FROM mails WHERE booking_id = $1 AND template LIKE 'listing%'",
        [bookingId],
      );
      expect(mails).toMatchObject([{ template: "listing-claim-waiting", to: "booker.b11@example.com" }]);
      expect(mails[0]?.data).not.toMatch(/1800|Locked/);

      const holder = await openedLink(bookingId, mails[0]!.id);
      const { body: shown } = await holder.get(MY_BOOKING);
      const [claim] = shown["listingClaims"] as { id: string }[];
      expect(claim).toMatchObject({ brandName: "Call 1800 Now", name: "Account Locked" });
      // A browser of another booking can't.
      const other = await openedLink((await sold("B12", "9811000012")).bookingId);
      expect(apiError(await other.post(`${MY_BOOKING}/listing-claims/${claim!.id}/confirm`, {}))).toEqual([
        ...[404, "not_found"],
      ]);
      const confirmed = await holder.post(`${MY_BOOKING}/listing-claims/${claim!.id}/confirm`, {});
      expect([confirmed.status, confirmed.body["listingClaims"]]).toEqual([200, []]);
      const id = await test.applicationOf(body["brandName"]);
      expect(await offer(bookingId)).toEqual(["accepted_free", id]);
      expect((await test.listingMails(id)).sort()).toEqual([
        "listing-claimed to booker.b11@example.com",
        "listing-new to operator@bazaar.example",
        `listing-received to ${String(body["email"])}`,
      ]);
      expect(await test.mela.query("SELECT FROM listing_claims WHERE booking_id = $1", [bookingId])).toEqual([]);
      expect(apiError(await holder.post(`${MY_BOOKING}/listing-claims/${claim!.id}/confirm`, {}))).toEqual([
        ...[404, "not_found"],
      ]);
      // Her own browser learns that it is taken.
      expect(apiError(await test.claim(visitor, "+919811000011"))).toEqual([409, "already_claimed"]);
    });

    it("takes nothing from the owner: her own browser claims at once, and the stranger's claim is declined", async () => {
      const { bookingId, visitor } = await sold("B13", "9811000013");
      expect((await test.claim(test.mela.visitor(), "+919811000013")).status).toBe(201);
      const mine = application();
      expect((await test.claim(visitor, "+919811000013", mine)).status).toBe(201);
      expect(await offer(bookingId)).toEqual(["accepted_free", await test.applicationOf(mine["brandName"])]);
      const holder = await openedLink(bookingId);
      const claims = (await holder.get(MY_BOOKING)).body["listingClaims"] as { id: string }[];
      const url = `${MY_BOOKING}/listing-claims/${claims[0]!.id}`;
      expect(apiError(await holder.post(`${url}/confirm`, {}))).toEqual([409, "already_claimed"]);
      expect((await holder.post(`${url}/decline`, {})).body["listingClaims"]).toEqual([]);
    });

    it("waits once for each form, at most a few, with one mail a day", async () => {
      const { bookingId } = await sold("B14", "9811000014");
      const same = application();
      for (let times = 0; times < 2; times += 1) await test.claim(test.mela.visitor(), "+919811000014", same);
      for (let times = 0; times < MAX_WAITING_CLAIMS + 1; times += 1) {
        await test.claim(test.mela.visitor(), "+919811000014");
      }
      const count = async (sql: string) => (await test.mela.query(sql, [bookingId])).length;
      expect(await count("SELECT FROM listing_claims WHERE booking_id = $1")).toBe(MAX_WAITING_CLAIMS);
      expect(await count("SELECT FROM mails WHERE booking_id = $1 AND template = 'listing-claim-waiting'")).toBe(1);
    });

    it("is at once the holder's after she opened her mailed link, until she closes it", async () => {
      const { bookingId } = await sold("B15", "9811000015");
      const closed = await openedLink(bookingId);
      await closed.post(`${MY_BOOKING}/session/end`, {});
      expect((await test.claim(closed, "+919811000015")).body["waits"]).toBe(true);
      expect((await test.claim(await openedLink(bookingId), "+919811000015")).body["waits"]).toBeUndefined();
      expect(await offer(bookingId)).toEqual(["accepted_free", expect.any(String)]);
    });
  });

  it.each([[undefined], [null], [[]], [[[]]], ["x"], [7]])(
    "rejects %j as the application, and an invalid phone number beside it",
    async (listingData) => {
      const body = { email: "kamala@example.com", phoneNumber: "+9198110", listingData };
      const response = await test.mela.visitor().post("/api/v1/mela/verify-listing", body);
      const missing: unknown = expect.arrayContaining(["The application is missing"]);
      expect([response.status, response.body["fields"]]).toEqual([
        400,
        { phoneNumber: [INVALID_NUMBER], listingData: missing },
      ]);
    },
  );

  it("rejects an email address that differs from the application's", async () => {
    const { bookingId, visitor } = await sold("B10", "9811000010");
    const claim = (email: string, changes: object = {}): Promise<TestResponse> => {
      const listingData = application({ submissionType: "free_lead", email: "Kamala.Ten@example.com", ...changes });
      const body = { email, phoneNumber: "+919811000010", listingData };
      return visitor.post("/api/v1/mela/verify-listing", body);
    };
    const other = await claim("somebody.else@example.com");
    const email = ["This is not the application's email address"];
    expect([other.status, other.body["fields"]]).toEqual([400, { email }]);
    // An invalid address in the application is reported once, on its own field.
    const none = await claim("kamala.ten@example.com", { email: 7 });
    expect(Object.keys(none.body["fields"] as object)).toEqual(["listingData.email"]);
    expect(await offer(bookingId)).toEqual(["offered", null]);
    expect((await claim(" kamala.ten@EXAMPLE.com ")).status).toBe(201);
  });
});

describe("free applications", () => {
  const emptied = async (): Promise<void> => {
    await test.mela.query("ALTER TABLE listing_events DISABLE TRIGGER ALL");
    await test.mela.query("TRUNCATE listing_applications CASCADE");
    await test.mela.query("ALTER TABLE listing_events ENABLE TRIGGER ALL");
  };
  beforeAll(emptied);
  afterEach(emptied);

  const fields = (body: Record<string, unknown>): unknown => body["fields"];

  describe("joining the community", () => {
    it.each([
      ["submit-lead", { companyType: "product", businessCategory: "Apparel" }],
      ["submit-service", { companyType: "service", businessCategory: "Food" }],
      ["submit-ngo", { companyType: "ngo", businessCategory: "Skilling" }],
    ] as const)("accepts %s, and mails the applicant and the organisation", async (path, kind) => {
      const body = application(kind);
      const response = await test.join(path, body);
      expect([response.status, response.body]).toEqual([201, { message: expect.stringContaining("24-48 hours") }]);
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

    it("deduplicates the same form within a day, also when sent several times at once", async () => {
      const body = application();
      const responses = await Promise.all(Array.from({ length: 6 }, () => test.join("submit-lead", body)));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      expect(await test.mela.column("SELECT times_sent FROM listing_applications")).toEqual([6]);
      const id = await test.applicationOf(body["brandName"]);
      expect(await test.listingMails(id)).toHaveLength(2);

      await test.mela.query("UPDATE listing_applications SET created_at = created_at - interval '25 hours'");
      await test.join("submit-lead", body);
      expect(await test.mela.query("SELECT 1 FROM listing_applications")).toHaveLength(2);
    });

    it.each([
      ["submit-lead", { companyType: "service", businessCategory: "Food" }, "companyType"],
      ["submit-service", { companyType: "ngo", businessCategory: "Skilling" }, "companyType"],
      ["submit-ngo", { companyType: "product", businessCategory: "Apparel" }, "companyType"],
      ["submit-lead", { submissionType: "paid_listing" }, "submissionType"],
      ["submit-lead", { submissionType: undefined }, "submissionType"],
      ["submit-lead", { amount: 1 }, "amount"],
    ] as const)("rejects at %s %j by field, and stores nothing", async (path, changes, field) => {
      const response = await test.join(path, changes);
      expect(apiError(response)).toEqual([400, "invalid_request"]);
      expect(Object.keys(fields(response.body) as object)).toEqual([field]);
      expect(await test.mela.query("SELECT 1 FROM listing_applications")).toEqual([]);
    });

    it("stores no personal data in the workflow's signals or the history", async () => {
      const body = application();
      await test.join("submit-lead", body);
      const reported = JSON.stringify([
        await test.mela.query("SELECT payload FROM outbox WHERE topic = 'workflow'"),
        await test.mela.query("SELECT * FROM listing_events"),
      ]);
      const own = ["fullName", "email", "brandName", "story"].map((name) => String(body[name]));
      for (const value of [...own, String(body["phoneNumber"]).slice(3)]) expect(reported).not.toContain(value);
    });
  });

  it("applies the form's rules (listing-application.dto.spec) at all three endpoints", async () => {
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
