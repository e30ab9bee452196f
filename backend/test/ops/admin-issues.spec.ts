import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { ISSUES } from "../../src/issues/issues.types.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { RecoveryService } from "../../src/ops/recovery.service.js";
import { ADMIN } from "../admin/administration.js";
import { InboxTest, type Entry } from "../mail/inbox.js";
import type { PayingTest } from "../payments/paying.js";
import { until } from "@sakhi/testkit/until";

const WHY = "looked at the provider's pages";

describe("the inbox of what needs a person", () => {
  let inbox: InboxTest;
  let test: PayingTest;
  const audited = async ({ id }: Entry): Promise<string[]> => {
    const { body } = await inbox.admin.get(`${ADMIN}/audit?subjectType=issue&subjectId=${id}`);
    return (body as unknown as { action: string; administrator: string }[]).map(
      ({ action, administrator }) => `${action} by ${administrator}`,
    );
  };

  beforeAll(async () => {
    inbox = await InboxTest.start();
    test = inbox.paying;
  });
  afterAll(() => inbox.close());

  it("is empty and counts what is well while nothing is wrong", async () => {
    const buyer = await test.paying("B1");
    await test.simulator.pay(buyer.orderId);
    await inbox.settle(buyer);
    const { body } = await inbox.admin.get(`${ADMIN}/issues`);
    expect(body).toMatchObject({
      healthy: { soldBookings: 1, paidOrders: 1, invoicesIssued: 1, resolvedIssues: 0 },
      entries: [],
    });
  });

  it("gives back what was paid in another amount, and the stall becomes free", async () => {
    const buyer = await test.paying("B3");
    await test.simulator.pay(buyer.orderId);
    await test.mela.query("UPDATE orders SET amount_paise = amount_paise + 100 WHERE order_id = $1", [buyer.orderId]);
    expect(await inbox.settle(buyer)).toBe("issue");
    const issue = await inbox.entry("amount_differs");
    expect(issue).toMatchObject({
      title: "Paid, but not our amount",
      orderId: buyer.orderId,
      stallId: "B3",
      bookingId: await test.bookingOf(buyer.orderId),
    });
    expect(issue.facts).toContainEqual({ label: "Amount", value: "₹27,001" });
    expect(issue.resolutions.map(({ action }) => action)).toEqual(["settle_again", "refund_in_full", "resolve"]);

    expect((await inbox.resolution(issue, "settle_again")).body).toMatchObject({ resolved: false });
    expect((await inbox.resolution(issue, "resend_mail")).body["code"]).toBe("resolution_not_offered");
    expect((await inbox.resolution(issue, "refund_in_full")).body).toMatchObject({
      code: "invalid_request",
      fields: { reason: ["Please say why, in at least 3 characters"] },
    });
    expect((await inbox.resolution(issue, "refund_in_full", WHY)).body).toMatchObject({
      resolved: true,
      message: "₹27,000 will be refunded; the payer is informed by mail.",
    });
    const [refund] = await test.refundsOf(buyer.orderId);
    expect(refund).toMatchObject({ state: "requested", paise: 2_700_000, reason: "operator" });
    expect(await test.nudged("refund/")).toContain(`refund/${refund?.id ?? ""}`);
    expect(await test.mails("B3")).toContain("payment-refunded");
    // The booking's workflow looks again: its order is closed, so the stall is released, and late looks find peace.
    await test.payments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
    expect(await test.mela.history("B3")).toEqual(["released: payment_expired"]);
    expect(await inbox.settle(buyer)).toBe("refunding");
    expect(await inbox.kinds()).not.toContain("amount_differs");
    expect(await audited(issue)).toEqual(["resolution_refund_in_full by asha", "resolution_settle_again by asha"]);
    expect((await inbox.resolution(issue, "resolve", WHY)).body["code"]).toBe("issue_resolved");
    const { body } = await inbox.admin.get(`${ADMIN}/bookings/${issue.bookingId ?? ""}`);
    expect((body["audit"] as { action: string }[]).map(({ action }) => action)).toEqual([
      "resolution_refund_in_full",
      "resolution_settle_again",
    ]);
  });

  it("keeps the figures of an order that was paid twice: its second payment went back by itself", async () => {
    const buyer = await test.paying("B5");
    await test.simulator.pay(buyer.orderId);
    await inbox.settle(buyer);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/second-success`);
    await inbox.settle(buyer);
    expect(await inbox.entries()).toEqual([]);
    const table = (await inbox.admin.get("/api/v1/mela/registrations?q=B5")).body as unknown as { netAmount: number }[];
    expect(table[0]?.netAmount).toBe(27_000);
    const { body } = await inbox.admin.get(`${ADMIN}/bookings/${await test.bookingOf(buyer.orderId)}`);
    expect(body).toMatchObject({ netAmount: 27_000, refundedAmount: 0, refunds: [{ amount: 27_000 }] });
    expect((body["timeline"] as { sentence: string }[]).map(({ sentence }) => sentence)).toContain(
      "A second payment on this order succeeded; it is refunded automatically",
    );
  });

  it("asks again for a refund that was refused, as much as it was", async () => {
    const refunds = test.get(RefundsService);
    const refused = await test.released("B6");
    const other = await test.paying("B6", { phoneNumber: "9811100006", email: "other@example.com" });
    await test.simulator.pay(other.orderId);
    await inbox.settle(other);
    await test.simulator.pay(refused.orderId, { force: true });
    expect(await test.lateMoneyBack(refused.orderId)).toBe("refunding");
    const [first] = await test.refundsOf(refused.orderId);
    await test.simulator.fault("refund", "refuse", { orderId: refused.orderId });
    expect((await refunds.requestRefund(first?.id ?? "")).state).toBe("failed");
    const issue = await inbox.entry("refund_failed");
    await test.simulator.noFaults();
    expect((await inbox.resolution(issue, "check_refund")).body).toMatchObject({ resolved: false });
    expect((await inbox.resolution(issue, "refund_in_full", WHY)).body).toMatchObject({ resolved: true });
    const again = (await test.refundsOf(refused.orderId)).find(({ reason }) => reason === "operator");
    expect(again?.paise).toBe(2_700_000);
    // Each refund sends its own mail, as announced to the operator.
    const mails = await test.mela.query<{ key: string }>(
      "SELECT dedupe_key AS key FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
      [refused.orderId],
    );
    expect(mails.map(({ key }) => key).toSorted()).toEqual(
      [`payment-refunded/${first?.id}`, `payment-refunded/${again?.id}`].toSorted(),
    );
    expect((await refunds.requestRefund(again?.id ?? "")).state).not.toBe("requested");
  });

  it("raises an issue for messages that are not relayed, and closes it once they are", async () => {
    await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
    await test.mela.visitor().reserve("B20");
    await test.mela.query(
      `UPDATE outbox SET created_at = created_at - interval '6 minutes', last_error = 'UNAVAILABLE',
              not_before = clock_timestamp() + interval '1 hour' WHERE relayed_at IS NULL`,
    );
    await inbox.job(RecoveryService).runOnce();
    const issue = await inbox.entry("outbox_stuck");
    expect(issue.facts).toContainEqual({ label: "Last error", value: "UNAVAILABLE" });
    expect((await inbox.resolution(issue, "relay_again")).body).toMatchObject({ resolved: false });
    const [due] = await test.mela.query<{ due: boolean }>(
      "SELECT bool_and(not_before <= clock_timestamp()) AS due FROM outbox WHERE relayed_at IS NULL",
    );
    expect(due?.due).toBe(true);
    await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
    await inbox.job(RecoveryService).runOnce();
    expect(await inbox.kinds()).not.toContain("outbox_stuck");
    const [closed] = await test.mela.query<{ resolution: string }>(
      "SELECT resolution FROM issues WHERE kind = 'outbox_stuck'",
    );
    expect(closed?.resolution).toBe("by_itself");
  });

  it("answers what does not exist as such", async () => {
    const nothing = `${ADMIN}/issues/00000000-0000-4000-8000-000000000000/resolution`;
    expect((await inbox.admin.post(nothing, { action: "resolve", reason: WHY })).status).toBe(404);
    expect((await inbox.admin.post(nothing, { action: "destroy" })).status).toBe(400);
  });

  it("knows every kind that is raised anywhere, and each can at last be closed with a reason", () => {
    for (const { title, meaning, resolutions } of Object.values(ISSUES)) {
      expect(title.length).toBeGreaterThan(10);
      expect(meaning.length).toBeGreaterThan(60);
      expect(resolutions.at(-1)).toBe("resolve");
    }
  });

  it("shows the operations page how the whole stands", async () => {
    let body: Record<string, unknown> = {};
    // A part has a second and a half to answer, which a busy machine may not keep.
    await until("the queue to answer in time", async () => {
      ({ body } = await inbox.admin.get(`${ADMIN}/operations`));
      return (body["parts"] as { queue: string }).queue === "up";
    });
    expect(body).toMatchObject({
      overdueHolds: expect.any(Number),
      openIssues: (await inbox.entries()).length,
      failingWorkflows: 0,
      sweepFailed: [],
      parts: { database: "up", temporal: "down", queue: "up" },
    });
    const sweep = body["sweep"] as { name: string; lastDay: number }[];
    expect(sweep.find(({ name }) => name === "outbox")?.lastDay).toBe(1);
    expect(body["links"]).toContainEqual({ name: "API docs", url: "http://127.0.0.1:1/api/docs" });
  });
});
