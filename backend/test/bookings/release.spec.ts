import { afterAll, describe, expect, it } from "@jest/globals";
import { MelaTest, orderId } from "./mela.js";

const mela = await MelaTest.start();
afterAll(() => mela.close());

describe("POST /api/v1/mela/release", () => {
  it("gives the visitor's own hold back", async () => {
    const visitor = await mela.holder("B1");
    const answer = await visitor.release("B1");
    expect([answer.status, answer.body]).toEqual([200, { released: true }]);
    expect(await mela.history("B1")).toEqual(["released: left"]);
    expect(await mela.eventLog("B1")).toEqual(["reserved by visitor (B1)", "hold_released by visitor (left)"]);
    expect(await mela.nudges("B1")).toEqual(["held", "released"]);
    expect((await mela.visitor().reserve("B1")).status).toBe(201);
  });

  it("gives a registration back with its coupon and its unsent order", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B2", { orderId: order, appliedCouponCode: "ONCE50" });
    await visitor.release("B2");
    expect(await mela.history("B2")).toEqual(["released: left"]);
    expect(await mela.query("SELECT state FROM orders WHERE order_id = $1", [order])).toEqual([{ state: "void" }]);
    expect(await mela.count("coupon_claims")).toBe(0);
    expect(await mela.count("mails")).toBe(0);
  });

  it("has nothing to release on a free stall, twice, or for a stranger", async () => {
    const visitor = await mela.holder("B3");
    await visitor.release("B3");
    for (const answer of [
      await visitor.release("B3"),
      await visitor.release("B4"),
      await mela.visitor().release("B4"),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, { released: false }]);
    }
  });

  it("refuses to release what somebody else has, with or without a cookie", async () => {
    const [owner, other] = [mela.visitor(), mela.visitor()];
    await owner.reserve("B5");
    await other.reserve("B6");
    for (const stranger of [other, mela.visitor()]) {
      const answer = await stranger.release("B5");
      expect([answer.status, answer.body["code"]]).toEqual([403, "not_yours"]);
    }
    expect(await mela.history("B5")).toEqual(["held"]);
    await mela.block("B7");
    expect((await other.release("B7")).body["code"]).toBe("not_yours");
  });

  it("refuses while the visitor is paying, and leaves what is sold alone", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B8", { orderId: order });
    await mela.force("B8", "paying");
    const paying = await visitor.release("B8");
    expect([paying.status, paying.body["code"], paying.body["orderId"]]).toEqual([409, "payment_in_progress", order]);
    await mela.force("B8", "sold");
    expect((await visitor.release("B8")).body).toEqual({ released: false });
    expect(await mela.history("B8")).toEqual(["sold"]);
  });

  it("at countdown zero ends the visitor's own hold as run out, and never a later visitor's", async () => {
    const [late, next] = [mela.visitor(), mela.visitor()];
    await late.reserve("B9");
    await mela.expire("B9");
    expect((await late.release("B9")).body).toEqual({ released: true });
    expect(await mela.history("B9")).toEqual(["released: hold_expired"]);
    await next.reserve("B9");
    expect((await late.release("B9")).body["code"]).toBe("not_yours");
    await mela.expire("B9");
    expect((await late.release("B9")).body).toEqual({ released: false });
  });

  it("answers 404 for a stall that does not exist and 400 for no stall at all", async () => {
    expect((await mela.visitor().release("C1")).body["code"]).toBe("stall_not_found");
    const nothing = await mela.visitor().post("/api/v1/mela/release", {});
    expect([nothing.status, nothing.body["message"]]).toEqual([400, "Please choose a stall"]);
  });
});
