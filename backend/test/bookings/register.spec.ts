import { afterAll, describe, expect, it } from "@jest/globals";
import { POLICIES_VERSION } from "@sakhi/domain/bookings/policies";
import { apiError, MelaTest, orderId, registration } from "./mela.js";

const mela = await MelaTest.start();
afterAll(() => mela.close());

const ordersOf = (stallId: string): Promise<{ state: string; amount_paise: string }[]> =>
  mela.query(
    `SELECT o.state, o.amount_paise FROM orders o JOIN bookings b ON b.id = o.subject_id
      WHERE b.stall_id = $1 ORDER BY o.created_at`,
    [stallId],
  );

describe("POST /api/v1/mela/create-provisional-registration", () => {
  it("registers for the visitor's own hold, within the same ten minutes", async () => {
    const visitor = mela.visitor();
    const { body: hold } = await visitor.reserve("B1");
    const order = orderId();
    const answer = await visitor.register("B1", { orderId: order });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      orderId: order,
      stallId: "B1",
      stallPrice: 27_000,
      discountPercentage: 0,
      discountAmount: 0,
      finalAmount: 27_000,
      expiresAt: hold["expiresAt"],
    });
    expect(await mela.history("B1")).toEqual(["registered"]);
    expect(await ordersOf("B1")).toEqual([{ state: "unsent", amount_paise: "2700000" }]);
    expect(await mela.eventLog("B1")).toEqual(["reserved by visitor (B1)", `registered by visitor (${order})`]);
    expect(await mela.nudges("B1")).toEqual(["held", "registered"]);
  });

  it("keeps the form as the DTO reads it, and keeps it out of events and signals", async () => {
    const visitor = await mela.holder("B2");
    await visitor.register("B2", {
      fullName: "  Asha Rao ",
      phoneNumber: "+91 9876543210",
      gstNumber: "29abcde1234f1z5",
      gstAddress: "12 MG Road",
    });
    expect(
      await mela.query("SELECT full_name, phone, gst_number, gst_address, pincode FROM bookings WHERE stall_id = 'B2'"),
    ).toEqual([
      {
        full_name: "Asha Rao",
        phone: "9876543210",
        gst_number: "29ABCDE1234F1Z5",
        gst_address: "12 MG Road",
        pincode: "560001",
      },
    ]);
    const reported = JSON.stringify([
      await mela.query("SELECT detail FROM booking_events"),
      await mela.query("SELECT payload FROM outbox"),
    ]);
    expect(reported).not.toMatch(/Asha|9876543210|29ABCDE|asha@/i);
  });

  it("keeps which policies were accepted, and when by the database's clock; a call without them is as specified", async () => {
    const accepted = () =>
      mela.query(
        `SELECT policies_version AS version, policies_accepted_at AS at, policies_accepted_at <= clock_timestamp() AS past
           FROM bookings WHERE stall_id = 'B6'`,
      );
    const visitor = await mela.holder("B6");
    expect((await visitor.register("B6")).status).toBe(201);
    expect(await accepted()).toEqual([{ version: null, at: null, past: null }]);
    expect((await visitor.register("B6", { policiesVersion: POLICIES_VERSION })).status).toBe(201);
    const [first] = await accepted();
    expect(first).toEqual({ version: POLICIES_VERSION, at: expect.anything(), past: true });
    // Corrected and sent again, with the same text in view or without a word of it: what was accepted stays.
    await visitor.register("B6", { policiesVersion: POLICIES_VERSION, pincode: "400030" });
    await visitor.register("B6", { pincode: "400031" });
    expect(await accepted()).toEqual([first]);
    const refused = await visitor.register("B6", { policiesVersion: "1999-01-01" });
    expect([...apiError(refused), refused.body["fields"]]).toEqual([
      400,
      "invalid_request",
      { policiesVersion: ["Please read and accept the event policies"] },
    ]);
  });

  it("takes the coupon off the price and claims it", async () => {
    const visitor = await mela.holder("A1");
    const answer = await visitor.register("A1", { appliedCouponCode: " sakhi25 " });
    expect(answer.body).toMatchObject({
      stallPrice: 36_000,
      discountPercentage: 25,
      discountAmount: 9_000,
      finalAmount: 27_000,
    });
    expect(await ordersOf("A1")).toEqual([{ state: "unsent", amount_paise: "2700000" }]);
  });

  it("answers a repeated submit alike and changes nothing", async () => {
    const visitor = await mela.holder("B3");
    const body = { orderId: orderId(), appliedCouponCode: "MELA10" };
    const first = await visitor.register("B3", body);
    const [events, nudges] = [await mela.eventLog("B3"), await mela.nudges("B3")];
    const again = await visitor.register("B3", body);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect([await mela.eventLog("B3"), await mela.nudges("B3")]).toEqual([events, nudges]);
    const both = await Promise.all([visitor.register("B3", body), visitor.register("B3", body)]);
    expect(both.map((answer) => answer.body)).toEqual([first.body, first.body]);
  });

  it("updates in place when submitted again: the earlier order is void, the coupon claimed again", async () => {
    const visitor = await mela.holder("B4");
    const { body: first } = await visitor.register("B4", { appliedCouponCode: "MELA10" });
    const answer = await visitor.register("B4", { businessName: "Rao Textiles", appliedCouponCode: "SAKHI25" });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ finalAmount: 20_250, expiresAt: first["expiresAt"] });
    expect(await ordersOf("B4")).toEqual([
      { state: "void", amount_paise: "2430000" },
      { state: "unsent", amount_paise: "2025000" },
    ]);
    expect(
      await mela.query(
        "SELECT c.code FROM coupon_claims c JOIN bookings b ON b.id = c.booking_id WHERE b.stall_id = 'B4'",
      ),
    ).toEqual([{ code: "SAKHI25" }]);
    await visitor.register("B4");
    expect((await visitor.myHold()).body).toMatchObject({ state: "registered" });
    expect(
      await mela.query(
        `SELECT b.business_name, b.coupon_code, b.final_paise, c.code FROM bookings b
           LEFT JOIN coupon_claims c ON c.booking_id = b.id WHERE b.stall_id = 'B4'`,
      ),
    ).toEqual([{ business_name: "Asha Weaves", coupon_code: null, final_paise: "2700000", code: null }]);
  });

  it("keeps the earlier registration whole when the second one is refused", async () => {
    const visitor = await mela.holder("B5");
    const first = orderId();
    await visitor.register("B5", { orderId: first, appliedCouponCode: "MELA10" });
    expect(apiError(await visitor.register("B5", { appliedCouponCode: "NONSENSE" }))).toEqual([409, "coupon_invalid"]);
    expect((await visitor.myHold()).body).toMatchObject({ state: "registered", orderId: first });
    expect(await ordersOf("B5")).toEqual([{ state: "unsent", amount_paise: "2430000" }]);
  });

  describe("refuses", () => {
    it("a stranger, with or without a cookie of their own", async () => {
      await mela.holder("B10");
      const other = await mela.holder("B11");
      await other.release("B11");
      expect(apiError(await mela.visitor().register("B10"))).toEqual([403, "not_yours"]);
      expect(apiError(await other.register("B10"))).toEqual([403, "not_yours"]);
      expect(await mela.history("B10")).toEqual(["held"]);
    });

    it("a stall that does not exist", async () => {
      const visitor = await mela.holder("B12");
      expect(apiError(await visitor.register("B99"))).toEqual([404, "stall_not_found"]);
      expect(apiError(await mela.visitor().register("B99"))).toEqual([404, "stall_not_found"]);
    });

    it("a hold that ran out, was given up, or passed on", async () => {
      const visitor = await mela.holder("B13");
      await mela.expire("B13");
      const expired = await visitor.register("B13");
      expect(apiError(expired)).toEqual([409, "hold_expired"]);
      expect(expired.body["message"]).toBe("Your stall reservation has expired. Please try again.");
      expect(await mela.history("B13")).toEqual(["held"]);
      await mela.visitor().reserve("B13");
      expect(apiError(await visitor.register("B13"))).toEqual([409, "hold_expired"]);
      const left = await mela.holder("B14");
      await left.release("B14");
      expect(apiError(await left.register("B14"))).toEqual([409, "hold_expired"]);
      expect(apiError(await left.register("B15"))).toEqual([409, "hold_expired"]);
    });

    it("a registration that is submitted after its time", async () => {
      const visitor = await mela.holder("B16");
      const body = { orderId: orderId() };
      await visitor.register("B16", body);
      await mela.expire("B16");
      expect(apiError(await visitor.register("B16", body))).toEqual([409, "hold_expired"]);
    });

    it("a stall the visitor has exchanged for another, which it names", async () => {
      const visitor = await mela.holder("B17");
      await visitor.reserve("B18");
      const answer = await visitor.register("B17");
      expect([...apiError(answer), answer.body["stallId"]]).toEqual([409, "hold_replaced", "B18"]);
    });

    it("a type that is not the stall's", async () => {
      const visitor = await mela.holder("B19");
      expect(apiError(await visitor.register("B19", { stallType: "Premium" }))).toEqual([409, "stall_mismatch"]);
      expect(await mela.history("B19")).toEqual(["held"]);
    });

    it("an order id that is in use, by others or with another form", async () => {
      const [one, two] = [await mela.holder("B20"), await mela.holder("B21")];
      const order = orderId();
      await one.register("B20", { orderId: order });
      expect(apiError(await two.register("B21", { orderId: order }))).toEqual([409, "order_id_taken"]);
      expect(await mela.history("B21")).toEqual(["held"]);
      const changed = await one.register("B20", { orderId: order, pincode: "400030" });
      expect(apiError(changed)).toEqual([409, "order_id_taken"]);
      await one.register("B20");
      expect(apiError(await one.register("B20", { orderId: order }))).toEqual([409, "order_id_taken"]);
    });

    it("an order id that two visitors send at the same moment, for one of them", async () => {
      const visitors = [await mela.holder("B22"), await mela.holder("B23")];
      const order = orderId();
      const answers = await Promise.all(
        visitors.map((visitor, index) => visitor.register(`B${22 + index}`, { orderId: order })),
      );
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409]);
      expect(answers.find((answer) => answer.status === 409)?.body["code"]).toBe("order_id_taken");
    });

    it("while paying, and after the sale, with the order's id", async () => {
      const visitor = await mela.holder("B24");
      const order = orderId();
      await visitor.register("B24", { orderId: order });
      await mela.force("B24", "paying");
      const paying = await visitor.register("B24");
      expect([...apiError(paying), paying.body["orderId"]]).toEqual([409, "payment_in_progress", order]);
      await mela.force("B24", "sold");
      expect(apiError(await visitor.register("B24"))).toEqual([409, "already_paid"]);
    });

    it("a body that breaks the form's rules, with the form's own sentences", async () => {
      const visitor = await mela.holder("B25");
      const answer = await visitor.register("B25", {
        fullName: "",
        email: "asha",
        phoneNumber: "12",
        businessName: undefined,
        gstNumber: "29",
        pincode: "1",
      });
      expect(apiError(answer)).toEqual([400, "invalid_request"]);
      expect(answer.body["fields"]).toEqual({
        fullName: ["Full name is required"],
        email: ["Please enter a valid email address"],
        phoneNumber: ["Phone number must be exactly 10 digits"],
        businessName: ["Business name is required", "Business name must be at most 150 characters"],
        gstNumber: ["GST Number must be exactly 15 characters if provided"],
        pincode: ["Pincode must be exactly 6 digits"],
      });
      expect(answer.body["message"]).toBe("Full name is required");
    });

    it("unknown fields, a false payment status, and an order id of another form", async () => {
      const visitor = await mela.holder("B26");
      for (const [field, value, sentence] of [
        ["finalAmount", 1, "This field is not known"],
        ["paymentStatus", "payment_successful", "A new registration is always payment_pending"],
        ["orderId", "ORDER1", "The order number is not of our form"],
      ] as const) {
        const answer = await visitor.post(
          "/api/v1/mela/create-provisional-registration",
          registration("B26", { [field]: value }),
        );
        expect(apiError(answer)).toEqual([400, "invalid_request"]);
        expect(answer.body["fields"]).toEqual({ [field]: [sentence] });
      }
      expect(await mela.history("B26")).toEqual(["held"]);
    });
  });
});
