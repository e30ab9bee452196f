import { afterAll, describe, expect, it } from "@jest/globals";
import { type Answer, MelaTest, orderId } from "./mela.js";
import { until } from "@sakhi/testkit/until";

const mela = await MelaTest.start();
afterAll(() => mela.close());

const similarOf = (answer: Answer): string[] =>
  (answer.body["similar"] as { stallId: string }[]).map((stall) => stall.stallId);
/** The database's clock, in ms. */
const clock = async (): Promise<number> => {
  return Number(await mela.value("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms"));
};
/** Whether it lies between the two, to the millisecond. */
const within = (earliest: number, at: number, latest: number): boolean => earliest - 1 <= at && at <= latest + 1;
const secondsLeft = (answer: Answer): number =>
  (Date.parse(String(answer.body["expiresAt"])) - Date.parse(String(answer.body["serverTime"]))) / 1000;

describe("POST /api/v1/mela/reserve", () => {
  it("reserves a free stall for ten minutes at its price and remembers the visitor", async () => {
    const visitor = mela.visitor();
    const before = await clock();
    const answer = await visitor.reserve("B1");
    const after = await clock();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      stallId: "B1",
      type: "General",
      price: 27_000,
      expiresAt: expect.any(String),
      serverTime: expect.any(String),
    });
    // By the database's clock, as all deadlines: ten minutes from the insert, read when it was answered.
    const [expires, reported] = [answer.body["expiresAt"], answer.body["serverTime"]].map((at) =>
      Date.parse(String(at)),
    );
    expect(within(before, expires! - 600_000, after)).toBe(true);
    expect(within(before, reported!, after)).toBe(true);
    expect(secondsLeft(answer)).toBeLessThanOrEqual(600);
    expect(String(answer.headers["set-cookie"])).toMatch(/^sakhi_visitor=.+HttpOnly; SameSite=Lax/);
    expect(await mela.history("B1")).toEqual(["held"]);
    expect(await mela.eventLog("B1")).toEqual(["reserved by visitor (B1)"]);
    expect(await mela.nudges("B1")).toEqual(["held"]);
  });

  it("answers one's own held stall again with 200, the same hold and the same deadline", async () => {
    const visitor = mela.visitor();
    const first = await visitor.reserve("B2");
    const again = await visitor.reserve("B2");
    expect(again.status).toBe(200);
    expect(again.body["expiresAt"]).toBe(first.body["expiresAt"]);
    expect(await mela.history("B2")).toEqual(["held"]);
    await visitor.register("B2");
    const registered = await visitor.reserve("B2");
    expect([registered.status, registered.body["expiresAt"]]).toEqual([200, first.body["expiresAt"]]);
  });

  it("gives up the other hold only when the new one succeeded", async () => {
    const [visitor, other] = [mela.visitor(), mela.visitor()];
    await visitor.reserve("B3");
    await other.reserve("B4");
    expect((await visitor.reserve("B4")).body["code"]).toBe("stall_reserved");
    expect(await mela.history("B3")).toEqual(["held"]);
    expect((await visitor.reserve("B5")).status).toBe(201);
    expect(await mela.history("B3")).toEqual(["released: replaced"]);
    expect(await mela.eventLog("B3")).toEqual(["reserved by visitor (B3)", "hold_released by visitor (replaced)"]);
    expect(await mela.nudges("B3")).toEqual(["held", "released"]);
    expect((await other.reserve("B3")).status).toBe(201);
  });

  it("gives up a registration too, with its coupon and its order", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B6", { orderId: order, appliedCouponCode: "SAKHI25" });
    await visitor.reserve("B7");
    expect(await mela.history("B6")).toEqual(["released: replaced"]);
    expect(await mela.query("SELECT state FROM orders WHERE order_id = $1", [order])).toEqual([{ state: "void" }]);
    expect(await mela.query("SELECT 1 FROM coupon_claims WHERE code = 'SAKHI25'")).toEqual([]);
  });

  it("refuses a stall that is reserved, with at most three free ones of its kind nearby", async () => {
    await mela.visitor().reserve("A15");
    await mela.visitor().reserve("A16");
    const answer = await mela.visitor().reserve("A15");
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      statusCode: 409,
      code: "stall_reserved",
      message: "This stall is currently reserved by another person",
      error: "This stall is currently reserved by another person",
    });
    expect(similarOf(answer)).toEqual(["A14", "A13", "A17"]);
    expect((answer.body["similar"] as object[])[0]).toEqual({ stallId: "A14", type: "Premium", price: 36_000 });
  });

  it("rejects a stall that is sold, being paid for, or blocked", async () => {
    const buyer = await mela.registrant("B20");
    await mela.force("B20", "paying");
    expect((await mela.visitor().reserve("B20")).body["code"]).toBe("stall_reserved");
    await mela.force("B20", "sold");
    const sold = await mela.visitor().reserve("B20");
    expect([sold.status, sold.body["code"]]).toEqual([409, "stall_sold"]);
    expect(sold.body["message"]).toBe("This stall has already been sold");
    expect(similarOf(sold)).toEqual(["B21", "B19", "B22"]);
    expect((await buyer.reserve("B20")).body["code"]).toBe("stall_sold");
    await mela.block("B49");
    expect((await mela.visitor().reserve("B49")).body["code"]).toBe("stall_reserved");
  });

  it("neither makes nor remembers a visitor who was refused", async () => {
    await mela.visitor().reserve("B23");
    const before = await mela.count("visitors");
    const stranger = mela.visitor();
    for (const stallId of ["B23", "B99", "nonsense"]) {
      const refused = await stranger.reserve(stallId);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.headers["set-cookie"]).toBeUndefined();
    }
    expect(await mela.count("visitors")).toBe(before);
  });

  it("answers 404 for a stall that does not exist and 400 for what is no stall's number", async () => {
    const unknown = await mela.visitor().reserve("C7");
    expect([unknown.status, unknown.body["code"]]).toEqual([404, "stall_not_found"]);
    const wrong = await mela.visitor().reserve("seven");
    expect([wrong.status, wrong.body["code"]]).toEqual([400, "invalid_request"]);
    expect(wrong.body["fields"]).toEqual({ stallId: ["Please choose a stall by its number, e.g. B12"] });
  });

  it("lets the next visitor have a stall whose hold ran out, at once and with the whole history", async () => {
    const [late, next] = [mela.visitor(), mela.visitor()];
    await late.reserve("B24");
    await late.register("B24");
    await mela.expire("B24");
    expect((await next.reserve("B24")).status).toBe(201);
    expect(await mela.history("B24")).toEqual(["released: hold_expired", "held"]);
    expect((await mela.eventLog("B24")).slice(-2)).toEqual([
      "hold_released by system (hold_expired)",
      "reserved by visitor (B24)",
    ]);
    expect((await mela.nudges("B24")).slice(-2)).toEqual(["released", "held"]);
    expect(
      await mela.query("SELECT template FROM mails m JOIN bookings b ON b.id = m.booking_id WHERE b.stall_id = 'B24'"),
    ).toEqual([{ template: "hold-expired" }]);
  });

  it("starts afresh when one's own hold ran out, without a mail for a mere hold", async () => {
    const visitor = mela.visitor();
    const first = await visitor.reserve("B25");
    await mela.expire("B25");
    const mails = await mela.count("mails");
    const now = await clock();
    await until("another millisecond", async () => (await clock()) >= now + 2);
    const second = await visitor.reserve("B25");
    expect(second.status).toBe(201);
    expect(second.body["expiresAt"]).not.toBe(first.body["expiresAt"]);
    expect(await mela.history("B25")).toEqual(["released: hold_expired", "held"]);
    expect(await mela.count("mails")).toBe(mails);
  });

  it("releases one's other hold as run out, not as replaced, when its time was over", async () => {
    const visitor = await mela.holder("B26");
    await mela.expire("B26");
    await visitor.reserve("B27");
    expect(await mela.history("B26")).toEqual(["released: hold_expired"]);
  });

  it("freezes the price at reserve", async () => {
    const visitor = await mela.holder("B28");
    await mela.query("UPDATE stalls SET price_paise = 9900000 WHERE stall_id = 'B28'");
    expect((await visitor.reserve("B28")).body["price"]).toBe(27_000);
    expect((await visitor.myHold()).body["price"]).toBe(27_000);
    expect((await visitor.register("B28")).body).toMatchObject({ stallPrice: 27_000, finalAmount: 27_000 });
  });

  it("sends a visitor on to the payment under way for that very stall", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B29", { orderId: order });
    await mela.force("B29", "paying");
    const answer = await visitor.reserve("B29");
    expect([answer.status, answer.body["code"], answer.body["orderId"]]).toEqual([409, "payment_in_progress", order]);
    expect(answer.body["similar"]).toBeUndefined();
  });

  it("asks for the end of a payment under way for another stall, which stays taken until that is final", async () => {
    const order = orderId();
    const visitor = await mela.registrant("B30", { orderId: order });
    await mela.force("B30", "paying");
    await mela.query(
      "UPDATE orders SET state = 'open', provider_expires_at = clock_timestamp() + interval '18 minutes' WHERE order_id = $1",
      [order],
    );
    expect((await visitor.reserve("B31")).status).toBe(201);
    expect(await mela.history("B30")).toEqual(["paying"]);
    expect((await mela.nudges("B30")).at(-1)).toBe("paying");
    expect((await mela.visitor().reserve("B30")).body["code"]).toBe("stall_reserved");
  });

  it("rejects a visitor's 31st hold within an hour, with Retry-After", async () => {
    const limited = await MelaTest.start({ RATE_LIMITS: "on" });
    try {
      const visitor = limited.visitor();
      const began = performance.now();
      // Neither errors nor the same stall again count as holds.
      await limited.block("B50");
      for (let hold = 0; hold < 30; hold += 1) {
        const stallId = hold % 2 === 0 ? "B1" : "B2";
        expect((await visitor.reserve(stallId)).status).toBe(201);
        expect((await visitor.reserve(stallId)).status).toBe(200);
        expect((await visitor.reserve("B50")).status).toBe(409);
      }
      // The first hold had no cookie yet, so it counted for the address alone.
      expect((await visitor.reserve("B1")).status).toBe(201);
      const refused = await visitor.reserve("B2");
      expect([refused.status, refused.body["code"]]).toEqual([429, "rate_limited"]);
      // An hour from the first hold that counted.
      const seconds = (performance.now() - began) / 1000;
      expect(Number(refused.headers["retry-after"])).toBeGreaterThanOrEqual(3600 - seconds - 1);
      expect(await limited.history("B1")).toContain("held");
      expect((await limited.visitor().reserve("B2")).status).toBe(201);
    } finally {
      await limited.close();
    }
  });
});
