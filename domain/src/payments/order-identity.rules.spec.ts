import { describe, expect, it } from "@jest/globals";
import {
  CLOCK_TOLERANCE_MS,
  foreignDifferences,
  identityDifferences,
  checkFoundOrder,
} from "./order-identity.rules.js";
import type { RequestedOrder, FoundOrderResult, FoundOrder, OrderDifference } from "./order-identity.rules.js";

const ASKED_AT = new Date("2026-11-21T10:00:00.400Z");
const ASKED: RequestedOrder = {
  orderId: "MELA1763712000000tAb12",
  amountPaise: 2_700_000,
  currency: "INR",
  customerId: "0123456789abcdef0123456789abcdef",
  installation: "8f6f5f0e-7a3e-4c7b-9a51-1b8f6f1d2c3e",
  firstAskedAt: ASKED_AT,
};
const FOUND: FoundOrder = {
  orderId: ASKED.orderId,
  status: "ACTIVE",
  amountPaise: ASKED.amountPaise,
  currency: "INR",
  customerId: ASKED.customerId,
  installation: ASKED.installation,
  // The provider's times are whole seconds.
  createdAt: new Date("2026-11-21T10:00:00Z"),
};
const at = (ms: number): Date => new Date(ASKED_AT.getTime() + ms);

type Case = [what: string, change: Partial<FoundOrder>, differs: OrderDifference[]];
const CASES: Case[] = [
  ["the same order", {}, []],
  ["our id in another case", { orderId: "mela1763712000000TaB12" }, []],
  ["another id", { orderId: "MELA1763712000000tAb13" }, ["order_id"]],
  ["another amount", { amountPaise: 2_699_999 }, ["amount"]],
  ["another currency", { currency: "USD" }, ["currency"]],
  ["another payer", { customerId: "f".repeat(32) }, ["customer"]],
  ["no payer", { customerId: undefined }, ["customer"]],
  ["another installation on the same account", { installation: "another" }, ["installation"]],
  ["no installation mark", { installation: undefined }, ["installation"]],
  ["created later", { createdAt: at(3_600_000) }, []],
  ["created earlier, within the clock tolerance", { createdAt: at(-CLOCK_TOLERANCE_MS) }, []],
  ["created before the clock tolerance", { createdAt: at(-CLOCK_TOLERANCE_MS - 1) }, ["created_earlier"]],
  ["no creation time", { createdAt: undefined }, ["created_earlier"]],
  ["an invalid creation time", { createdAt: new Date(Number.NaN) }, ["created_earlier"]],
  [
    "another customer's order of last year",
    { customerId: "f".repeat(32), installation: undefined, createdAt: new Date("2025-11-21T10:00:00Z") },
    ["customer", "installation", "created_earlier"],
  ],
];

describe("order identity", () => {
  it.each(CASES)("is compared for %s", (_what, change, differs) => {
    const found = { ...FOUND, ...change };
    expect(identityDifferences(ASKED, found)).toEqual(differs);
    expect(checkFoundOrder(ASKED, found, [])).toEqual(
      differs.length === 0 ? { kind: "ours" } : { kind: "conflict", differs },
    );
    expect(foreignDifferences(ASKED, found)).toEqual(
      differs.filter((difference) => difference !== "amount" && difference !== "currency"),
    );
  });

  it("ignores the installation mark if the request had none", () => {
    const before = { ...ASKED, installation: undefined };
    expect(identityDifferences(before, { ...FOUND, installation: undefined })).toEqual([]);
    expect(identityDifferences(before, FOUND)).toEqual([]);
  });
});

describe("checkFoundOrder", () => {
  const conflict = (...differs: OrderDifference[]): FoundOrderResult => ({ kind: "conflict", differs });
  it.each<[status: string, payments: string[], decided: FoundOrderResult]>([
    ["ACTIVE", [], { kind: "ours" }],
    ["ACTIVE", ["FAILED", "USER_DROPPED", "CANCELLED"], { kind: "ours" }],
    ["ACTIVE", ["FAILED", "PENDING"], conflict("payment")],
    ["ACTIVE", ["NOT_ATTEMPTED"], conflict("payment")],
    ["ACTIVE", ["NEW_STATUS"], conflict("payment")],
    ["ACTIVE", ["SUCCESS"], conflict("payment")],
    ["PAID", ["SUCCESS"], conflict("payment", "status")],
    ["PAID", [], conflict("status")],
    ["TERMINATION_REQUESTED", [], conflict("status")],
    ["NEW_STATUS", [], conflict("status")],
    ["EXPIRED", [], { kind: "ended" }],
    ["TERMINATED", ["FAILED"], { kind: "ended" }],
    ["EXPIRED", ["SUCCESS"], conflict("payment")],
  ])("judges %s with payments %j", (status, payments, decided) => {
    expect(checkFoundOrder(ASKED, { ...FOUND, status }, payments)).toEqual(decided);
  });

  it("reports a conflict for another customer's expired order", () => {
    expect(checkFoundOrder(ASKED, { ...FOUND, status: "EXPIRED", customerId: "another" }, [])).toEqual(
      conflict("customer"),
    );
  });
});
