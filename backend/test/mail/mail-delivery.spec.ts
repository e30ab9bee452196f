import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Logger } from "@nestjs/common";
import { SEED_ORGANISATION } from "@sakhi/domain/events/event-facts.seed";
import { hasKey, REMOVED_KEY } from "@sakhi/domain/mails/mail-keys.rules";
import { type SmtpCatcher, startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { EventFactsService } from "../../src/events/event-facts.service.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { InvitationLinksService } from "../../src/mail/invitation-links.service.js";
import type { MailAttachmentsService } from "../../src/mail/mail-attachments.service.js";
import { MailDeliveryService } from "../../src/mail/mail-delivery.service.js";
import { MailRenderingService } from "../../src/mail/mail-rendering.service.js";
import { MailRejected, MailSender } from "../../src/mail/mail.sender.js";
import { MailService } from "../../src/mail/mail.service.js";
import type { MailRequest } from "../../src/mail/mail.types.js";
import { MailedLinksService } from "../../src/mail/mailed-links.service.js";
import { OfferLinksService } from "../../src/mail/offer-links.service.js";
import { TicketCodesService } from "../../src/mail/ticket-codes.service.js";
import { Counters, OBJECTIVE_EVENTS } from "../../src/platform/metrics/counters.js";
import { Outbox } from "../../src/platform/outbox/outbox.js";
import { Secrets } from "../../src/platform/secrets/secrets.js";
import { invoiceSettings } from "../invoices/invoice-facts.js";
import { insertPaidOrder } from "../invoices/invoice-orders.js";
import { countsSince } from "../support/counts.js";
import { createTestDatabase, emptyTables, type TestDatabase } from "../support/database.js";
import { BOOKING_URL, BRAND_URL, MAIL_EXAMPLES } from "./mail-examples.js";

let db: TestDatabase;
let smtp: SmtpCatcher;
let senders: MailSender[];
let mail: MailService;

beforeAll(async () => {
  Logger.overrideLogger(false);
  db = await createTestDatabase();
  // Its own address is proven: the gate has its own spec, stranger-mails.
  const config = invoiceSettings({ OPERATOR_EMAIL: "sunita@example.com" });
  mail = new MailService(config, db.database, new Outbox(), new Secrets(config), new IssuesService(db.database));
});
afterAll(async () => db.close());
beforeEach(async () => {
  smtp = await startSmtpCatcher();
  senders = [];
  await emptyTables(db.source);
});
afterEach(async () => {
  for (const sender of senders) sender.onApplicationShutdown();
  await smtp.close();
});

/** A mail-sending process with its own connection. */
function delivery(
  attachments: MailAttachmentsService["pdf"] = () => Promise.reject(new Error("none")),
  counters = new Counters(),
): MailDeliveryService {
  const config = invoiceSettings({ SMTP_URL: smtp.url });
  const sender = new MailSender(config);
  senders.push(sender);
  const secrets = new Secrets(config);
  const rendering = new MailRenderingService(
    config,
    db.database,
    { pdf: attachments },
    new EventFactsService(db.database),
    new OfferLinksService(config, secrets),
    new MailedLinksService(config, db.database, secrets),
    new InvitationLinksService(config, secrets),
    new TicketCodesService(db.database, secrets),
  );
  return new MailDeliveryService(config, db.database, sender, rendering, new IssuesService(db.database), counters);
}

function request(changes: Partial<MailRequest> = {}): MailRequest {
  return {
    template: "hold-expired",
    to: "sunita@example.com",
    data: { name: "Sunita Devi", stallId: "B12", stallType: "General" },
    dedupeKey: "key-1",
    ...changes,
  } as MailRequest;
}

async function queue(changes: Partial<MailRequest> = {}): Promise<string> {
  const requested = request(changes);
  await db.database.transaction((tx) => mail.queue(tx, requested));
  const [row] = await db.database.query<{ id: string }>("SELECT id FROM mails WHERE dedupe_key = $1", [
    requested.dedupeKey,
  ]);
  return row?.id ?? "";
}

interface MailRow {
  state: string;
  attempts: number;
  last_error: string | null;
}
const row = async (id: string): Promise<MailRow | undefined> =>
  (await db.database.query<MailRow>("SELECT state, attempts, last_error FROM mails WHERE id = $1", [id]))[0];
const issues = async () =>
  db.database.query<{ kind: string; subject: string; facts: unknown }>("SELECT kind, subject, facts FROM issues");

describe("a mail", () => {
  it("is written down once per key, with one job", async () => {
    const id = await queue();
    await queue({ to: "other@example.com" });
    expect(await db.database.query("SELECT payload FROM outbox")).toEqual([
      { payload: { queue: "mails", jobId: `mail-${id}`, data: { mailId: id }, priority: 3 } },
    ]);
    expect(await db.database.query("SELECT to_address FROM mails")).toEqual([{ to_address: "sunita@example.com" }]);
  });

  it.each(["enquiry-received-support", "enquiry-received-gifting", "brand-enquiry", "brand-enquiry-organisation"])(
    "(%s) that another person answers arrives without the keys that she pasted into it",
    async (example) => {
      const [{ template, data }] = MAIL_EXAMPLES[example]!;
      const message = [
        `My page is ${BRAND_URL} please`,
        `and my booking <${encodeURI(BOOKING_URL)}>`,
        `or https://mail.example/?url=${encodeURIComponent(BOOKING_URL)}, as forwarded.`,
        "Thank you!",
      ].join("\n");
      const id = await queue({ template, data: { ...data, message } } as Partial<MailRequest>);
      expect(await delivery().deliver(id, false)).toBe("sent");
      const [sent] = await smtp.parsed();
      const read = [sent?.subject ?? "", sent?.text ?? "", sent?.html ?? ""];
      expect(read.map(hasKey)).toEqual([false, false, false]);
      expect(sent?.text?.split(REMOVED_KEY)).toHaveLength(4);
      expect(sent?.text).toContain("Thank you!");
      expect(sent?.replyTo?.[0]?.address).toBe((data as { sender: { address: string } }).sender.address);
      expect(hasKey(smtp.raw.join("\n"))).toBe(false);
    },
  );

  it("is not stored when its transaction is rolled back", async () => {
    const lost = db.database.transaction(async (tx) => {
      await mail.queue(tx, request());
      throw new Error("rolled back");
    });
    await expect(lost).rejects.toThrow("rolled back");
    expect(await db.database.query("SELECT id FROM mails")).toEqual([]);
  });

  it("is sent once by ten simultaneous processes; an unknown mail counts as finished", async () => {
    const id = await queue();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => delivery().deliver(id, false)));
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(1);
    for (const finished of [id, "6f9f2c1e-4f64-4a38-9a2e-0d6c1a52f0ff"]) {
      expect(await delivery().deliver(finished, false)).toBe("finished");
    }
    expect(smtp.raw).toHaveLength(1);
    expect(await row(id)).toEqual({ state: "sent", attempts: 1, last_error: null });
  });

  it.each([
    ["sent at once", "0 s", [], "good"],
    ["sent after a minute", "61 s", [], "bad"],
    ["given up after the last try", "0 s", ["refuse-later"], "bad"],
    ["to an address that does not exist", "0 s", ["refuse-recipient"], undefined],
  ] as const)("%s counts for the objective", async (_case, age, behaviours, result) => {
    const id = await queue();
    await db.database.query("UPDATE mails SET created_at = created_at - $1::interval", [age]);
    smtp.behaviours.push(...behaviours);
    const counters = new Counters();
    await delivery(undefined, counters).deliver(id, true);
    const labels = { objective: "mail", result };
    const counted = result === undefined ? [] : [{ series: OBJECTIVE_EVENTS.name, labels, value: 1 }];
    expect(await countsSince(counters)).toEqual(counted);
  });

  it("is retried after a temporary rejection", async () => {
    const id = await queue();
    smtp.behaviours.push("refuse-later");
    await expect(delivery().deliver(id, false)).rejects.toThrow(MailRejected);
    expect(await row(id)).toEqual({ state: "queued", attempts: 1, last_error: "451 DATA" });
    expect(await delivery().deliver(id, false)).toBe("sent");
    expect(smtp.raw).toHaveLength(1);
    expect(await issues()).toEqual([]);
  });

  it("fails and raises an issue after a temporary rejection of its last try", async () => {
    const id = await queue();
    smtp.behaviours.push("refuse-later");
    expect(await delivery().deliver(id, true)).toBe("failed");
    expect(await row(id)).toMatchObject({ state: "failed", last_error: "451 DATA" });
    expect(await issues()).toEqual([
      { kind: "mail_failed", subject: id, facts: { template: "hold-expired", attempts: 1, reason: "451 DATA" } },
    ]);
  });

  it.each([
    ["a rejected recipient", "550 RCPT TO", () => smtp.behaviours.push("refuse-recipient")],
    ["a rejected message", "554 DATA", () => smtp.behaviours.push("refuse-message")],
    ["an unknown template", "unknown template", () => db.source.query("UPDATE mails SET template = 'toString'")],
    [
      ...(["more than one plain address", "not one plain address"] as const),
      () => db.source.query("UPDATE mails SET to_address = E'a@example.com\\r\\nBcc: b@example.com'"),
    ],
  ] as const)("fails for good on %s, and the stored reason contains no address", async (_what, reason, prepare) => {
    const id = await queue();
    await prepare();
    expect(await delivery().deliver(id, false)).toBe("failed");
    expect(await row(id)).toMatchObject({ state: "failed", last_error: reason });
    expect(await issues()).toHaveLength(1);
    expect(await delivery().deliver(id, false)).toBe("finished");
    expect(smtp.raw).toHaveLength(0);
  });

  it("stays queued while no server responds", async () => {
    const id = await queue();
    await smtp.close();
    await expect(delivery().deliver(id, false)).rejects.toThrow("ESOCKET CONN");
    expect(await row(id)).toMatchObject({ state: "queued" });
  });

  it("arrives at most twice, as the same message, when the server hangs up before responding", async () => {
    const id = await queue();
    smtp.behaviours.push("hang-up-after-data");
    await expect(delivery().deliver(id, false)).rejects.toThrow(MailRejected);
    expect(await delivery().deliver(id, false)).toBe("sent");
    const [first, second, ...more] = await smtp.parsed();
    expect(more).toEqual([]);
    expect(first?.messageId).toBe(`<mail-${id}@sakhi-bazaar.example>`);
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.date).toBe(first?.date);
  });

  it("is taken over two minutes after its process died, not before", async () => {
    const id = await queue();
    await db.source.query("UPDATE mails SET state = 'sending', attempts = 1, claimed_at = clock_timestamp()");
    expect(await delivery().deliver(id, false)).toBe("busy");
    await db.source.query("UPDATE mails SET claimed_at = clock_timestamp() - interval '121 seconds'");
    expect(await delivery().deliver(id, false)).toBe("sent");
    expect(smtp.raw).toHaveLength(1);
  });

  it("is retried when its attachment is unavailable", async () => {
    const id = await queue();
    await insertPaidOrder(db.source, "o1");
    await db.source.query(
      `WITH made AS (INSERT INTO invoices (id, number, kind, order_id, content)
         VALUES (gen_random_uuid(), 'INV/26-27/000001', 'invoice', 'o1', '{}') RETURNING id)
       UPDATE mails SET invoice_id = made.id FROM made`,
    );
    await expect(delivery().deliver(id, false)).rejects.toThrow("Mail not sent: Error");
    const withPdf = delivery(() => Promise.resolve({ filename: "INV.pdf", bytes: Buffer.from("%PDF-1.7") }));
    expect(await withPdf.deliver(id, false)).toBe("sent");
    const [message] = await smtp.parsed();
    expect(message?.attachments).toMatchObject([{ filename: "INV.pdf", mimeType: "application/pdf" }]);
  });

  it("gets another job when it has been unsent for long", async () => {
    const untried = await queue();
    const tried = await queue({ dedupeKey: "k2" });
    await db.source.query("UPDATE mails SET attempts = 1 WHERE id = $1", [tried]);
    expect(await mail.requeueStuck()).toBe(0);
    await db.source.query("UPDATE mails SET created_at = clock_timestamp() - interval '11 minutes'");
    expect(await mail.requeueStuck()).toBe(1);
    expect(await mail.requeueStuck()).toBe(0);
    await db.source.query("UPDATE mails SET state = 'sending', claimed_at = now() - interval '11 minutes'");
    await db.source.query("UPDATE mails SET state = 'sent' WHERE id = $1", [untried]);
    expect(await mail.requeueStuck()).toBe(1);
    expect(await row(tried)).toMatchObject({ state: "queued" });
    const jobs = await db.database.query<{ id: string }>("SELECT payload->>'jobId' AS id FROM outbox");
    expect(new Set(jobs.map((job) => job.id)).size).toBe(4);
  });
});

describe("a delivered mail", () => {
  it("has both texts, our name, a reply address and one recipient, even for a malicious name", async () => {
    const name = "Evil\" <x@example.com>\r\nBcc: all@example.com\r\n\r\n<script>alert(1)</script> & 'co'";
    const id = await queue({ data: { name, stallId: "B12", stallType: "General" } });
    expect(await delivery().deliver(id, false)).toBe("sent");
    expect(smtp.recipients).toEqual([["sunita@example.com"]]);
    const [message] = await smtp.parsed();
    expect(message?.bcc ?? []).toEqual([]);
    const sanitized = "Evil\" <x@example.com> Bcc: all@example.com <script>alert(1)</script> & 'co'";
    expect(message).toMatchObject({
      to: [{ address: "sunita@example.com", name: sanitized }],
      from: { address: "mela@sakhi-bazaar.example", name: "Sakhi Bazaar" },
      replyTo: [{ address: SEED_ORGANISATION.supportEmail }],
      headers: expect.arrayContaining([expect.objectContaining({ key: "auto-submitted", value: "auto-generated" })]),
    });
    expect(message?.html).not.toContain("<script");
    expect(message?.html).toContain("&lt;script&gt;");
    expect(message?.text).toContain("<script>alert(1)</script>");
    expect(message?.text).toContain("Nothing was charged");
  });

  it.each([
    ["attaches the new stall's calendar file if it is sold", true, "MELA1", ["mela-B13.ics"]],
    ["attaches nothing if it is only reserved", false, undefined, []],
  ])("of a moved booking %s", async (_what, sold, orderId, files) => {
    const id = await queue({
      template: "booking-moved",
      data: { name: "Sunita Devi", fromStallId: "B12", stallId: "B13", stallType: "General", sold, orderId },
    });
    expect(await delivery().deliver(id, false)).toBe("sent");
    const [message] = await smtp.parsed();
    expect(message?.attachments.map(({ filename }) => filename)).toEqual(files);
    expect(message?.text?.includes("It replaces the one you have")).toBe(sold);
  });

  it("preserves Devanagari in subject, name and text", async () => {
    const id = await queue({
      template: "payment-refunded",
      data: { name: "श्रीमती कविता देवी", orderId: "MELA1", stallId: "अ१२", amountPaise: 2_430_000, why: "stall_taken" },
    });
    expect(await delivery().deliver(id, false)).toBe("sent");
    const [message] = await smtp.parsed();
    expect(message).toMatchObject({
      subject: expect.stringMatching(/^We are returning ₹24,300 to you \(Mela \d{4}\)$/),
      to: [{ name: "श्रीमती कविता देवी" }],
      text: expect.stringMatching(/श्रीमती कविता देवी[^]*अ१२/),
      html: expect.stringContaining("श्रीमती कविता देवी"),
    });
  });
});
