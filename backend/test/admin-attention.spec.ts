import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import type { INestApplicationContext } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { AdminModule } from "../src/admin/admin.module.js";
import { ATTENTION } from "../src/attention/attention.types.js";
import type { AttentionKind } from "../src/attention/attention.types.js";
import { InvoiceJobs } from "../src/invoices/invoice-jobs.service.js";
import { InvoicesJobsModule } from "../src/invoices/invoices-jobs.module.js";
import { InvoicesModule } from "../src/invoices/invoices.module.js";
import { MailDelivery } from "../src/mail/mail-delivery.service.js";
import { MailJobsModule } from "../src/mail/mail-jobs.module.js";
import { RefundsService } from "../src/payments/refunds/refunds.service.js";
import { PlatformModule } from "../src/platform/platform.module.js";
import { QueueModule } from "../src/platform/queue/queue.module.js";
import { Sweep } from "../src/sweep/sweep.service.js";
import { SweepModule } from "../src/sweep/sweep.module.js";
import { ADMIN, logIn } from "./administration.js";
import type { Answer, TestVisitor } from "./mela.js";
import { PayingTest } from "./paying.js";
import type { Buyer } from "./paying.js";
import { startSmtpCatcher } from "./smtp-catcher.js";
import type { SmtpCatcher } from "./smtp-catcher.js";

interface Entry {
  readonly id: string;
  readonly kind: AttentionKind;
  readonly title: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly bookingId?: string;
  readonly stallId?: string;
  readonly orderId?: string;
  readonly remedies: readonly { readonly action: string; readonly needsReason: boolean }[];
}

const WHY = "looked at the provider's pages";

describe("the inbox of what needs a person", () => {
  let test: PayingTest;
  let smtp: SmtpCatcher;
  let jobs: INestApplicationContext;
  let admin: TestVisitor;
  const entries = async (): Promise<Entry[]> =>
    (await admin.get(`${ADMIN}/attention`)).body["entries"] as Entry[];
  const entry = async (kind: AttentionKind): Promise<Entry> => {
    const found = (await entries()).find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`there is no ${kind} in the inbox`);
    return found;
  };
  const remedy = ({ id }: Entry, action: string, reason?: string): Promise<Answer> =>
    admin.post(`${ADMIN}/attention/${id}/remedy`, { action, ...(reason === undefined ? {} : { reason }) });
  const audited = async ({ id }: Entry): Promise<string[]> => {
    const { body } = await admin.get(`${ADMIN}/audit?subjectType=attention&subjectId=${id}`);
    return (body as unknown as { action: string; administrator: string }[]).map(
      ({ action, administrator }) => `${action} by ${administrator}`,
    );
  };
  const settle = async ({ orderId }: Buyer): Promise<string> =>
    (await test.settlement.settleOrder(orderId, "workflow")).outcome;
  const newestMail = async (template: string): Promise<string> => {
    const [found] = await test.mela.query<{ id: string }>(
      "SELECT id FROM mails WHERE template = $1 ORDER BY created_at DESC LIMIT 1",
      [template],
    );
    if (found === undefined) throw new Error(`no mail ${template}`);
    return found.id;
  };

  beforeAll(async () => {
    smtp = await startSmtpCatcher();
    test = await PayingTest.start({ SMTP_URL: smtp.url, TEMPORAL_ADDRESS: "127.0.0.1:1" }, [AdminModule]);
    const { db, config } = test.mela;
    @Module({
      imports: [
        PlatformModule.with(config, db.source),
        QueueModule,
        InvoicesJobsModule,
        MailJobsModule.with(InvoicesModule),
        SweepModule,
      ],
    })
    class JobsTestModule {}
    // Without a relay nothing reaches a queue: the specs do the jobs by hand.
    jobs = await NestFactory.createApplicationContext(JobsTestModule, { logger: false });
    admin = await logIn(test.mela, "asha");
  });
  afterAll(async () => {
    await jobs.close();
    await test.close();
    await smtp.close();
  });

  it("is empty and counts what is well while nothing is wrong", async () => {
    const buyer = await test.paying("B1");
    await test.simulator.pay(buyer.orderId);
    await settle(buyer);
    const { body } = await admin.get(`${ADMIN}/attention`);
    expect(body).toMatchObject({
      healthy: { soldBookings: 1, paidOrders: 1, invoicesIssued: 1, settledMatters: 0 },
      entries: [],
    });
  });

  it("gives back what was paid in another amount, and the stall becomes free", async () => {
    const buyer = await test.paying("B3");
    await test.simulator.pay(buyer.orderId);
    await test.mela.query("UPDATE orders SET amount_paise = amount_paise + 100 WHERE order_id = $1", [
      buyer.orderId,
    ]);
    expect(await settle(buyer)).toBe("attention");
    const matter = await entry("amount_differs");
    expect(matter).toMatchObject({
      title: "Paid, but not our amount",
      orderId: buyer.orderId,
      stallId: "B3",
      bookingId: await test.bookingOf(buyer.orderId),
    });
    expect(matter.facts).toContainEqual({ label: "Amount", value: "₹ 27,001" });
    expect(matter.remedies.map(({ action }) => action)).toEqual([
      "settle_again",
      "refund_in_full",
      "resolve",
    ]);

    expect((await remedy(matter, "settle_again")).body).toMatchObject({ resolved: false });
    expect((await remedy(matter, "resend_mail")).body["code"]).toBe("remedy_not_offered");
    expect((await remedy(matter, "refund_in_full")).body).toMatchObject({
      code: "invalid_request",
      fields: { reason: ["Please say why, in at least 3 characters"] },
    });
    expect((await remedy(matter, "refund_in_full", WHY)).body).toMatchObject({
      resolved: true,
      message: "₹ 27,000 go back; the payer is told by mail.",
    });
    const [refund] = await test.refundsOf(buyer.orderId);
    expect(refund).toMatchObject({ state: "requested", paise: 2_700_000, reason: "operator" });
    expect(await test.nudged("refund/")).toContain(`refund/${refund?.id ?? ""}`);
    expect(await test.mails("B3")).toContain("payment-refunded");
    // The booking's workflow looks again: its order is closed, so the stall is released, and late looks find peace.
    await test.payments.closeExpiredPayment(await test.bookingOf(buyer.orderId));
    expect(await test.mela.history("B3")).toEqual(["released: payment_expired"]);
    expect(await settle(buyer)).toBe("refunding");
    expect((await entries()).map(({ kind }) => kind)).not.toContain("amount_differs");
    expect(await audited(matter)).toEqual(["remedy_refund_in_full by asha", "remedy_settle_again by asha"]);
    expect((await remedy(matter, "resolve", WHY)).body["code"]).toBe("attention_settled");
    const { body } = await admin.get(`${ADMIN}/bookings/${matter.bookingId ?? ""}`);
    expect((body["audit"] as { action: string }[]).map(({ action }) => action)).toEqual([
      "remedy_refund_in_full",
      "remedy_settle_again",
    ]);
  });

  it("gives one of two payments back, once, and the sale stays", async () => {
    const buyer = await test.paying("B5");
    await test.simulator.pay(buyer.orderId);
    await settle(buyer);
    await test.simulator.control("POST", `/orders/${buyer.orderId}/second-success`);
    await settle(buyer);
    const matter = await entry("two_successes");
    const both = await Promise.all([
      remedy(matter, "refund_in_full", WHY),
      remedy(matter, "refund_in_full", WHY),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await test.refundsOf(buyer.orderId)).toHaveLength(1);
    expect(await test.mela.history("B5")).toEqual(["sold"]);
    const table = (await admin.get("/api/v1/mela/registrations?q=B5")).body as unknown as {
      finalAmount: number;
    }[];
    expect(table[0]?.finalAmount).toBe(27_000);
  });

  it("asks again for a refund that was refused, as much as it was", async () => {
    const refunds = test.get(RefundsService);
    const refused = await test.released("B6");
    const other = await test.paying("B6", {
      phoneNumber: "9811100006",
      email: "other@example.com",
    });
    await test.simulator.pay(other.orderId);
    await settle(other);
    await test.simulator.pay(refused.orderId, { force: true });
    expect(await settle(refused)).toBe("refunding");
    const [first] = await test.refundsOf(refused.orderId);
    await test.simulator.fault("refund", "refuse", { orderId: refused.orderId });
    expect((await refunds.requestRefund(first?.id ?? "")).state).toBe("failed");
    const matter = await entry("refund_failed");
    await test.simulator.noFaults();
    expect((await remedy(matter, "look_at_refund")).body).toMatchObject({ resolved: false });
    expect((await remedy(matter, "refund_in_full", WHY)).body).toMatchObject({ resolved: true });
    const again = (await test.refundsOf(refused.orderId)).find(({ reason }) => reason === "operator");
    expect(again?.paise).toBe(2_700_000);
    expect((await refunds.requestRefund(again?.id ?? "")).state).not.toBe("requested");
  });

  it("sends a refused mail again, to a better address", async () => {
    const visitor = await test.registered("B7");
    await test.mela.expire("B7");
    await test.mela.visitor().reserve("B7");
    expect(visitor.stallId).toBe("B7");
    const mailId = await newestMail("hold-expired");
    smtp.moods.push("refuse-recipient");
    expect(await jobs.get(MailDelivery, { strict: false }).deliver(mailId, false)).toBe("failed");
    const matter = await entry("mail_failed");
    expect(matter.facts.map(({ label }) => label)).toContain("Reason");
    const answer = await admin.post(`${ADMIN}/mails/${mailId}/resend`, { to: "right@example.com" });
    expect(answer.body).toEqual({ message: "The mail is sent again." });
    expect((await entries()).map(({ kind }) => kind)).not.toContain("mail_failed");
    expect((await admin.post(`${ADMIN}/mails/${mailId}/resend`, {})).body["code"]).toBe("mail_under_way");
    expect(await jobs.get(MailDelivery, { strict: false }).deliver(mailId, false)).toBe("sent");
    expect(smtp.recipients.at(-1)).toEqual(["right@example.com"]);
    // Once more: a mail of its own, for the first one arrived.
    await admin.post(`${ADMIN}/mails/${mailId}/resend`, {});
    const [copy] = await test.mela.query<{ id: string }>("SELECT id FROM mails WHERE copy_of = $1", [mailId]);
    expect(await jobs.get(MailDelivery, { strict: false }).deliver(copy?.id ?? "", false)).toBe("sent");
    const ids = (await smtp.parsed()).slice(-2).map(({ messageId }) => messageId);
    expect(ids[0]).not.toBe(ids[1]);
    const { body } = await admin.get(`${ADMIN}/audit?subjectType=mail`);
    expect(JSON.stringify(body)).not.toContain("@");
  });

  it("offers the failed mail's remedy in the inbox too", async () => {
    await test.registered("B8");
    await test.mela.expire("B8");
    await test.mela.visitor().reserve("B8");
    const mailId = await newestMail("hold-expired");
    smtp.moods.push("refuse-message");
    await jobs.get(MailDelivery, { strict: false }).deliver(mailId, false);
    const matter = await entry("mail_failed");
    expect((await remedy(matter, "resend_mail")).body).toMatchObject({ resolved: true });
    expect(await jobs.get(MailDelivery, { strict: false }).deliver(mailId, false)).toBe("sent");
  });

  it("has an invoice made again that could not be made, and lets it be downloaded", async () => {
    const buyer = await test.paying("B9");
    await test.simulator.pay(buyer.orderId);
    await settle(buyer);
    const [invoice] = await test.mela.query<{ id: string; tax: string }>(
      "SELECT id, content->>'tax' AS tax FROM invoices WHERE order_id = $1",
      [buyer.orderId],
    );
    const id = invoice?.id ?? "";
    const tax = (json: string): Promise<unknown> =>
      test.mela.query("UPDATE invoices SET content = jsonb_set(content, '{tax}', $2::jsonb) WHERE id = $1", [
        id,
        json,
      ]);
    await tax('{"totalPaise": 2700000}');
    const invoicing = jobs.get(InvoiceJobs, { strict: false });
    await expect(invoicing.run(id, true)).rejects.toThrow();
    const matter = await entry("invoice_failed");
    await tax(invoice?.tax ?? "");
    expect((await remedy(matter, "render_invoice")).body).toMatchObject({ resolved: true });
    const [job] = await test.mela.query<{ payload: { jobId: string; data: { invoiceId: string } } }>(
      "SELECT payload FROM outbox WHERE topic = 'queue' ORDER BY id DESC LIMIT 1",
    );
    expect(job?.payload).toMatchObject({ queue: "invoices", data: { invoiceId: id } });
    await invoicing.run(id, true);
    const pdf = await test.mela.app.inject({
      method: "GET",
      url: `${ADMIN}/invoices/${id}/pdf`,
      headers: { cookie: admin.cookie ?? "" },
    });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toMatch(/^attachment; filename="INV-\d\d-\d\d-\d+\.pdf"$/);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect((await admin.get(`${ADMIN}/invoices/00000000-0000-4000-8000-000000000000/pdf`)).status).toBe(404);
  });

  it("closes a matter by itself whose fault went away: an invoice that was made after all", async () => {
    const buyer = await test.paying("B10");
    await test.simulator.pay(buyer.orderId);
    await settle(buyer);
    const [invoice] = await test.mela.query<{ id: string; tax: string }>(
      "SELECT id, content->>'tax' AS tax FROM invoices WHERE order_id = $1",
      [buyer.orderId],
    );
    const id = invoice?.id ?? "";
    const tax = (json: string): Promise<unknown> =>
      test.mela.query("UPDATE invoices SET content = jsonb_set(content, '{tax}', $2::jsonb) WHERE id = $1", [
        id,
        json,
      ]);
    await tax('{"totalPaise": 2700000}');
    const invoicing = jobs.get(InvoiceJobs, { strict: false });
    await expect(invoicing.run(id, true)).rejects.toThrow();
    await entry("invoice_failed");
    await tax(invoice?.tax ?? "");
    await invoicing.run(id, false);
    expect((await entries()).map(({ kind }) => kind)).not.toContain("invoice_failed");
  });

  it("tells of messages that are not passed on, and forgets it when they are", async () => {
    await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
    await test.mela.visitor().reserve("B20");
    await test.mela.query(
      `UPDATE outbox SET created_at = created_at - interval '6 minutes', last_error = 'UNAVAILABLE',
              not_before = clock_timestamp() + interval '1 hour' WHERE relayed_at IS NULL`,
    );
    await jobs.get(Sweep, { strict: false }).runOnce();
    const matter = await entry("outbox_stuck");
    expect(matter.facts).toContainEqual({ label: "Last error", value: "UNAVAILABLE" });
    expect((await remedy(matter, "relay_again")).body).toMatchObject({ resolved: false });
    const [due] = await test.mela.query<{ due: boolean }>(
      "SELECT bool_and(not_before <= clock_timestamp()) AS due FROM outbox WHERE relayed_at IS NULL",
    );
    expect(due?.due).toBe(true);
    await test.mela.query("UPDATE outbox SET relayed_at = clock_timestamp()");
    await jobs.get(Sweep, { strict: false }).runOnce();
    expect((await entries()).map(({ kind }) => kind)).not.toContain("outbox_stuck");
    const [closed] = await test.mela.query<{ resolution: string }>(
      "SELECT resolution FROM attention WHERE kind = 'outbox_stuck'",
    );
    expect(closed?.resolution).toBe("by_itself");
  });

  it("answers what does not exist as such", async () => {
    const nothing = `${ADMIN}/attention/00000000-0000-4000-8000-000000000000/remedy`;
    expect((await admin.post(nothing, { action: "resolve", reason: WHY })).status).toBe(404);
    expect((await admin.post(nothing, { action: "destroy" })).status).toBe(400);
  });

  it("knows every kind that is raised anywhere, and each can at last be closed with a reason", () => {
    for (const { title, meaning, remedies } of Object.values(ATTENTION)) {
      expect(title.length).toBeGreaterThan(10);
      expect(meaning.length).toBeGreaterThan(60);
      expect(remedies.at(-1)).toBe("resolve");
    }
  });

  it("shows the operations page how the whole stands", async () => {
    const { body } = await admin.get(`${ADMIN}/operations`);
    expect(body).toMatchObject({
      overdueHolds: expect.any(Number),
      openMatters: (await entries()).length,
      failingWorkflows: 0,
      sweepFailed: [],
      parts: { database: "up", temporal: "down", queue: "up" },
    });
    const sweep = body["sweep"] as { name: string; lastDay: number }[];
    expect(sweep.find(({ name }) => name === "outbox")?.lastDay).toBe(1);
    expect(body["links"]).toContainEqual({ name: "API docs", url: "http://127.0.0.1:1/api/docs" });
  });
});
