import { describe, expect, it } from "@jest/globals";
import type { SeenDispute } from "@sakhi/domain/payments/dispute.rules";
import type { SeenRefund } from "@sakhi/domain/payments/refundable.rules";
import type { ProviderPayment } from "../payments/provider/payment-provider.js";
import { differences } from "./provider.rules.js";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const payment = (paymentId: string, amountPaise: number, minutesAgo = 60): ProviderPayment => ({
  paymentId,
  status: "SUCCESS",
  amountPaise,
  currency: "INR",
  mode: undefined,
  startedAt: undefined,
  completedAt: new Date(NOW - minutesAgo * 60_000),
});
const refund = (
  providerRefundId: string,
  amountPaise: number,
  outcome: SeenRefund["outcome"] = "succeeded",
): SeenRefund => ({ refundId: undefined, providerRefundId, amountPaise, outcome });
const there = (payments: ProviderPayment[], refunds: SeenRefund[] = [], disputes: SeenDispute[] = []) => ({
  payments,
  refunds,
  disputes,
});
const dispute = (disputeId: string, amountPaise: number): SeenDispute => ({
  ...{ disputeId, amountPaise, status: "CHARGEBACK_CREATED", paymentId: undefined },
  ...{ respondBy: undefined, reasonCode: undefined, updatedAt: undefined },
});
const ours = (payments: Record<string, number>, refunds: Record<string, number> = {}, refunding = false) => ({
  order_id: "MELA1",
  payments,
  refunds,
  disputes: { d: 100 },
  refunding,
});

describe("differences", () => {
  it.each([
    ["the same payment", ours({ a: 100 }), there([payment("a", 100)])],
    ["the same refund", ours({ a: 100 }, { r: 50 }), there([payment("a", 100)], [refund("r", 50)])],
    ["a payment within the grace period", ours({}), there([payment("a", 100, 1)])],
    ["a failed attempt", ours({}), there([{ ...payment("a", 100), status: "FAILED" }])],
    ["a refund that has not ended", ours({ a: 100 }, {}, true), there([payment("a", 100)], [refund("r", 50)])],
    ["a known dispute, whatever its amount", ours({ a: 100 }), there([payment("a", 100)], [], [dispute("d", 60)])],
    ["a pending refund", ours({ a: 100 }), there([payment("a", 100)], [refund("r", 50, "pending")])],
  ])("finds none for %s", (_what, known, reading) => {
    expect(differences(known, reading, 300, NOW)).toEqual([]);
  });

  it.each([
    ["an order unknown to the provider", ours({ a: 100 }), undefined, "the provider does not know the order"],
    ["a payment missing at the provider", ours({ a: 100 }), there([]), "payment a of 100 is not at the provider"],
    ["another amount", ours({ a: 100 }), there([payment("a", 90)]), "payment a is 100 here and 90 at the provider"],
    [
      "a payment missing in our books",
      ours({}),
      there([payment("a", 100)]),
      "payment a at the provider is not in our books",
    ],
    [
      "a refund missing at the provider",
      ours({ a: 100 }, { r: 50 }),
      there([payment("a", 100)]),
      "refund r of 50 is not at the provider",
    ],
    [
      "a dispute missing in our books",
      ours({ a: 100 }),
      there([payment("a", 100)], [], [dispute("e", 100)]),
      "dispute e of 100 at the provider is not in our books",
    ],
    [
      "a refund missing in our books",
      ours({ a: 100 }),
      there([payment("a", 100)], [refund("r", 50)]),
      "refund r at the provider is not in our books",
    ],
  ])("reports %s", (_what, known, reading, detail) => {
    expect(differences(known, reading, 300, NOW)).toEqual([{ id: "MELA1", detail }]);
  });
});
