import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { MyBrandModule } from "../../src/my-brand/my-brand.module.js";
import { type TestResponse, apiError } from "../bookings/mela.js";
import { application, ListingTest } from "./listing-app.js";

const test = await ListingTest.open({ OPERATOR_EMAIL: "operator@bazaar.example" }, [MyBrandModule]);
const operator = await test.administrator("asha");
afterEach(async () => {
  jest.restoreAllMocks();
  await test.simulator.noFaults();
});
afterAll(() => test.close());

const statusOf = async (orderId: string): Promise<unknown> => (await test.listingStatus(orderId)).body["status"];
const untilStatus = (orderId: string, status: string): Promise<void> => test.untilReported(orderId, status, statusOf);

describe("POST /api/v1/cashfree/initiate for a listing", () => {
  it("stores the application and opens an order of 999 rupees with a server-generated id", async () => {
    const body = application();
    const response = await test.pay(body);
    expect(response.status).toBe(201);
    const orderId = String(response.body["orderId"]);
    expect(orderId).toMatch(/^LIST\d{13}_[0-9a-f]{24}$/);
    const checkoutScriptUrl = `${test.simulator.url}/checkout.js`;
    const session: unknown = expect.stringMatching(/^session_/);
    expect(response.body).toEqual({ orderId, paymentSessionId: session, environment: "sandbox", checkoutScriptUrl });
    const { order } = (await test.simulator.order(orderId)) as unknown as { order: Record<string, unknown> };
    expect(order).toMatchObject({
      order_amount: 999,
      order_meta: { return_url: `http://127.0.0.1:1/payment-success?order_id=${orderId}` },
      customer_details: {
        customer_phone: String(body["phoneNumber"]).slice(3),
        customer_email: body["email"],
        customer_name: "Kamala Devi",
      },
    });
    const { applicationId } = await test.applicantOf(orderId);
    expect(await test.row(applicationId)).toMatchObject({ kind: "paid", state: "paying" });
    expect(await test.listingHistory(applicationId)).toEqual([
      "submitted by visitor",
      `payment_started by visitor (${orderId})`,
      `payment_opened by provider (${orderId})`,
    ]);
    expect(await test.listingMails(applicationId)).toEqual([]);
  });

  it("has the provider return an applicant whose page is in Hindi to the page in Hindi", async () => {
    const { body } = await test.pay(application(), undefined, "hi");
    const orderId = String(body["orderId"]);
    const { order } = (await test.simulator.order(orderId)) as unknown as { order: Record<string, unknown> };
    const address = `http://127.0.0.1:1/hi/payment-success?order_id=${orderId}`;
    expect(order["order_meta"]).toMatchObject({ return_url: address });
  });

  it("returns the same application, order and session for the same form: ten at once, and after a failed payment", async () => {
    const body = application();
    const responses = await Promise.all(Array.from({ length: 10 }, () => test.pay(body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    const orderId = String(responses[0]?.body["orderId"]);
    await test.simulator.pay(orderId, { outcome: "failed" });
    await test.settle(orderId, "webhook");
    expect((await test.pay({ ...body, email: String(body["email"]).toUpperCase() })).body).toEqual(responses[0]?.body);
    const found = "SELECT 1 FROM listing_applications WHERE brand_name = $1";
    expect(await test.mela.query(found, [body["brandName"]])).toHaveLength(1);
  });

  it("reverts the application when the provider refuses the order, and opens another order on retry", async () => {
    const body = application();
    await test.simulator.fault("createOrder", "refuse", { times: 1 });
    expect(apiError(await test.pay(body))).toEqual([409, "listing_payment_refused"]);
    const id = await test.applicationOf(body["brandName"]);
    expect(await test.state(id)).toBe("submitted");
    expect((await test.pay(body)).status).toBe(201);
    expect(await test.state(id)).toBe("paying");
    const orders = "SELECT state FROM orders WHERE subject_id = $1 ORDER BY created_at";
    expect(await test.mela.column(orders, [id])).toEqual(["void", "open"]);
  });

  it("rejects bodies that are neither a stall's nor a listing's payment, and validates each by its own rules", async () => {
    const post = (body: object): Promise<TestResponse> => test.mela.visitor().post("/api/v1/cashfree/initiate", body);
    for (const body of [{}, { orderId: "x", amount: 1 }]) {
      const response = await post(body);
      expect(apiError(response)).toEqual([400, "invalid_request"]);
      expect(response.body["fields"]).toHaveProperty("submissionType");
    }
    expect((await post({ metadata: { type: "other" } })).body["fields"]).toHaveProperty("orderId");
    const free = await post(application({ submissionType: "free_lead" }));
    expect(free.body["fields"]).toEqual({ submissionType: ["This call is for paid listings"] });
    const priced = await post(application({ submissionType: "paid_listing", amount: 1 }));
    expect(priced.body["fields"]).toEqual({ amount: ["This field is not known"] });
  });
});

describe("settling a listing's payment", () => {
  it("puts the application under review, issues an invoice, mails the operator, and rejects a second payment", async () => {
    const body = application();
    const { applicationId, orderId } = await test.paid(body);
    const again = await test.pay(body);
    expect([...apiError(again), again.body["orderId"]]).toEqual([409, "listing_already_paid", orderId]);
    const row = await test.row(applicationId);
    expect(row).toMatchObject({ state: "under_review", review_since: expect.any(Date) });
    expect(await test.mela.column("SELECT content FROM invoices WHERE order_id = $1", [orderId])).toMatchObject([
      {
        recipient: { name: "Kamala Devi", businessName: row["brand_name"], address: row["business_address"] },
        placeOfSupply: { code: "27" },
        line: { product: "listing", sac: "998365", pricePaise: 99_900 },
        tax: { totalPaise: 99_900 },
        application: { applicationId, purpose: "first" },
      },
    ]);
    expect((await test.listingHistory(applicationId)).slice(3)).toEqual([
      `paid by provider (${orderId})`,
      expect.stringMatching(/^invoice_issued by system \(INV\//),
    ]);
    expect(await test.listingMails(applicationId)).toEqual(["listing-new to operator@bazaar.example"]);
    // To a browser that only knows the number (T-107, decision 92).
    const shown = { orderId, brandName: row["brand_name"], fullName: "Kamala D.", submissionType: "paid_listing" };
    expect((await test.listingStatus(orderId)).body).toMatchObject({ status: "payment_successful", ...shown });
  });

  it("records one payment and one invoice for ten simultaneous settlements", async () => {
    const { applicationId, orderId } = await test.applicant();
    await test.simulator.pay(orderId);
    const settle = async () => await test.settle(orderId, "webhook");
    expect(new Set(await Promise.all(Array.from({ length: 10 }, settle)))).toEqual(new Set(["sold"]));
    expect(await test.invoicesOf(orderId)).toHaveLength(1);
    const eventLog = await test.listingHistory(applicationId);
    expect(eventLog.filter((line) => line.startsWith("paid"))).toHaveLength(1);
  });

  it("accepts late money on a closed order, and refunds the second order's", async () => {
    const body = application();
    const first = await test.applicant(body);
    await test.closeUnpaid(first);
    expect(await test.state(first.applicationId)).toBe("submitted");
    expect(await test.nudged(`late-payment/${first.orderId}`)).toHaveLength(1);
    // The same form finds the same application, with a new order.
    const second = await test.applicant(body);
    expect([second.applicationId, second.orderId]).toEqual([
      first.applicationId,
      expect.not.stringMatching(first.orderId),
    ]);
    await test.simulator.pay(first.orderId, { force: true });
    expect(await test.settle(first.orderId)).toBe("sold");
    expect(await test.state(first.applicationId)).toBe("under_review");
    // The other order is closed before it is paid too, without a mail about a failed payment.
    expect(await test.orderState(second.orderId)).toBe("closing");
    expect((await test.activities.closeListingPayment(second.orderId)).step).toBe("closed");
    await test.activities.endUnpaidListingPayment(second.applicationId, second.orderId);
    expect(await test.nudged(`late-payment/${second.orderId}`)).toHaveLength(1);
    await test.simulator.pay(second.orderId, { force: true });
    expect(await test.settle(second.orderId)).toBe("refunding");
    expect(await test.refundsOf(second.orderId)).toMatchObject([{ reason: "second_payment", paise: 99_900 }]);
    expect(await test.invoicesOf(second.orderId)).toEqual([]);
    expect((await test.listingMails(first.applicationId)).map((line) => line.split(" ")[0]).sort()).toEqual([
      "listing-new",
      // For the first order, before it was paid.
      "listing-payment-failed",
      "listing-payment-refunded",
    ]);
    expect(await statusOf(first.orderId)).toBe("payment_successful");
    expect(await statusOf(second.orderId)).toBe("payment_failed");
  });

  it("returns to submitted if the provider itself has returned the money, without a mail that nothing was charged", async () => {
    const applicant = await test.applicant();
    await test.simulator.pay(applicant.orderId);
    await test.simulator.control("POST", `/orders/${applicant.orderId}/auto-refund`);
    // Its webhook overtakes the payment's.
    const { facts } = await test.settlement.reconcile(applicant.orderId, { trigger: "webhook", refunds: true });
    expect(facts.outcome).toBe("refunding");
    await test.endListingWindow(applicant.orderId);
    await test.activities.closeListingPayment(applicant.orderId);
    await test.closeUnpaid(applicant);
    expect(await test.state(applicant.applicationId)).toBe("submitted");
    expect(await test.listingMails(applicant.applicationId)).toEqual([]);
  });

  it("raises an issue for a second paid application of the same brand and email", async () => {
    const body = application();
    const first = await test.paid(body);
    const other = await test.paid({ ...body, hearAboutUs: "event" });
    expect(await test.issues(other.applicationId)).toEqual(["listing_paid_twice"]);
    expect(await test.issues(first.applicationId)).toEqual([]);
    const found = "SELECT application_id, booking_id, facts FROM issues WHERE subject = $1";
    expect(await test.mela.query(found, [other.applicationId])).toEqual([
      {
        application_id: other.applicationId,
        booking_id: null,
        facts: { otherApplicationId: first.applicationId, orderId: other.orderId },
      },
    ]);
  });

  it("links a payment's issue to the application", async () => {
    const { applicationId, orderId } = await test.applicant();
    await test.simulator.pay(orderId, { amount: 1 });
    expect(await test.settle(orderId)).toBe("issue");
    const entries = await test.mela.query("SELECT kind FROM issues WHERE application_id = $1", [applicationId]);
    expect(entries).toEqual([{ kind: "amount_differs" }]);
    expect(await test.state(applicationId)).toBe("paying");
  });
});

describe("GET /api/v1/brand/payment-status", () => {
  it("settles automatically, reports failed attempts, and rejects unknown orders", async () => {
    const { orderId } = await test.applicant();
    expect(await statusOf(orderId)).toBe("payment_pending");
    await test.simulator.pay(orderId, { outcome: "failed" });
    await untilStatus(orderId, "payment_failed");
    await test.simulator.pay(orderId);
    await untilStatus(orderId, "payment_successful");
    // Neither endpoint knows the other's orders.
    const stall = await test.paying("B1");
    const unknown = [test.listingStatus("LIST1700000000000_nobodysorderatall0000"), test.listingStatus(stall.orderId)];
    for (const response of await Promise.all([...unknown, test.status(orderId)])) {
      expect(apiError(response)).toEqual([404, "order_not_found"]);
    }
    expect(apiError(await test.listingStatus(""))).toEqual([400, "invalid_request"]);
  });

  it("shortens the name for a browser that neither started the order nor opened its owner's link", async () => {
    const mine = test.mela.visitor();
    const { body } = await test.pay(application({ fullName: "Meera Silver", brandName: "Silver Lane" }), mine);
    const orderId = String(body["orderId"]);
    const seen = async (visitor = test.mela.visitor(), order = orderId) => {
      const answer = (await visitor.get(`/api/v1/brand/payment-status?order_id=${order}`)).body;
      expect(Object.keys(answer)).toEqual(
        expect.arrayContaining(["status", "orderId", "brandName", "fullName", "submissionType"]),
      );
      return [answer["fullName"], answer["brandName"]];
    };
    expect(await seen(mine)).toEqual(["Meera Silver", "Silver Lane"]);
    expect(await seen()).toEqual(["Meera S.", "Silver Lane"]);
    await test.settlePaid(orderId);
    expect(await seen()).toEqual(["Meera S.", "Silver Lane"]);
    const { applicationId } = await test.applicantOf(orderId);
    const linked = test.mela.visitor();
    await test.pay(application(), linked);
    const visitorCookie = linked.cookie;
    const link = await test.get(MailedLinksService).url("brand", randomUUID(), applicationId);
    await linked.post("/api/v1/my-brand/session", { token: link.split("#")[1] });
    // Each browser keeps both cookies; these visitors keep the last one.
    linked.cookie = `${visitorCookie}; ${linked.cookie}`;
    expect(await seen(linked)).toEqual(["Meera Silver", "Silver Lane"]);
    const ends = (at: string) =>
      test.mela.query(`UPDATE mailed_links SET expires_at = ${at} WHERE subject_id = $1`, [applicationId]);
    await ends("clock_timestamp()");
    expect(await seen(linked)).toEqual(["Meera S.", "Silver Lane"]);
    await ends("clock_timestamp() + interval '1 day'");
    await linked.post("/api/v1/my-brand/session/end", {});
    linked.cookie = visitorCookie;
    expect(await seen(linked)).toEqual(["Meera S.", "Silver Lane"]);
    // Another browser pays for the next year.
    await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
    const renewing = test.mela.visitor();
    const renewal = await renewing.post("/api/v1/brand/renew", { token: await test.renewalToken(applicationId) });
    const order = String(renewal.body["orderId"]);
    // An id with the time it was made, so that limits know the browser.
    expect(renewing.cookie).toMatch(/^sakhi_visitor=[\da-f]{8}-[\da-f]{4}-7/);
    expect(await seen(renewing, order)).toEqual(["Meera Silver", "Silver Lane"]);
    expect(await seen(test.mela.visitor(), order)).toEqual(["Meera S.", "Silver Lane"]);
  });
});

it("LISTING_PAYMENTS=mock sells at once without a provider, and uses no invoice number", async () => {
  jest.replaceProperty(test.mela.config.listings, "payments", "mock");
  const numbers = await test.mela.query("SELECT * FROM invoice_counters");
  const body = application();
  const response = await test.pay(body);
  const orderId = String(response.body["orderId"]);
  expect([response.status, response.body]).toEqual([201, { orderId, paymentSessionId: "", environment: "mock" }]);
  expect((await test.pay(body)).body).toEqual(response.body);
  expect(await statusOf(orderId)).toBe("payment_successful");
  const { applicationId } = await test.applicantOf(orderId);
  expect(await test.invoicesOf(orderId)).toEqual([]);
  expect(await test.mela.query("SELECT * FROM invoice_counters")).toEqual(numbers);
  expect((await test.listingMails(applicationId)).map((line) => line.split(" ")[0]).sort()).toEqual([
    "listing-new",
    "listing-paid",
  ]);
  // Settling it changes nothing.
  expect(await test.settle(orderId, "sweep")).toBe("not_opened");
  expect(await test.state(applicationId)).toBe("under_review");
});
