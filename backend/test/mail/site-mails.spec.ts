import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  ORGANISATION_MAILS_PER_HOUR,
  STRANGER_MAILS_PER_HOUR as BUDGET,
  LONGEST_STRANGER_WAIT_HOURS,
} from "@sakhi/domain/mails/mail-gate.rules";
import { EnquiriesModule } from "../../src/enquiries/enquiries.module.js";
import { MailService } from "../../src/mail/mail.service.js";
import type { MailData } from "../../src/mail/mail.types.js";
import { support } from "../enquiries/enquiries-app.js";
import { ListingTest } from "../listings/listing-app.js";

// The third audit, 10: the sum of mails to strangers, and a flood on our own mailbox. Decision 91.

const test = await ListingTest.open({ OPERATOR_EMAIL: "office@bazaar.example" }, [EnquiriesModule]);
const { mela } = test;
afterAll(() => test.close());
beforeEach(() => mela.query("DELETE FROM mails; DELETE FROM outbox; DELETE FROM issues"));

let senders = 0;
const write = async (): Promise<string> => {
  const email = `invented${(senders += 1)}@example.com`;
  const sent = await mela
    .visitor()
    .post("/api/v1/support/submit", support({ email, message: `How do I change picture ${senders}?` }));
  expect(sent.status).toBe(201);
  return email;
};
/** So many mails went to strangers `minutes` ago. */
const mailed = (count: number, minutes = 5): Promise<unknown> =>
  mela.query(
    `INSERT INTO mails (id, dedupe_key, template, to_address, data, state, created_at)
     SELECT gen_random_uuid(), 'filler ' || $2 || ' ' || n, 'enquiry-confirmed', 'x@example.com', '{}', 'sent',
            clock_timestamp() - make_interval(mins => $2::int) FROM generate_series(1, $1) n`,
    [count, minutes],
  );
interface Found {
  readonly state: string;
  /** Minutes until it is due; null for at once. */
  readonly minutes: number | null;
  /** Of its job; null without one. */
  readonly priority: number | null;
}
const mailTo = async (address: string): Promise<Found | undefined> =>
  (
    await mela.query<Found>(
      `SELECT m.state, round(extract(epoch FROM m.due_at - clock_timestamp()) / 60)::int AS minutes,
              (o.payload ->> 'priority')::int AS priority
         FROM mails m LEFT JOIN outbox o ON o.payload -> 'data' ->> 'mailId' = m.id::text
        WHERE m.to_address = $1 ORDER BY m.created_at DESC`,
      [address],
    )
  )[0];
let stalls = 10;
const nextStall = (): string => `B${(stalls += 1)}`;
const issues = (): Promise<string[]> => mela.column("SELECT kind FROM issues WHERE resolved_at IS NULL");
const flood = "stranger_mails";

describe("mails to people of whom nothing is proven", () => {
  it("wait once the site's hour is full, and a ticket does not stand behind them", async () => {
    await mailed(BUDGET - 1);
    expect(await mailTo(await write())).toEqual({ state: "queued", minutes: null, priority: 4 });
    const waits = await write();
    expect(await mailTo(waits)).toEqual({ state: "queued", minutes: 55, priority: null });

    const { bookingId, orderId, stallId } = await test.sold(nextStall(), { email: "payer@example.com" });
    const ticket = { name: "Asha", orderId, stallId, stallType: "General", amountPaise: 100, invoiceNumber: "INV/1" };
    await mela.db.database.transaction((tx) =>
      test
        .get(MailService)
        .queue(tx, {
          ...{ template: "booking-confirmed" as const, to: "payer@example.com", dedupeKey: `confirmed/${orderId}` },
          ...{ bookingId, data: ticket as MailData["booking-confirmed"] },
        }),
    );
    expect(await mailTo("payer@example.com")).toMatchObject({ minutes: null, priority: 1 });

    // Not due: even a job that comes early does not send it.
    await test.get(MailService).sendDue();
    expect(await mailTo(waits)).toMatchObject({ priority: null });
    await mela.query("UPDATE mails SET due_at = clock_timestamp() - interval '1 second' WHERE to_address = $1", [
      waits,
    ]);
    await test.get(MailService).sendDue();
    await test.get(MailService).sendDue();
    expect(await mailTo(waits)).toMatchObject({ priority: 4 });
    expect(await mela.column("SELECT count(*)::int FROM outbox WHERE payload ->> 'jobId' LIKE 'mail-due-%'")).toEqual([
      1,
    ]);
    expect(await test.get(MailService).requeueStuck()).toBe(0);
  });

  it("are spread over the next hours, and dropped where nobody still expects them", async () => {
    await mailed(BUDGET, -60);
    expect((await mailTo(await write()))?.minutes).toBe(120);
    await mela.query("DELETE FROM mails");
    await mailed(BUDGET, -60 * LONGEST_STRANGER_WAIT_HOURS);
    expect(await mailTo(await write())).toBeUndefined();
  });

  it("raise one issue at half of the budget, which closes by itself", async () => {
    await mailed(BUDGET / 2 - 2);
    await write();
    expect(await issues()).not.toContain(flood);
    await write();
    await write();
    expect((await issues()).filter((kind) => kind === flood)).toHaveLength(1);
    await test.get(MailService).sendDue();
    expect(await issues()).toContain(flood);
    await mela.query("UPDATE mails SET created_at = created_at - interval '2 hours'");
    await test.get(MailService).sendDue();
    expect(await issues()).not.toContain(flood);
  });
});

it("the organisation gets ten mails an hour about what strangers send, and one that sums up the others", async () => {
  for (let n = 0; n < ORGANISATION_MAILS_PER_HOUR + 4; n += 1) await write();
  await test.join("submit-lead");
  const mails = await mela.query(
    `SELECT template, data ->> 'count' AS count, due_at > clock_timestamp() AS waits FROM mails
      WHERE to_address = 'office@bazaar.example' AND template <> 'enquiry-received'`,
  );
  expect(mails).toEqual([{ template: "messages-summed-up", count: "5", waits: true }]);
  expect(await mela.column("SELECT count(*)::int FROM mails WHERE template = 'enquiry-received'")).toEqual([
    ORGANISATION_MAILS_PER_HOUR,
  ]);
});
