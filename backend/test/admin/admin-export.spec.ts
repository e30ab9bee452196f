import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { until } from "@sakhi/testkit/until";
import type { QueryRunner } from "typeorm";
import type { Administrator } from "../../src/accounts/administrator.js";
import { exportName } from "../../src/accounts/exports.service.js";
import { AdminModule } from "../../src/admin/admin.module.js";
import { RegistrationsService } from "../../src/admin/registrations.service.js";
import { registrationsStatement } from "../../src/admin/registrations.sql.js";
import { MelaTest, type TestVisitor } from "../bookings/mela.js";
import { ADMIN, logIn } from "./administration.js";

const COUNT = 5_000;
/** Makes the file about 40 MB: many times the memory limit, socket buffers included. */
const LONG_ADDRESS = 8_000;
const MEGABYTE = 1024 * 1024;
const HEADER =
  "Order ID,Full Name,Email,Phone,Business Name,GST Number,GST Address,Pincode,Stall ID,Stall Type,Stall Price," +
  "Payment Status,Listing Offer Status,Transaction ID,Payment Mode,Created At,Event";

describe("GET /admin/registrations.csv", () => {
  let mela: MelaTest;
  let admin: TestVisitor;
  let port: number;

  const open = (query = ""): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const path = `${ADMIN}/registrations.csv?event=all&${query}`;
      const request = get({ host: "127.0.0.1", port, path, headers: { cookie: admin.cookie ?? "" } }, resolve);
      request.once("error", reject);
    });
  /** Retries {@link open} while closed downloads still count against the limit. */
  const retryOpen = async (query = ""): Promise<IncomingMessage> => {
    let response = await open(query);
    await until("a file to be handed out", async () => {
      if (response.statusCode !== 429) return true;
      response.destroy();
      response = await open(query);
      return false;
    });
    return response;
  };
  const text = async (query: string): Promise<string> => {
    let all = "";
    const response = await retryOpen(query);
    response.setEncoding("utf8");
    for await (const part of response) all += String(part);
    return all;
  };
  /** Number of database connections idle in a transaction. */
  const openTransactions = async (): Promise<number> => {
    const [found] = await mela.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`,
    );
    return Number(found?.count);
  };

  beforeAll(async () => {
    mela = await MelaTest.start({}, [AdminModule]);
    admin = await logIn(mela, "asha", "viewer");
    await mela.app.listen(0, "127.0.0.1");
    port = (mela.app.getHttpServer() as { address(): { port: number } }).address().port;
    await mela.query(
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, final_paise, order_id, full_name, email,
         phone, business_name, gst_address, pincode, registered_at, held_at)
       SELECT gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'B' || (1 + n % 50)), 'released', 'hold_expired', 2700000, 2700000, 'MELA' || n,
              'Asha ' || n, 'asha' || n || '@example.com', '9876543210', 'Weaves ' || n,
              repeat(md5(n::text), $2::int / 32), '560001', now() - n * interval '1 second', now() - interval '1 day'
         FROM generate_series(1, $1::int) n`,
      [COUNT, LONG_ADDRESS],
    );
    await mela.query(
      `UPDATE bookings SET business_name = '=HYPERLINK("https://evil.example","free")', full_name = 'आशा राव',
              gst_address = E'12, MG Road\\nBengaluru' WHERE order_id = 'MELA7'`,
    );
    await mela.query("VACUUM ANALYZE bookings");
  });
  afterAll(() => mela.close());

  it("has the specified columns, a file name with the Indian day, a byte order mark and escaped formulas", async () => {
    const response = await open("q=MELA7&limit=1&sort=createdAt");
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      /^attachment; filename="mela-registrations-all-events-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    response.destroy();
    const nameAt = (time: string, event?: { slug: string }) =>
      exportName("mela-registrations", event, { now: new Date(time) });
    expect(nameAt("2026-11-21T18:29:59Z")).toBe("mela-registrations-all-events-2026-11-21.csv");
    expect(nameAt("2026-11-21T18:30:00Z", { slug: "jaipur" })).toBe("mela-registrations-jaipur-2026-11-22.csv");

    const raw = Buffer.from(await text("q=MELA7&sort=createdAt"), "utf8");
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const compressed = await fetch(
      `http://127.0.0.1:${port}${ADMIN}/registrations.csv?event=all&q=MELA7&sort=createdAt`,
      { headers: { cookie: admin.cookie ?? "", "accept-encoding": "gzip" } },
    );
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(Buffer.from(await compressed.arrayBuffer()).equals(raw)).toBe(true);

    const lines = raw.toString("utf8").slice(1).split("\r\n");
    expect(lines[0]).toBe(HEADER);
    expect(lines[1]).toMatch(
      /^MELA7,आशा राव,asha7@example\.com,9876543210,"'=HYPERLINK\(""https:\/\/evil\.example"",""free""\)",,"12, MG Road\nBengaluru",560001,B8,Standard,27000,payment_failed,not_offered,,,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,The Mela \d{4}$/,
    );
  });

  it("applies backpressure for a slow reader, and releases the connection when the reader disconnects", async () => {
    const exports = mela.app.get(RegistrationsService, { strict: false });
    const fetched = jest.spyOn(Object.getPrototypeOf(mela.db.source.createQueryRunner()) as QueryRunner, "query");
    const batches = (): number => fetched.mock.calls.filter(([sql]) => sql.startsWith("FETCH")).length;
    const [asha] = await mela.query<Administrator>("SELECT id, username, role FROM administrators");
    if (asha === undefined) throw new Error("no administrator");
    const file = (await exports.exportFile(asha, { event: "all" }, "csv")).getStream();
    try {
      for (let parts = 0; parts < 2; parts += 1) {
        if (file.readableLength === 0) await once(file, "readable");
        file.read();
      }
      await until("the cursor to be open", async () => (await openTransactions()) === 1);
      expect(batches()).toBeLessThanOrEqual(3);
    } finally {
      file.destroy();
      fetched.mockRestore();
    }
    await until("the connection to be returned", async () => (await openTransactions()) === 0);
  });

  it("allows three concurrent downloads, responds 429 to a fourth, and audits each", async () => {
    const slow = [await retryOpen("stallType=General"), await retryOpen(), await retryOpen("q=Asha&from=2026-01-01")];
    expect(slow.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const fourth = await open();
    expect([fourth.statusCode, fourth.headers["retry-after"]]).toEqual([429, "10"]);
    fourth.destroy();
    for (const each of slow) each.destroy();
    (await retryOpen("stallType=Premium")).destroy();
    const lines = await mela.query<{ administrator: string; after: object }>(
      `SELECT administrator, after FROM audit_log WHERE action = 'registrations_exported' ORDER BY id DESC`,
    );
    expect(lines.slice(0, 4)).toEqual(
      [
        { rows: 0, stallType: "Premium" },
        { rows: COUNT, searched: true, from: "2026-01-01" },
        { rows: COUNT },
        { rows: COUNT, stallType: "General" },
      ].map((after) => ({ administrator: "asha", after: { event: "all", ...after } })),
    );
  });

  it("holds every row that matches the filters, ignoring paging, and streams in bounded memory", async () => {
    expect(await text("q=nobody")).toBe(`\uFEFF${HEADER}\r\n`);
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    const memoryInUse = (): number => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const run = async (): Promise<{ lines: number; bytes: number; peak: number }> => {
      const before = memoryInUse();
      const result = { lines: 0, bytes: 0, peak: 0 };
      let measuredAt = 0;
      for await (const part of (await retryOpen("stallType=General&limit=10&offset=10")) as AsyncIterable<Buffer>) {
        result.bytes += part.length;
        for (let at = part.indexOf("\r"); at >= 0; at = part.indexOf("\r", at + 1)) result.lines += 1;
        if (result.bytes - measuredAt < 8 * MEGABYTE) continue;
        measuredAt = result.bytes;
        result.peak = Math.max(result.peak, memoryInUse() - before);
      }
      return result;
    };
    // Warm-up: one-time allocations.
    await run();
    const { lines, bytes, peak } = await run();
    expect(lines).toBe(1 + COUNT);
    expect(bytes).toBeGreaterThan(35 * MEGABYTE);
    // Half of the file is many times the size of a few batches and the buffers of both ends.
    expect(peak).toBeLessThan(bytes / 2);
  });

  it("uses an index, as does the table", async () => {
    const plan = async (sql: string, parameters: unknown[] = []): Promise<string> =>
      JSON.stringify(await mela.query(`EXPLAIN ${sql}`, parameters));
    const search = registrationsStatement({ q: "weaves 4711" });
    expect(await plan(search.sql, search.parameters)).toContain("bookings_search");
    expect(await plan(`${registrationsStatement({}).sql} LIMIT 500`)).toContain("bookings_registrations");
  });

  // Regression: a cancelled sale was labelled as a failed payment although its money was being refunded.
  it("labels cancelled, refunded and unresolved payments", async () => {
    await mela.query(
      `WITH made (order_id, reason, paid, refund) AS (VALUES
              ('PAIDX1', 'cancelled', true, NULL), ('PAIDX2', 'cancelled', true, 'requested'),
              ('PAIDX3', 'cancelled', true, 'succeeded'), ('PAIDX4', 'payment_expired', true, 'succeeded'),
              ('PAIDX5', 'payment_expired', true, NULL), ('PAIDX6', 'payment_expired', false, NULL)),
            booked AS (
              INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, final_paise, order_id, full_name,
                                    email, phone, business_name, pincode, registered_at)
              SELECT gen_random_uuid(), (SELECT stall_key FROM stalls WHERE stall_id = 'A1'), 'released', reason, 2700000, 2700000, order_id, 'Paid Asha',
                     'p@example.com', '9876543210', 'Pots', '560001', now() FROM made RETURNING id, order_id),
            ordered AS (
              INSERT INTO orders (order_id, subject_type, subject_id, amount_paise, state)
              SELECT order_id, 'booking', id, 2700000, 'paid' FROM booked),
            paid_for AS (
              INSERT INTO payments (provider_payment_id, order_id, provider_status, outcome, amount_paise, currency)
              SELECT 'p' || order_id, order_id, 'SUCCESS', 'success', 2700000, 'INR' FROM made WHERE paid)
       INSERT INTO refunds (refund_id, order_id, amount_paise, reason, state, idempotency_key)
       SELECT 'R' || order_id, order_id, 2700000, 'operator', refund, gen_random_uuid() FROM made WHERE refund IS NOT NULL`,
    );
    const lines = (await text("q=PAIDX&sort=createdAt&order=asc")).trim().split("\r\n").slice(1);
    expect(Object.fromEntries(lines.map((line) => line.split(",")).map((cells) => [cells[0], cells[11]]))).toEqual({
      PAIDX1: "cancelled",
      PAIDX2: "cancelled_refund_pending",
      PAIDX3: "cancelled_refunded",
      PAIDX4: "refunded",
      PAIDX5: "under_review",
      PAIDX6: "payment_failed",
    });
    const listed = await admin.get("/api/v1/mela/registrations?q=PAIDX2");
    expect(listed.body).toMatchObject([
      { orderId: "PAIDX2", paymentStatus: "payment_failed", paymentLabel: "cancelled_refund_pending" },
    ]);
  });
});
