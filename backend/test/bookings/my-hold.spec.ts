import { afterAll, describe, expect, it } from "@jest/globals";
import { createHmac } from "node:crypto";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { MelaTest, orderId } from "./mela.js";

const OLD_SECRET = "the-cookie-secret-before-the-change";
const mela = await MelaTest.start({ COOKIE_SECRET_PREVIOUS: OLD_SECRET });
afterAll(() => mela.close());

describe("GET /api/v1/mela/my-hold", () => {
  it("answers the JSON value null, and remembers a new visitor with the first answer only", async () => {
    const visitor = mela.visitor();
    const response = await mela.app.inject({ method: "GET", url: "/api/v1/mela/my-hold" });
    expect([response.statusCode, response.body]).toEqual([200, "null"]);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    const first = await visitor.myHold();
    expect(first.headers["set-cookie"]).toBeDefined();
    const second = await visitor.myHold();
    expect([second.body, second.headers["set-cookie"]]).toEqual([null, undefined]);
    // Looking alone leaves nothing behind: crawlers and the merely curious fill no table.
    expect(await mela.count("visitors")).toBe(0);
    await visitor.reserve("B1");
    expect(await mela.count("visitors")).toBe(1);
  });

  it("takes a forged cookie for a new visitor", async () => {
    const [owner, forger] = [mela.visitor(), mela.visitor()];
    await owner.reserve("B2");
    const [value] = decodeURIComponent(owner.cookie!.split("=")[1]!).split(".");
    forger.cookie = `sakhi_visitor=${value}.${"A".repeat(43)}`;
    const answer = await forger.myHold();
    expect(answer.body).toBeNull();
    expect(answer.headers["set-cookie"]).toBeDefined();
  });

  it("accepts a cookie of the secret before the last change, and signs it again", async () => {
    const [owner, later] = [mela.visitor(), mela.visitor()];
    await owner.reserve("B11");
    const [id] = decodeURIComponent(owner.cookie!.split("=")[1]!).split(".");
    const old = new Secrets({ cookieSecret: OLD_SECRET, cookieSecretPrevious: undefined });
    const signature = createHmac("sha256", old.derivedKey("visitor-cookie")).update(id!).digest("base64");
    later.cookie = `sakhi_visitor=${encodeURIComponent(`${id}.${signature.replace(/=+$/, "")}`)}`;
    const answer = await later.myHold();
    expect(answer.body).toMatchObject({ stallId: "B11" });
    expect(later.cookie).toBe(owner.cookie);
    expect((await later.myHold()).headers["set-cookie"]).toBeUndefined();
  });

  it("follows a booking from the hold to the payment", async () => {
    const visitor = mela.visitor();
    const { body: reserved } = await visitor.reserve("A3");
    expect((await visitor.myHold()).body).toEqual({
      stallId: "A3",
      type: "Premium",
      price: 36_000,
      state: "held",
      expiresAt: reserved["expiresAt"],
      serverTime: expect.any(String),
      gst: { ratePercent: 18, sellerStateCode: "27", eventStateCode: "29" },
    });
    const order = orderId();
    await visitor.register("A3", { orderId: order });
    const registered = (await visitor.myHold()).body;
    expect(registered).toMatchObject({
      state: "registered",
      orderId: order,
      finalAmount: 36_000,
      discountPercentage: 0,
      expiresAt: reserved["expiresAt"],
    });
    expect(registered["payUntil"]).toBeUndefined();
    await mela.force("A3", "paying");
    const paying = (await visitor.myHold()).body;
    expect(paying).toMatchObject({ state: "paying", orderId: order, payUntil: expect.any(String) });
    await mela.force("A3", "sold");
    expect((await visitor.myHold()).body).toBeNull();
  });

  it("is null as soon as the hold ran out, though nobody released it, and while paying it does not run out", async () => {
    const visitor = await mela.holder("B4");
    await mela.expire("B4");
    expect((await visitor.myHold()).body).toBeNull();
    const payer = await mela.registrant("B5");
    await mela.expire("B5");
    await mela.force("B5", "paying");
    expect((await payer.myHold()).body).toMatchObject({ stallId: "B5", state: "paying" });
  });

  it("shows the new hold of a visitor whose earlier payment is still being closed", async () => {
    const visitor = await mela.registrant("B6");
    await mela.force("B6", "paying");
    await visitor.reserve("B7");
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B7", state: "held" });
    await visitor.release("B7");
    expect((await visitor.myHold()).body).toMatchObject({ stallId: "B6", state: "paying" });
  });
});
