import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { InvoiceJobs } from "../../src/invoices/invoice-jobs.service.js";
import { MailDelivery } from "../../src/mail/mail-delivery.service.js";
import { ADMIN } from "../admin/administration.js";
import { InboxTest } from "../mail/inbox.js";
import type { PayingTest } from "../payments/paying.js";

describe("mails and invoices that failed", () => {
  let inbox: InboxTest;
  let test: PayingTest;
  const newestMail = async (template: string): Promise<string> => {
    const [found] = await test.mela.query<{ id: string }>(
      "SELECT id FROM mails WHERE template = $1 ORDER BY created_at DESC LIMIT 1",
      [template],
    );
    if (found === undefined) throw new Error(`no mail ${template}`);
    return found.id;
  };

  beforeAll(async () => {
    inbox = await InboxTest.start();
    test = inbox.paying;
  });
  afterAll(() => inbox.close());

  /** A sale whose invoice cannot be made, until it is repaired. */
  async function invoiceThatFails(stallId: string): Promise<{ id: string; repair: () => Promise<unknown> }> {
    const buyer = await test.paying(stallId);
    await test.simulator.pay(buyer.orderId);
    await inbox.settle(buyer);
    const [invoice] = await test.mela.query<{ id: string; tax: string }>(
      "SELECT id, content->>'tax' AS tax FROM invoices WHERE order_id = $1",
      [buyer.orderId],
    );
    const id = invoice?.id ?? "";
    const tax = (json: string): Promise<unknown> =>
      test.mela.query("UPDATE invoices SET content = jsonb_set(content, '{tax}', $2::jsonb) WHERE id = $1", [id, json]);
    await tax('{"totalPaise": 2700000}');
    await expect(inbox.job(InvoiceJobs).run(id, true)).rejects.toThrow();
    return { id, repair: () => tax(invoice?.tax ?? "") };
  }

  it("sends a refused mail again, to a better address", async () => {
    const visitor = await test.registered("B7");
    await test.mela.expire("B7");
    await test.mela.visitor().reserve("B7");
    expect(visitor.stallId).toBe("B7");
    const mailId = await newestMail("hold-expired");
    inbox.smtp.moods.push("refuse-recipient");
    expect(await inbox.job(MailDelivery).deliver(mailId, false)).toBe("failed");
    const issue = await inbox.entry("mail_failed");
    expect(issue.facts.map(({ label }) => label)).toContain("Reason");
    const answer = await inbox.admin.post(`${ADMIN}/mails/${mailId}/resend`, { to: "right@example.com" });
    expect(answer.body).toEqual({ message: "The mail is sent again." });
    expect(await inbox.kinds()).not.toContain("mail_failed");
    expect((await inbox.admin.post(`${ADMIN}/mails/${mailId}/resend`, {})).body["code"]).toBe("mail_under_way");
    expect(await inbox.job(MailDelivery).deliver(mailId, false)).toBe("sent");
    expect(inbox.smtp.recipients.at(-1)).toEqual(["right@example.com"]);
    // Once more: a mail of its own, for the first one arrived.
    await inbox.admin.post(`${ADMIN}/mails/${mailId}/resend`, {});
    const [copy] = await test.mela.query<{ id: string }>("SELECT id FROM mails WHERE copy_of = $1", [mailId]);
    expect(await inbox.job(MailDelivery).deliver(copy?.id ?? "", false)).toBe("sent");
    const ids = (await inbox.smtp.parsed()).slice(-2).map(({ messageId }) => messageId);
    expect(ids[0]).not.toBe(ids[1]);
    const { body } = await inbox.admin.get(`${ADMIN}/audit?subjectType=mail`);
    expect(JSON.stringify(body)).not.toContain("@");
  });

  it("offers the failed mail's resolution in the inbox too", async () => {
    await test.registered("B8");
    await test.mela.expire("B8");
    await test.mela.visitor().reserve("B8");
    const mailId = await newestMail("hold-expired");
    inbox.smtp.moods.push("refuse-message");
    await inbox.job(MailDelivery).deliver(mailId, false);
    const issue = await inbox.entry("mail_failed");
    expect((await inbox.resolution(issue, "resend_mail")).body).toMatchObject({ resolved: true });
    expect(await inbox.job(MailDelivery).deliver(mailId, false)).toBe("sent");
  });

  it("has an invoice made again that could not be made, and lets it be downloaded", async () => {
    const { id, repair } = await invoiceThatFails("B9");
    const issue = await inbox.entry("invoice_failed");
    await repair();
    expect((await inbox.resolution(issue, "render_invoice")).body).toMatchObject({ resolved: true });
    const [job] = await test.mela.query<{ payload: { jobId: string; data: { invoiceId: string } } }>(
      "SELECT payload FROM outbox WHERE topic = 'queue' ORDER BY id DESC LIMIT 1",
    );
    expect(job?.payload).toMatchObject({ queue: "invoices", data: { invoiceId: id } });
    await inbox.job(InvoiceJobs).run(id, true);
    const pdf = await test.mela.app.inject({
      method: "GET",
      url: `${ADMIN}/invoices/${id}/pdf`,
      headers: { cookie: inbox.admin.cookie ?? "" },
    });
    expect(pdf.headers["content-type"]).toBe("application/pdf");
    expect(pdf.headers["content-disposition"]).toMatch(/^attachment; filename="INV-\d\d-\d\d-\d+\.pdf"$/);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    const { body } = await inbox.admin.get(`${ADMIN}/audit?subjectType=invoice&subjectId=${id}`);
    expect(body).toMatchObject([
      { action: "invoice_downloaded", administrator: "asha", after: { file: expect.stringMatching(/^INV-/) } },
    ]);
    expect((await inbox.admin.get(`${ADMIN}/invoices/00000000-0000-4000-8000-000000000000/pdf`)).status).toBe(404);
  });

  it("closes an issue by itself once its fault is gone: an invoice that was made after all", async () => {
    const { id, repair } = await invoiceThatFails("B10");
    await inbox.entry("invoice_failed");
    await repair();
    await inbox.job(InvoiceJobs).run(id, false);
    expect(await inbox.kinds()).not.toContain("invoice_failed");
  });
});
