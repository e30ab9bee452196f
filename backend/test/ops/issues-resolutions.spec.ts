import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Resolution, RESOLUTIONS } from "@sakhi/domain/admin/resolutions";
import { IssuesService } from "../../src/issues/issues.service.js";
import { ISSUES, type IssueKind } from "../../src/issues/issues.types.js";
import { InvoiceJobs } from "../../src/invoices/invoice-jobs.service.js";
import { MailDelivery } from "../../src/mail/mail-delivery.service.js";
import { OrderClosingService } from "../../src/payments/order-closing.service.js";
import { RefundsService } from "../../src/payments/refunds.service.js";
import type { CashfreeProvider } from "../../src/payments/provider/cashfree.provider.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { RecoveryService } from "../../src/ops/recovery.service.js";
import { BookingRequests } from "../../src/my-booking/booking-requests.service.js";
import { InboxTest, type Entry } from "../mail/inbox.js";
import { application } from "../listings/listing-app.js";
import type { Buyer, PayingTest } from "../payments/paying.js";
import { until } from "@sakhi/testkit/until";

const WHY = "looked at the provider's pages";
const FEE = 2_700_000;

let inbox: InboxTest;
let test: PayingTest;
let stalls = 0;
/** A stall that nobody has used yet. */
const stall = (): string => `B${(stalls += 1)}`;

interface Raised {
  readonly subject: string;
  readonly orderId: string;
  readonly buyer?: Buyer;
}
type Press = (entry: Entry, raised: Raised) => Promise<void>;
interface Case {
  /** Makes the fault itself happen. */
  readonly raise: () => Promise<Raised>;
  /** Presses the button and looks at what it did. */
  readonly presses: Partial<Record<Resolution, Press>>;
}

const press = async (entry: Entry, action: Resolution, reason?: string): Promise<Record<string, unknown>> =>
  (await inbox.resolution(entry, action, reason)).body;
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
/** Kinds of an order's documents. */
const documents = async (orderId: string): Promise<string[]> =>
  (await test.invoicesOf(orderId)).map((number) => number.slice(0, 3)).sort();
const mailsTo = async (orderId: string, template: string): Promise<number> => {
  const found = await test.mela.query("SELECT 1 FROM mails WHERE template = $2 AND data->>'orderId' = $1", [
    orderId,
    template,
  ]);
  return found.length;
};
const reversed = new Set<string>();
const orderOfListing = async (brandName: string, more: Record<string, unknown>): Promise<string> => {
  const form = application({ brandName, submissionType: "paid_listing", ...more });
  const { body } = await test.mela.visitor().post("/api/v1/cashfree/initiate", form);
  const orderId = String(body["orderId"]);
  await test.simulator.pay(orderId);
  expect((await test.settlement.settleOrder(orderId, "workflow")).outcome).toBe("sold");
  return orderId;
};
const newestMail = async (template: string): Promise<string> => {
  const [found] = await test.mela.query<{ id: string }>(
    "SELECT id FROM mails WHERE template = $1 ORDER BY created_at DESC LIMIT 1",
    [template],
  );
  return found?.id ?? "";
};

/** Refused, and said why; nothing has changed. */
async function rejects(entry: Entry, action: Resolution, sentence: RegExp, reason?: string): Promise<void> {
  const { status, body } = await inbox.resolution(entry, action, reason);
  expect([status, body["code"]]).toEqual([409, "resolution_failed"]);
  expect(body["message"]).toMatch(sentence);
  expect(await isOpen(entry)).toBe(true);
}

/** Needs its reason, closes the entry and changes nothing else. */
const resolve: Press = async (entry, { orderId }) => {
  const before = await moneyOf(orderId);
  expect((await press(entry, "resolve"))["code"]).toBe("invalid_request");
  expect(await press(entry, "resolve", WHY)).toEqual({ resolved: true, message: "Closed." });
  expect(await isOpen(entry)).toBe(false);
  expect(await moneyOf(orderId)).toEqual(before);
  expect((await press(entry, "resolve", WHY))["code"]).toBe("issue_resolved");
};

/** All details as a payer wants them. */
const WANTED = {
  ...{ fullName: "Asha Rao", email: "asha@example.com", phoneNumber: "9876543210" },
  ...{ businessName: "Asha Weaves", pincode: "560001" },
};
/** The forms that an entry's resolutions open. */
const formsOf = ({ resolutions }: Entry) =>
  resolutions.flatMap(({ action, opens }) => (opens === undefined ? [] : [[action, opens]]));
/** What a payer asked for, as her page has it. */
const requestOf = async ({ subject }: Raised, kind: string): Promise<unknown> =>
  (
    await test.mela.query("SELECT state, answer FROM booking_requests WHERE booking_id = $1 AND kind = $2", [
      subject,
      kind,
    ])
  )[0];
/** She asks for something else, too. */
async function asked({ subject }: Raised, kind: "substitute" | "cancellation"): Promise<Entry> {
  await test.get(BookingRequests).submit(subject, { kind, text: "My sister comes instead" });
  const found = (await inbox.entries()).find(({ facts }) => facts.some(({ value }) => value === kind));
  if (found === undefined) throw new Error(`no request for a ${kind}`);
  return found;
}
/** The correction does what the entry asks for, closes it and answers her; once. */
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
      return of(buyer);
    },
    presses: {
      settle_again: async (entry, { orderId }) => {
        expect(await press(entry, "settle_again")).toMatchObject({
          resolved: false,
          message: "The provider says the same as before.",
        });
        await test.mela.query("UPDATE orders SET amount_paise = amount_paise - 100 WHERE order_id = $1", [orderId]);
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
        expect(await documents(orderId)).toEqual(["INV"]);
      },
      refund_in_full: async (entry, { orderId }) => {
        expect(effectOf(entry, "refund_in_full")).toMatch(/^₹27,000 will be refunded .* Nothing was sold/);
        expect(await press(entry, "refund_in_full", WHY)).toMatchObject({
          resolved: true,
          message: "₹27,000 will be refunded; the payer is informed by mail.",
        });
        expect(await moneyOf(orderId)).toEqual([["operator", "requested", FEE]]);
        expect(await documents(orderId)).toEqual([]);
        expect(await mailsTo(orderId, "payment-refunded")).toBe(1);
      },
      resolve,
    },
  },
  refund_failed: {
    raise: async () => {
      const buyer = await sold();
      await test.simulator.control("POST", `/orders/${buyer.orderId}/second-success`);
      await inbox.settle(buyer);
      const [refund] = await test.refundsOf(buyer.orderId);
      await test.simulator.fault("refund", "refuse", { orderId: buyer.orderId });
      await test.get(RefundsService).requestRefund(refund?.id ?? "");
      return of(buyer, refund?.id);
    },
    presses: {
      refund_in_full: async (entry, { orderId }) => {
        expect(effectOf(entry, "refund_in_full")).toMatch(/^₹27,000 will be refunded .* What was sold stays sold\.$/);
        expect(await press(entry, "refund_in_full", WHY)).toMatchObject({ resolved: true });
        expect(await moneyOf(orderId)).toEqual([
          ["second_payment", "failed", FEE],
          ["operator", "requested", FEE],
        ]);
        expect(await documents(orderId)).toEqual(["INV"]);
        expect(await mailsTo(orderId, "payment-refunded")).toBe(2);
      },
      check_refund: async (entry) => {
        expect(await press(entry, "check_refund")).toMatchObject({
          resolved: false,
          message: "The provider has rejected the refund.",
        });
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
        expect(await documents(orderId)).toEqual(["INV"]);
        // Nobody is asked for it a second time.
        expect((await test.settlement.settleOrder(orderId, "sweep")).outcome).toBe("sold");
        expect(await test.refundsOf(orderId)).toHaveLength(2);
      },
      resolve,
    },
  },
  refund_stuck: {
    raise: async () => {
      const buyer = await sold();
      await test.simulator.control("POST", `/orders/${buyer.orderId}/second-success`);
      await inbox.settle(buyer);
      const [refund] = await test.refundsOf(buyer.orderId);
      await test.get(RefundsService).reportStuckRefund(refund?.id ?? "");
      return of(buyer, refund?.id);
    },
    presses: {
      check_refund: async (entry, { orderId }) => {
        let body: Record<string, unknown> = {};
        await until("the refund to arrive", async () => {
          body = await press(entry, "check_refund");
          return body["resolved"] === true || body["code"] === "issue_resolved";
        });
        expect(await isOpen(entry)).toBe(false);
        expect(await moneyOf(orderId)).toEqual([["second_payment", "succeeded", FEE]]);
      },
      // With Temporal there, admin-workflows.spec presses it.
      restart_workflow: (entry) => rejects(entry, "restart_workflow", /Temporal does not answer/),
      resolve,
    },
  },
  refunded_elsewhere: {
    raise: async () => {
      const buyer = await sold();
      await test.simulator.control("POST", `/orders/${buyer.orderId}/auto-refund`);
      await test.settlement.settleOrder(buyer.orderId, "operator");
      expect(await documents(buyer.orderId)).toEqual(["CRN", "INV"]);
      expect(await mailsTo(buyer.orderId, "payment-refunded")).toBe(1);
      return of(buyer);
    },
    presses: { resolve },
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
        expect(await press(entry, "settle_again")).toMatchObject({
          resolved: false,
          message: "The payment is still undecided at the provider.",
        });
        const { payments } = await test.simulator.order(orderId);
        await test.simulator.finish(orderId, payments[0]?.cf_payment_id ?? "", "success");
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
        expect(await documents(orderId)).toEqual(["INV"]);
      },
      resolve,
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
        expect(await documents(orderId)).toEqual(["INV"]);
      },
      resolve,
    },
  },
  mail_failed: {
    raise: async () => {
      const buyer = await test.registered(stall());
      await test.mela.expire(buyer.stallId);
      await test.mela.visitor().reserve(buyer.stallId);
      const mailId = await newestMail("hold-expired");
      inbox.smtp.moods.push("refuse-message");
      expect(await inbox.job(MailDelivery).deliver(mailId, false)).toBe("failed");
      return of(buyer, mailId);
    },
    presses: {
      resend_mail: async (entry, { subject }) => {
        expect(await press(entry, "resend_mail")).toEqual({ resolved: true, message: "The mail is sent again." });
        expect(await inbox.job(MailDelivery).deliver(subject, false)).toBe("sent");
      },
      resolve,
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
      await tax('{"totalPaise": 2700000}');
      await expect(inbox.job(InvoiceJobs).run(invoice?.id ?? "", true)).rejects.toThrow();
      await tax(invoice?.tax ?? "");
      return of(buyer, invoice?.id);
    },
    presses: {
      render_invoice: async (entry, { subject }) => {
        expect(await press(entry, "render_invoice")).toMatchObject({ resolved: true });
        await inbox.job(InvoiceJobs).run(subject, true);
        const [row] = await test.mela.query<{ printed: boolean }>(
          "SELECT pdf IS NOT NULL AS printed FROM invoices WHERE id = $1",
          [subject],
        );
        expect(row?.printed).toBe(true);
      },
      resolve,
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
        // What is sold is not paid: to call it settled would be untrue.
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: false });
        expect(await isOpen(entry)).toBe(true);
        reversed.delete(orderId);
        expect(await press(entry, "settle_again")).toMatchObject({ resolved: true });
      },
      refund_in_full: async (entry, { orderId }) => {
        await rejects(entry, "refund_in_full", /^This order was sold\. Cancel the booking/, WHY);
        expect(await moneyOf(orderId)).toEqual([]);
      },
      resolve,
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
      const [found] = await test.mela.query<{ id: string }>(
        "SELECT application_id AS id FROM listing_orders WHERE order_id = $1",
        [orderId],
      );
      return { subject: found?.id ?? "", orderId };
    },
    presses: {
      refund_in_full: async (entry, { orderId, subject }) => {
        expect(entry.orderId).toBe(orderId);
        expect(effectOf(entry, "refund_in_full")).toMatch(/application is withdrawn and ₹999 will be refunded/);
        expect(await press(entry, "refund_in_full", WHY)).toMatchObject({
          resolved: true,
          message: "The second listing is withdrawn and ₹999 will be refunded; the owner is informed by mail.",
        });
        expect(await moneyOf(orderId)).toEqual([["operator", "requested", 99_900]]);
        expect(await documents(orderId)).toEqual(["CRN", "INV"]);
        const states = await test.mela.query<{ state: string }>(
          `SELECT state FROM listing_applications WHERE brand_name =
             (SELECT brand_name FROM listing_applications WHERE id = $1) ORDER BY created_at`,
          [subject],
        );
        expect(states.map(({ state }) => state)).toEqual(["under_review", "withdrawn"]);
        const [mail] = await test.mela.query<{ data: object; invoice: string | null }>(
          `SELECT m.data, i.number AS invoice FROM mails m LEFT JOIN invoices i ON i.id = m.invoice_id
            WHERE m.application_id = $1 AND m.template = 'listing-withdrawn'`,
          [subject],
        );
        expect(mail).toMatchObject({
          data: { refund: { amountPaise: 99_900 } },
          invoice: expect.stringMatching(/^CRN/),
        });
      },
      resolve,
    },
  },
  workflow_failing: {
    // The sweep raises it where there is a Temporal: admin-workflows.spec does, and presses the button there.
    raise: async () => {
      const buyer = await test.registered(stall());
      const workflowId = `stall-booking/${await test.bookingOf(buyer.orderId)}`;
      await test.mela.db.database.transaction((tx) =>
        test.get(IssuesService).raise(tx, { kind: "workflow_failing", subject: workflowId, facts: {} }),
      );
      return of(buyer, workflowId);
    },
    presses: { restart_workflow: (entry) => rejects(entry, "restart_workflow", /Temporal does not answer/), resolve },
  },
  booking_request: {
    raise: async () => {
      const buyer = await sold();
      const bookingId = await test.bookingOf(buyer.orderId);
      const { kind, text } = { kind: "correction", text: "Asha Rao, not Roa" } as const;
      await test.get(BookingRequests).submit(bookingId, { kind, text, details: WANTED });
      return of(buyer, bookingId);
    },
    presses: {
      request_done: async (entry, { orderId }) => {
        expect(entry.facts).toContainEqual({ label: "In her own words", value: "Asha Rao, not Roa" });
        expect(await press(entry, "request_done")).toMatchObject({ resolved: true });
        expect(await isOpen(entry)).toBe(false);
        expect(await mailsTo(orderId, "booking-request-answered")).toBe(1);
      },
      request_declined: async (entry, { orderId }) => {
        expect((await inbox.resolution(entry, "request_declined")).status).toBe(400);
        await press(entry, "request_declined", "The invoice is right as it is");
        const [mail] = await test.mela.query<{ data: object }>(
          "SELECT data FROM mails WHERE template = 'booking-request-answered' AND data->>'orderId' = $1",
          [orderId],
        );
        expect(mail?.data).toMatchObject({ state: "declined", answer: "The invoice is right as it is" });
      },
      request_correct: async (entry, raised) => {
        expect(entry.requested).toEqual({ words: "Asha Rao, not Roa", details: WANTED });
        expect(formsOf(entry)).toEqual([["request_correct", "correct"]]);
        // Only the form that does it closes the entry.
        const { status, body } = await inbox.resolution(entry, "request_correct");
        expect([status, body["code"]]).toEqual([409, "resolution_not_offered"]);
        await correctBy(entry, raised, { fullName: "Asha Rao, not Roa" }, "request_correct");
        expect(await documents(raised.orderId)).toEqual(["CRN", "INV", "INV"]);
      },
      request_substitute: async (_entry, raised) => {
        const entry = await asked(raised, "substitute");
        expect(formsOf(entry)).toEqual([["request_substitute", "correct"]]);
        await correctBy(entry, raised, { phoneNumber: "9811100042" }, "request_substitute");
        expect(await documents(raised.orderId)).toEqual(["INV"]);
      },
      request_cancel: async (other, raised) => {
        const entry = await asked(raised, "cancellation");
        expect(formsOf(entry)).toEqual([["request_cancel", "cancel"]]);
        const body = { refund: "none", reason: WHY };
        const cancel = (issueId: string) => inbox.act(raised.subject, "cancel", { ...body, issueId });
        // What is no request about this booking changes nothing.
        const unknown = await cancel("00000000-0000-4000-8000-000000000000");
        expect([unknown.status, unknown.body["code"]]).toEqual([404, "not_found"]);
        expect(await cancel(entry.id)).toMatchObject({ status: 200, body: { refund: "none" } });
        expect(await isOpen(entry)).toBe(false);
        // What else she asked for is open still.
        expect(await isOpen(other)).toBe(true);
        expect(await requestOf(raised, "cancellation")).toEqual({ state: "done", answer: null });
        expect(await mailsTo(raised.orderId, "booking-request-answered")).toBe(1);
      },
      resolve: async (entry, raised) => {
        const { orderId } = raised;
        expect((await press(entry, "resolve"))["code"]).toBe("invalid_request");
        expect(effectOf(entry, "resolve")).toMatch(/goes to her by mail/);
        expect(await press(entry, "resolve", "We spoke on the phone")).toEqual({
          resolved: true,
          message: "Closed, and the payer is answered by mail.",
        });
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
        `UPDATE outbox SET created_at = created_at - interval '6 minutes',
                not_before = clock_timestamp() + interval '1 hour' WHERE relayed_at IS NULL`,
      );
      await inbox.job(RecoveryService).runOnce();
      return of(buyer, "workflow");
    },
    presses: {
      relay_again: async (entry) => {
        expect(await press(entry, "relay_again")).toMatchObject({ resolved: false });
        await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL");
        expect(await press(entry, "relay_again")).toMatchObject({ resolved: true });
        expect(await isOpen(entry)).toBe(false);
      },
      resolve,
    },
  },
};

beforeAll(async () => {
  inbox = await InboxTest.start();
  test = inbox.paying;
  const provider = test.mela.app.get<CashfreeProvider>(PaymentProvider, { strict: false });
  const read = provider.readPayments.bind(provider);
  // A reversal by the provider, which its simulator does not know for payments that had succeeded.
  jest.spyOn(provider, "readPayments").mockImplementation(async (orderId) => {
    const answer = await read(orderId);
    if (answer.kind !== "done" || !reversed.has(orderId)) return answer;
    return { kind: "done", value: answer.value.map((payment) => ({ ...payment, status: "CANCELLED" })) };
  });
});
afterEach(async () => {
  await test.simulator.noFaults();
  reversed.clear();
});
afterAll(() => inbox.close());

/** Kinds whose every button another spec presses over HTTP, with the fault itself. */
const PRESSED_ELSEWHERE: Readonly<Record<string, readonly Resolution[]>> = {
  // network-holds.spec
  network_hoarding: ["release_network", "unblock_network", "resolve"],
};

it("every kind has a case, and a press for every resolution it offers", () => {
  const offered = Object.entries(ISSUES).map(([kind, { resolutions }]) => [kind, [...resolutions].sort()]);
  const pressed = [
    ...Object.entries(CASES).map(([kind, { presses }]) => [kind, Object.keys(presses).sort()] as const),
    ...Object.entries(PRESSED_ELSEWHERE).map(([kind, resolutions]) => [kind, [...resolutions].sort()] as const),
  ];
  expect(Object.fromEntries(pressed)).toEqual(Object.fromEntries(offered));
  const used = new Set<string>(pressed.flatMap(([, resolutions]) => resolutions));
  expect([...used].sort()).toEqual(Object.keys(RESOLUTIONS).sort());
});

describe.each(Object.entries(CASES))("%s", (kind, { raise, presses }) => {
  it.each(Object.entries(presses))("%s", async (_action, pressing) => {
    const raised = await raise();
    const entry = (await inbox.entries()).find(
      (each) => each.kind === kind && ("orderId" in each ? each.orderId === raised.orderId : true),
    );
    if (entry === undefined) throw new Error(`${kind} was not raised`);
    try {
      await pressing(entry, raised);
    } finally {
      // What a refused button leaves open is out of the next one's way.
      await test.mela.query("UPDATE issues SET resolved_at = clock_timestamp() WHERE resolved_at IS NULL");
    }
  });
});
