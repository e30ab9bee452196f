import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { expectSuccess } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { TestWhatsapp } from "@sakhi/testkit/whatsapp-simulator";

// A retry could hide a lost mail.
jest.retryTimes(0);

const ADMINISTRATOR = { username: "organiser", password: "a-password-for-product-tests" };
/** `MESSAGE_HOLDERS=5000 npm test -- product/messages` runs it with as many as docs/performance.md says. */
const HOLDERS = Number(process.env["MESSAGE_HOLDERS"] ?? 200);
/** How long the mails may take, in ms. */
const SENDING_MS = HOLDERS * 300;
const REDIS_URL = process.env["TEST_REDIS_URL"];

let product: TestProduct;
let meta: TestWhatsapp;
beforeAll(async () => {
  meta = await TestWhatsapp.start({ SIMULATOR_APPROVES: "on" });
  product = await TestProduct.start({
    settings: {
      ...{ ADMIN_USERNAME: ADMINISTRATOR.username, ADMIN_PASSWORD: ADMINISTRATOR.password },
      MESSAGE_MAILS_PER_MINUTE: "6000",
      ...meta.settings,
      ...(REDIS_URL === undefined ? {} : { REDIS_URL }),
    },
  });
});
afterAll(async () => {
  await product.stop();
  await meta.stop();
});

const count = async (from: string): Promise<number> =>
  Number((await product.query<{ count: string }>(`SELECT count(*) FROM ${from}`))[0]?.count);
const queued = () => count("mails WHERE template = 'holder-message'");
const sent = () => count("mails WHERE template = 'holder-message' AND state = 'sent'");

/** Sold stalls of people with an address each, beyond those of the plan: as they stand after their sale. */
async function sell(): Promise<void> {
  await product.query(
    `WITH added AS (
       INSERT INTO stalls (event_id, stall_id, type, price_paise, x, y)
       SELECT (SELECT min(id) FROM events), 'Z' || n, 'General', 2700000, 0, 0 FROM generate_series(1, $1::int) n
       RETURNING stall_key, stall_id)
     INSERT INTO bookings (id, stall_key, state, price_paise, full_name, email, phone, business_name, pincode, final_paise, order_id)
     SELECT gen_random_uuid(), stall_key, 'sold', 2700000, 'Holder ' || stall_id, lower(stall_id) || '@holders.example',
            '98' || lpad(substr(stall_id, 2), 8, '0'), 'Brand ' || stall_id, '560041', 2700000, 'MELA1764000000000' || lower(stall_id) FROM added`,
    [HOLDERS],
  );
}

it(
  "reaches every holder with one mail, while the worker is killed twice",
  async () => {
    await sell();
    const admin = product.visitor();
    expectSuccess(await admin.post("/api/v1/mela/admin/login", ADMINISTRATOR));
    const { slug } = (await admin.get("/api/v1/mela/facts")).body as { slug: string };
    expectSuccess(
      await admin.post(`/api/v1/mela/admin/events/${slug}/messages`, {
        ...{
          subject: "Stall {stall}",
          text: "Dear {name}, see you.\n\n{link}",
          audience: "all",
          timing: "now",
          draft: false,
        },
      }),
    );
    // Once while the mails are queued, once while they are sent.
    for (const [done, at] of [
      [queued, HOLDERS / 10],
      [sent, HOLDERS * 0.3],
    ] as const) {
      await until(`${at} to be done`, async () => (await done()) >= at, SENDING_MS);
      await product.jobs.kill();
      // Skips the two minutes for which the killed process's mails count as being sent.
      await product.query("UPDATE mails SET claimed_at = claimed_at - interval '3 minutes' WHERE state = 'sending'");
      await product.jobs.start();
    }
    await until("all mails to be sent", async () => (await sent()) === HOLDERS, SENDING_MS);
    const [message] = await product.query<{ state: string }>("SELECT state FROM messages WHERE NOT automatic");
    expect(message?.state).toBe("done");
    const idsByStall = new Map<string, Set<string>>();
    const caught = await product.mails.all();
    for (const { subject, messageId } of caught) {
      const stall = /\bZ\d+/.exec(subject)?.[0];
      if (stall !== undefined) idsByStall.set(stall, (idsByStall.get(stall) ?? new Set()).add(messageId));
    }
    expect(idsByStall.size).toBe(HOLDERS);
    // A kill after the server had accepted a mail sends it again, as the same mail: programs show it once.
    expect([...idsByStall.values()].filter(({ size }) => size !== 1)).toEqual([]);
    expect(caught.length).toBeLessThanOrEqual(HOLDERS + 8);
    const { results } = await product.verify("--only", "message-once-each");
    expect(results.filter(({ outcome }) => outcome === "broken")).toEqual([]);
  },
  240_000 + SENDING_MS,
);

it("sends one message by WhatsApp to each of 100 who agreed, while the worker is killed twice", async () => {
  const AGREED = 100;
  await meta.webhooks({ url: `${product.sites[0]}/api/v1/whatsapp/webhook` });
  expect((await product.command("whatsapp", "templates")).exitCode).toBe(0);
  // As after their sales: a consent each, and the mail that confirms the stall.
  await product.query(
    `WITH sold AS (SELECT id, phone FROM bookings WHERE state = 'sold' ORDER BY id LIMIT $1),
       agreed AS (
         INSERT INTO whatsapp_consents (id, subject_type, subject_id, phone, wording, version, given_by)
         SELECT gen_random_uuid(), 'booking', id, phone, 'x', '2026-11-29', 'registration' FROM sold RETURNING subject_id)
     INSERT INTO mails (id, dedupe_key, template, to_address, data, booking_id, state, created_at, sent_at)
     SELECT gen_random_uuid(), 'confirmed/' || subject_id, 'booking-confirmed', 'x@holders.example', '{}', subject_id, 'sent',
            clock_timestamp() + interval '1 second', clock_timestamp() + interval '1 second' FROM agreed`,
    [AGREED],
  );
  const accepted = async (): Promise<number> => (await meta.messages()).length;
  for (const at of [10, 50]) {
    await until(`${at} messages to be accepted`, async () => (await accepted()) >= at);
    await product.jobs.kill();
    await product.jobs.start();
  }
  const delivered = () => count("whatsapp_messages WHERE state = 'delivered'");
  // What the killed process had claimed and not handed over waits until its claim counts as abandoned.
  await until("all messages to be delivered", async () => (await delivered()) === AGREED);
  const numbers = (await meta.messages()).map(({ to }) => to);
  expect([numbers.length, new Set(numbers).size]).toEqual([AGREED, AGREED]);
  const { results } = await product.verify("--only", "whatsapp-by-consent,whatsapp-messages-move");
  expect(results.filter(({ outcome }) => outcome !== "holds")).toEqual([]);
});
