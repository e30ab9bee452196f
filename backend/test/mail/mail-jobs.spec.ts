import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type INestApplicationContext, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { freePort } from "@sakhi/testkit/ports";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { until } from "@sakhi/testkit/until";
import { decode } from "fast-png";
import decodeQr from "qr/decode.js";
import { IntegrationsJobsModule } from "../../src/integrations/integrations.module.js";
import { InvoiceJobsService } from "../../src/invoices/invoice-jobs.service.js";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { InvoicesService } from "../../src/invoices/invoices.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import { PicturesJobsModule } from "../../src/pictures/pictures.module.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule, Queues } from "../../src/platform/queue/queues.js";
import { WhatsappJobsModule } from "../../src/whatsapp/whatsapp.module.js";
import { EnquiriesTest, gifting, support } from "../enquiries/enquiries-app.js";
import { invoiceRequest, invoiceSettings } from "../invoices/invoice-facts.js";
import { insertPaidOrder } from "../invoices/invoice-orders.js";
import { readPdf } from "../invoices/pdf-text.js";
import { enqueue } from "../platform/queues.js";
import { emptyTables, type TestDatabase } from "../support/database.js";

let enquiries: EnquiriesTest;
let db: TestDatabase;
let smtp: SmtpCatcher;
let jobs: INestApplicationContext;
/** Cleanup in reverse order, also after an incomplete start. */
const cleanup: (() => Promise<void>)[] = [];

@Module({})
class JobsWithoutLoops {}

/** The API of the enquiries, and the jobs process without its loops: real queues, real processors. */
beforeAll(async () => {
  Logger.overrideLogger(false);
  enquiries = await EnquiriesTest.start();
  ({ db } = enquiries.mela);
  cleanup.push(() => enquiries.mela.close());
  // A reserved port that stays ours while the server is down.
  smtp = await startSmtpCatcher(await freePort());
  cleanup.push(() => smtp.close());
  const config = invoiceSettings({ SMTP_URL: smtp.url, DATABASE_URL: db.url, REDIS_URL: "" });
  const mails = [MailJobsModule.with(InvoicesModule), WhatsappJobsModule, IntegrationsJobsModule];
  const imports = [InvoicesJobsModule, ...mails, InvoicesModule, PicturesJobsModule];
  jobs = await NestFactory.createApplicationContext(
    { module: JobsWithoutLoops, imports: [PlatformModule.with(config, db.source), QueueModule, ...imports] },
    { logger: false },
  );
  cleanup.push(() => jobs.close());
});
afterAll(async () => {
  for (const step of cleanup.toReversed()) await step();
});
beforeEach(async () => {
  await emptyTables(db.source, "enquiries", "invoice_counters");
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
});

/** Relays the outbox until `done`. */
async function relayUntil(what: string, done: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    if (await done()) return true;
    const waiting = await db.database.query<{ payload: QueueJob }>(
      "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL RETURNING payload",
    );
    // At-least-once delivery: relay everything twice.
    for (const { payload } of [...waiting, ...waiting]) await enqueue(jobs.get(Queues), payload);
    return false;
  });
}

const states = async () =>
  db.database.query<{ template: string; state: string; invoice_id: string | null }>(
    "SELECT template, state, invoice_id FROM mails ORDER BY created_at",
  );
const allSent = (count: number) =>
  relayUntil(`${count} mails to be sent`, async () => {
    const mails = await states();
    return mails.length === count && mails.every((mail) => mail.state === "sent");
  });

/** Inserts the rows of a sale that invoices and mails read. @returns the invoice's id */
async function sell(): Promise<string> {
  const request = invoiceRequest();
  const { orderId, booking } = request;
  await insertPaidOrder(db.source, orderId);
  await db.source.query(
    `INSERT INTO bookings (id, stall_key, state, price_paise, full_name, email, phone, business_name, pincode,
       final_paise, order_id)
     VALUES ($1, (SELECT stall_key FROM stalls WHERE stall_id = 'B12'), 'sold', 2700000, 'Sunita Devi', 'sunita@example.com', '9876543210', 'Handlooms',
       '560041', 2430000, $2)`,
    [booking?.bookingId, orderId],
  );
  const issued = await db.database.transaction((tx) => jobs.get(InvoicesService).issue(tx, request));
  return issued.invoiceId;
}

describe("after a sale", () => {
  it("sends one confirmation with invoice, calendar and the ticket's QR code, even if jobs run twice", async () => {
    const invoiceId = await sell();
    const { edition } = await enquiries.mela.firstEvent();
    const days = `3–4 December ${edition}`;
    await allSent(2);
    await jobs.get(InvoiceJobsService).run(invoiceId, false);
    expect(await states()).toEqual([
      { template: "booking-confirmed", state: "sent", invoice_id: invoiceId },
      { template: "booking-link", state: "sent", invoice_id: null },
    ]);
    const sent = await smtp.parsed();
    expect(sent).toHaveLength(2);
    // Ticket and key apart: the confirmation is passed on, the key is for its reader alone.
    const at = sent.findIndex(({ subject }) => subject?.includes("is yours") === true);
    const [message, key] = [sent[at], sent[1 - at]];
    expect(key?.subject).toBe(`The link to your booking, stall B12 (Mela ${edition})`);
    expect(key?.text).toMatch(/\/my-booking#[\w.-]+/);
    expect(key?.attachments.filter(({ related }) => related !== true)).toEqual([]);
    expect(`${message?.text}${message?.html}`).not.toContain("/my-booking#");
    expect(message?.subject).toBe(`Stall B12 is yours: Mela, ${days}`);
    const pdf = message?.attachments.find(({ mimeType }) => mimeType === "application/pdf");
    expect(pdf?.filename).toMatch(/^INV-\d\d-\d\d-000001\.pdf$/);
    const { text } = await readPdf(Buffer.from(pdf?.content as ArrayBuffer));
    expect(text).toContain("₹ 24,300.00");
    const raw = smtp.raw[at] ?? "";
    expect([...raw.matchAll(/^Content-Type: ([\w/-]+)/gm)].map(([, type]) => type)).toEqual([
      ...["multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"],
      ...["application/pdf", "text/calendar"],
    ]);
    const picture = message?.attachments.find(({ related }) => related);
    const cid = /<img src="cid:([^"]+)" width="(\d+)"/.exec(message?.html ?? "");
    expect(picture).toMatchObject({ contentId: `<${cid?.[1]}>`, disposition: "inline", mimeType: "image/png" });
    expect(Number(cid?.[2])).toBeGreaterThanOrEqual(180);

    const png = decode(picture?.content as ArrayBuffer);
    expect([png.width, png.width % Number(cid?.[2]), png.channels]).toEqual([png.height, 0, 1]);
    expect(png.depth).toBe(1);
    const bytesOfLine = Math.ceil(png.width / 8);
    const pixels = Array.from({ length: png.width * png.height }, (_, at) => {
      const [y, x] = [Math.floor(at / png.width), at % png.width];
      return 255 * (((png.data[y * bytesOfLine + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1);
    });
    const rgb = Uint8Array.from(pixels.flatMap((grey) => [grey, grey, grey]));
    const ticket = invoiceSettings().publicUrl + orderPath(PATHS.bookingPaid, invoiceRequest().orderId);
    expect(decodeQr({ width: png.width, height: png.height, data: rgb }, { timeLimit: 5000 })).toMatch(
      /^SBT-\d+-[\w-]{20}$/,
    );
    // Four light modules around it, as scanners require: the first dark run is a finder pattern's, seven modules long.
    const first = pixels.indexOf(0);
    const finder = pixels.indexOf(255, first) - first;
    expect(first % png.width).toBe((4 * finder) / 7);

    // The same facts with pictures blocked and without HTML.
    for (const fact of [
      ...[ticket, "B12 (Standard)", days, invoiceRequest().orderId, "/find-my-booking?order_id="],
      ...["₹24,300", "Industrial area, Whitefield, Bangalore", "/join-entrepreneur"],
    ]) {
      expect(message?.text).toContain(fact);
      expect(message?.html).toContain(fact);
    }
  });

  it("sends the confirmation without an invoice that cannot be rendered, and the invoice later", async () => {
    const invoiceId = await sell();
    const [original] = await db.database.query<{ content: unknown }>("SELECT content FROM invoices");
    await db.source.query("ALTER TABLE invoices DISABLE TRIGGER invoices_are_kept");
    await db.source.query("UPDATE invoices SET content = content - 'seller'");
    await expect(jobs.get(InvoiceJobsService).run(invoiceId, false)).rejects.toThrow();
    expect(await states()).toEqual([]);
    await expect(jobs.get(InvoiceJobsService).run(invoiceId, true)).rejects.toThrow();
    const open = await db.database.query("SELECT kind, subject FROM issues");
    expect(open).toEqual([{ kind: "invoice_failed", subject: invoiceId }]);
    // Keep only the mail's job: the invoice's would keep failing.
    await db.source.query("DELETE FROM outbox WHERE payload->>'queue' = 'invoices'");
    await allSent(2);
    const texts = (await smtp.parsed()).map(({ text }) => text);
    expect(texts.join()).toContain("It follows in a mail of its own");

    await db.source.query("UPDATE invoices SET content = $1", [JSON.stringify(original?.content)]);
    await jobs.get(InvoiceJobsService).run(invoiceId, false);
    await jobs.get(InvoiceJobsService).run(invoiceId, false);
    await allSent(3);
    const late = (await smtp.parsed()).find(({ subject }) => subject?.startsWith("Tax invoice") === true);
    expect(late?.subject).toMatch(/^Tax invoice INV\/\d\d-\d\d\/000001 for stall B12 \(Mela \d{4}\)$/);
    expect(late?.text).toContain("Paid: ₹24,300, GST included");
    expect(late?.attachments).toHaveLength(1);
  });
});

/** The message to this address. */
async function messageTo(address: string) {
  const index = smtp.recipients.findIndex((recipients) => recipients.includes(address));
  return { message: (await smtp.parsed())[index], raw: smtp.raw[index] ?? "" };
}

describe("an enquiry's mails", () => {
  it("confirm a gifting request to its sender and forward it to the organisation with the sender as reply address", async () => {
    await enquiries.gifting(gifting());
    await allSent(2);
    const { message: confirmation } = await messageTo("asha@example.com");
    expect(confirmation?.subject).toMatch(/^We have your corporate gifting request \([0-9A-F]{8}\)$/);
    // Anyone can give anyone's address: not even the name.
    expect(confirmation?.text).toContain("Dear reader");
    expect(confirmation?.text).toContain("get back to you soon with corporate gifting options");
    // The form's content is not sent to an unverified address.
    expect(`${confirmation?.text}${confirmation?.html}`).not.toMatch(/Diwali|98765|Rao/);
    expect(confirmation?.text).not.toContain("stall booking");

    const { message } = await messageTo("operator@bazaar.example");
    const reference = /\(([0-9A-F]{8})\)/.exec(confirmation?.subject ?? "")?.[1] ?? "";
    expect(message?.subject).toBe(`Gifting ${reference}, a visitor writes: Rao & Co`);
    // Without the typed name, which would read as if we knew it.
    expect(message?.replyTo).toEqual([{ name: "", address: "asha@example.com" }]);
    for (const text of ["Asha Rao", "asha@example.com", "+91 98765 43210", "about ₹800 each"]) {
      expect(message?.text).toContain(text);
      expect(message?.html).toContain(text);
    }
    expect(message?.text).toContain("> 200 Diwali boxes,\n> about ₹800 each");
    expect(message?.text).toContain("Member: No");
    expect(message?.html).toContain("Rao &amp; Co");
    expect(message?.html).toContain("white-space:pre-wrap");
  });

  it("arrive once each after an outage of the mail server", async () => {
    const port = Number(new URL(smtp.url).port);
    await smtp.close();
    expect((await enquiries.support(support())).status).toBe(201);
    expect((await enquiries.support(support())).status).toBe(201);
    await relayUntil("a try of each that fails", async () => {
      const failed = await enquiries.mela.query(
        "SELECT 1 FROM mails WHERE state = 'queued' AND last_error IS NOT NULL",
      );
      return failed.length === 2;
    });
    smtp = await startSmtpCatcher(port);
    await allSent(2);
    expect(smtp.recipients.toSorted()).toEqual([["meena@example.com"], ["operator@bazaar.example"]]);
    const { message } = await messageTo("meena@example.com");
    expect(message?.text).toContain("gets back to you within 24 hours");
  });

  it("contain no header, recipient or markup from the form", async () => {
    const attack = { firstName: "Meena\r\nBcc: everyone", lastName: '"><img src=x>' };
    expect((await enquiries.support(support(attack))).status).toBe(400);
    const { status } = await enquiries.support(
      support({
        firstName: "Meena\r\nBcc",
        subject: "Hello\r\nBcc: all@victim.example\r\n\r\nBody",
        message: "\r\n.\r\nMAIL FROM:<spam@victim.example>\r\n<script>alert(1)</script>",
      }),
    );
    expect(status).toBe(201);
    await allSent(2);
    expect(smtp.recipients.toSorted()).toEqual([["meena@example.com"], ["operator@bazaar.example"]]);
    for (const address of ["meena@example.com", "operator@bazaar.example"]) {
      const { message, raw } = await messageTo(address);
      const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
      expect(headers).not.toMatch(/^(b?cc|x-)/im);
      expect(message?.bcc ?? message?.cc).toBeUndefined();
      expect(message?.html).not.toMatch(/<img|<script/);
    }
    const { message } = await messageTo("operator@bazaar.example");
    expect(message?.subject).toMatch(/^Support [0-9A-F]{8}, a visitor writes: Hello Bcc: all@victim\.example Body$/);
    expect(message?.text).toContain("> MAIL FROM:<spam@victim.example>");
  });
});
