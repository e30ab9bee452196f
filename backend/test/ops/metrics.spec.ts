import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { DataSource } from "typeorm";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";
import { ProcessReports } from "../../src/platform/metrics/process-reports.js";
import { ACTIVITY_FAILURES, PROVIDER_CALLS, Counters } from "../../src/platform/metrics/counters.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, type TestDatabase } from "../support/database.js";
import { FIGURES } from "../../src/ops/metrics.gauges.js";
import { readScrape, scrapeWhole, startOperations, type Sample } from "./operations-app.js";

const TOKEN = "a-metrics-token-for-tests";
/** While the token is being changed, Prometheus may still have the old one. */
const OLD_TOKEN = "the-token-before-the-change";
let db: TestDatabase;
let app: NestFastifyApplication;

const configOf = (databaseUrl: string) =>
  testConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: "",
    METRICS_TOKEN: TOKEN,
    METRICS_TOKEN_PREVIOUS: OLD_TOKEN,
    TEMPORAL_ADDRESS: "127.0.0.1:1",
  });

beforeAll(async () => {
  db = await createTestDatabase();
  await seedStalls(db.database);
  app = await startOperations(db, configOf(db.url));
});
afterAll(async () => {
  await app.close();
  await db.close();
});
beforeEach(async () => {
  await db.database.query("TRUNCATE bookings, visitors, outbox, webhook_inbox, issues, mails, sweep_runs CASCADE");
});

const ask = (authorization?: string, from = app) =>
  from.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

/** What another application than the usual one has is scraped as it is. */
async function scrape(from = app): Promise<Sample[]> {
  if (from === app) return scrapeWhole(app, TOKEN);
  const answer = await ask(`Bearer ${TOKEN}`, from);
  expect(answer.statusCode).toBe(200);
  return readScrape(answer.body);
}

/** The value of a series; undefined where the scrape has none. */
async function value(name: string, labels: Record<string, string> = {}, from = app): Promise<number | undefined> {
  return (await scrape(from)).find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted),
  )?.value;
}

/** Seconds since `began`: no age reported meanwhile can have grown by more. */
const secondsSince = (began: number): number => (performance.now() - began) / 1000;
/** As if every process had reported just now, however long the figures before took to be read. */
const reportedJustNow = (): Promise<unknown[]> =>
  db.database.query("UPDATE process_reports SET seen_at = clock_timestamp() + interval '10 minutes'");

async function hold(stallId: string, secondsLeft: number): Promise<void> {
  const visitor = randomUUID();
  await db.database.query("INSERT INTO visitors (id) VALUES ($1)", [visitor]);
  await db.database.query(
    `INSERT INTO bookings (id, stall_id, visitor_id, state, price_paise, hold_expires_at)
     VALUES ($1, $2, $3, 'held', 2700000, clock_timestamp() + make_interval(secs => $4))`,
    [randomUUID(), stallId, visitor, secondsLeft],
  );
}

describe("who may scrape", () => {
  it.each([
    ["nobody", undefined],
    ["a wrong token", "Bearer something-else-entirely"],
    ["the token as a password", `Basic ${Buffer.from(`x:${TOKEN}`).toString("base64")}`],
    ["the token without its word", TOKEN],
  ])("%s is answered 401", async (_who, authorization) => {
    const answer = await ask(authorization);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).not.toContain("sakhi_");
  });

  it("Prometheus may still have the token before the last change", async () => {
    expect((await ask(`Bearer ${OLD_TOKEN}`)).statusCode).toBe(200);
  });

  it("Prometheus with the token gets its own format", async () => {
    const answer = await ask(`Bearer ${TOKEN}`);
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect((await scrape()).length).toBeGreaterThan(100);
  });
});

describe("figures of the database", () => {
  it("count bookings by state, also the states nobody is in, without those that are over", async () => {
    await hold("B1", 600);
    await hold("B2", 600);
    expect(await value("sakhi_bookings", { state: "held" })).toBe(2);
    expect(await value("sakhi_bookings", { state: "sold" })).toBe(0);
  });

  it("read no booking of the past", async () => {
    await db.database.query(
      `INSERT INTO bookings (id, stall_id, state, release_reason, price_paise, held_at, hold_expires_at, ended_at)
       SELECT gen_random_uuid(), stall_id, 'released', 'hold_expired', 2700000, now() - interval '2 days',
              now() - interval '2 days', now() - interval '2 days' FROM stalls, generate_series(1, 300)`,
    );
    await db.database.query("ANALYZE bookings");
    const reading: string[] = [];
    for (const { name, sql } of FIGURES) {
      const plan = JSON.stringify(await db.database.query(`EXPLAIN ${sql}`));
      if (plan.includes("Seq Scan on bookings")) reading.push(name);
    }
    expect(reading).toEqual([]);
  });

  it("show how late the release of a hold is", async () => {
    await hold("B1", 600);
    expect(await value("sakhi_hold_expiry_lag_seconds")).toBe(0);
    const began = performance.now();
    await hold("B2", -90);
    const lag = await value("sakhi_hold_expiry_lag_seconds");
    expect(lag).toBeGreaterThanOrEqual(90);
    expect(lag).toBeLessThan(90 + secondsSince(began) + 1);
  });

  it("show the outbox's depth and age by lane", async () => {
    const began = performance.now();
    await db.database.query(
      `INSERT INTO outbox (topic, payload, created_at, relayed_at) VALUES
         ('workflow', '{}', clock_timestamp() - interval '40 seconds', NULL),
         ('workflow', '{}', clock_timestamp() - interval '2 hours', clock_timestamp()),
         ('workflow', '{}', clock_timestamp(), NULL)`,
    );
    expect(await value("sakhi_outbox_depth", { topic: "workflow" })).toBe(2);
    expect(await value("sakhi_outbox_depth", { topic: "queue" })).toBe(0);
    const age = await value("sakhi_outbox_age_seconds", { topic: "workflow" });
    expect(age).toBeGreaterThanOrEqual(40);
    expect(age).toBeLessThan(40 + secondsSince(began) + 1);
    expect(await value("sakhi_outbox_age_seconds", { topic: "queue" })).toBe(0);
  });

  it("show webhooks that wait, and for how long", async () => {
    await db.database.query(
      `INSERT INTO webhook_inbox (event_key, type, body, received_at)
       VALUES ('k1', 'PAYMENT_SUCCESS_WEBHOOK', '{}', clock_timestamp() - interval '30 seconds')`,
    );
    expect(await value("sakhi_webhooks_unhandled")).toBe(1);
    expect(await value("sakhi_webhook_lag_seconds")).toBeGreaterThanOrEqual(30);
    await db.database.query("UPDATE webhook_inbox SET handled_at = clock_timestamp()");
    expect(await value("sakhi_webhooks_unhandled")).toBe(0);
    expect(await value("sakhi_webhook_lag_seconds")).toBe(0);
  });

  it("count failed mails and open issues by kind", async () => {
    await db.database.query(
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, state)
       VALUES ($1, 'a', 't', 'x@y.example', '{}', 'failed'), ($2, 'b', 't', 'x@y.example', '{}', 'sent')`,
      [randomUUID(), randomUUID()],
    );
    await db.database.query(
      `INSERT INTO issues (id, kind, subject, resolved_at)
       VALUES ($1, 'mail_failed', '1', NULL), ($2, 'refund_stuck', '2', clock_timestamp())`,
      [randomUUID(), randomUUID()],
    );
    expect(await value("sakhi_mails_unsent", { state: "failed" })).toBe(1);
    expect(await value("sakhi_mail_age_seconds")).toBe(0);
    expect(await value("sakhi_issues_open", { kind: "mail_failed" })).toBe(1);
    expect(await value("sakhi_issues_open", { kind: "refund_stuck" })).toBe(0);
  });

  it("show what the sweeps of the last hour caught, and which part of the last one failed", async () => {
    await db.database.query(
      `INSERT INTO sweep_runs (at, caught) VALUES
         (clock_timestamp() - interval '2 hours', '{"workflows": 9, "failed": []}'),
         (clock_timestamp() - interval '10 minutes', '{"workflows": 2, "mails": 1, "failed": ["mails"]}'),
         (clock_timestamp() - interval '50 seconds', '{"workflows": 1, "failed": ["refunds"]}')`,
    );
    expect(await value("sakhi_sweep_caught", { what: "workflows" })).toBe(3);
    expect(await value("sakhi_sweep_caught", { what: "mails" })).toBe(1);
    expect(await value("sakhi_sweep_caught", { what: "webhooks" })).toBe(0);
    expect(await value("sakhi_sweep_failed", { what: "refunds" })).toBe(1);
    expect(await value("sakhi_sweep_failed", { what: "mails" })).toBe(0);
    expect(await value("sakhi_sweep_age_seconds")).toBeGreaterThanOrEqual(50);
  });

  it("show the queue's depth and which parts answer", async () => {
    expect(await value("sakhi_queue_jobs", { queue: "mails", state: "failed" })).toBe(0);
    expect(await value("sakhi_part_up", { part: "queue" })).toBe(1);
    expect(await value("sakhi_part_up", { part: "database" })).toBe(1);
    expect(await value("sakhi_part_up", { part: "temporal" })).toBe(0);
  });
});

describe("a process's own figures", () => {
  it("count requests by route template, never by address", async () => {
    await app.inject({ url: "/nowhere/asha@example.org" });
    await app.inject({ url: "/api/v1/mela/admin/check?from=9876543210" });
    const samples = (await scrape()).filter(({ name }) => name === "http_request_duration_seconds_count");
    const routes = samples.map(({ labels }) => `${labels["method"]} ${labels["route"]} ${labels["status"]}`);
    expect(routes).toContain("GET /api/v1/mela/admin/check 200");
    expect(routes).toContain("GET (none) 404");
    expect(routes.join()).not.toMatch(/asha|9876543210/);
  });

  it("show memory and event loop", async () => {
    expect(await value("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(await value("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  });

  it("go on without the database, and say that it is away", async () => {
    const source = await new DataSource(dataSourceOptions(db.url, [], 2)).initialize();
    const own = { ...db, source, database: new Database(source) };
    const lonely = await startOperations(own, configOf(db.url));
    await source.destroy();
    expect(await value("sakhi_part_up", { part: "database" }, lonely)).toBe(0);
    expect(await value("process_resident_memory_bytes", {}, lonely)).toBeGreaterThan(1e7);
    await lonely.close();
  });
});

describe("what processes without a port count", () => {
  it("is written down by each, and reported as one", async () => {
    await db.database.query("TRUNCATE metric_totals, process_reports");
    for (const process of ["jobs", "orchestrator"] as const) {
      const counters = new Counters();
      counters.time(PROVIDER_CALLS, { call: "readOrder", outcome: "done" }, 0.3);
      counters.time(PROVIDER_CALLS, { call: "readOrder", outcome: "timeout" }, 8.001);
      counters.count(ACTIVITY_FAILURES, { activity: "lookUpBooking" });
      const reports = new ProcessReports(process, db.database, counters);
      await reports.report();
      counters.count(ACTIVITY_FAILURES, { activity: "lookUpBooking" });
      await reports.report();
    }
    expect(await value("sakhi_activity_failures_total", { activity: "lookUpBooking" })).toBe(4);
    const done = { call: "readOrder", outcome: "done" };
    const slow = { call: "readOrder", outcome: "timeout" };
    const bucket = "sakhi_provider_call_seconds_bucket";
    expect(await value(bucket, { ...done, le: "0.5" })).toBe(2);
    expect(await value(bucket, { ...done, le: "+Inf" })).toBe(2);
    expect(await value(bucket, { ...done, le: "0.25" })).toBeUndefined();
    expect(await value(bucket, { ...slow, le: "8" })).toBeUndefined();
    expect(await value(bucket, { ...slow, le: "+Inf" })).toBe(2);
    expect(await value("sakhi_provider_call_seconds_sum", done)).toBeCloseTo(0.6);
    await reportedJustNow();
    expect(await value("sakhi_processes", { process: "jobs" })).toBe(1);
    expect(await value("sakhi_process_resident_bytes", { process: "orchestrator" })).toBeGreaterThan(1e7);
  });

  it("is not lost while the database is away, and a process that stops is not missed", async () => {
    await db.database.query("TRUNCATE metric_totals, process_reports");
    const counters = new Counters();
    counters.count(ACTIVITY_FAILURES, { activity: "expireListing" });
    const away = { query: () => Promise.reject(new Error("away")) } as unknown as Database;
    await expect(new ProcessReports("jobs", away, counters).report()).rejects.toThrow("away");
    const reports = new ProcessReports("jobs", db.database, counters);
    await reports.report();
    expect(await value("sakhi_activity_failures_total", { activity: "expireListing" })).toBe(1);
    await reportedJustNow();
    expect(await value("sakhi_processes", { process: "jobs" })).toBe(1);
    counters.count(ACTIVITY_FAILURES, { activity: "expireListing" });
    await reports.beforeApplicationShutdown();
    expect(await value("sakhi_activity_failures_total", { activity: "expireListing" })).toBe(2);
    expect(await value("sakhi_processes", { process: "jobs" })).toBe(0);
  });

  it("does not call a silent process alive", async () => {
    await db.database.query("TRUNCATE process_reports");
    await new ProcessReports("jobs", db.database, new Counters()).report();
    await db.database.query("UPDATE process_reports SET seen_at = seen_at - interval '31 seconds'");
    expect(await value("sakhi_processes", { process: "jobs" })).toBe(0);
  });
});
