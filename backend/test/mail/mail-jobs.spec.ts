import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type INestApplicationContext, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { InvoiceJobs } from "../../src/invoices/invoice-jobs.service.js";
import { InvoicesJobsModule } from "../../src/invoices/invoices.module.js";
import { InvoicesModule } from "../../src/invoices/invoices.module.js";
import { InvoicesService } from "../../src/invoices/invoices.service.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule, Queues } from "../../src/platform/queue/queues.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { invoiceRequest, invoiceSettings } from "../invoices/invoice-facts.js";
import { insertPaidOrder } from "../invoices/invoice-orders.js";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { decode } from "fast-png";
import decodeQr from "qr/decode.js";
import { readPdf } from "../invoices/pdf-text.js";
import { enqueue } from "../platform/queues.js";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { until } from "@sakhi/testkit/until";

let db: TestDatabase;
let smtp: SmtpCatcher;
let app: INestApplicationContext;
/** What to end afterwards, last first: also when not everything could be started. */
const ending: (() => Promise<void>)[] = [];

@Module({})
class JobsWithoutLoops {}

/** The jobs process without its loops: real queues, real processors. */
beforeAll(async () => {
  Logger.overrideLogger(false);
  db = await createTestDatabase();
  ending.push(() => db.close());
  smtp = await startSmtpCatcher();
  ending.push(() => smtp.close());
  const config = invoiceSettings({ SMTP_URL: smtp.url, DATABASE_URL: db.url, REDIS_URL: "" });
  app = await NestFactory.createApplicationContext(
    {
      module: JobsWithoutLoops,
      imports: [
        PlatformModule.with(config, db.source),
        QueueModule,
        InvoicesJobsModule,
        MailJobsModule.with(InvoicesModule),
        InvoicesModule,
      ],
    },
    { logger: false },
  );
  ending.push(() => app.close());
});
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});
beforeEach(async () => {
  await db.source.query("TRUNCATE mails, outbox, issues, invoices, invoice_counters, orders CASCADE");
  await db.source.query("DELETE FROM bookings");
  smtp.raw.length = 0;
});

/** Relays what the outbox holds, until `done`. */
async function relayUntil(done: () => Promise<boolean>): Promise<void> {
  await until("it to happen", async () => {
    if (await done()) return true;
    const waiting = await db.database.query<{ payload: QueueJob }>(
      "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL RETURNING payload",
    );
    // At least once: everything is relayed twice.
    for (const { payload } of [...waiting, ...waiting]) await enqueue(app.get(Queues), payload);
    return false;
  });
}

/** Sells a stall as far as invoices and mails can see, and returns the invoice's id. */
async function sell(): Promise<string> {
  const request = invoiceRequest();
  const { orderId, booking } = request;
  await insertPaidOrder(db.source, orderId);
  await db.source.query(
    `INSERT INTO stalls (stall_id, type, price_paise, x, y) VALUES ('B12', 'General', 2700000, 0, 0)
     ON CONFLICT DO NOTHING`,
  );
  await db.source.query(
    `INSERT INTO bookings (id, stall_id, state, price_paise, full_name, email, phone, business_name, pincode,
       final_paise, order_id)
     VALUES ($1, 'B12', 'sold', 2700000, 'Sunita Devi', 'sunita@example.com', '9876543210', 'Handlooms',
       '560041', 2430000, $2)`,
    [booking?.bookingId, orderId],
  );
  const issued = await db.database.transaction((tx) => app.get(InvoicesService).issue(tx, request));
  return issued.invoiceId;
}

const states = async () =>
  db.database.query<{ template: string; state: string; invoice_id: string | null }>(
    "SELECT template, state, invoice_id FROM mails ORDER BY created_at",
  );
const sent = async (count: number) => {
  const mails = await states();
  return mails.length === count && mails.every((mail) => mail.state === "sent");
};

describe("after a sale", () => {
  it("one confirmation arrives, with the invoice, though every job runs twice", async () => {
    const invoiceId = await sell();
    await relayUntil(() => sent(1));
    await app.get(InvoiceJobs).run(invoiceId, false);
    expect(await states()).toEqual([{ template: "booking-confirmed", state: "sent", invoice_id: invoiceId }]);
    const messages = await smtp.parsed();
    expect(messages).toHaveLength(1);
    const [message] = messages;
    expect(message?.subject).toBe("Stall B12 is yours: Mela, 3–4 December 2026");
    for (const words of ["₹24,300", "Industrial area, Whitefield, Bangalore", "/join-entrepreneur", "B12"]) {
      expect(message?.text).toContain(words);
      expect(message?.html).toContain(words);
    }
    const pdf = message?.attachments.find(({ mimeType }) => mimeType === "application/pdf");
    expect(pdf?.filename).toMatch(/^INV-\d\d-\d\d-000001\.pdf$/);
    const { text } = await readPdf(Buffer.from(pdf?.content as ArrayBuffer));
    expect(text).toContain("₹ 24,300.00");
  });

  it("the confirmation has the ticket's QR code in its HTML, and the invoice and the calendar as files", async () => {
    await sell();
    await relayUntil(() => sent(1));
    const [raw = ""] = smtp.raw;
    expect([...raw.matchAll(/^Content-Type: ([\w/-]+)/gm)].map(([, type]) => type)).toEqual([
      ...["multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"],
      ...["application/pdf", "text/calendar"],
    ]);
    const [message] = await smtp.parsed();
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
    // What the ticket's page shows as a code (frontend, stall-ticket.tsx).
    const ticket = invoiceSettings().publicUrl + orderPath(PATHS.bookingPaid, invoiceRequest().orderId);
    expect(decodeQr({ width: png.width, height: png.height, data: rgb }, { timeLimit: 5000 })).toBe(ticket);
    // Four light modules around it, as scanners want: the first dark line is that of a finder, seven modules long.
    const first = pixels.indexOf(0);
    const finder = pixels.indexOf(255, first) - first;
    expect(first % png.width).toBe((4 * finder) / 7);

    // With pictures blocked, and without HTML, it says the same.
    for (const said of [ticket, "B12 (Standard)", "3–4 December 2026", invoiceRequest().orderId, "/my-booking#"]) {
      expect(message?.text).toContain(said);
      expect(message?.html).toContain(said);
    }
  });

  it("retries by itself after a temporary rejection", async () => {
    smtp.moods.push("refuse-later");
    await sell();
    await relayUntil(() => sent(1));
    expect(smtp.raw).toHaveLength(1);
  });

  it("the confirmation goes without an invoice that cannot be drawn, and the invoice follows", async () => {
    const invoiceId = await sell();
    const [kept] = await db.database.query<{ content: unknown }>("SELECT content FROM invoices");
    await db.source.query("UPDATE invoices SET content = content - 'seller'");
    await expect(app.get(InvoiceJobs).run(invoiceId, false)).rejects.toThrow();
    expect(await states()).toEqual([]);
    await expect(app.get(InvoiceJobs).run(invoiceId, true)).rejects.toThrow();
    const open = await db.database.query("SELECT kind, subject FROM issues");
    expect(open).toEqual([{ kind: "invoice_failed", subject: invoiceId }]);
    // Only the mail's job: the invoice's own would fail again and again.
    await db.source.query("DELETE FROM outbox WHERE payload->>'queue' = 'invoices'");
    await relayUntil(() => sent(1));
    expect((await smtp.parsed())[0]?.text).toContain("It follows in a mail of its own");

    await db.source.query("UPDATE invoices SET content = $1", [JSON.stringify(kept?.content)]);
    await app.get(InvoiceJobs).run(invoiceId, false);
    await app.get(InvoiceJobs).run(invoiceId, false);
    await relayUntil(() => sent(2));
    const [, late] = await smtp.parsed();
    expect(late?.subject).toMatch(/^Tax invoice INV\/\d\d-\d\d\/000001 for stall B12$/);
    expect(late?.text).toContain("Paid: ₹24,300, GST included");
    expect(late?.attachments).toHaveLength(1);
  });
});
