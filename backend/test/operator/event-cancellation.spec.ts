import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { bundleWorkflows } from "@sakhi/testkit/temporal";
import { until } from "@sakhi/testkit/until";
import { AdminModule } from "../../src/admin/admin.module.js";
import { EventRefundsService } from "../../src/cancellations/event-refunds.service.js";
import { EventFactsApiModule } from "../../src/events/event-facts.module.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { type OfferKey, OfferLinksService } from "../../src/mail/offer-links.service.js";
import { MyBookingModule } from "../../src/my-booking/my-booking.module.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { UnknownOrdersService } from "../../src/payments/unknown-orders.service.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import type { WorkflowNudge } from "../../src/platform/outbox/outbox.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { WorkflowRuns } from "../../src/platform/temporal/workflow-client.js";
import { startWorkflowWorker } from "../../src/platform/temporal/workflow-worker.js";
import { DATABASE_RULES } from "../../src/verify/rules.js";
import { codeOf, orderId as newOrderId, type TestVisitor } from "../bookings/mela.js";
import { lostOrder } from "../payments/lost-orders.js";
import type { Buyer } from "../payments/paying.js";
import { testConfig } from "../support/config.js";
import { brokenRules } from "../verify/broken-rules.js";
import { NEXT_EVENT, OperatorTest, type TestAdministrator } from "./operator.js";

// Operators cancel events; each case has an event of its own, a duplicate of the seed event.

const test = await OperatorTest.open({ RATE_LIMITS: "off" }, [
  EventFactsApiModule,
  AdminModule,
  OpsModule,
  MyBookingModule,
]);
const { mela } = test;
const refunds = test.get(EventRefundsService);
afterAll(() => test.close());

const REASON = "the hall burned down";
const NAME = NEXT_EVENT.name;
const FACTS = { ...NEXT_EVENT, reason: REASON };

let operator: TestAdministrator;
let first = "";
beforeAll(async () => {
  operator = await test.administrator("asha");
  first = (await mela.value("SELECT slug FROM events ORDER BY id LIMIT 1")) ?? "";
});

let editions = 2200;
async function draft(): Promise<string> {
  const { body } = await operator.post("events", { ...FACTS, edition: String((editions += 1)), planOf: first });
  return String(body["slug"]);
}

async function published(): Promise<string> {
  const slug = await draft();
  expect((await operator.post(`events/${slug}/publish`, { reason: REASON })).status).toBe(200);
  return slug;
}

function visitorOf(slug: string): TestVisitor {
  const visitor = mela.visitor();
  visitor.event = slug;
  return visitor;
}

const idOf = async (slug: string): Promise<number> =>
  Number(await mela.value("SELECT id FROM events WHERE slug = $1", [slug]));
const sold = (slug: string, stallId: string) => test.sold(stallId, {}, visitorOf(slug));
const soldOffline = async (slug: string, stallId: string): Promise<void> => {
  const sale = await operator.post(`stalls/${stallId}/sell-offline?event=${slug}`, {
    ...{ fullName: "Meera Iyer", email: `meera.${stallId}@example.com`, phoneNumber: "9811100001" },
    ...{ businessName: "Meera Pottery", pincode: "560001", method: "cash", reference: "receipt 17", reason: REASON },
  });
  expect(sale.status).toBe(201);
};

const preview = (slug: string, deductionKind: string, deduction: number) =>
  operator.post(`events/${slug}/cancellation/preview`, { deductionKind, deduction });

/** Cancels an event with 10 % deducted, as seen in the preview, with changes. */
async function cancel(slug: string, changes: Record<string, unknown> = {}, by = operator) {
  const { body } = await preview(slug, "percent", 10);
  return by.post(`events/${slug}/cancellation`, {
    ...{ deductionKind: "percent", deduction: 10, eventName: NAME, reason: REASON },
    seenBookings: (body["bookings"] as unknown[] | undefined)?.length ?? 0,
    seenRefund: body["refund"] ?? 0,
    ...changes,
  });
}

/** Does what the workflow does, without it, until nothing is due. */
async function refundAll(slug: string): Promise<void> {
  const eventId = await idOf(slug);
  while ((await refunds.refundEventBookings(eventId)).due > 0);
}

const progress = async (slug: string) => (await operator.get(`events/${slug}/cancellation`)).body;
const rulesKept = () =>
  brokenRules(
    mela.db.database,
    DATABASE_RULES.filter(({ moving, table }) => !moving && table === undefined),
  );

describe("the preview", () => {
  it("says what each holder and all would get, to the paisa, with the credit notes' tax", async () => {
    const slug = await published();
    await mela.query(
      `UPDATE stalls SET price_paise = 2700001 WHERE stall_id = 'B2' AND event_id = (SELECT id FROM events WHERE slug = $1)`,
      [slug],
    );
    const [b1, b2] = [await sold(slug, "B1"), await sold(slug, "B2")];
    await soldOffline(slug, "B3");
    await operator.post(`bookings/${b1.bookingId}/refund`, { refundAmount: 5_000, reason: REASON });
    await visitorOf(slug).reserve("B4");
    const { body } = await preview(slug, "percent", 10);
    expect(body).toMatchObject({
      ...{ eventName: NAME, paid: 81_000.01, refundedBefore: 5_000, deducted: 8_100, refund: 67_900.01 },
      ...{ byHand: 1, unpaid: 1 },
      bookings: [
        {
          stallId: "B1",
          bookingId: b1.bookingId,
          paid: 27_000,
          refundedBefore: 5_000,
          deducted: 2_700,
          refund: 19_300,
        },
        { stallId: "B2", bookingId: b2.bookingId, deducted: 2_700, refund: 24_300.01, byHand: false },
        { stallId: "B3", refund: 24_300, byHand: true },
      ],
    });
    expect(Number(body["taxable"]) + Number(body["tax"])).toBeCloseTo(67_900.01, 6);
    expect((await preview(slug, "amount", 30_000)).body).toMatchObject({ deducted: 76_000.01, refund: 0, byHand: 0 });
  });
});

describe("cancelling", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["another name", { eventName: "The mela" }, "invalid_request"],
    ["no name", { eventName: "" }, "invalid_request"],
    ["more than 100 percent", { deduction: 100.01 }, "invalid_request"],
    ["a negative deduction", { deduction: -1 }, "invalid_request"],
    ["three decimals", { deduction: 1.234 }, "invalid_request"],
    ["no kind of deduction", { deductionKind: "" }, "invalid_request"],
    ["no reason", { reason: "" }, "invalid_request"],
    ["another number of refunds than seen", { seenBookings: 3 }, "cancellation_changed"],
    ["another sum than seen", { seenRefund: 1 }, "cancellation_changed"],
    ["another deduction than seen", { deduction: 20 }, "cancellation_changed"],
  ])("is refused for %s, and nothing changes", async (_what, changes, code) => {
    expect(codeOf(await cancel(refusing, changes))).toBe(code);
    expect(await mela.value("SELECT status FROM events WHERE slug = $1", [refusing])).toBe("published");
    expect(codeOf(await operator.get(`events/${refusing}/cancellation`))).toBe("event_not_cancelled");
  });
  let refusing: string;
  beforeAll(async () => {
    refusing = await published();
    await sold(refusing, "B1");
  });

  it.each<[string, string, (slug: string) => Promise<unknown>]>([
    [
      "a draft",
      "event_not_published",
      (slug) => mela.query("UPDATE events SET status = 'draft' WHERE slug = $1", [slug]),
    ],
    [
      "an archived event",
      "event_archived",
      (slug) => mela.query("UPDATE events SET status = 'archived' WHERE slug = $1", [slug]),
    ],
    ["a cancelled event", "event_cancelled", (slug) => cancel(slug)],
  ])("%s is refused: %s", async (_what, code, change) => {
    const slug = await published();
    await change(slug);
    expect([codeOf(await cancel(slug)), codeOf(await preview(slug, "percent", 0))]).toEqual([code, code]);
  });

  it("is for operators; viewers watch", async () => {
    const slug = await published();
    const viewer = await test.administrator("vidya", "viewer");
    for (const refused of [
      await viewer.post(`events/${slug}/cancellation/preview`, { deductionKind: "percent", deduction: 0 }),
      await cancel(slug, {}, viewer),
      await viewer.post(`events/${slug}/cancellation/pause`, { reason: REASON }),
      await viewer.post(`events/${slug}/cancellation/resume`, { reason: REASON }),
    ]) {
      expect(codeOf(refused)).toBe("operators_only");
    }
    await cancel(slug);
    expect((await viewer.get(`events/${slug}/cancellation`)).body).toMatchObject({ slug, deduction: "10%", total: 0 });
    expect(codeOf(await operator.get("events/nowhere/cancellation"))).toBe("event_not_found");
  });

  it("ends holds, payments and offers at once; money that comes after it goes back in full", async () => {
    const slug = await published();
    const held = visitorOf(slug);
    await held.reserve("B5");
    const registered = await test.registered("B6", {}, visitorOf(slug));
    const [unpaid, paying] = [
      await test.paying("B7", {}, visitorOf(slug)),
      await test.paying("B8", {}, visitorOf(slug)),
    ];
    const released = await test.released("B9", {}, visitorOf(slug));
    const offered = await test.released("B10", {}, visitorOf(slug));
    await visitorOf(slug).reserve("B10");
    await test.simulator.pay(offered.orderId, { force: true });
    expect(await test.settle(offered.orderId)).toBe("offered");
    // The same stalls of the current event are not touched.
    const other = visitorOf(first);
    expect((await other.reserve("B12")).status).toBe(201);
    const before = await mela.visitor().get(`/api/v1/mela/layout?event=${first}`);

    expect((await cancel(slug)).body).toMatchObject({ total: 0, unpaid: 2 });
    expect(codeOf(await visitorOf(slug).reserve("B11"))).toBe("sales_closed");
    expect(codeOf(await held.register("B5"))).toBe("hold_expired");
    expect(codeOf(await test.initiate(registered))).toBe("hold_expired");
    expect(codeOf(await test.initiate(unpaid))).toBe("order_closing");
    expect(codeOf(await other.register("B12"))).toBe(201);
    expect((await mela.visitor().get(`/api/v1/mela/layout?event=${first}`)).body).toEqual(before.body);

    // Paid in the last second, before the provider was asked to end the order.
    await test.simulator.pay(paying.orderId, { force: true });
    await test.simulator.pay(released.orderId, { force: true });
    for (const { orderId } of [paying, released, offered]) {
      expect(await test.settle(orderId)).toBe("refunding");
      expect(await test.settle(orderId)).toBe("refunding");
      expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 2_700_000, reason: "late_payment" }]);
      expect(await test.documents(orderId)).toEqual([]);
    }
    await test.endWindow(unpaid);
    await test.expiredPayments.closeExpiredPayment(await test.bookingOf(unpaid.orderId));
    const bookingId = await test.bookingOf(paying.orderId);
    expect((await test.mail(bookingId, "payment-refunded"))?.data).toMatchObject({ why: "event_cancelled" });
    expect(await refunds.completeEventCancellation(await idOf(slug))).toBe(true);
    expect(await progress(slug)).toMatchObject({ total: 0, unpaid: 0, completedAt: expect.any(String) });
    expect(await rulesKept()).toEqual([]);
  });

  it("leaves what was cancelled before, and asks for money back by hand where it came by hand", async () => {
    const slug = await published();
    const [earlier, online] = [await sold(slug, "B1"), await sold(slug, "B2")];
    await soldOffline(slug, "B3");
    await operator.cancel(earlier.bookingId, "full");
    expect((await cancel(slug, { message: "We are so sorry.\nAsha" })).body).toMatchObject({ total: 2, refunded: 0 });
    await refundAll(slug);
    await refundAll(slug);
    expect(await progress(slug)).toMatchObject({
      ...{ total: 2, refunded: 2, refund: 48_600, deducted: 5_400, onTheWay: 1, byHand: 1, creditNotes: 2 },
      failures: [],
    });
    expect(await test.refundsOf(earlier.orderId)).toHaveLength(1);
    expect(await test.refundsOf(online.orderId)).toMatchObject([{ paise: 2_430_000, reason: "operator" }]);
    const mail = await test.mail(online.bookingId, "booking-cancelled");
    expect(mail?.data).toMatchObject({
      ...{ refundPaise: 2_430_000, refund: "requested" },
      event: { deductedPaise: 270_000, words: "We are so sorry.\nAsha" },
    });
    const byHand = await mela.column(
      "SELECT i.kind FROM issues i JOIN event_refunds f ON f.refund_id = i.subject WHERE f.event_id = $1",
      [await idOf(slug)],
    );
    expect(byHand).toEqual(["refund_by_hand"]);
    expect(await refunds.completeEventCancellation(await idOf(slug))).toBe(true);
    expect(codeOf(await operator.post(`events/${slug}/cancellation/pause`, { reason: REASON }))).toBe(
      "cancellation_complete",
    );
    const [audited] = await test
      .audit(String(await idOf(slug)))
      .then((lines) => lines.filter(({ action }) => action === "event_cancelled"));
    expect(audited).toMatchObject({
      reason: REASON,
      after: { deduction: "10%", bookings: 2, refundPaise: 4_860_000, deductedPaise: 540_000 },
    });
  });

  it("gives the use of a coupon back, also where something is deducted", async () => {
    const slug = await published();
    const coupon = { code: "BACKAGAIN", event: "all", percentage: 20, active: true, maxUses: 1, reason: REASON };
    expect((await operator.post("coupons", coupon)).status).toBe(201);
    const applied = { appliedCouponCode: coupon.code };
    const sale = await test.sold("B1", applied, visitorOf(slug));
    const next = visitorOf(first);
    await next.reserve("B23");
    const uses = async () => {
      const coupons = (await operator.get("coupons")).body as unknown as Record<string, unknown>[];
      return coupons.find(({ code }) => code === coupon.code);
    };
    expect(await uses()).toMatchObject({ used: 1, status: "used_up" });
    expect(codeOf(await next.register("B23", applied))).toBe("coupon_exhausted");

    expect((await cancel(slug)).body).toMatchObject({ total: 1 });
    await refundAll(slug);
    expect(await test.refundsOf(sale.orderId)).toMatchObject([{ paise: 1_944_000 }]);
    expect(await uses()).toMatchObject({ used: 0, status: "usable" });
    expect(codeOf(await next.register("B23", applied))).toBe(201);
  });

  /** A visitor who pays for two stalls in one order. */
  async function payingTogether(slug: string, stalls: readonly [string, string], changes = {}): Promise<Buyer> {
    const visitor = visitorOf(slug);
    const [stallId, further] = stalls;
    await visitor.reserve(stallId);
    expect(codeOf(await visitor.post("/api/v1/mela/reserve", { stallId: further, add: true, event: slug }))).toBe(201);
    const orderId = newOrderId();
    const { body } = await visitor.register(stallId, { orderId, ...changes });
    const buyer = { visitor, stallId, orderId, amount: Number(body["finalAmount"]) };
    expect(codeOf(await test.initiate(buyer))).toBe(201);
    return buyer;
  }

  async function soldTogether(slug: string, stalls: readonly [string, string], changes = {}, surcharge?: number) {
    const buyer = await payingTogether(slug, stalls, changes);
    await test.simulator.pay(buyer.orderId, surcharge === undefined ? {} : { surcharge });
    expect(await test.settle(buyer.orderId)).toBe("sold");
    return {
      ...buyer,
      first: await onStall(buyer.orderId, stalls[0]),
      further: await onStall(buyer.orderId, stalls[1]),
    };
  }

  const onStall = async (orderId: string, stallId: string): Promise<string> =>
    (await mela.value(
      "SELECT b.id FROM bookings b JOIN stalls s USING (stall_key) WHERE b.order_id = $1 AND s.stall_id = $2",
      [orderId, stallId],
    )) ?? "";
  /** The refunds of an order in paise, the smallest first. */
  const refunded = async (orderId: string): Promise<number[]> =>
    (await test.refundsOf(orderId)).map(({ paise }) => paise).toSorted((a, b) => a - b);
  const mailsOf = (bookingId: string): Promise<string[]> =>
    mela.column("SELECT data->>'refundPaise' FROM mails WHERE template = 'booking-cancelled' AND booking_id = $1", [
      bookingId,
    ]);

  it("refunds each stall of an order its own share once, also if the other was cancelled or it was moved before", async () => {
    const slug = await published();
    const pair = await soldTogether(slug, ["B1", "A1"]);
    const half = await soldTogether(slug, ["B2", "B3"]);
    const moved = await soldTogether(slug, ["B4", "A2"]);
    expect((await operator.cancel(half.first, "full")).body).toMatchObject({ refundAmount: 27_000 });
    const move = { toStallId: "B5", reason: REASON };
    expect((await operator.post(`bookings/${moved.further}/stall-moves`, move)).body).toMatchObject({ refund: 9_000 });

    const { body: seen } = await preview(slug, "percent", 10);
    expect(seen).toMatchObject({ paid: 153_000, refundedBefore: 9_000, deducted: 15_300, refund: 128_700 });
    expect(seen["bookings"]).toMatchObject([
      { stallId: "A1", paid: 36_000, deducted: 3_600, refund: 32_400 },
      { stallId: "B1", paid: 27_000, deducted: 2_700, refund: 24_300 },
      { stallId: "B3", paid: 27_000, deducted: 2_700, refund: 24_300 },
      { stallId: "B4", paid: 27_000, deducted: 2_700, refund: 24_300 },
      { stallId: "B5", paid: 36_000, refundedBefore: 9_000, deducted: 3_600, refund: 23_400 },
    ]);
    expect((await cancel(slug)).body).toMatchObject({ total: 5 });
    await refundAll(slug);
    await refundAll(slug);
    expect(await progress(slug)).toMatchObject({
      ...{ total: 5, refunded: 5, refund: 128_700, deducted: 15_300, creditNotes: 5, failures: [] },
    });
    expect(await refunded(pair.orderId)).toEqual([2_430_000, 3_240_000]);
    expect(await refunded(half.orderId)).toEqual([2_430_000, 2_700_000]);
    expect(await refunded(moved.orderId)).toEqual([900_000, 2_340_000, 2_430_000]);
    // A credit note for each refund, of its stall and its sum; their tax is what the preview said.
    const [invoice, ...notes] = await test.issued(pair.orderId);
    expect(invoice).toMatchObject({ kind: "invoice", total: 6_300_000 });
    expect(notes.map(({ kind, total, description }) => [kind, total, description.slice(0, 8)])).toEqual([
      ["credit_note", 3_240_000, "Stall A1"],
      ["credit_note", 2_430_000, "Stall B1"],
    ]);
    const [credited] = await mela.query<{ taxable: number }>(
      `SELECT sum((i.content->'tax'->>'taxablePaise')::bigint)::int AS taxable
         FROM invoices i JOIN event_refunds f ON i.content->'credit'->>'refundId' = f.refund_id WHERE f.event_id = $1`,
      [await idOf(slug)],
    );
    expect(credited?.taxable).toBe(Math.round(Number(seen["taxable"]) * 100));
    // One mail for each stall, with its own money.
    expect([await mailsOf(pair.first), await mailsOf(pair.further)]).toEqual([["2430000"], ["3240000"]]);
    expect([await mailsOf(half.first), await mailsOf(half.further)]).toEqual([["2700000"], ["2430000"]]);
    for (const { id } of await test.refundsOf(pair.orderId)) await test.refundArrives(id);
    expect(
      (await test.simulator.order(pair.orderId)).refunds.map(({ refund_amount: rupees }) => rupees).toSorted(),
    ).toEqual([24_300, 32_400]);
    expect(await refunds.completeEventCancellation(await idOf(slug))).toBe(true);
    expect(await rulesKept()).toEqual([]);
  });

  it("returns late money of an order with two stalls whole and once, and a coupon's use with its last stall", async () => {
    const slug = await published();
    const coupon = { code: "TWOFOLD", event: "all", percentage: 50, active: true, maxUses: 1, reason: REASON };
    expect((await operator.post("coupons", coupon)).status).toBe(201);
    const both = await soldTogether(slug, ["B1", "A1"], { appliedCouponCode: coupon.code });
    const paying = await payingTogether(slug, ["B2", "B3"]);
    const late = await payingTogether(slug, ["B4", "B5"]);
    await test.endWindow(late);
    await test.expiredPayments.closeExpiredPayment(await onStall(late.orderId, "B4"));

    expect((await cancel(slug)).body).toMatchObject({ total: 2, unpaid: 2 });
    for (const { orderId } of [paying, late]) {
      await test.simulator.pay(orderId, { force: true });
      expect(await test.settle(orderId)).toBe("refunding");
      expect(await test.settle(orderId)).toBe("refunding");
      expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 5_400_000, reason: "late_payment" }]);
      expect(await test.documents(orderId)).toEqual([]);
      expect(await mela.column("SELECT DISTINCT state FROM bookings WHERE order_id = $1", [orderId])).toEqual([
        "released",
      ]);
      expect(
        await mela.column(
          "SELECT data->>'why' FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1",
          [orderId],
        ),
      ).toEqual(["event_cancelled"]);
    }
    const used = () => mela.column("SELECT code FROM coupon_claims WHERE code = $1", [coupon.code]);
    expect(await used()).toHaveLength(1);
    await refundAll(slug);
    expect(await refunded(both.orderId)).toEqual([1_215_000, 1_620_000]);
    expect(await used()).toEqual([]);
    expect(await refunds.completeEventCancellation(await idOf(slug))).toBe(true);
    expect(await rulesKept()).toEqual([]);
  });

  it("previews a surcharge with the last stall of an order, as it is refunded", async () => {
    const slug = await published();
    await soldTogether(slug, ["B1", "B2"], {}, 120.5);
    const { body: seen } = await preview(slug, "percent", 10);
    expect(seen["bookings"]).toMatchObject([{ paid: 27_000 }, { paid: 27_120.5 }]);
    await cancel(slug);
    await refundAll(slug);
    expect(await progress(slug)).toMatchObject({ refund: seen["refund"], deducted: seen["deducted"], creditNotes: 2 });
    expect(await rulesKept()).toEqual([]);
  });

  it("is what each payer's own page shows, before and after the refund; other events' payers see nothing of it", async () => {
    const slug = await published();
    const [here, there] = [await sold(slug, "B1"), await sold(first, "B22")];
    const released = await test.released("B9", {}, visitorOf(slug));
    await visitorOf(slug).reserve("B9");
    await test.simulator.pay(released.orderId, { force: true });
    expect(await test.settle(released.orderId)).toBe("offered");
    const offered = await mela.value<{ offer: OfferKey }>("SELECT data FROM mails WHERE dedupe_key = $1", [
      `late-payment-offer/${released.orderId}`,
    ]);
    if (offered === undefined) throw new Error("nothing was offered");
    const offer = new URL(test.get(OfferLinksService).url(offered.offer)).hash.slice(1);
    const page = async ({ bookingId }: { readonly bookingId: string }) => {
      const link = await test.get(MailedLinksService).url("booking", randomUUID(), bookingId);
      const visitor = mela.visitor();
      const { body } = await visitor.post("/api/v1/mela/my-booking/session", { token: link.split("#")[1] });
      return { visitor, body };
    };
    expect((await page(here)).body["booking"]).not.toHaveProperty("eventCancelled");
    await cancel(slug);

    // Not refunded yet: the stall counts as sold, and is hers no longer.
    expect((await page(here)).body).toMatchObject({
      booking: { event: slug, eventCancelled: true, outcome: { kind: "sold" } },
      correctable: false,
    });
    await refundAll(slug);
    const { visitor, body } = await page(here);
    expect(body).toMatchObject({
      booking: {
        ...{ eventCancelled: true, paymentStatus: "payment_failed" },
        outcome: { kind: "cancelled", amount: 27_000, refund: { amount: 24_300, state: "pending" } },
      },
      ...{ correctable: false, payableHere: false },
    });
    const kinds = (of: string) => (body[of] as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds("documents")).toEqual(["invoice", "credit_note"]);
    expect(kinds("timeline")).toEqual(expect.arrayContaining(["cancelled", "refund_requested"]));
    for (const { id } of body["documents"] as { id: string }[]) {
      const pdf = await mela.app.inject({
        method: "GET",
        url: `/api/v1/mela/my-booking/documents/${id}/pdf`,
        headers: { cookie: String(visitor.cookie) },
      });
      expect(pdf.headers["content-type"]).toBe("application/pdf");
    }
    // The link to an offer of another stall no longer leads to a stall, whenever its money is settled.
    expect(await test.settle(released.orderId)).toBe("refunding");
    const accepted = await mela.visitor().post("/api/v1/mela/offer/accept", { token: offer, stallId: "B30" });
    expect(codeOf(accepted)).toBe("offer_withdrawn");
    expect((await page(there)).body["booking"]).toMatchObject({ event: first, outcome: { kind: "sold" } });
    expect((await page(there)).body["booking"]).not.toHaveProperty("eventCancelled");
    expect(await rulesKept()).toEqual([]);
  });

  it("a lost sale that is created again afterwards is refunded in full, and its stall is not sold", async () => {
    const slug = await published();
    const { orderId, bookingId } = await lostOrder(test, "B21", { event: slug });
    await test.simulator.pay(orderId);
    await cancel(slug);
    expect(await test.get(UnknownOrdersService).check(orderId)).toBe("raised");
    const issue = (await test.get(IssuesService).open()).find(({ subject }) => subject === orderId);
    const press = () => operator.post(`issues/${issue?.id ?? ""}/resolution`, { action: "recreate_sale" });
    expect((await press()).body).toMatchObject({ resolved: true, message: expect.stringMatching(/money goes back/) });
    expect(codeOf(await press())).toBe("issue_resolved");
    expect(await mela.value("SELECT state FROM bookings WHERE id = $1", [bookingId])).toBe("released");
    expect(await test.refundsOf(orderId)).toMatchObject([{ paise: 2_700_000, reason: "late_payment" }]);
    expect(await test.documents(orderId)).toEqual([]);
    expect((await test.mail(bookingId, "payment-refunded"))?.data).toMatchObject({ why: "event_cancelled" });
    // The same stall of another event is untouched.
    expect(codeOf(await visitorOf(first).reserve("B21"))).toBe(201);
    expect(await refunds.completeEventCancellation(await idOf(slug))).toBe(true);
    expect(await rulesKept()).toEqual([]);
  });

  it("pauses and resumes; a refund that fails becomes an issue, and the others go on", async () => {
    const slug = await published();
    const [broken, fine] = [await sold(slug, "B1"), await sold(slug, "B2")];
    await cancel(slug);
    const eventId = await idOf(slug);
    expect((await operator.post(`events/${slug}/cancellation/pause`, { reason: REASON })).body).toMatchObject({
      ...{ pausedBy: "asha", refunded: 0 },
    });
    expect(await refunds.refundEventBookings(eventId)).toMatchObject({ paused: true, refunded: 0, due: 2 });
    expect(await refunds.completeEventCancellation(eventId)).toBe(false);
    expect((await operator.post(`events/${slug}/cancellation/resume`, { reason: REASON })).body).not.toHaveProperty(
      "pausedAt",
    );
    // Its invoice is damaged: no credit note can be issued for it.
    await mela.query("ALTER TABLE invoices DISABLE TRIGGER USER");
    const damage = (path: string, value: string) =>
      mela.query(`UPDATE invoices SET content = jsonb_set(content, '${path}', '${value}') WHERE order_id = $1`, [
        broken.orderId,
      ]);
    const [invoice] = await mela.query<{ heads: unknown }>(
      "SELECT content->'tax'->'heads' AS heads FROM invoices WHERE order_id = $1",
      [broken.orderId],
    );
    await damage("{tax,heads}", "null");
    const again = () => mela.query("UPDATE event_refund_failures SET next_try_at = clock_timestamp()");
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const found = await refunds.refundEventBookings(eventId);
      expect(found).toMatchObject({ refunded: 1, due: 0, failing: 1, nextTryInMs: expect.any(Number) });
      expect(await test.issues(broken.bookingId)).toEqual(attempt < 3 ? [] : ["event_refund_failed"]);
      if (attempt < 3) await again();
    }
    expect(await progress(slug)).toMatchObject({
      ...{ refunded: 1, total: 2 },
      failures: [{ stallId: "B1", attempts: 3, problem: expect.any(String) }],
    });
    expect(await test.refundsOf(broken.orderId)).toEqual([]);
    expect(await test.refundsOf(fine.orderId)).toHaveLength(1);
    await damage("{tax,heads}", JSON.stringify(invoice?.heads));
    await mela.query("ALTER TABLE invoices ENABLE TRIGGER USER");
    const issue = (await test.get(IssuesService).open()).find(({ kind }) => kind === "event_refund_failed");
    const pressed = await operator.post(`issues/${issue?.id ?? ""}/resolution`, { action: "refund_again" });
    expect(pressed.body).toMatchObject({ message: "The refund is tried again now." });
    expect(await refunds.refundEventBookings(eventId)).toMatchObject({ refunded: 2, due: 0, failing: 0 });
    expect(await test.issues(broken.bookingId)).toEqual([]);
    expect((await test.get(IssuesService).open()).filter(({ kind }) => kind === "event_refund_failed")).toEqual([]);
  });
});

/** Where the worker is killed: before its n-th batch, after it has committed, or while it is being committed. */
const KILLS = [
  { name: "refundEventBookings", call: 1, when: "before" },
  { name: "refundEventBookings", call: 2, when: "after" },
  { name: "refundEventBookings", call: 1, when: "during" },
  { name: "refundEventBookings", call: 3, when: "during" },
  { name: "completeEventCancellation", call: 1, when: "after" },
] as const;

it("refunds 70 stalls once each, less 10 %, while its worker is killed five times", async () => {
  const slug = await published();
  const eventId = await idOf(slug);
  await mela.query("UPDATE stalls SET price_paise = price_paise + 37 * stall_key WHERE event_id = $1", [eventId]);
  const stalls = await mela.column("SELECT stall_id FROM stalls WHERE event_id = $1 ORDER BY stall_key", [eventId]);
  expect(stalls).toHaveLength(70);
  for (const [n, stallId] of stalls.entries()) await (n % 7 === 6 ? soldOffline : sold)(slug, stallId);
  const expected = (await preview(slug, "percent", 10)).body;
  expect((await cancel(slug)).status).toBe(200);

  const taskQueue = `event-cancellation-${randomUUID()}`;
  const address = process.env["TEMPORAL_ADDRESS"] ?? "";
  const temporal = new TemporalConnection(
    testConfig({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: "default", TEMPORAL_TASK_QUEUE: taskQueue }),
  );
  const folder = await mkdtemp(join(tmpdir(), "sakhi-worker-"));
  const bundle = await bundleWorkflows();
  const bundleFile = join(folder, "workflows.js");
  await writeFile(bundleFile, bundle.code);
  const nudge = await mela.value<WorkflowNudge>(
    "SELECT payload FROM outbox WHERE payload->>'workflowId' = $1 ORDER BY outbox.id DESC LIMIT 1",
    [`event-cancellation/${slug}`],
  );
  if (nudge === undefined) throw new Error("the workflow was not nudged");
  await until("Temporal to accept the signal", () =>
    new WorkflowRuns(temporal).start(nudge).then(
      () => true,
      () => false,
    ),
  );

  const actions: Record<string, (id: number) => Promise<unknown>> = {
    refundEventBookings: (id) => refunds.refundEventBookings(id),
    completeEventCancellation: (id) => refunds.completeEventCancellation(id),
  };
  const underWay: Promise<unknown>[] = [];
  for (const { name, call, when } of KILLS) {
    const script = fileURLToPath(new URL("../../../workflows/test/dying-worker.mjs", import.meta.url));
    const worker = fork(script, [address, taskQueue, bundleFile, ...Object.keys(actions)]);
    const died = once(worker, "exit");
    let calls = 0;
    worker.on("message", (request) => {
      const { id, name: called, args } = request as { id: number; name: string; args: [number] };
      const kill = called === name && (calls += 1) === call;
      if (kill && when === "before") return void worker.kill("SIGKILL");
      const done = actions[called]?.(...args) ?? Promise.resolve();
      underWay.push(done);
      // The killed worker's batch continues, beside the one that is tried again.
      if (kill && when === "during") worker.kill("SIGKILL");
      void done.then((result) => {
        if (kill) worker.kill("SIGKILL");
        else worker.send({ id, result });
      });
    });
    expect(await died).toEqual([null, "SIGKILL"]);
  }
  const worker = await startWorkflowWorker(
    {
      ...{ address, namespace: "default", taskQueue, counters: new Counters() },
      activities: actions,
      workflows: { workflowBundle: bundle },
    },
    { log: () => undefined, warn: () => undefined, error: () => undefined },
  );
  const handle = temporal.client.workflow.getHandle(`event-cancellation/${slug}`);
  expect(await handle.result()).toEqual({ refunded: 70 });
  expect((await handle.describe()).typedSearchAttributes.getAll()).toContainEqual(
    expect.objectContaining({ value: "completed" }),
  );
  await Promise.all(underWay);
  await worker.stop();
  await temporal.onApplicationShutdown();
  await rm(folder, { recursive: true, force: true });

  expect(await progress(slug)).toMatchObject({
    ...{ total: 70, refunded: 70, refund: expected["refund"], deducted: expected["deducted"], unpaid: 0 },
    ...{ onTheWay: 60, byHand: 10, rejected: 0, creditNotes: 70, completedAt: expect.any(String), failures: [] },
  });
  // Asked for twice, the provider still returns each payment once.
  const asked = await mela.column(
    "SELECT r.refund_id FROM refunds r JOIN event_refunds f USING (refund_id) WHERE f.event_id = $1 AND NOT r.by_hand",
    [eventId],
  );
  for (const refundId of asked) {
    await test.refundArrives(refundId);
    await test.get(RefundsService).requestRefund(refundId);
  }
  const [sums] = await mela.query<Record<string, number>>(
    `SELECT count(*)::int AS payers, max(refunds)::int AS most, max(mails)::int AS mails, min(mails)::int AS fewest,
            sum(refunded - (paid - paid / 10))::int AS differs, sum(credited - refunded)::int AS uncredited,
            sum(taxed - credited)::int AS untaxed
       FROM (SELECT f.booking_id, f.paid_paise AS paid,
                    (SELECT count(*) FROM refunds r WHERE r.order_id = f.order_id) AS refunds,
                    (SELECT sum(amount_paise) FROM refunds r WHERE r.order_id = f.order_id AND r.state <> 'failed') AS refunded,
                    (SELECT sum((i.content->'tax'->>'totalPaise')::bigint) FROM invoices i
                      WHERE i.order_id = f.order_id AND i.kind = 'credit_note') AS credited,
                    (SELECT sum((i.content->'tax'->>'taxablePaise')::bigint
                              + (SELECT sum((h->>'paise')::bigint) FROM jsonb_array_elements(i.content->'tax'->'heads') h))
                       FROM invoices i WHERE i.order_id = f.order_id AND i.kind = 'credit_note') AS taxed,
                    (SELECT count(*) FROM mails m WHERE m.booking_id = f.booking_id AND m.template = 'booking-cancelled') AS mails
               FROM event_refunds f WHERE f.event_id = $1) each_payer`,
    [eventId],
  );
  expect(sums).toEqual({ payers: 70, most: 1, mails: 1, fewest: 1, differs: 0, uncredited: 0, untaxed: 0 });
  expect(await rulesKept()).toEqual([]);
});
