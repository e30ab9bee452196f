import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { formOf, type Resolution, RESOLUTIONS } from "@sakhi/domain/admin/resolutions";
import { PAYOUT_FINDINGS } from "@sakhi/domain/payouts/payout.rules";
import { until } from "@sakhi/testkit/until";
import { InvoiceJobsService } from "../../src/invoices/invoice-jobs.service.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { ISSUE_KINDS, ISSUES, type IssueKind } from "../../src/issues/issues.types.js";
import { ResolutionHandlersService } from "../../src/issues/resolution-handlers.service.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { BookingRequestsService } from "../../src/my-booking/booking-requests.service.js";
import { SweepService } from "../../src/ops/sweep.service.js";
import { DisputesService } from "../../src/payments/disputes.service.js";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import type { CashfreeProvider } from "../../src/payments/provider/cashfree.provider.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import { UnknownOrdersService } from "../../src/payments/unknown-orders.service.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { SaleRecoveryService } from "../../src/recovery/sale-recovery.service.js";
import { ADMIN } from "../admin/administration.js";
import { apiError } from "../bookings/mela.js";
import { application } from "../listings/listing-app.js";
import { InboxTest, type Entry } from "../mail/inbox.js";
import { lostOrder } from "../payments/lost-orders.js";
import type { Buyer, PayingTest } from "../payments/paying.js";
import { recover, workflowWith } from "../recovery/lost-steps.js";

const WHY = "checked the provider's pages";
const FEE = 2_700_000;
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

let inbox: InboxTest;
let test: PayingTest;
let stalls = 0;
/** An unused stall. */
const stall = (): string => `B${(stalls += 1)}`;

interface Raised {
  readonly subject: string;
  readonly orderId: string;
  readonly buyer?: Buyer;
}
/** Presses a button and checks the effect. */
type Press = (entry: Entry, raised: Raised) => Promise<void>;
interface Case {
  /** Causes the fault. */
  readonly raise: () => Promise<Raised>;
  /** A press for each resolution. */
  readonly presses: Partial<Record<Resolution, Press>>;
}

const press = async (entry: Entry, action: Resolution, reason?: string): Promise<Record<string, unknown>> =>
  (await inbox.resolution(entry, action, reason)).body;
/** Responses of a button that closes the entry, or leaves it open. */
const closes = (message: string) => ({ resolved: true, message });
const staysOpen = (message: string) => ({ resolved: false, message });
const isOpen = async ({ id }: Entry): Promise<boolean> => (await inbox.entries()).some((entry) => entry.id === id);
const effectOf = (entry: Entry, action: Resolution): string =>
  entry.resolutions.find((each) => each.action === action)?.effect ?? "";
const sold = async (): Promise<Buyer> => {
  const buyer = await test.paying(stall());
  await test.simulator.pay(buyer.orderId);
  expect(await inbox.settle(buyer)).toBe("sold");
  return buyer;
};
const of = (buyer: Buyer, subject = buyer.orderId): Raised => ({ subject, orderId: buyer.orderId, buyer });
const moneyOf = async (orderId: string) =>
  (await test.refundsOf(orderId)).map(({ reason, state, paise }) => [reason, state, paise]);
const mailsTo = (orderId: string, template: string) =>
  test.mela.value("SELECT count(*)::int FROM mails WHERE template = $2 AND data->>'orderId' = $1", [orderId, template]);
/** The bank decides the order's dispute for us. */
/** A difference of payouts, which a reading closes once it is gone. */
function payoutCase(kind: IssueKind): Case {
  return {
    raise: async () => {
      const buyer = await sold();
      const subject = `payment/${buyer.orderId}`;
      await test.mela.db.database.transaction((tx) =>
        test.get(IssuesService).raise(tx, { kind, subject, facts: { orderId: buyer.orderId } }),
      );
      return of(buyer, subject);
    },
    presses: {
      read_payouts: async (entry) => {
        await test.simulator.fault("getPayouts", "error500", { times: 1 });
        expect(await press(entry, "read_payouts")).toEqual(
          staysOpen("The payment provider does not respond right now."),
        );
        expect(await isOpen(entry)).toBe(true);
        expect(await press(entry, "read_payouts")).toEqual(staysOpen("0 lines read, 0 of them new or different."));
        expect(await isOpen(entry)).toBe(false);
      },
    },
  };
}
const winDispute = async (orderId: string): Promise<void> => {
  const id = await test.mela.value("SELECT dispute_id FROM disputes WHERE order_id = $1", [orderId]);
  await test.simulator.control("POST", `/orders/${orderId}/disputes/${id}`, { status: "CHARGEBACK_MERCHANT_WON" });
};
const reversed = new Set<string>();
const orderOfListing = async (brandName: string, more: Record<string, unknown>): Promise<string> => {
  const form = application({ brandName, submissionType: "paid_listing", ...more });
  const { body } = await test.mela.visitor().post("/api/v1/cashfree/initiate", form);
  const orderId = String(body["orderId"]);
  await test.simulator.pay(orderId);
  expect(await test.settle(orderId)).toBe("sold");
  return orderId;
};
/** Reads the audit log, newest first. */
const audited = async (query: string): Promise<Record<string, unknown>[]> =>
  (await inbox.admin.get(`${ADMIN}/audit?${query}`)).body as unknown as Record<string, unknown>[];
/** A stall that was paid twice; the second payment is being refunded. */
const paidTwice = async (): Promise<{ buyer: Buyer; refundId: string }> => {
  const buyer = await sold();
  await test.simulator.secondSuccess(buyer.orderId);
  await inbox.settle(buyer);
  const [refund] = await test.refundsOf(buyer.orderId);
  return { buyer, refundId: refund?.id ?? "" };
};

/** Expects a rejection with its reason, and the entry to stay open. */
async function rejects(entry: Entry, action: Resolution, sentence: RegExp, reason?: string): Promise<void> {
  const { status, body } = await inbox.resolution(entry, action, reason);
  expect([status, body["code"]]).toEqual([409, "resolution_failed"]);
  expect(body["message"]).toMatch(sentence);
  expect(await isOpen(entry)).toBe(true);
}

/** The details that a payer requests. */
const WANTED = {
  ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210" },
  ...{ businessName: "Asha Weaves", pincode: "560001" },
};
/** The forms that an entry's resolutions open. */
const formsOf = ({ resolutions }: Entry) =>
  resolutions.flatMap(({ action, opens }) => (opens === undefined ? [] : [[action, opens]]));
/** A payer's request as shown on her page. */
const requestOf = ({ subject }: Raised, kind: string) =>
  test.mela.value(
    "SELECT jsonb_build_object('state', state, 'answer', answer) FROM booking_requests WHERE booking_id = $1 AND kind = $2",
    [subject, kind],
  );
/** Submits another request of the same payer. */
async function submitted({ subject }: Raised, kind: "substitute" | "cancellation"): Promise<Entry> {
  await test.get(BookingRequestsService).submit(subject, { kind, text: "My sister comes instead" });
  const found = (await inbox.entries()).find(({ facts }) => facts.some(({ value }) => value === kind));
  if (found === undefined) throw new Error(`no request for a ${kind}`);
  return found;
}
/** Corrects the booking, which closes the entry and mails the payer once. */
async function correctBy(
  entry: Entry,
  raised: Raised,
  changes: Record<string, string>,
  resolution: Resolution,
): Promise<void> {
  const [row] = await test.mela.query<Record<string, unknown> & { seenAt: Date }>(
    `SELECT full_name AS "fullName", email, phone AS "phoneNumber", business_name AS "businessName", pincode,
            updated_at AS "seenAt" FROM bookings WHERE id = $1`,
    [raised.subject],
  );
  const correct = (more: Record<string, string>) =>
    inbox.act(raised.subject, "correct", { ...row, ...more, reason: WHY, issueId: entry.id });
  expect(await correct(changes)).toMatchObject({ status: 200, body: { changed: Object.keys(changes) } });
  expect(await isOpen(entry)).toBe(false);
  const [closed] = await test.mela.query("SELECT resolution, resolved_by FROM issues WHERE id = $1", [entry.id]);
  expect(closed).toEqual({ resolution, resolved_by: "asha" });
  expect(await mailsTo(raised.orderId, "booking-request-answered")).toBe(1);
  const [now] = await test.mela.query<{ at: Date }>("SELECT updated_at AS at FROM bookings WHERE id = $1", [
    raised.subject,
  ]);
  const again = await correct({ pincode: "560099", seenAt: now!.at.toISOString() });
  expect([again.status, again.body["code"]]).toEqual([409, "issue_resolved"]);
  expect(await test.mela.query("SELECT 1 FROM bookings WHERE pincode = '560099'")).toEqual([]);
}

const CASES: Partial<Record<IssueKind, Case>> & Record<string, Case> = {
  amount_differs: {
    raise: async () => {
      const buyer = await test.paying(stall());
      await test.simulator.pay(buyer.orderId);
      await test.mela.query("UPDATE orders SET amount_paise = amount_paise + 100 WHERE order_id = $1", [buyer.orderId]);
      expect(await inbox.settle(buyer)).toBe("issue");
      expect((await test.mela.visitor().reserve(buyer.stallId)).body["code"]).toBe("stall_reserved");
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        expect(await press(entry, "settle_again")).toEqual(staysOpen("The provider's status has not changed."));
        await test.mela.query("UPDATE orders SET amount_paise = amount_paise - 100 WHERE order_id = $1", [orderId]);
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
        expect(await test.documents(orderId)).toEqual(["INV"]);
      },
      refund_in_full: async (entry, { orderId, buyer }) => {
        const { stallId } = buyer!;
        const bookingId = await test.bookingOf(orderId);
        expect(entry).toMatchObject({ title: "Paid, but not our amount", orderId, stallId, bookingId });
        expect(entry.facts).toContainEqual({ label: "We asked for", value: "₹27,001" });
        expect(entry.facts).toContainEqual({ label: "The provider has", value: "₹27,000" });
        expect(entry.resolutions.map(({ action }) => action)).toEqual(["settle_again", "refund_in_full", "resolve"]);
        expect(effectOf(entry, "refund_in_full")).toMatch(/^₹27,000 will be refunded .* Nothing was sold/);
        expect((await press(entry, "resend_mail"))["code"]).toBe("resolution_not_offered");
        expect(await press(entry, "refund_in_full")).toMatchObject({
          code: "invalid_request",
          fields: { reason: ["Please say why, in at least 3 characters"] },
        });
        expect(await press(entry, "refund_in_full", WHY)).toEqual(
          closes("₹27,000 will be refunded; the payer is informed by mail."),
        );
        expect(await moneyOf(orderId)).toEqual([["operator", "requested", FEE]]);
        const [refund] = await test.refundsOf(orderId);
        expect(await test.nudged("refund/")).toContain(`refund/${refund?.id}`);
        expect(await test.documents(orderId)).toEqual([]);
        expect(await mailsTo(orderId, "payment-refunded")).toBe(1);
        // The booking's workflow rechecks: the order is closed, so the stall is released, and later settlements change nothing.
        await test.expiredPayments.closeExpiredPayment(bookingId);
        expect(await test.mela.history(stallId)).toEqual(["released: payment_expired"]);
        expect(await inbox.settle(buyer!)).toBe("refunding");
        expect(await isOpen(entry)).toBe(false);
        expect((await press(entry, "resolve", WHY))["code"]).toBe("issue_resolved");
        const line = { action: "resolution_refund_in_full", administrator: "asha" };
        expect(await audited(`subjectType=issue&subjectId=${entry.id}`)).toMatchObject([line]);
        expect((await inbox.admin.get(`${ADMIN}/bookings/${bookingId}`)).body).toMatchObject({ audit: [line] });
      },
    },
  },
  refund_by_hand: {
    raise: async () => {
      const path = `${ADMIN}/stalls/${stall()}/sell-offline?event=${(await test.mela.firstEvent()).slug}`;
      const sale = {
        fullName: "Meera Iyer",
        businessName: "Meera Pottery",
        pincode: "560001",
        email: "meera@example.com",
      };
      const { body } = await inbox.admin.post(path, {
        ...sale,
        phoneNumber: "9811100001",
        method: "cash",
        reference: "receipt 17",
        reason: WHY,
      });
      if (body["bookingId"] === undefined) throw new Error(JSON.stringify(body));
      const cancelled = await inbox.act(body["bookingId"] as string, "cancel", { refund: "full", reason: WHY });
      return { orderId: String(body["orderId"]), subject: String(cancelled.body["refundId"]) };
    },
    presses: {
      confirm_paid_back: async (entry, { orderId, subject }) => {
        expect(entry.resolutions.map(({ action }) => action)).toEqual(["confirm_paid_back"]);
        expect((await press(entry, "confirm_paid_back"))["code"]).toBe("invalid_request");
        expect(await moneyOf(orderId)).toEqual([["operator", "pending", expect.any(Number)]]);
        expect(await press(entry, "confirm_paid_back", "transfer 4711")).toMatchObject({ resolved: true });
        expect(await moneyOf(orderId)).toEqual([["operator", "succeeded", expect.any(Number)]]);
        const stored = await test.mela.value("SELECT bank_reference FROM refunds WHERE refund_id = $1", [subject]);
        expect(stored).toBe("transfer 4711");
      },
    },
  },
  refund_failed: {
    raise: async () => {
      const { buyer, refundId } = await paidTwice();
      await test.simulator.fault("refund", "refuse", { orderId: buyer.orderId });
      await test.get(RefundsService).requestRefund(refundId);
      return of(buyer, refundId);
    },
    presses: {
      refund_in_full: async (entry, { orderId }) => {
        expect(effectOf(entry, "refund_in_full")).toMatch(/^₹27,000 will be refunded .* What was sold stays sold\.$/);
        expect(await press(entry, "refund_in_full", WHY)).toMatchObject({ resolved: true });
        expect(await moneyOf(orderId)).toEqual([
          ["second_payment", "failed", FEE],
          ["operator", "requested", FEE],
        ]);
        expect(await test.documents(orderId)).toEqual(["INV"]);
        // Each refund sends its own mail, as announced to the operator.
        expect(await mailsTo(orderId, "payment-refunded")).toBe(2);
        await test.simulator.noFaults();
        const again = (await test.refundsOf(orderId)).find(({ reason }) => reason === "operator");
        expect((await test.get(RefundsService).requestRefund(again?.id ?? "")).state).not.toBe("requested");
      },
      check_refund: async (entry) => {
        expect(await press(entry, "check_refund")).toEqual(staysOpen("The provider has rejected the refund."));
        expect(await isOpen(entry)).toBe(true);
      },
      paid_by_hand: async (entry, { orderId }) => {
        expect(effectOf(entry, "paid_by_hand")).toMatch(/^₹27,000 will be recorded .* stays sold\.$/);
        expect((await press(entry, "paid_by_hand"))["code"]).toBe("invalid_request");
        expect(await press(entry, "paid_by_hand", "transfer 4711")).toMatchObject({ resolved: true });
        expect(await moneyOf(orderId)).toEqual([
          ["second_payment", "failed", FEE],
          ["operator", "succeeded", FEE],
        ]);
        expect(await test.documents(orderId)).toEqual(["INV"]);
        // It is not refunded a second time.
        expect(await test.settle(orderId, "sweep")).toBe("sold");
        expect(await test.refundsOf(orderId)).toHaveLength(2);
      },
    },
  },
  refund_stuck: {
    raise: async () => {
      const { buyer, refundId } = await paidTwice();
      await test.get(RefundsService).reportStuckRefund(refundId);
      return of(buyer, refundId);
    },
    presses: {
      check_refund: async (entry, { orderId }) => {
        let body: Record<string, unknown> = {};
        await until("the refund to arrive", async () => {
          body = await press(entry, "check_refund");
          return body["resolved"] !== false;
        });
        expect(body).toEqual(closes("The refund has reached the payer."));
        expect((await audited(`subjectType=issue&subjectId=${entry.id}`))[0]).toMatchObject({
          ...{ action: "resolution_check_refund", administrator: "asha", after: { state: "succeeded" } },
        });
        expect(await isOpen(entry)).toBe(false);
        expect((await press(entry, "check_refund"))["code"]).toBe("issue_resolved");
        expect(await moneyOf(orderId)).toEqual([["second_payment", "succeeded", FEE]]);
      },
      restart_workflow: (entry) => rejects(entry, "restart_workflow", /Temporal does not respond/),
    },
  },
  refunded_elsewhere: {
    raise: async () => {
      const buyer = await sold();
      await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
      await test.settle(buyer.orderId, "operator");
      expect(await test.documents(buyer.orderId)).toEqual(["CRN", "INV"]);
      expect(await mailsTo(buyer.orderId, "payment-refunded")).toBe(1);
      return of(buyer);
    },
    presses: {
      resolve: async (entry, { orderId }) => {
        const before = await moneyOf(orderId);
        expect(await press(entry, "resolve", WHY)).toEqual(closes("Closed."));
        expect(await moneyOf(orderId)).toEqual(before);
      },
    },
  },
  order_stuck_closing: {
    raise: async () => {
      const buyer = await test.paying(stall());
      await test.simulator.pay(buyer.orderId, { outcome: "pending" });
      await test.endWindow(buyer);
      const closing = test.get(OrderClosingService);
      await closing.closePaymentOrder(buyer.orderId, "workflow");
      await test.mela.query(
        "UPDATE orders SET closing_since = closing_since - interval '31 minutes' WHERE order_id = $1",
        [buyer.orderId],
      );
      await closing.closePaymentOrder(buyer.orderId, "workflow");
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        expect(await press(entry, "settle_again")).toEqual(
          staysOpen("The payment is still undecided at the provider."),
        );
        const { payments } = await test.simulator.order(orderId);
        await test.simulator.finish(orderId, payments[0]?.cf_payment_id ?? "", "success");
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
        expect(await test.documents(orderId)).toEqual(["INV"]);
      },
    },
  },
  order_conflict: {
    raise: async () => {
      const buyer = await test.registered(stall());
      await test.simulator.fault("createOrder", "lostAnswer", { orderId: buyer.orderId });
      await test.initiate(buyer);
      await test.simulator.pay(buyer.orderId);
      expect(await inbox.settle(buyer)).toBe("issue");
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
        expect(await test.documents(orderId)).toEqual(["INV"]);
      },
    },
  },
  mail_failed: {
    raise: async () => {
      const buyer = await test.registered(stall());
      await test.mela.expire(buyer.stallId);
      await test.mela.visitor().reserve(buyer.stallId);
      const mailId = await test.mela.value(
        "SELECT id FROM mails WHERE template = 'hold-expired' ORDER BY created_at DESC",
      );
      inbox.smtp.behaviours.push("refuse-message");
      expect(await inbox.job(MailDeliveryService).deliver(mailId ?? "", false)).toBe("failed");
      return of(buyer, mailId);
    },
    presses: {
      resend_mail: async (entry, { subject }) => {
        expect(await press(entry, "resend_mail")).toEqual(closes("The mail is sent again."));
        expect(await inbox.job(MailDeliveryService).deliver(subject, false)).toBe("sent");
      },
    },
  },
  invoice_failed: {
    raise: async () => {
      const buyer = await sold();
      const [invoice] = await test.mela.query<{ id: string; tax: string }>(
        "SELECT id, content->>'tax' AS tax FROM invoices WHERE order_id = $1",
        [buyer.orderId],
      );
      const tax = (json: string): Promise<unknown> =>
        test.mela.query("UPDATE invoices SET content = jsonb_set(content, '{tax}', $2::jsonb) WHERE order_id = $1", [
          buyer.orderId,
          json,
        ]);
      await test.mela.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
      await tax('{"totalPaise": 2700000}');
      await expect(inbox.job(InvoiceJobsService).run(invoice?.id ?? "", true)).rejects.toThrow();
      await tax(invoice?.tax ?? "");
      return of(buyer, invoice?.id);
    },
    presses: {
      render_invoice: async (entry, { subject }) => {
        expect(await press(entry, "render_invoice")).toMatchObject({ resolved: true });
        const job = "SELECT payload FROM outbox WHERE topic = 'queue' ORDER BY id DESC LIMIT 1";
        expect(await test.mela.value(job)).toMatchObject({ queue: "invoices", data: { invoiceId: subject } });
        await inbox.job(InvoiceJobsService).run(subject, true);
        const pdf = await test.mela.app.inject({
          method: "GET",
          url: `${ADMIN}/invoices/${subject}/pdf`,
          headers: { cookie: inbox.admin.cookie ?? "" },
        });
        expect(pdf.headers).toMatchObject({
          "content-type": "application/pdf",
          "content-disposition": expect.stringMatching(/^attachment; filename="INV-\d\d-\d\d-\d+\.pdf"$/),
        });
        expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
        expect(await audited(`subjectType=invoice&subjectId=${subject}`)).toMatchObject([
          { action: "invoice_downloaded", administrator: "asha", after: { file: expect.stringMatching(/^INV-/) } },
        ]);
        expect((await inbox.admin.get(`${ADMIN}/invoices/${UNKNOWN_ID}/pdf`)).status).toBe(404);
      },
    },
  },
  provider_paid_unknown: {
    raise: async () => {
      const buyer = await sold();
      reversed.add(buyer.orderId);
      expect(await inbox.settle(buyer)).toBe("issue");
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        // The sale is not paid, so the issue stays open.
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: false });
        expect(await isOpen(entry)).toBe(true);
        reversed.delete(orderId);
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
      },
      refund_in_full: async (entry, { orderId }) => {
        await rejects(entry, "refund_in_full", /^This order was sold\. Cancel the booking/, WHY);
        expect(await moneyOf(orderId)).toEqual([]);
      },
    },
  },
  ...Object.fromEntries(PAYOUT_FINDINGS.map((kind) => [kind, payoutCase(kind)])),
  payment_disputed: {
    raise: async () => {
      const buyer = await sold();
      await test.simulator.control("POST", `/orders/${buyer.orderId}/dispute`, {});
      expect(await test.get(DisputesService).check(buyer.orderId)).toHaveLength(1);
      return of(buyer);
    },
    presses: {
      credit_lost: async (entry, { orderId }) => {
        expect((await press(entry, "credit_lost", WHY))["code"]).toBe("resolution_failed");
        const id = await test.mela.value("SELECT dispute_id FROM disputes WHERE order_id = $1", [orderId]);
        const status = "CHARGEBACK_MERCHANT_LOST";
        await test.simulator.control("POST", `/orders/${orderId}/disputes/${id}`, { status });
        await test.get(DisputesService).check(orderId);
        await rejects(entry, "credit_lost", /^The sale still stands/, WHY);
        const cancelled = await inbox.act(await test.bookingOf(orderId), "cancel", { refund: "full", reason: WHY });
        expect(cancelled.status).toBe(200);
        expect(await press(entry, "credit_lost", WHY)).toMatchObject({ resolved: true });
        expect(await test.documents(orderId)).toEqual(["CRN", "INV"]);
        expect(await moneyOf(orderId)).toEqual([["operator", "succeeded", FEE]]);
      },
      check_dispute: async (entry, { orderId }) => {
        expect(await press(entry, "check_dispute")).toEqual(staysOpen("The bank has not decided yet."));
        await winDispute(orderId);
        expect(await press(entry, "check_dispute")).toEqual(staysOpen("The dispute is won: the money is yours."));
        // The settlement has closed the entry by itself.
        expect(await isOpen(entry)).toBe(false);
      },
      refund_in_full: async (entry, { orderId }) => {
        await rejects(entry, "refund_in_full", /^This order was sold\. Cancel the booking/, WHY);
        const cancelled = await inbox.act(await test.bookingOf(orderId), "cancel", { refund: "full", reason: WHY });
        expect(cancelled.status).toBe(200);
        // The bank may still give it back to her.
        await rejects(entry, "refund_in_full", /^There is nothing left of this order's money/, WHY);
        expect(await moneyOf(orderId)).toEqual([]);
        await winDispute(orderId);
        await test.get(DisputesService).check(orderId);
        expect(await isOpen(entry)).toBe(true);
        expect(await press(entry, "refund_in_full", WHY)).toEqual(
          closes("₹27,000 will be refunded; the payer is informed by mail."),
        );
        expect(await moneyOf(orderId)).toEqual([["operator", "requested", FEE]]);
      },
    },
  },
  provider_event_unknown: {
    raise: async () => {
      const buyer = await sold();
      const event = { orderId: buyer.orderId, event: "PAYMENT_HELD_WEBHOOK", orderAmount: 27_000 };
      await test.get(DisputesService).reportUnknown(event);
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        expect(await press(entry, "settle_again")).toEqual(closes("The order is paid, and what it paid for is sold."));
        expect(await moneyOf(orderId)).toEqual([]);
      },
    },
  },
  order_unknown: {
    raise: async () => {
      const stallId = stall();
      const order = await lostOrder(test, stallId);
      await test.simulator.pay(order.orderId);
      expect(await test.get(UnknownOrdersService).check(order.orderId)).toBe("raised");
      return { subject: order.orderId, orderId: order.orderId };
    },
    presses: {
      recreate_sale: async (entry, { orderId }) => {
        expect(entry).toMatchObject({ title: "Paid to us, and not in our records", orderId });
        expect(entry.facts).toContainEqual({ label: "Amount", value: "₹27,000" });
        expect(effectOf(entry, "recreate_sale")).toMatch(/stall becomes hers again if it is still free/);
        const stallId = entry.facts.find(({ label }) => label === "Stall")?.value ?? "";
        const other = await test.mela.holder(stallId);
        await rejects(entry, "recreate_sale", /^Another booking has its stall by now/);
        await other.release(stallId);
        expect(await press(entry, "recreate_sale")).toEqual(closes("The sale exists again, and its stall is hers."));
        expect(await isOpen(entry)).toBe(false);
        expect(await test.mela.history(stallId)).toContain("sold");
        expect(await test.documents(orderId)).toEqual(["INV"]);
        const invoice = await test.mela.value("SELECT id FROM invoices WHERE order_id = $1", [orderId]);
        await inbox.job(InvoiceJobsService).run(invoice ?? "", true);
        expect(await mailsTo(orderId, "booking-confirmed")).toBe(1);
        expect(await test.issues(await test.bookingOf(orderId))).toEqual(["sale_restored"]);
        expect(await moneyOf(orderId)).toEqual([]);
        expect((await press(entry, "recreate_sale"))["code"]).toBe("issue_resolved");
      },
      refund_in_full: async (entry, { orderId }) => {
        expect(effectOf(entry, "refund_in_full")).toMatch(/refunded by the payment provider/);
        expect((await press(entry, "refund_in_full"))["code"]).toBe("invalid_request");
        await test.simulator.fault("refund", "refuse", { orderId });
        await rejects(entry, "refund_in_full", /^The payment provider has rejected the refund/, WHY);
        await test.simulator.noFaults();
        await test.simulator.fault("refund", "lostAnswer", { orderId });
        await rejects(entry, "refund_in_full", /does not respond right now/, WHY);
        await test.simulator.noFaults();
        // It arrived all the same: the second press refunds nothing more.
        expect(await press(entry, "refund_in_full", WHY)).toEqual(
          closes("₹27,000 will be refunded by the payment provider."),
        );
        expect(await mailsTo(orderId, "payment-refunded")).toBe(1);
        const unknown =
          "SELECT data->>'orderUnknown' FROM mails WHERE template = 'payment-refunded' AND data->>'orderId' = $1";
        expect(await test.mela.value(unknown, [orderId])).toBe("true");
        expect((await test.simulator.order(orderId)).refunds).toMatchObject([{ refund_amount: 27_000 }]);
        expect(await test.documents(orderId)).toEqual([]);
      },
    },
  },
  sale_restored: {
    raise: async () => {
      const { orderId } = await lostOrder(test, stall());
      await test.simulator.pay(orderId);
      expect(await test.get(SaleRecoveryService).restoreOrder(orderId)).toBe("sold");
      return { subject: await test.bookingOf(orderId), orderId };
    },
    presses: {
      resolve: async (entry, { orderId }) => {
        expect(entry).toMatchObject({ orderId, stallId: expect.stringMatching(/^B/) });
        expect(await press(entry, "resolve", WHY)).toEqual(closes("Closed."));
        expect(await test.documents(orderId)).toEqual(["INV"]);
      },
    },
  },
  history_behind: {
    raise: async () => {
      const buyer = await sold();
      const taken = await sold();
      const move = `${buyer.stallId} to ${taken.stallId}`;
      const bookingId = await test.bookingOf(buyer.orderId);
      const item = await recover(test, await workflowWith(test, bookingId, [["moved", move], ["corrected"]]));
      expect(item).toMatchObject({ as: "issue", orderId: buyer.orderId, note: "moved, corrected" });
      return of(buyer);
    },
    presses: {
      resolve: async (entry, { orderId, buyer }) => {
        expect(entry).toMatchObject({ orderId, stallId: buyer?.stallId });
        const lost = /^moved at .* \(B\d+ to B\d+\); corrected at /;
        expect(entry.facts).toContainEqual({ label: "Lost steps", value: expect.stringMatching(lost) });
        expect((await press(entry, "resolve"))["code"]).toBe("invalid_request");
        expect(await press(entry, "resolve", WHY)).toEqual(closes("Closed."));
        expect(await test.mela.history(buyer?.stallId ?? "")).not.toContain("moved");
        expect(await test.documents(orderId)).toEqual(["INV"]);
      },
    },
  },
  listing_paid_twice: {
    raise: async () => {
      const brand = `Twice ${(stalls += 1)}`;
      const owner = { email: `twice${stalls}@example.com`, phoneNumber: `+91987600${1000 + stalls}` };
      await orderOfListing(brand, owner);
      const orderId = await orderOfListing(brand, {
        ...owner,
        story: "Our second shop, by the other river, which floods every second January as well.",
      });
      const found = "SELECT application_id FROM listing_orders WHERE order_id = $1";
      return { subject: (await test.mela.value(found, [orderId])) ?? "", orderId };
    },
    presses: {
      refund_in_full: async (entry, { orderId, subject }) => {
        expect(entry.orderId).toBe(orderId);
        expect(effectOf(entry, "refund_in_full")).toMatch(/application is withdrawn and ₹999 will be refunded/);
        expect(await press(entry, "refund_in_full", WHY)).toEqual(
          closes("The second listing is withdrawn and ₹999 will be refunded; the owner is informed by mail."),
        );
        expect(await moneyOf(orderId)).toEqual([["operator", "requested", 99_900]]);
        expect(await test.documents(orderId)).toEqual(["CRN", "INV"]);
        const states = `SELECT state FROM listing_applications WHERE brand_name =
           (SELECT brand_name FROM listing_applications WHERE id = $1) ORDER BY created_at`;
        expect(await test.mela.column(states, [subject])).toEqual(["under_review", "withdrawn"]);
        const mail = `SELECT m.data || jsonb_build_object('invoice', i.number)
           FROM mails m LEFT JOIN invoices i ON i.id = m.invoice_id
          WHERE m.application_id = $1 AND m.template = 'listing-withdrawn'`;
        expect(await test.mela.value(mail, [subject])).toMatchObject({
          ...{ refund: { amountPaise: 99_900 }, invoice: expect.stringMatching(/^CRN/) },
        });
      },
    },
  },
  booking_request: {
    raise: async () => {
      const buyer = await sold();
      const bookingId = await test.bookingOf(buyer.orderId);
      const { kind, text } = { kind: "correction", text: "Asha Rao, not Roa" } as const;
      await test.get(BookingRequestsService).submit(bookingId, { kind, text, details: WANTED });
      return of(buyer, bookingId);
    },
    presses: {
      request_done: async (entry, { orderId }) => {
        expect(entry.facts).toContainEqual({ label: "Message", value: "Asha Rao, not Roa" });
        expect(await press(entry, "request_done")).toMatchObject({ resolved: true });
        expect(await isOpen(entry)).toBe(false);
        expect(await mailsTo(orderId, "booking-request-answered")).toBe(1);
      },
      request_declined: async (entry, { orderId }) => {
        expect((await inbox.resolution(entry, "request_declined")).status).toBe(400);
        await press(entry, "request_declined", "The invoice is right as it is");
        const mail = "SELECT data FROM mails WHERE template = 'booking-request-answered' AND data->>'orderId' = $1";
        const declined = { state: "declined", answer: "The invoice is right as it is" };
        expect(await test.mela.value(mail, [orderId])).toMatchObject(declined);
      },
      request_correct: async (entry, raised) => {
        expect(entry.requested).toEqual({ words: "Asha Rao, not Roa", details: WANTED });
        expect(formsOf(entry)).toEqual([["request_correct", "correct"]]);
        // Only the form closes the entry.
        const { status, body } = await inbox.resolution(entry, "request_correct");
        expect([status, body["code"]]).toEqual([409, "resolution_not_offered"]);
        await correctBy(entry, raised, { fullName: "Asha Rao, not Roa" }, "request_correct");
        expect(await test.documents(raised.orderId)).toEqual(["CRN", "INV", "INV"]);
      },
      request_substitute: async (_entry, raised) => {
        const entry = await submitted(raised, "substitute");
        expect(formsOf(entry)).toEqual([["request_substitute", "correct"]]);
        await correctBy(entry, raised, { phoneNumber: "9811100042" }, "request_substitute");
        expect(await test.documents(raised.orderId)).toEqual(["INV"]);
      },
      request_cancel: async (other, raised) => {
        const entry = await submitted(raised, "cancellation");
        expect(formsOf(entry)).toEqual([["request_cancel", "cancel"]]);
        const body = { refund: "none", reason: WHY };
        const cancel = (issueId: string) => inbox.act(raised.subject, "cancel", { ...body, issueId });
        // An unknown issue id changes nothing.
        const unknown = await cancel(UNKNOWN_ID);
        expect([unknown.status, unknown.body["code"]]).toEqual([404, "not_found"]);
        expect(await cancel(entry.id)).toMatchObject({ status: 200, body: { refund: "none" } });
        expect(await isOpen(entry)).toBe(false);
        // Her other request is still open.
        expect(await isOpen(other)).toBe(true);
        expect(await requestOf(raised, "cancellation")).toEqual({ state: "done", answer: null });
        expect(await mailsTo(raised.orderId, "booking-request-answered")).toBe(1);
      },
      resolve: async (entry, raised) => {
        const { orderId } = raised;
        expect((await press(entry, "resolve"))["code"]).toBe("invalid_request");
        expect(effectOf(entry, "resolve")).toMatch(/goes to her by mail/);
        expect(await press(entry, "resolve", "We spoke on the phone")).toEqual(
          closes("Closed, and the payer is answered by mail."),
        );
        expect(await isOpen(entry)).toBe(false);
        expect(await requestOf(raised, "correction")).toEqual({ state: "closed", answer: "We spoke on the phone" });
        expect(await mailsTo(orderId, "booking-request-answered")).toBe(1);
        expect((await press(entry, "resolve", WHY))["code"]).toBe("issue_resolved");
      },
    },
  },
  outbox_stuck: {
    raise: async () => {
      await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL");
      const buyer = await test.registered(stall());
      await test.mela.query(
        `UPDATE outbox SET created_at = created_at - interval '6 minutes', last_error = 'UNAVAILABLE',
                not_before = clock_timestamp() + interval '1 hour' WHERE relayed_at IS NULL`,
      );
      await inbox.job(SweepService).runOnce();
      return of(buyer, "workflow");
    },
    presses: {
      relay_again: async (entry) => {
        expect(entry.facts).toContainEqual({ label: "Last error", value: "UNAVAILABLE" });
        expect(await press(entry, "relay_again")).toMatchObject({ resolved: false });
        const due = "SELECT bool_and(not_before <= clock_timestamp()) FROM outbox WHERE relayed_at IS NULL";
        expect(await test.mela.value(due)).toBe(true);
        await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL");
        expect(await press(entry, "relay_again")).toMatchObject({ resolved: true });
        expect(await isOpen(entry)).toBe(false);
      },
    },
  },
};

beforeAll(async () => {
  inbox = await InboxTest.start();
  test = inbox.paying;
  const provider = test.mela.app.get<CashfreeProvider>(PaymentProvider, { strict: false });
  const read = provider.readPayments.bind(provider);
  // Reverses successful payments, which the simulator cannot do.
  jest.spyOn(provider, "readPayments").mockImplementation(async (orderId) => {
    const response = await read(orderId);
    if (response.kind !== "done" || !reversed.has(orderId)) return response;
    return { kind: "done", value: response.value.map((payment) => ({ ...payment, status: "CANCELLED" })) };
  });
});
afterEach(async () => {
  await test.simulator.noFaults();
  reversed.clear();
});
afterAll(() => inbox.close());

/** Resolutions that another spec applies over HTTP, with the real fault. */
const PRESSED_ELSEWHERE: Readonly<Record<string, readonly Resolution[]>> = {
  // admin-workflows.spec, with a Temporal server; the case without one is refund_stuck here
  workflow_failing: ["restart_workflow"],
  // event-cancellation.spec, with an invoice that cannot be credited
  event_refund_failed: ["refund_again"],
  // network-holds.spec
  network_hoarding: ["release_network", "release_visitors", "unblock_network"],
  // hoarding-attacks.spec, with the dialog that it opens
  stalls_held_unpaid: ["release_crowd"],
  // proxy-watch.spec
  addresses_misread: [],
  // restore.spec raises them on a restored database
  sale_lost: [],
  database_restored: [],
  // picture-store.spec
  picture_missing: [],
};

it("the inbox is empty and counts what is healthy while nothing is wrong", async () => {
  await sold();
  await test.mela.query(
    `INSERT INTO sweep_runs (caught) VALUES ('{"mails": 0, "failed": []}'), ('{"mails": 1, "failed": []}'),
                                            ('{"mails": 0, "failed": ["mails"]}')`,
  );
  expect((await inbox.admin.get(`${ADMIN}/issues`)).body).toMatchObject({
    healthy: { soldBookings: 1, paidOrders: 1, invoicesIssued: 1, resolvedIssues: 0, quietSweeps: 1, sweeps: 3 },
    entries: [],
  });
});

it("every kind has a case that presses each offered resolution, the last of which closes the issue", () => {
  const offered = Object.entries(ISSUES).map(([kind, { resolutions }]) => [kind, [...resolutions].sort()]);
  const pressed = ISSUE_KINDS.map((kind) => {
    const presses = PRESSED_ELSEWHERE[kind] ?? (Object.keys(CASES[kind]?.presses ?? {}) as Resolution[]);
    return [
      kind,
      [...new Set<Resolution>([...presses, ...(kind === "refund_by_hand" ? [] : (["resolve"] as const))])].sort(),
    ] as const;
  });
  expect(Object.fromEntries(pressed)).toEqual(Object.fromEntries(offered));
  const used = new Set<string>(pressed.flatMap(([, resolutions]) => resolutions));
  expect([...used].sort()).toEqual(Object.keys(RESOLUTIONS).sort());
  for (const [kind, { resolutions }] of Object.entries(ISSUES)) {
    // Closing this one would leave money unconfirmed.
    expect(resolutions.at(-1)).toBe(kind === "refund_by_hand" ? "confirm_paid_back" : "resolve");
  }
});

it("a feature handles each offered resolution that applies at once", () => {
  const handlers = test.get(ResolutionHandlersService);
  for (const kind of ISSUE_KINDS) {
    const atOnce = ISSUES[kind].resolutions.filter((resolution) => formOf(resolution) === undefined);
    for (const resolution of atOnce)
      expect(Object.values(handlers.of(kind, resolution))).toEqual([expect.any(Function)]);
  }
});

/** Causes a kind's fault, and finds its entry. */
async function raised(kind: string): Promise<[Entry, Raised]> {
  const made = await CASES[kind]!.raise();
  const entry = (await inbox.entries()).find(
    (each) => each.kind === kind && ("orderId" in each ? each.orderId === made.orderId : true),
  );
  if (entry === undefined) throw new Error(`${kind} was not raised`);
  return [entry, made];
}

it("shows an entry, and what closing it has done, in the language of the page", async () => {
  const hindi = { "accept-language": "hi" };
  const [{ id }] = await raised("amount_differs");
  const { entries } = (await inbox.admin.get(`${ADMIN}/issues`, hindi)).body as unknown as {
    readonly entries: readonly Entry[];
  };
  expect(entries.find((each) => each.id === id)).toMatchObject({
    title: "पेमेंट हुआ, पर रकम अलग है",
    facts: expect.arrayContaining([expect.objectContaining({ label: "सेवा के पास" })]) as unknown,
    resolutions: [
      { action: "settle_again", label: "पेमेंट सेवा से फिर पूछें" },
      { action: "refund_in_full", effect: expect.stringContaining("लौटाए जाएँगे") as unknown },
      { action: "resolve" },
    ],
  });
  const resolution = `${ADMIN}/issues/${id}/resolution`;
  expect((await inbox.admin.post(resolution, { action: "resolve" }, hindi)).body).toMatchObject({
    fields: { reason: ["वजह लिखें, कम से कम 3 अक्षर"] },
  });
  expect((await inbox.admin.post(resolution, { action: "resolve", reason: "checked" }, hindi)).body).toEqual({
    resolved: true,
    message: "बंद हुआ।",
  });
});

describe.each(Object.entries(CASES))("issue %s", (kind, { presses }) => {
  // Entries left open by a rejected resolution must not affect the next test.
  afterEach(() => test.mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL"));

  it.each(Object.entries(presses))("applies %s", async (_action, pressing) => pressing(...(await raised(kind))));
});

it.each(ISSUE_KINDS.filter((kind) => kind !== "booking_request" && kind !== "refund_by_hand"))(
  "%s is closed once, with a reason only, and without another effect",
  async (kind) => {
    const money = () => test.mela.query("SELECT refund_id, state, amount_paise FROM refunds ORDER BY 1");
    const before = await money();
    await test.mela.db.database.transaction((tx) =>
      test.get(IssuesService).raise(tx, { kind, subject: randomUUID(), facts: {} }),
    );
    const entry = await inbox.entry(kind);
    expect((await press(entry, "resolve"))["code"]).toBe("invalid_request");
    expect(await press(entry, "resolve", WHY)).toEqual(closes("Closed."));
    expect(await isOpen(entry)).toBe(false);
    expect((await press(entry, "resolve", WHY))["code"]).toBe("issue_resolved");
    expect(await money()).toEqual(before);
  },
);

it.each<[IssueKind, (raised: Raised) => Promise<unknown>]>([
  ["amount_differs", ({ orderId }) => test.settle(orderId, "sweep")],
  ["provider_paid_unknown", ({ orderId }) => test.settle(orderId, "sweep")],
  ["order_stuck_closing", ({ orderId }) => test.get(OrderClosingService).closePaymentOrder(orderId)],
  ["refund_stuck", ({ subject }) => test.get(RefundsService).reportStuckRefund(subject)],
  [
    "order_conflict",
    async ({ orderId }) => {
      const foreign = `UPDATE payment_attempts SET request = jsonb_set(request, '{customer,id}', '"other"') WHERE order_id = $1`;
      await test.mela.query(foreign, [orderId]);
      expect(await test.settle(orderId, "sweep")).toBe("issue");
    },
  ],
])("%s, closed with a reason, is not raised again while its fault lasts", async (kind, recheck) => {
  const [entry, made] = await raised(kind);
  expect(await press(entry, "resolve", WHY)).toEqual(closes("Closed."));
  await recheck(made);
  expect((await inbox.entries()).filter((each) => each.kind === kind)).toEqual([]);
});

it.each([
  ["outbox_stuck", () => test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()")],
  ["invoice_failed", (id: string) => inbox.job(InvoiceJobsService).run(id, false)],
] as const)("%s is closed automatically once its fault is gone", async (kind, repair) => {
  const [entry, { subject }] = await raised(kind);
  await repair(subject);
  await inbox.job(SweepService).runOnce();
  expect(await isOpen(entry)).toBe(false);
  expect(await test.mela.value("SELECT resolution FROM issues WHERE id = $1", [entry.id])).toBe("by_itself");
});

it("a rejected mail is resent to its address; another address gets a copy, and the booked one is notified", async () => {
  const [entry, { subject: mailId }] = await raised("mail_failed");
  expect(entry.facts.map(({ label }) => label)).toContain("Reason");
  const resend = (body: object) => inbox.admin.post(`${ADMIN}/mails/${mailId}/resend`, body);
  const deliver = (id: string) => inbox.job(MailDeliveryService).deliver(id, false);
  const newest = async (where: string) =>
    (await test.mela.value(`SELECT id FROM mails WHERE ${where} ORDER BY created_at DESC LIMIT 1`))!;

  const unreasoned = await resend({ to: "other@example.com" });
  expect([unreasoned.status, Object.keys(unreasoned.body["fields"] as object)]).toEqual([400, ["reason"]]);
  const elsewhere = await resend({ to: "other@example.com", reason: "She asked by phone" });
  expect(elsewhere.body).toEqual({
    message: "A copy without link and attachment is sent, and the booked address is notified.",
  });
  // The mail itself is still unsent.
  expect(await isOpen(entry)).toBe(true);
  expect(await deliver(await newest("copy_of IS NOT NULL"))).toBe("sent");
  expect(inbox.smtp.recipients.at(-1)).toEqual(["other@example.com"]);
  expect((await inbox.smtp.parsed()).at(-1)?.text).toContain("This is a copy");

  expect((await resend({})).body).toEqual({ message: "The mail is sent again." });
  expect(await isOpen(entry)).toBe(false);
  expect((await resend({})).body["code"]).toBe("mail_under_way");
  expect(await deliver(mailId)).toBe("sent");
  const audit = JSON.stringify(await audited("subjectType=mail"));
  expect(audit).not.toContain("@");
  expect(audit).toContain("She asked by phone");
});

it("a delivered mail is resent as a copy with its own Message-ID; elsewhere without link, attachment and words", async () => {
  const { orderId } = await sold();
  const invoiceId = await test.mela.value("SELECT id FROM invoices WHERE order_id = $1", [orderId]);
  await inbox.job(InvoiceJobsService).run(invoiceId ?? "", true);
  const bookingId = await test.bookingOf(orderId);
  const booked = await test.mela.value("SELECT email FROM bookings WHERE id = $1", [bookingId]);
  const deliver = (id: string) => inbox.job(MailDeliveryService).deliver(id, false);
  const mailOf = async (template: string) =>
    (await test.mela.value("SELECT id FROM mails WHERE booking_id = $1 AND template = $2", [bookingId, template]))!;
  const [mailId, keyId] = [await mailOf("booking-confirmed"), await mailOf("booking-link")];
  for (const id of [keyId, mailId]) expect(await deliver(id)).toBe("sent");
  const resend = (body: object, id = mailId) => inbox.admin.post(`${ADMIN}/mails/${id}/resend`, body);
  expect((await resend({})).status).toBe(200);
  expect((await resend({ to: "crony@evil.example", reason: "Asked by phone" })).status).toBe(200);
  expect((await resend({}, keyId)).status).toBe(200);
  const queued = await test.mela.query<{ id: string; template: string; to: string }>(
    `SELECT id, template, to_address AS to FROM mails WHERE booking_id = $1 AND state = 'queued' ORDER BY created_at`,
    [bookingId],
  );
  expect(queued.map(({ template, to }) => `${template} to ${to}`)).toEqual([
    `booking-confirmed to ${booked}`,
    "booking-confirmed to crony@evil.example",
    `mail-copied to ${booked}`,
    `booking-link to ${booked}`,
  ]);
  for (const { id } of queued) expect(await deliver(id)).toBe("sent");
  const [first, own, crony, notice, key] = (await inbox.smtp.parsed()).slice(-5);
  expect(own?.messageId).not.toBe(first?.messageId);
  // What is passed on, ticket and invoice, has no key; the key has no papers (decision 92).
  expect(own?.text).not.toMatch(/my-booking#/);
  expect([key?.text, key?.attachments]).toEqual([expect.stringMatching(/my-booking#/), []]);
  expect(own?.attachments.length).toBeGreaterThan(1);
  expect([crony?.attachments, crony?.text?.includes("Asha Rao"), crony?.text?.includes("#")]).toEqual([
    [],
    false,
    false,
  ]);
  expect(crony?.html).not.toMatch(/my-booking|order_id|cid:/);
  expect(notice?.text).toContain("Dear Asha Rao, we sent a copy");
  // The digest of an address that is suspected proves it.
  const audit = await audited("subjectType=mail");
  expect(JSON.stringify(audit)).not.toContain("crony");
  const digest = test.get(Secrets).digest("mailbox", "crony@evil.example");
  expect(JSON.stringify(audit)).toContain(digest);
});

it("an automatically refunded second payment does not change an order's net amount", async () => {
  const { buyer } = await paidTwice();
  expect(await inbox.entries()).toEqual([]);
  const { body: table } = await inbox.admin.get(`/api/v1/mela/registrations?q=${buyer.orderId}`);
  expect(table).toMatchObject([{ netAmount: 27_000 }]);
  const { body } = await inbox.admin.get(`${ADMIN}/bookings/${await test.bookingOf(buyer.orderId)}`);
  expect(body).toMatchObject({ netAmount: 27_000, refundedAmount: 0, refunds: [{ amount: 27_000 }] });
  expect(body["timeline"]).toContainEqual(
    expect.objectContaining({ sentence: "A second payment on this order succeeded; it is refunded automatically" }),
  );
});

it("POST issues/:id/resolution rejects unknown issues and resolutions", async () => {
  const resolution = (body: object) => inbox.admin.post(`${ADMIN}/issues/${UNKNOWN_ID}/resolution`, body);
  expect(apiError(await resolution({ action: "resolve", reason: WHY }))).toEqual([404, "not_found"]);
  expect((await resolution({ action: "destroy" })).status).toBe(400);
});

it("GET operations reports the system status", async () => {
  let body: Record<string, unknown> = {};
  // Retried, because a busy machine may exceed the timeout of a second and a half.
  await until("the queue to respond in time", async () => {
    ({ body } = await inbox.admin.get(`${ADMIN}/operations`));
    return (body["parts"] as { queue: string }).queue === "up";
  });
  expect(body).toMatchObject({
    overdueHolds: expect.any(Number),
    openIssues: 0,
    failingWorkflows: 0,
    // "workflows" if one of them was asked about: Temporal gives no answer.
    sweepFailed: expect.any(Array),
    parts: { database: "up", temporal: "down", queue: "up" },
  });
  const sweep = body["sweep"] as { name: string; lastDay: number }[];
  expect(sweep.find(({ name }) => name === "outbox")?.lastDay).toBeGreaterThan(0);
  expect(body["links"]).toContainEqual({ name: "API docs", url: "http://127.0.0.1:1/api/docs" });
});
