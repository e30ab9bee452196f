import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type INestApplicationContext, Logger, Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { freePort } from "@sakhi/testkit/ports";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { until } from "@sakhi/testkit/until";
import { InvoicesJobsModule, InvoicesModule } from "../../src/invoices/invoices.module.js";
import { MailJobsModule } from "../../src/mail/mail-jobs.module.js";
import type { QueueJob } from "../../src/platform/outbox/outbox.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { QueueModule, Queues } from "../../src/platform/queue/queues.js";
import { invoiceSettings } from "../invoices/invoice-facts.js";
import { enqueue } from "../platform/queues.js";
import { EnquiriesTest, gifting, support } from "./enquiries-app.js";

let enquiries: EnquiriesTest;
let smtp: SmtpCatcher;
let jobs: INestApplicationContext;
/** What to end afterwards, last first: also when not everything could be started. */
const ending: (() => Promise<void>)[] = [];

@Module({})
class JobsWithoutLoops {}

/** The API, and the jobs process without its loops: real queues, real processors. */
beforeAll(async () => {
  Logger.overrideLogger(false);
  enquiries = await EnquiriesTest.start();
  ending.push(() => enquiries.close());
  // One that nobody else is given while the server is away.
  smtp = await startSmtpCatcher(await freePort());
  ending.push(() => smtp.close());
  const config = invoiceSettings({ SMTP_URL: smtp.url, DATABASE_URL: enquiries.db.url, REDIS_URL: "" });
  jobs = await NestFactory.createApplicationContext(
    {
      module: JobsWithoutLoops,
      imports: [
        PlatformModule.with(config, enquiries.db.source),
        QueueModule,
        InvoicesJobsModule,
        MailJobsModule.with(InvoicesModule),
      ],
    },
    { logger: false },
  );
  ending.push(() => jobs.close());
});
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
});
beforeEach(async () => {
  await enquiries.forget();
  smtp.raw.length = 0;
  smtp.recipients.length = 0;
});

/** Relays what the outbox holds; at least once, so everything twice. */
async function relay(): Promise<void> {
  const waiting = await enquiries.query<{ payload: QueueJob }>(
    "UPDATE outbox SET relayed_at = clock_timestamp() WHERE relayed_at IS NULL RETURNING payload",
  );
  for (const { payload } of [...waiting, ...waiting]) await enqueue(jobs.get(Queues), payload);
}

/** Whether all mails are sent, and how many. */
async function sent(): Promise<number> {
  const found = await enquiries.query<{ state: string }>("SELECT state FROM mails");
  return found.every(({ state }) => state === "sent") ? found.length : 0;
}

/** The one message to this address. */
async function messageTo(address: string) {
  const index = smtp.recipients.findIndex((recipients) => recipients.includes(address));
  return { message: (await smtp.parsed())[index], raw: smtp.raw[index] ?? "" };
}

describe("an enquiry's mails", () => {
  it("confirm a gifting request to its sender and bring it to the organisation, who answers the sender", async () => {
    await enquiries.gifting(gifting());
    await relay();
    await until("both mails", async () => (await sent()) === 2);
    const { message: confirmation } = await messageTo("asha@example.com");
    expect(confirmation?.subject).toMatch(/^We have your corporate gifting request \([0-9A-F]{8}\)$/);
    expect(confirmation?.text).toContain("Dear Asha Rao");
    expect(confirmation?.text).toContain("get back to you soon with corporate gifting options");
    // What was typed goes to nobody who has not proven to be who typed it.
    expect(`${confirmation?.text}${confirmation?.html}`).not.toMatch(/Diwali|98765|Rao &/);
    expect(confirmation?.text).not.toContain("stall booking");

    const { message } = await messageTo("operator@bazaar.example");
    const reference = /\(([0-9A-F]{8})\)/.exec(confirmation?.subject ?? "")?.[1] ?? "";
    expect(message?.subject).toBe(`Gifting ${reference}: Rao & Co`);
    expect(message?.replyTo).toEqual([{ name: "Asha Rao", address: "asha@example.com" }]);
    for (const words of ["Asha Rao", "asha@example.com", "+91 98765 43210", "about ₹800 each"]) {
      expect(message?.text).toContain(words);
      expect(message?.html).toContain(words);
    }
    expect(message?.text).toContain("> 200 Diwali boxes,\n> about ₹800 each");
    expect(message?.text).toContain("Member: No");
    expect(message?.html).toContain("Rao &amp; Co");
    expect(message?.html).toContain("white-space:pre-wrap");
  });

  it("arrive once each after a time without a mail server", async () => {
    const port = Number(new URL(smtp.url).port);
    await smtp.close();
    expect((await enquiries.support(support())).status).toBe(201);
    expect((await enquiries.support(support())).status).toBe(201);
    await relay();
    await until("a try of each that fails", async () => {
      const failed = await enquiries.query("SELECT 1 FROM mails WHERE state = 'queued' AND last_error IS NOT NULL");
      return failed.length === 2;
    });
    smtp = await startSmtpCatcher(port);
    await until("both mails", async () => (await sent()) === 2);
    expect(smtp.recipients.toSorted()).toEqual([["meena@example.com"], ["operator@bazaar.example"]]);
    const { message } = await messageTo("meena@example.com");
    expect(message?.text).toContain("gets back to you within 24 hours");
  });

  it("carry no header, recipient or markup that somebody typed", async () => {
    await enquiries.support(
      support({
        firstName: "Meena\r\nBcc: everyone",
        lastName: '"><img src=x>',
        subject: "Hello\r\nBcc: all@victim.example\r\n\r\nBody",
        message: "\r\n.\r\nMAIL FROM:<spam@victim.example>\r\n<script>alert(1)</script>",
      }),
    );
    await relay();
    await until("both mails", async () => (await sent()) === 2);
    expect(smtp.recipients.toSorted()).toEqual([["meena@example.com"], ["operator@bazaar.example"]]);
    for (const address of ["meena@example.com", "operator@bazaar.example"]) {
      const { message, raw } = await messageTo(address);
      const headers = raw.slice(0, raw.indexOf("\r\n\r\n"));
      expect(headers).not.toMatch(/^(b?cc|x-)/im);
      expect(message?.bcc ?? message?.cc).toBeUndefined();
      expect(message?.html).not.toMatch(/<img|<script/);
    }
    const { message } = await messageTo("operator@bazaar.example");
    expect(message?.subject).toMatch(/^Support [0-9A-F]{8}: Hello Bcc: all@victim\.example Body$/);
    expect(message?.text).toContain("> MAIL FROM:<spam@victim.example>");
  });

  it("are not written for what is quarantined, until it is approved", async () => {
    await enquiries.support(support({ website: "https://spam.example" }));
    await relay();
    expect(await enquiries.mails()).toEqual([]);
    const [aside] = await enquiries.query<{ id: string }>("SELECT id FROM enquiries");
    await enquiries.service.approve(aside?.id ?? "");
    await relay();
    await until("both mails", async () => (await sent()) === 2);
    expect(smtp.raw).toHaveLength(2);
  });
});
