import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { PayingTest, until } from "./paying.js";

const test = await PayingTest.start();
afterEach(async () => {
  await test.simulator.noFaults();
  await test.simulator.configure({ refundOutcome: "SUCCESS" });
});
afterAll(() => test.close());

const refunds = () => test.get(RefundsService);

/** A refund that was decided because the stall is somebody else's by now. */
async function decided(stallId: string): Promise<{ orderId: string; refundId: string }> {
  const { orderId } = await test.released(stallId);
  await test.mela.visitor().reserve(stallId);
  await test.simulator.pay(orderId, { force: true });
  await test.lateMoneyBack(orderId);
  const [refund] = await test.refundsOf(orderId);
  if (refund === undefined) throw new Error("no refund was decided");
  return { orderId, refundId: refund.id };
}

const atProvider = async (orderId: string): Promise<string[]> =>
  (await test.simulator.order(orderId)).refunds.map((refund) => refund.refund_status);
const keyOf = async (refundId: string): Promise<string | undefined> => {
  return test.mela.value("SELECT idempotency_key AS key FROM refunds WHERE refund_id = $1", [refundId]);
};

describe("a refund", () => {
  it("is asked for once, and followed to its end", async () => {
    const { orderId, refundId } = await decided("B1");
    expect((await refunds().requestRefund(refundId)).state).toBe("pending");
    await Promise.all(Array.from({ length: 5 }, () => refunds().requestRefund(refundId)));
    expect(await atProvider(orderId)).toHaveLength(1);
    await until(async () => (await refunds().checkRefund(refundId)).state === "succeeded", "the refund");
    expect((await refunds().requestRefund(refundId)).state).toBe("succeeded");
    const eventLog = await test.mela.eventLog("B1");
    expect(eventLog.filter((line) => line.startsWith("refund_succeeded"))).toEqual([
      `refund_succeeded by provider (${refundId})`,
    ]);
    expect(await test.issues(refundId)).toEqual([]);
  });

  it("is found again when the answer to its request was lost", async () => {
    const { orderId, refundId } = await decided("B2");
    await test.simulator.fault("refund", "lostAnswer", { orderId });
    expect((await refunds().requestRefund(refundId)).state).toBe("requested");
    expect((await refunds().requestRefund(refundId)).state).not.toBe("requested");
    expect(await atProvider(orderId)).toHaveLength(1);
  });

  it("takes a new key after an error of the provider's own, which it would otherwise repeat forever", async () => {
    const { orderId, refundId } = await decided("B3");
    const before = await keyOf(refundId);
    await test.simulator.fault("refund", "error500", { orderId });
    expect((await refunds().requestRefund(refundId)).state).toBe("requested");
    expect(await keyOf(refundId)).not.toBe(before);
    expect((await refunds().requestRefund(refundId)).state).toBe("pending");
  });

  it("waits while it is asked too often or nobody answers", async () => {
    const { orderId, refundId } = await decided("B4");
    await test.simulator.fault("refund", "status", { status: 429, orderId });
    expect((await refunds().requestRefund(refundId)).state).toBe("requested");
    await test.simulator.fault("getRefunds", "error500", { orderId });
    expect((await refunds().requestRefund(refundId)).state).toBe("requested");
    expect(await test.issues(refundId)).toEqual([]);
    expect((await refunds().requestRefund(refundId)).state).toBe("pending");
  });

  it("counts as done when the provider has given the money back by itself", async () => {
    const { orderId, refundId } = await decided("B5");
    await test.simulator.control("POST", `/orders/${orderId}/auto-refund`);
    expect((await refunds().requestRefund(refundId)).state).toBe("succeeded");
    expect(await atProvider(orderId)).toEqual(["SUCCESS"]);
  });

  it("is put before the operator when it is refused", async () => {
    const { orderId, refundId } = await decided("B6");
    await test.simulator.fault("refund", "refuse", { orderId });
    expect((await refunds().requestRefund(refundId)).state).toBe("failed");
    expect(await test.issues(refundId)).toEqual(["refund_failed"]);
    expect((await test.mela.eventLog("B6")).at(-1)).toBe(`refund_failed by provider (${refundId})`);
  });

  it("is put before the operator when it fails at the bank, and waits on hold", async () => {
    await test.simulator.configure({ refundOutcome: "ONHOLD" });
    const { orderId, refundId } = await decided("B7");
    await refunds().requestRefund(refundId);
    await until(async () => (await atProvider(orderId))[0] === "ONHOLD", "on hold");
    expect((await refunds().checkRefund(refundId)).state).toBe("pending");
    await test.simulator.control("POST", `/orders/${orderId}/refunds/${refundId}/finish`, { status: "FAILED" });
    expect((await refunds().checkRefund(refundId)).state).toBe("failed");
    expect(await test.issues(refundId)).toEqual(["refund_failed"]);
  });

  it("is put before the operator once when it does not finish", async () => {
    const { refundId } = await decided("B8");
    await refunds().reportStuckRefund(refundId);
    await refunds().reportStuckRefund(refundId);
    expect(await test.issues(refundId)).toEqual(["refund_stuck"]);
    await expect(refunds().requestRefund("RFNDnone")).rejects.toMatchObject({ code: "not_found" });
  });
});
