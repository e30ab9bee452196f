import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AdminModule } from "../../src/admin/admin.module.js";
import { HoldsService } from "../../src/bookings/holds.service.js";
import { OperatorModule } from "../../src/operator/operator.module.js";
import type { TestVisitor } from "../bookings/mela.js";
import { PayingTest } from "../payments/paying.js";
import { statementsOf } from "../support/statements.js";
import { ADMIN, logIn } from "./administration.js";

/** A node of EXPLAIN's plan. */
interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

interface StallEvent {
  readonly id: string;
  readonly sentence: string;
  readonly actor: string;
  readonly administrator?: string;
  readonly reason?: string;
}

describe("stalls, bookings and their history on the dashboard", () => {
  let test: PayingTest;
  let admin: TestVisitor;
  const eventLog = async (stallId: string, query = ""): Promise<StallEvent[]> => {
    const response = await admin.get(`${ADMIN}/stalls/${stallId}/history${query}`);
    expect(response.status).toBe(200);
    return response.body["events"] as StallEvent[];
  };
  const sentences = async (stallId: string): Promise<string[]> =>
    (await eventLog(stallId)).map(({ sentence, actor }) => `${sentence} (${actor})`);
  const plan = async (stallId: string): Promise<Record<string, unknown> | undefined> => {
    const stalls = (await admin.get(`${ADMIN}/plan`)).body as unknown as Record<string, unknown>[];
    expect(stalls).toHaveLength(70);
    return stalls.find((stall) => stall["stallId"] === stallId);
  };

  beforeAll(async () => {
    const settings = { TEMPORAL_UI_URL: "http://temporal.example:8233/", TEMPORAL_NAMESPACE: "default" };
    test = await PayingTest.start(settings, [AdminModule, OperatorModule]);
    admin = await logIn(test.mela, "asha");
  });
  afterAll(() => test.close());

  it("shows that B12 was released because its hold expired", async () => {
    const visitor = test.mela.visitor();
    await visitor.reserve("B12");
    const [booking] = await test.mela.query<{ id: string }>(
      "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B12')",
    );
    expect(await plan("B12")).toMatchObject({ state: "held", bookingId: booking?.id });
    await test.mela.expire("B12");
    expect((await plan("B12"))?.["state"]).toBe("available");
    await test.get(HoldsService).releaseExpiredHold(booking?.id ?? "");
    expect(await sentences("B12")).toEqual([
      "Released: its time ran out before the visitor went to pay (system)",
      "Reserved while the form is filled in (visitor)",
    ]);
    const response = await admin.get(`${ADMIN}/stalls/B12/history`);
    expect(response.body["temporalUrl"]).toBe(
      "http://temporal.example:8233/namespaces/default/workflows?query=StallId%20%3D%20%22B12%22",
    );
  });

  it("shows a history in the language of the page", async () => {
    const hindi = { "accept-language": "hi" };
    expect((await admin.get(`${ADMIN}/stalls/B12/history`, hindi)).body["events"]).toMatchObject([
      { kind: "hold_released", sentence: "स्टॉल छूटा: पेमेंट पर जाने से पहले समय खत्म हुआ" },
      { kind: "reserved", sentence: "फ़ॉर्म भरने तक रोका गया" },
    ]);
    const [booking] = await test.mela.query<{ id: string }>(
      "SELECT id FROM bookings WHERE stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B12')",
    );
    expect((await admin.get(`${ADMIN}/bookings/${booking?.id ?? ""}`, hindi)).body).toMatchObject({
      status: "स्टॉल छूटा: पेमेंट पर जाने से पहले समय खत्म हुआ",
      timeline: [{ sentence: "फ़ॉर्म भरने तक रोका गया" }, { sentence: "स्टॉल छूटा: पेमेंट पर जाने से पहले समय खत्म हुआ" }],
    });
  });

  // Regression: the reason came from the audit entry nearest in time, which on a slow machine was the next action's.
  it("shows who blocked a stall and why, also when another action is closer in time, and pages by event", async () => {
    const query = `?event=${(await test.mela.firstEvent()).slug}`;
    await admin.post(`${ADMIN}/stalls/B13/block${query}`, { reason: "the floor is wet" });
    expect(await plan("B13")).toMatchObject({ state: "blocked", blockReason: "the floor is wet" });
    await admin.post(`${ADMIN}/stalls/B13/unblock${query}`, { reason: "it has dried" });
    await test.mela.query("ALTER TABLE booking_events DISABLE TRIGGER booking_events_are_kept");
    await test.mela.query(
      `UPDATE booking_events e SET at = (SELECT min(at) FROM audit_log WHERE subject_id IN ('B13', b.id::text))
         FROM bookings b WHERE b.id = e.booking_id AND b.stall_key = (SELECT stall_key FROM stalls WHERE stall_id = 'B13') AND e.kind = 'unblocked'`,
    );
    const reported = await eventLog("B13");
    expect(reported).toMatchObject([
      { sentence: "Unblocked: free again", administrator: "asha", reason: "it has dried" },
      { sentence: "Blocked by an operator", administrator: "asha", reason: "the floor is wet" },
    ]);
    expect(await eventLog("B13", `?before=${reported[0]?.id ?? ""}`)).toEqual([reported[1]]);
    expect((await admin.get(`${ADMIN}/stalls/B13/history?before=x`)).status).toBe(400);
    expect((await admin.get(`${ADMIN}/stalls/Z1/history`)).status).toBe(404);
  });

  it("shows who ended a payment, although the provider confirmed it later", async () => {
    const buyer = await test.paying("B17");
    const id = await test.bookingOf(buyer.orderId);
    await admin.post(`${ADMIN}/bookings/${id}/release`, { reason: "asked for by phone" });
    await test.expiredPayments.closeExpiredPayment(id);
    await test.mela.query("ALTER TABLE booking_events DISABLE TRIGGER booking_events_are_kept");
    await test.mela.query(
      "UPDATE booking_events SET at = at + interval '1 minute' WHERE booking_id = $1 AND kind = $2",
      [id, "payment_released"],
    );
    const [released] = await eventLog("B17");
    expect(released).toMatchObject({ administrator: "asha", reason: "asked for by phone" });
  });

  it("splits a moved booking's history between its stalls", async () => {
    const buyer = await test.registered("B14");
    const id = await test.bookingOf(buyer.orderId);
    const moved = await admin.post(`${ADMIN}/bookings/${id}/move`, { toStallId: "B15", reason: "nearer to the stage" });
    expect(moved.status).toBe(200);
    await admin.post(`${ADMIN}/bookings/${id}/release`, { reason: "asked for by phone" });
    expect(await sentences("B14")).toEqual([
      "Moved from B14 to B15 (operator)",
      "Registered: the form was filled in (visitor)",
      "Reserved while the form is filled in (visitor)",
    ]);
    expect(await sentences("B15")).toEqual([
      "Released: an operator released it (operator)",
      "Moved from B14 to B15 (operator)",
    ]);
  });

  it("shows a booking with its events, payment, documents, refund and audit entries", async () => {
    const buyer = await test.paying("A5", { appliedCouponCode: "MELA10", gstAddress: "12, MG Road" });
    await test.simulator.pay(buyer.orderId);
    await test.settle(buyer.orderId);
    const id = await test.bookingOf(buyer.orderId);
    expect(await plan("A5")).toMatchObject({ state: "sold", bookingId: id, holderName: "Asha Rao" });
    const cancelled = await admin.post(`${ADMIN}/bookings/${id}/cancel`, {
      refund: "partial",
      refundAmount: 2_400,
      reason: "she is ill",
    });
    expect(cancelled.status).toBe(200);
    const { body } = await admin.get(`${ADMIN}/bookings/${id}`);
    expect(body).toMatchObject({
      ...{ id, stallId: "A5", state: "released", releaseReason: "cancelled" },
      ...{ status: "Released: an operator cancelled the sale", orderId: buyer.orderId },
      ...{ couponCode: "MELA10", discountPercentage: 10, discountAmount: 3_600 },
      ...{ stallPrice: 36_000, amountDue: 32_400, refundedAmount: 2_400, netAmount: 30_000 },
      ...{ paymentStatus: "payment_failed", paymentLabel: "cancelled_refund_pending", paymentMode: "UPI" },
      ...{ phoneNumber: expect.stringMatching(/^\d{10}$/), transactionId: expect.any(String) },
      payments: [{ orderId: buyer.orderId, outcome: "success", amount: 32_400 }],
      invoices: [
        { kind: "invoice", amount: 32_400, rendered: false },
        { kind: "credit_note", amount: 2_400 },
      ],
      refunds: [{ amount: 2_400, state: "requested", reason: "operator" }],
      audit: [{ action: "booking_cancelled", administrator: "asha", reason: "she is ill" }],
      temporalUrl: `http://temporal.example:8233/namespaces/default/workflows/stall-booking%2F${id}`,
    });
    expect(body).not.toHaveProperty("payUntil");
    const timeline = body["timeline"] as { at: string; sentence: string; kind: string }[];
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort());
    const reported = timeline.map(({ sentence }) => sentence);
    expect(reported).toEqual(
      expect.arrayContaining([
        "Went to pay: the countdown of the hold stopped",
        "Payment of ₹32,400 by UPI: successful",
        "Paid and sold",
        "Invoice issued",
        "The sale was cancelled, partial refund",
        "Credit note issued",
      ]),
    );
    // The provider truncates times to seconds, and everything here happens within one second.
    expect(reported[0]).toBe("Reserved while the form is filled in");
    expect(reported.indexOf("Payment of ₹32,400 by UPI: successful")).toBeGreaterThan(
      reported.indexOf("The payment provider opened the order"),
    );
    const summary = (await admin.get(`${ADMIN}/summary`)).body;
    expect(summary).toMatchObject({ paidBookings: 0, totalRevenue: 0, keptFromCancelled: 30_000 });
  });

  it("shows a payment in progress, and 404 for unknown bookings", async () => {
    const buyer = await test.paying("A6");
    const { body } = await admin.get(`${ADMIN}/bookings/${await test.bookingOf(buyer.orderId)}`);
    expect(body).toMatchObject({ state: "paying", status: "Being paid", payUntil: expect.stringMatching(/Z$/) });
    expect(await plan("A6")).toMatchObject({ state: "paying", deadline: expect.stringMatching(/Z$/) });
    expect((await admin.get(`${ADMIN}/bookings/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
    expect((await admin.get(`${ADMIN}/bookings/1`)).status).toBe(404);
  });

  // Regression: with a million past bookings a page of B12's history took ten seconds.
  it("reads no more rows of a busy stall than one page needs", async () => {
    await test.mela.query(
      `WITH past AS MATERIALIZED (
         SELECT gen_random_uuid() AS id, (SELECT stall_key FROM stalls WHERE stall_id = 'B' || (48 + n % 2)) AS stall_key, now() - n * interval '20 minutes' AS held_at
           FROM generate_series(1, 20000) n),
       booked AS (
         INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, held_at, hold_expires_at, ended_at)
         SELECT id, stall_key, 'released', 'hold_expired', 2700000, held_at, held_at, held_at FROM past)
       INSERT INTO booking_events (booking_id, stall_key, kind, actor, at)
       SELECT id, stall_key, kind, actor, held_at
         FROM past, (VALUES ('reserved', 'visitor'), ('hold_released', 'system')) event (kind, actor)`,
    );
    await test.mela.query("ANALYZE bookings, booking_events");
    const sent = await statementsOf(async () => expect(await eventLog("B49")).toHaveLength(100));
    const history = sent.filter(({ text }) => text.includes("booking_events"));
    expect(history).toHaveLength(1);
    const { text, values } = history[0]!;
    const [plan] = await test.mela.query<{ "QUERY PLAN": readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...values],
    );
    const nodes = plan!["QUERY PLAN"].flatMap(({ Plan }) => nodesOf(Plan));
    const loops = (node: PlanNode) => node["Actual Loops"];
    const reads = (node: PlanNode) =>
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
    const maxOf = (table: string, of: (node: PlanNode) => number) =>
      Math.max(...nodes.filter((node) => node["Relation Name"] === table).map(of));
    expect(maxOf("audit_log", loops)).toBeLessThanOrEqual(101);
    expect(maxOf("booking_events", reads)).toBeLessThan(1000);
  });
});
