import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { OperatorTest, type TestAdministrator } from "./operator.js";

let test: OperatorTest;
let operator: TestAdministrator;
let viewer: TestAdministrator;
beforeAll(async () => {
  test = await OperatorTest.open();
  operator = await test.administrator("asha");
  viewer = await test.administrator("ravi", "viewer");
});
afterAll(() => test.close());

const code = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body["code"]];

describe("blocking a stall", () => {
  it("keeps a free stall: in public it reads Reserved, and nobody can have it", async () => {
    const answer = await operator.block("B1", "the stage needs the room");
    expect(answer.status).toBe(200);
    const bookingId = await test.onStall("B1");
    expect(answer.body).toEqual({ stallId: "B1", bookingId, blocked: true });
    expect(await test.publicStatus("B1")).toBe("Reserved");
    expect(code(await test.mela.visitor().reserve("B1"))).toEqual([409, "stall_reserved"]);
    expect(await test.mela.eventLog("B1")).toEqual(["blocked by operator (B1)"]);
    expect(await test.mela.nudges("B1")).toEqual(["blocked"]);
    expect(await test.audit("B1")).toEqual([
      {
        administrator: "asha",
        action: "stall_blocked",
        subjectType: "stall",
        reason: "the stage needs the room",
        before: { state: "free" },
        after: { state: "blocked", bookingId },
      },
    ]);
    const [kept] = await test.mela.query("SELECT block_reason FROM bookings WHERE id = $1", [bookingId]);
    expect(kept).toEqual({ block_reason: "the stage needs the room" });
  });

  it("is refused a second time, and comes to an end by unblocking, once", async () => {
    await operator.block("B2");
    const again = await operator.block("B2");
    expect(code(again)).toEqual([409, "stall_blocked"]);
    expect(again.body["bookingId"]).toBe(await test.onStall("B2"));
    const ended = await operator.unblock("B2", "no longer needed");
    expect(ended.body).toMatchObject({ stallId: "B2", blocked: false });
    expect(code(await operator.unblock("B2"))).toEqual([409, "stall_not_blocked"]);
    expect(await test.publicStatus("B2")).toBe("Available");
    expect((await test.mela.visitor().reserve("B2")).status).toBe(201);
    expect((await test.mela.eventLog("B2")).slice(0, 2)).toEqual([
      "blocked by operator (B2)",
      "unblocked by operator (operator)",
    ]);
    expect((await test.audit("B2")).map(({ action }) => action)).toEqual(["stall_blocked", "stall_unblocked"]);
    // The run that reported the block has closed: a new one reports its end.
    expect(await test.lastNudge(String(ended.body["bookingId"]))).toMatchObject({ evenIfCompleted: true });
  });

  it("does not take a stall from anybody who lives on it", async () => {
    await test.mela.visitor().reserve("B3");
    await test.registered("B4");
    await test.paying("B5");
    await test.sold("B6");
    for (const [stallId, apiError] of [
      ["B3", "stall_reserved"],
      ["B4", "stall_reserved"],
      ["B5", "stall_reserved"],
      ["B6", "stall_sold"],
    ] as const) {
      const answer = await operator.block(stallId);
      expect(code(answer)).toEqual([409, apiError]);
      expect(answer.body["bookingId"]).toBe(await test.onStall(stallId));
      expect(await test.audit(stallId)).toEqual([]);
    }
  });

  it("releases a hold past its deadline first, as anyone who reserves the stall does", async () => {
    await test.registered("B7");
    await test.mela.expire("B7");
    expect((await operator.block("B7")).status).toBe(200);
    expect(await test.mela.history("B7")).toEqual(["released: hold_expired", "blocked"]);
    expect(await test.mails("B7")).toEqual(["hold-expired"]);
  });

  it("knows no stall that does not exist, and wants a reason", async () => {
    expect(code(await operator.block("B51"))).toEqual([404, "stall_not_found"]);
    expect(code(await operator.unblock("Z9"))).toEqual([404, "stall_not_found"]);
    const silent = await operator.block("B8", " ");
    expect(code(silent)).toEqual([400, "invalid_request"]);
    expect(silent.body["fields"]).toEqual({ reason: ["Please say why, in at least 3 characters"] });
  });

  it.each(["B10", "B11", "B12", "B13", "B14"])(
    "and a visitor who reserves %s at the same moment: one of them has it",
    async (stallId) => {
      const visitor = test.mela.visitor();
      const [blocked, reserved] = await Promise.all([operator.block(stallId), visitor.reserve(stallId)]);
      const won = [blocked.status === 200, reserved.status === 201];
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(code(won[0] === true ? reserved : blocked)).toEqual([409, "stall_reserved"]);
      expect(await test.mela.history(stallId)).toEqual([won[0] === true ? "blocked" : "held"]);
      expect(await test.audit(stallId)).toHaveLength(won[0] === true ? 1 : 0);
    },
  );

  it("happens once when two ask for it at once", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => operator.block("B15")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body["code"]))).toEqual(
      new Set(["stall_blocked"]),
    );
    expect(await test.audit("B15")).toHaveLength(1);
  });
});

describe("changing a stall's price", () => {
  it("counts for anyone who reserves from then on; a booking keeps the price it was reserved at", async () => {
    const early = await test.registered("B20");
    const answer = await operator.price("B20", 30_000.5, "corner stalls cost more");
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ stallId: "B20", price: 30_000.5, priceBefore: 27_000 });
    expect((await early.visitor.myHold()).body).toMatchObject({ price: 27_000, finalAmount: 27_000 });
    expect((await test.initiate(early)).status).toBe(201);
    expect(await test.audit("B20")).toMatchObject([
      {
        action: "stall_price_changed",
        reason: "corner stalls cost more",
        before: { pricePaise: 2_700_000 },
        after: { pricePaise: 3_000_050 },
      },
    ]);
    await operator.price("B21", 2);
    const late = await test.mela.visitor().reserve("B21");
    expect(late.body["price"]).toBe(2);
  });

  it("leaves at least a rupee to pay, whatever the coupon", async () => {
    await operator.price("B22", 2);
    const buyer = await test.registered("B22", { appliedCouponCode: "ONCE50" });
    expect(buyer.amount).toBe(1);
  });

  it("refuses nonsense with the field it is in", async () => {
    for (const price of [0, -1, 1.5, 27_000.123, 1_000_001]) {
      const answer = await operator.price("B23", price);
      expect(code(answer)).toEqual([400, "invalid_request"]);
      expect(Object.keys(answer.body["fields"] as object)).toEqual(["price"]);
    }
    expect(code(await operator.price("B60", 27_000))).toEqual([404, "stall_not_found"]);
    expect(await test.audit("B23")).toEqual([]);
  });
});

describe("who may", () => {
  const calls = [
    ["stalls/B30/block", {}],
    ["stalls/B30/unblock", {}],
    ["stalls/B30/price", { price: 5 }],
    ["stalls/B30/sell-offline", {}],
    ["bookings/none/move", { toStallId: "B31" }],
    ["bookings/none/cancel", { refund: "none" }],
    ["bookings/none/extend", { minutes: 5 }],
    ["bookings/none/release", {}],
    ["coupons", {}],
  ] as const;

  it.each(calls)("%s: a viewer is refused, and a stranger is asked to log in", async (path, body) => {
    const said = { ...body, reason: "because" };
    expect(code(await viewer.post(path, said))).toEqual([403, "operators_only"]);
    const stranger = await test.mela.visitor().post(`/api/v1/mela/admin/${path}`, said);
    expect(code(stranger)).toEqual([401, "not_authenticated"]);
    expect(await test.mela.history("B30")).toEqual([]);
  });

  it("shows coupons to a viewer, and changes none for them", async () => {
    expect((await viewer.get("coupons")).status).toBe(200);
    const change = { percentage: 5, active: true, reason: "because" };
    expect(code(await viewer.put("coupons/MELA10", change))).toEqual([403, "operators_only"]);
    expect((await test.mela.visitor().get("/api/v1/mela/admin/coupons")).status).toBe(401);
  });
});
