import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it, jest } from "@jest/globals";
import { balanceOf } from "@sakhi/domain/payments/refundable.rules";
import { until } from "@sakhi/testkit/until";
import { NET_PAISE } from "../../src/admin/registrations.sql.js";
import { OperatorRefundsService } from "../../src/payments/operator-refunds.service.js";
import { PaymentsRepository } from "../../src/payments/payments.repository.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { ListingTest } from "../listings/listing-app.js";

const FEE = 99_900;

const test = await ListingTest.open();
const operator = await test.administrator("asha");
afterEach(() => test.simulator.noFaults());
afterAll(() => test.close());

const provider = (): PaymentProvider => test.mela.app.get<PaymentProvider>(PaymentProvider, { strict: false });
const settle = (orderId: string, trigger: "operator" | "webhook" = "operator"): Promise<unknown> =>
  test.settle(orderId, trigger);

/** Refunds directly at the provider, which rejects more than is left. */
function refundElsewhere(orderId: string, amountPaise: number): Promise<unknown> {
  const refundId = `pages_${randomUUID().slice(0, 8)}`;
  return provider().refund({ orderId, refundId, amountPaise }, randomUUID());
}

/** An order's money at the provider in paise: paid, refunded, and retained. */
async function atProvider(orderId: string): Promise<{ paid: number; refunded: number; retained: number }> {
  const reading = await provider().readOrderWithPayments(orderId, true);
  if (reading.kind !== "found") throw new Error("the provider did not respond");
  const sum = (some: readonly { readonly amountPaise: number }[]): number =>
    some.reduce((all, { amountPaise }) => all + amountPaise, 0);
  const paid = sum(reading.payments.filter(({ status }) => status === "SUCCESS"));
  const refunded = sum((reading.refunds ?? []).filter(({ outcome }) => outcome === "succeeded"));
  return { paid, refunded, retained: paid - refunded };
}

/** Settles until nothing is pending: requests refunds and resolves the issues of rejected ones. */
async function untilSettled(orderId: string): Promise<void> {
  const refunds = test.get(RefundsService);
  for (let round = 1; round <= 6; round += 1) {
    await settle(orderId);
    const open = (await test.refundsOf(orderId)).filter(({ state }) => state !== "succeeded" && state !== "failed");
    for (const { id } of open) {
      await refunds.requestRefund(id);
      await until(`refund ${id} to end`, async () =>
        ["succeeded", "failed"].includes((await refunds.checkRefund(id)).state),
      );
    }
    const rejected = await test.mela.query<{ id: string; subject: string }>(
      `SELECT id, subject FROM issues
        WHERE kind = 'refund_failed' AND resolved_at IS NULL AND facts->>'orderId' = $1`,
      [orderId],
    );
    for (const { id, subject } of rejected) await refundAgain(orderId, id, subject);
    if (open.length === 0 && rejected.length === 0) return;
  }
  throw new Error(`${orderId} does not settle`);
}

/** Resolves the issue of a rejected refund by refunding again. */
async function refundAgain(orderId: string, issue: string, insteadOf: string, byHand = false): Promise<void> {
  await test.mela.db.database.transaction(async (tx) => {
    await test
      .get(OperatorRefundsService)
      .refundForIssue(tx, { orderId, insteadOf, byHand, reason: "once more" })
      .catch(nothingLeft);
    await tx.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE id = $1", [issue]);
  });
}

function nothingLeft(error: unknown): void {
  if ((error as { code?: string }).code !== "resolution_failed") throw error;
}

/** Expects provider, ledger, documents and dashboard to agree. @returns the retained money in paise */
async function expectConsistent(orderId: string, surcharge = 0): Promise<number> {
  const { paid, refunded, retained } = await atProvider(orderId);
  const ledger = await test.get(PaymentsRepository).ledger(orderId);
  const balance = balanceOf(ledger);
  expect(refunded).toBeLessThanOrEqual(paid);
  expect({ orderId, left: balance.leftPaise, surplus: balance.leftPaise - balance.saleLeftPaise }).toEqual({
    orderId,
    left: retained,
    surplus: 0,
  });
  expect({ orderId, invoiced: ledger.invoicedPaise - ledger.creditedPaise }).toEqual({
    orderId,
    invoiced: Math.max(0, retained - surcharge),
  });
  const [net] = await test.mela.query<{ net: string }>(
    `SELECT ${NET_PAISE} AS net FROM bookings b WHERE b.order_id = $1 AND b.state IN ('sold', 'released')`,
    [orderId],
  );
  if (net !== undefined && surcharge === 0) expect(Number(net.net)).toBe(retained);
  return retained;
}

const CHOICES = ["full", "partial", "none"] as const;
const EVENTS = ["second", "part_elsewhere", "all_elsewhere", "cancel"] as const;
type Event = (typeof EVENTS)[number];

function permutations<T>(of: readonly T[]): T[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((first, index) => permutations(of.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** All permutations of three events, and the rotations of all four. */
const ORDERS: readonly Event[][] = [
  ...EVENTS.flatMap((one) => permutations(EVENTS.filter((event) => event !== one))),
  ...EVENTS.map((_, index) => [...EVENTS.slice(index), ...EVENTS.slice(0, index)]),
];

interface Sequence {
  readonly events: readonly Event[];
  readonly choice: (typeof CHOICES)[number];
  /** Settled after every event; otherwise only before the cancellation and at the end. */
  readonly settled: boolean;
  /** The provider rejects our first refund request. */
  readonly rejected: boolean;
}

const SEQUENCES: readonly Sequence[] = ORDERS.map((events, index) => ({
  events,
  choice: CHOICES[index % CHOICES.length] ?? "full",
  settled: index % 2 === 0,
  rejected: index % 5 === 0,
}));

async function run({ events, choice, settled, rejected }: Sequence, stallId: string): Promise<void> {
  const { orderId } = await test.paying(stallId, { phoneNumber: `98${stallId.slice(1).padStart(8, "0")}` });
  const bookingId = await test.bookingOf(orderId);
  await test.simulator.pay(orderId);
  if (settled) await settle(orderId, "webhook");
  if (rejected) await test.simulator.fault("refund", "refuse", { orderId });
  for (const event of events) {
    switch (event) {
      case "second":
        await test.simulator.secondSuccess(orderId);
        break;
      case "part_elsewhere":
        if (rejected) await test.simulator.fault("refund", "refuse", { orderId, times: 0 });
        await refundElsewhere(orderId, 1_000_000);
        break;
      case "all_elsewhere":
        await test.simulator.control("POST", `/orders/${orderId}/auto-refund`).catch(() => undefined);
        break;
      case "cancel":
        await settle(orderId, "webhook");
        await operator.cancel(bookingId, choice, choice === "partial" ? 7_000 : undefined);
        break;
    }
    if (settled) await settle(orderId, "webhook");
  }
  await untilSettled(orderId);
  const retained = await expectConsistent(orderId);
  if (events.includes("cancel") && choice === "full") expect(retained).toBe(0);
  // Settling again changes nothing.
  const before = await test.refundsOf(orderId);
  await settle(orderId);
  expect(await test.refundsOf(orderId)).toEqual(before);
}

describe("retained money equals invoiced money after", () => {
  for (const [index, sequence] of SEQUENCES.entries()) {
    const { events, choice, settled, rejected } = sequence;
    const how = `${choice} refund${settled ? "" : ", settled late"}${rejected ? ", first refund rejected" : ""}`;
    it(`${events.join(", ")} (${how})`, () => run(sequence, `B${index + 1}`));
  }
});

const mailed = (orderId: string, template: string): Promise<Record<string, unknown>[]> =>
  test.mela.column("SELECT data FROM mails WHERE template = $2 AND data->>'orderId' = $1 ORDER BY created_at", [
    orderId,
    template,
  ]);
const CREDITED: unknown = expect.stringMatching(/^CRN/);

describe("a second payment on an order", () => {
  it("is refunded in full when it was refunded before the sale was cancelled (finding 4a)", async () => {
    const { orderId, bookingId } = await test.sold("A1");
    await test.simulator.secondSuccess(orderId);
    await untilSettled(orderId);
    const { body } = await operator.cancel(bookingId, "full");
    expect(body).toMatchObject({ refundAmount: 36_000, creditNoteNumber: CREDITED });
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(0);
  });

  it("is refunded in full when the sale was cancelled first (finding 4b)", async () => {
    const { orderId, bookingId } = await test.sold("A2");
    await operator.cancel(bookingId, "full");
    await test.simulator.secondSuccess(orderId);
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(0);
    // The mail names the second payment, not the cancellation.
    expect(await mailed(orderId, "payment-refunded")).toMatchObject([{ why: "paid_twice" }]);
  });

  it.each([
    ["A3", "after the refund was decided and before it was requested"],
    ["A19", "while another stall was offered"],
  ])("is refunded together with the late first one, less refunds made elsewhere (%s, paid %s)", async (stallId) => {
    const { orderId } = await test.paidTooLate(stallId);
    if (stallId === "A3") expect(await test.refundLateMoney(orderId)).toBe("refunding");
    else await settle(orderId, "webhook");
    // Two payments within one second: our order of them may differ from the provider's.
    await test.simulator.secondSuccess(orderId);
    await refundElsewhere(orderId, 600_000);
    if (stallId === "A19") {
      await settle(orderId, "webhook");
      await test.endOffer(orderId);
    }
    await untilSettled(orderId);
    expect(await atProvider(orderId)).toEqual({ paid: 7_200_000, refunded: 7_200_000, retained: 0 });
    expect([await test.documents(orderId), await expectConsistent(orderId)]).toEqual([[], 0]);
  });

  it("is not refunded again when the provider refunded it before our request", async () => {
    const { orderId } = await test.sold("A4");
    await test.simulator.secondSuccess(orderId);
    await settle(orderId);
    await refundElsewhere(orderId, 3_600_000);
    await untilSettled(orderId);
    expect(await test.refundsOf(orderId)).toMatchObject([{ reason: "second_payment", state: "succeeded" }]);
    expect([await test.documents(orderId), await expectConsistent(orderId)]).toEqual([["INV"], 3_600_000]);
    expect(await test.issues(orderId)).toEqual([]);
  });

  it("is found by the sweep when it was recorded without a refund", async () => {
    const { orderId } = await test.sold("A11", { phoneNumber: "9811100111" });
    await test.mela.query(
      `INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
       VALUES ('unseen', $1, 'SUCCESS', 'success', 3600000, 'INR')`,
      [orderId],
    );
    expect(await test.get(RefundsService).ordersWithSurplus(10)).toContain(orderId);
    await settle(orderId, "webhook");
    expect(await test.get(RefundsService).ordersWithSurplus(10)).not.toContain(orderId);
    expect(await test.refundsOf(orderId)).toMatchObject([{ reason: "second_payment" }]);
  });
});

describe("the money of a sale", () => {
  it.each([
    ["A6", "full", undefined, 0],
    ["A7", "partial", 7_000, 3_600_000 + 12_050 - 700_000],
  ] as const)(
    "is refunded with its surcharge, which is on no invoice (%s, %s)",
    async (stallId, choice, amount, retained) => {
      const { orderId } = await test.paying(stallId, { phoneNumber: `98111000${stallId.slice(1).padStart(2, "0")}` });
      await test.simulator.pay(orderId, { surcharge: 120.5 });
      await settle(orderId, "webhook");
      await operator.cancel(await test.bookingOf(orderId), choice, amount);
      await untilSettled(orderId);
      expect(await expectConsistent(orderId, 12_050)).toBe(retained);
    },
  );

  it("is credited in full on cancellation if the provider has reversed the payment", async () => {
    const { orderId, bookingId } = await test.sold("A8");
    await test.mela.query("UPDATE payments SET outcome = 'failed', provider_status = 'VOID' WHERE order_id = $1", [
      orderId,
    ]);
    const { body } = await operator.cancel(bookingId, "full");
    expect(body).toMatchObject({ refundAmount: 0, creditNoteNumber: CREDITED });
    const ledger = await test.get(PaymentsRepository).ledger(orderId);
    expect(ledger.invoicedPaise - ledger.creditedPaise).toBe(0);
  });

  it("raises an issue at once when the provider refunded a part before we knew of the payment", async () => {
    const { orderId } = await test.paying("A10", { phoneNumber: "9811100110" });
    await test.simulator.pay(orderId);
    await refundElsewhere(orderId, 1_000_000);
    expect(await settle(orderId)).toBe("sold");
    expect(await test.issues(orderId)).toEqual(["refunded_elsewhere"]);
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(2_600_000);
    expect(await test.documents(orderId)).toEqual(["CRN", "INV"]);
  });

  it("buys nothing when the provider returned it before the first reading and both webhooks were lost", async () => {
    const buyer = await test.paying("A15", { phoneNumber: "9811100115" });
    await test.simulator.pay(buyer.orderId);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
    await test.endWindow(buyer);
    await test.expiredPayments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
    await test.expiredPayments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
    expect(await test.mela.history("A15")).toEqual(["released: payment_expired"]);
    expect([await test.documents(buyer.orderId), await expectConsistent(buyer.orderId)]).toEqual([[], 0]);
  });

  it("is credited and mailed when refunded at the provider; cancelling the sale closes the issue", async () => {
    const { orderId, bookingId } = await test.sold("A9");
    await refundElsewhere(orderId, 1_000_000);
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(2_600_000);
    expect(await test.issues(orderId)).toEqual(["refunded_elsewhere"]);
    expect(await mailed(orderId, "payment-refunded")).toMatchObject([
      { why: "provider", amountPaise: 1_000_000, creditNoteNumber: CREDITED },
    ]);
    await test.simulator.control("POST", `/orders/${orderId}/auto-refund`);
    await untilSettled(orderId);
    expect((await operator.cancel(bookingId, "full")).body).toMatchObject({ refundAmount: 0, refund: "none" });
    expect(await test.issues(orderId)).toEqual([]);
    expect(await mailed(orderId, "booking-cancelled")).toMatchObject([{ refund: "refunded_before" }]);
    expect(await expectConsistent(orderId)).toBe(0);
  });
});

describe("the money of a listing", () => {
  const decide = async (applicationId: string, decision: string): Promise<Record<string, unknown>> => {
    const reason = "Asked for by the owner";
    if (decision === "reject") return (await operator.post(`listings/${applicationId}/reject`, { reason })).body;
    await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
    const refundAmount = decision === "partial" ? { refundAmount: 400 } : {};
    const params = { reason, refund: decision, ...refundAmount };
    return (await operator.post(`listings/${applicationId}/withdraw`, params)).body;
  };

  it.each([
    ["reject", "before", 0],
    ["reject", "after", 0],
    ["full", "before", 0],
    ["full", "after", 0],
    ["partial", "before", FEE - 40_000],
    ["partial", "after", FEE - 40_000],
    ["none", "before", FEE],
    ["none", "after", FEE],
  ] as const)("is accounted for after %s with a second payment %s it", async (decision, twice, retained) => {
    const { applicationId, orderId } = await test.paid();
    if (twice === "before") {
      await test.simulator.secondSuccess(orderId);
      await settle(orderId, "webhook");
    }
    const response = await decide(applicationId, decision);
    expect(response["state"]).toBe(decision === "reject" ? "rejected" : "withdrawn");
    if (twice === "after") await test.simulator.secondSuccess(orderId);
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(retained);
    expect(await test.documents(orderId)).toEqual(retained === FEE ? ["INV"] : ["CRN", "INV"]);
  });

  it("is credited when refunded at the provider", async () => {
    const { orderId } = await test.paid();
    await refundElsewhere(orderId, 50_000);
    await untilSettled(orderId);
    expect(await expectConsistent(orderId)).toBe(FEE - 50_000);
    expect(await test.issues(orderId)).toEqual(["refunded_elsewhere"]);
    expect(await mailed(orderId, "listing-payment-refunded")).toMatchObject([{ why: "provider" }]);
  });

  it("must be decided on withdrawal, with a refund of at most the remaining amount", async () => {
    const { applicationId } = await test.paid();
    await operator.post(`listings/${applicationId}/approve`, { noPictures: true });
    const details = (): Promise<unknown> =>
      operator.get(`listings/${applicationId}`).then(({ body }) => body["refundable"]);
    expect(await details()).toBe(999);
    const withdraw = (params: object) =>
      operator.post(`listings/${applicationId}/withdraw`, { reason: "Asked for by the owner", ...params });
    expect((await withdraw({})).body).toMatchObject({ fields: { refund: [expect.stringMatching(/choose/)] } });
    expect((await withdraw({ refund: "partial", refundAmount: 1_000 })).body).toMatchObject({
      fields: { refundAmount: [expect.stringMatching(/more than what was paid/)] },
    });
    expect((await withdraw({ refund: "partial", refundAmount: 99.5 })).body).toEqual({
      state: "withdrawn",
      refundAmount: 99.5,
      creditNoteNumber: CREDITED,
    });
    expect(await details()).toBe(899.5);
    expect(await test.audit(applicationId)).toContainEqual(
      expect.objectContaining({
        action: "application_withdrawn",
        after: expect.objectContaining({ refundPaise: 9_950 }),
      }),
    );
  });
});

describe("a refund", () => {
  const refunds = test.get(RefundsService);
  const request = async (refundId: string) => (await refunds.requestRefund(refundId)).state;
  const check = async (refundId: string) => (await refunds.checkRefund(refundId)).state;
  /** Decides a refund of late money because the stall was taken. */
  async function decided(stallId: string): Promise<{ orderId: string; refundId: string }> {
    const { orderId } = await test.paidTooLate(stallId);
    await test.refundLateMoney(orderId);
    return { orderId, refundId: (await test.refundsOf(orderId))[0]?.id ?? "" };
  }
  const statuses = async (orderId: string): Promise<string[]> =>
    (await test.simulator.order(orderId)).refunds.map((refund) => refund.refund_status);
  const keyOf = (refundId: string) =>
    test.mela.value("SELECT idempotency_key FROM refunds WHERE refund_id = $1", [refundId]);

  it("is requested once and tracked to its end", async () => {
    const { orderId, refundId } = await decided("B31");
    expect(await request(refundId)).toBe("pending");
    await Promise.all(Array.from({ length: 5 }, () => request(refundId)));
    expect(await statuses(orderId)).toHaveLength(1);
    await until("the refund", async () => (await check(refundId)) === "succeeded");
    expect(await request(refundId)).toBe("succeeded");
    const ended = (await test.mela.eventLog("B31")).filter((line) => line.startsWith("refund_succeeded"));
    expect(ended).toEqual([`refund_succeeded by provider (${refundId})`]);
    expect(await test.issues(refundId)).toEqual([]);
  });

  it("is recovered when the response to its request was lost", async () => {
    const { orderId, refundId } = await decided("B32");
    await test.simulator.fault("refund", "lostAnswer", { orderId });
    expect(await request(refundId)).toBe("requested");
    expect(await request(refundId)).not.toBe("requested");
    expect(await statuses(orderId)).toHaveLength(1);
  });

  it("stays requested through rate limits and failures, and renews its idempotency key after a server error", async () => {
    const { orderId, refundId } = await decided("B33");
    await test.simulator.fault("refund", "status", { status: 429, orderId });
    expect(await request(refundId)).toBe("requested");
    await test.simulator.fault("getRefunds", "error500", { orderId });
    expect(await request(refundId)).toBe("requested");
    expect(await test.issues(refundId)).toEqual([]);
    // The provider would replay its error to the old key forever.
    const before = await keyOf(refundId);
    await test.simulator.fault("refund", "error500", { orderId });
    expect(await request(refundId)).toBe("requested");
    expect(await keyOf(refundId)).not.toBe(before);
    expect(await request(refundId)).toBe("pending");
  });

  it("succeeds when the provider has refunded the money itself", async () => {
    const { orderId, refundId } = await decided("B35");
    await test.simulator.control("POST", `/orders/${orderId}/auto-refund`);
    expect(await request(refundId)).toBe("succeeded");
    expect(await statuses(orderId)).toEqual(["SUCCESS"]);
  });

  it.each([
    ["B36", 400],
    // "refund_not_allowed": the payment is older than six months, as a listing's can be.
    ["B38", 409],
  ])("raises an issue when it is rejected (%s, %d)", async (stallId, status) => {
    const { orderId, refundId } = await decided(stallId);
    await test.simulator.fault("refund", "status", { status, orderId });
    expect(await request(refundId)).toBe("failed");
    expect(await test.issues(refundId)).toEqual(["refund_failed"]);
    expect((await test.mela.eventLog(stallId)).at(-1)).toBe(`refund_failed by provider (${refundId})`);
  });

  it("stays requested when the provider has it but does not list it yet", async () => {
    const { orderId, refundId } = await decided("B39");
    await test.simulator.fault("refund", "lostAnswer", { orderId });
    expect(await request(refundId)).toBe("requested");
    // The refund was reduced since: the same id with another body.
    await test.mela.query(
      "UPDATE refunds SET amount_paise = amount_paise - 100, idempotency_key = gen_random_uuid() WHERE refund_id = $1",
      [refundId],
    );
    const read = jest.spyOn(provider(), "readRefunds").mockResolvedValue({ kind: "done", value: [] });
    expect(await request(refundId)).toBe("requested");
    read.mockRestore();
    expect(await request(refundId)).not.toBe("requested");
    expect(await test.issues(refundId)).toEqual([]);
    expect(await statuses(orderId)).toHaveLength(1);
  });

  it.each([401, 422])("is requested again when only the request was rejected (%d)", async (status) => {
    const { orderId, refundId } = await decided(status === 401 ? "B40" : "B41");
    await test.simulator.fault("refund", "status", { status, orderId });
    if (status === 401) await test.simulator.fault("getRefunds", "status", { status, orderId });
    expect(await request(refundId)).toBe("requested");
    await test.simulator.noFaults();
    expect(await request(refundId)).toBe("pending");
  });

  it("raises one issue while it is on hold, and another when it fails at the bank", async () => {
    await test.simulator.configure({ refundOutcome: "ONHOLD" });
    const { orderId, refundId } = await decided("B37");
    await request(refundId);
    await until("on hold", async () => (await statuses(orderId))[0] === "ONHOLD");
    await test.simulator.configure({ refundOutcome: "SUCCESS" });
    // A reading counts as an update.
    const stale = "UPDATE refunds SET updated_at = updated_at - interval '7 hours' WHERE refund_id = $1";
    await test.mela.query(stale, [refundId]);
    expect(await check(refundId)).toBe("pending");
    const row =
      "SELECT provider_status, updated_at > clock_timestamp() - interval '1 hour' AS fresh FROM refunds WHERE refund_id = $1";
    expect(await test.mela.query(row, [refundId])).toEqual([{ provider_status: "ONHOLD", fresh: true }]);
    await refunds.reportStuckRefund(refundId);
    await refunds.reportStuckRefund(refundId);
    expect(await test.issues(refundId)).toEqual(["refund_stuck"]);
    await test.simulator.control("POST", `/orders/${orderId}/refunds/${refundId}/finish`, { status: "FAILED" });
    expect(await check(refundId)).toBe("failed");
    expect(await test.issues(refundId)).toContain("refund_failed");
  });

  /** A refund that failed at the bank, was perhaps replaced (`byHand` or not), and succeeded there after all. */
  async function doneAfterAll(stallId: string, byHand?: boolean): Promise<{ orderId: string; refundId: string }> {
    await test.simulator.configure({ refundOutcome: "ONHOLD" });
    const { orderId, refundId } = await decided(stallId);
    await request(refundId);
    await test.simulator.configure({ refundOutcome: "SUCCESS" });
    const finish = async (status: string): Promise<string> => {
      await test.simulator.control("POST", `/orders/${orderId}/refunds/${refundId}/finish`, { status });
      return check(refundId);
    };
    // PENDING simulates an older reading that commits last.
    expect([await finish("FAILED"), await finish("PENDING")]).toEqual(["failed", "failed"]);
    if (byHand !== undefined) {
      const [issue] = await test.mela.column("SELECT id FROM issues WHERE subject = $1", [refundId]);
      await refundAgain(orderId, issue ?? "", refundId, byHand);
    }
    await finish("SUCCESS");
    return { orderId, refundId };
  }
  const states = async (orderId: string) => (await test.refundsOf(orderId)).map(({ state }) => state).sort();

  it("changes from failed to succeeded without a second payout", async () => {
    const { orderId, refundId } = await doneAfterAll("B42");
    expect(await states(orderId)).toEqual(["succeeded"]);
    expect(await test.issues(refundId)).toEqual([]);
    expect((await test.mela.eventLog("B42")).at(-1)).toBe(`refund_succeeded by provider (${refundId})`);
    const ends = await mailed(orderId, "refund-ended");
    expect(ends.map(({ state }) => state)).toEqual(["failed", "succeeded"]);
    expect(await expectConsistent(orderId)).toBe(0);
  });

  it.each([
    ["covers the replacement that was not requested yet", "B43", false, ["failed", "succeeded"], []],
    ["raises an issue if it was also paid by hand", "B44", true, ["succeeded", "succeeded"], ["refunded_twice"]],
  ])("that succeeds after all %s", async (_case, stallId, byHand, expected, issues) => {
    const { orderId, refundId } = await doneAfterAll(stallId, byHand);
    expect([await states(orderId), await test.issues(refundId)]).toEqual([expected, issues]);
    if (byHand) return;
    await untilSettled(orderId);
    expect(await statuses(orderId)).toEqual(["SUCCESS"]);
    expect(await expectConsistent(orderId)).toBe(0);
  });

  it("is rejected with not_found when it does not exist", async () => {
    await expect(request("RFNDnone")).rejects.toMatchObject({ code: "not_found" });
  });
});
