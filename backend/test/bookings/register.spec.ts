import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { apiError, MelaTest, orderId, type TestVisitor } from "./mela.js";

const mela = await MelaTest.start();
beforeEach(() => mela.empty());
afterAll(() => mela.close());

/** All orders with their amounts in paise, oldest first. */
const orders = (): Promise<string[]> =>
  mela.column("SELECT state || ' ' || amount_paise FROM orders ORDER BY created_at");
const claims = (): Promise<string[]> => mela.column("SELECT code FROM coupon_claims");

describe("POST /api/v1/mela/create-provisional-registration", () => {
  it("registers the visitor's hold without extending it, and keeps the form out of events and signals", async () => {
    const visitor = mela.visitor();
    const { body: hold } = await visitor.reserve("B1");
    const order = orderId();
    // Input that the DTO normalizes.
    const written = { fullName: "  Asha Rao ", phoneNumber: "+91 9876543210", gstNumber: "29abcde1234f1z5" };
    const response = await visitor.register("B1", { orderId: order, ...written, gstAddress: "12 MG Road" });
    expect([response.status, response.body]).toEqual([
      201,
      {
        ...{ orderId: order, stallId: "B1", stallPrice: 27_000, discountPercentage: 0, discountAmount: 0 },
        ...{ finalAmount: 27_000, expiresAt: hold["expiresAt"] },
      },
    ]);
    expect([await mela.history("B1"), await orders()]).toEqual([["registered"], ["unsent 2700000"]]);
    expect(await mela.eventLog("B1")).toEqual(["reserved by visitor (B1)", `registered by visitor (${order})`]);
    expect(await mela.nudges("B1")).toEqual(["held", "registered"]);
    const kept = await mela.query("SELECT full_name, phone, gst_number, gst_address, pincode FROM bookings");
    expect(kept).toEqual([
      {
        ...{ full_name: "Asha Rao", phone: "9876543210", gst_number: "29ABCDE1234F1Z5" },
        ...{ gst_address: "12 MG Road", pincode: "560001" },
      },
    ]);
    const reported = await mela.column(
      "SELECT detail::text FROM booking_events UNION SELECT payload::text FROM outbox",
    );
    expect(reported.join()).not.toMatch(/Asha|9876543210|29ABCDE|asha@/i);
  });

  it("stores the accepted policies with the database's time; they are optional", async () => {
    const accepted = () =>
      mela.query(
        `SELECT policies_version AS version, policies_accepted_at AS at, policies_accepted_at <= clock_timestamp() AS past
           FROM bookings`,
      );
    const visitor = await mela.registrant("B1");
    expect(await accepted()).toEqual([{ version: null, at: null, past: null }]);
    expect((await visitor.register("B1", { policiesVersion: POLICIES_VERSION })).status).toBe(201);
    const [first] = await accepted();
    expect(first).toEqual({ version: POLICIES_VERSION, at: expect.anything(), past: true });
    // Repeated with the same version or without one: the first acceptance stays.
    await visitor.register("B1", { policiesVersion: POLICIES_VERSION, pincode: "400030" });
    await visitor.register("B1", { pincode: "400031" });
    expect(await accepted()).toEqual([first]);
    expect(await visitor.register("B1", { policiesVersion: "1999-01-01" })).toMatchObject({
      status: 400,
      body: { fields: { policiesVersion: ["Please read and accept the event policies"] } },
    });
  });

  it("is idempotent for a repeated submit", async () => {
    const visitor = await mela.holder("B1");
    const body = { orderId: orderId(), appliedCouponCode: "MELA10" };
    const first = await visitor.register("B1", body);
    const before = [await mela.eventLog("B1"), await mela.nudges("B1")];
    const again = [await visitor.register("B1", body)];
    again.push(...(await Promise.all([visitor.register("B1", body), visitor.register("B1", body)])));
    expect(again.map((response) => [response.status, response.body])).toEqual(Array(3).fill([201, first.body]));
    expect([await mela.eventLog("B1"), await mela.nudges("B1")]).toEqual(before);
  });

  it("updates the registration atomically when submitted again: voids the earlier order and claims the coupon again", async () => {
    const visitor = await mela.holder("B1");
    const { body: first } = await visitor.register("B1", { appliedCouponCode: "MELA10" });
    const second = await visitor.register("B1", { businessName: "Rao Textiles", appliedCouponCode: " sakhi25 " });
    expect([second.status, second.body]).toMatchObject([
      201,
      {
        ...{ stallPrice: 27_000, discountPercentage: 25, discountAmount: 6_750, finalAmount: 20_250 },
        expiresAt: first["expiresAt"],
      },
    ]);
    expect([await orders(), await claims()]).toEqual([["void 2430000", "unsent 2025000"], ["SAKHI25"]]);
    expect(apiError(await visitor.register("B1", { appliedCouponCode: "NONSENSE" }))).toEqual([409, "coupon_invalid"]);
    const { orderId: kept } = second.body;
    expect((await visitor.myHold()).body).toMatchObject({ state: "registered", orderId: kept });
    expect([await orders(), await claims()]).toEqual([["void 2430000", "unsent 2025000"], ["SAKHI25"]]);
    await visitor.register("B1");
    expect(await mela.query("SELECT state, business_name, coupon_code, final_paise FROM bookings")).toEqual([
      { state: "registered", business_name: "Asha Weaves", coupon_code: null, final_paise: "2700000" },
    ]);
    expect(await claims()).toEqual([]);
  });

  const order = orderId();
  const left = async (stallId: string, visitor = mela.visitor()) => {
    await visitor.reserve(stallId);
    await visitor.release(stallId);
    return visitor;
  };
  const after = async (visitor: TestVisitor, state: "paying" | "sold") => (await mela.force("B1", state), visitor);
  const overdue = async (visitor: TestVisitor) => (await mela.expire("B1"), visitor);
  it.each<[string, object, () => Promise<TestVisitor>, Record<string, unknown>?]>([
    ["another visitor without a cookie", { code: "not_yours" }, async () => (await mela.holder("B1"), mela.visitor())],
    ["another visitor with a cookie", { code: "not_yours" }, async () => (await mela.holder("B1"), left("B2"))],
    ["an unknown stall", { code: "stall_not_found" }, () => mela.holder("B1"), { stallId: "B99" }],
    ["an unknown stall, without a cookie", { code: "stall_not_found" }, async () => mela.visitor(), { stallId: "B99" }],
    [
      "an expired hold",
      { code: "hold_expired", message: "Your stall reservation has expired. Please try again." },
      async () => overdue(await mela.holder("B1")),
    ],
    [
      "an expired hold on a stall that another visitor holds now",
      { code: "hold_expired" },
      async () => {
        const visitor = await overdue(await mela.holder("B1"));
        return (await mela.holder("B1"), visitor);
      },
    ],
    ["a released hold", { code: "hold_expired" }, () => left("B1")],
    ["a stall never held", { code: "hold_expired" }, () => left("B2")],
    [
      "a repeated registration after its expiry",
      { code: "hold_expired" },
      async () => overdue(await mela.registrant("B1", { orderId: order })),
      { orderId: order },
    ],
    [
      "a replaced stall, with the current one",
      { code: "hold_replaced", stallId: "B2" },
      async () => {
        const visitor = await mela.holder("B1");
        return (await visitor.reserve("B2"), visitor);
      },
    ],
    ["a wrong stall type", { code: "stall_mismatch" }, () => mela.holder("B1"), { stallType: "Premium" }],
    [
      "another visitor's order id",
      { code: "order_id_taken" },
      async () => (await mela.registrant("B2", { orderId: order }), mela.holder("B1")),
      { orderId: order },
    ],
    [
      "the same order id with a different form",
      { code: "order_id_taken" },
      () => mela.registrant("B1", { orderId: order }),
      { orderId: order, pincode: "400030" },
    ],
    [
      "an earlier order id",
      { code: "order_id_taken" },
      async () => {
        const visitor = await mela.registrant("B1", { orderId: order });
        return (await visitor.register("B1"), visitor);
      },
      { orderId: order },
    ],
    [
      "a paying booking, with its order",
      { code: "payment_in_progress", orderId: order },
      async () => after(await mela.registrant("B1", { orderId: order }), "paying"),
    ],
    ["a sold booking", { code: "already_paid" }, async () => after(await mela.registrant("B1"), "sold")],
  ])("rejects %s and changes nothing", async (_what, body, arrange, changes = {}) => {
    const visitor = await arrange();
    const all = () => Promise.all([mela.query("SELECT * FROM bookings ORDER BY id"), orders(), claims()]);
    const before = await all();
    expect(await visitor.register("B1", changes)).toMatchObject({ body });
    expect(await all()).toEqual(before);
  });

  it("rejects an invalid form with the form's own messages, and unknown fields", async () => {
    const visitor = await mela.holder("B1");
    const wrong = { fullName: "", email: "asha", businessName: undefined };
    const { status, body } = await visitor.register("B1", wrong);
    expect([status, body]).toMatchObject([
      400,
      {
        ...{ code: "invalid_request", message: "Full name is required" },
        fields: {
          fullName: ["Full name is required"],
          email: ["Please enter a valid email address"],
          businessName: ["Business name is required", "Business name must be at most 150 characters"],
        },
      },
    ]);
    const unknown = await visitor.register("B1", { finalAmount: 1 });
    expect(unknown.body["fields"]).toEqual({ finalAmount: ["This field is not known"] });
    expect(await mela.history("B1")).toEqual(["held"]);
  });
});
