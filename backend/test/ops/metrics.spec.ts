import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";
import { DataSource } from "typeorm";
import { parse } from "yaml";
import { FIGURES } from "../../src/ops/metrics.gauges.js";
import { CashfreeProvider } from "../../src/payments/provider/cashfree.provider.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";
import {
  ACTIVITY_FAILURES,
  JOB_FAILURES,
  OBJECTIVE_EVENTS,
  PICTURE_CHECKS,
  PICTURES_REFUSED,
  PICTURE_UPLOADS,
  PROVIDER_CALLS,
  Counters,
} from "../../src/platform/metrics/counters.js";
import { budgetLeft, countEvent, OBJECTIVES } from "../../src/platform/metrics/objectives.js";
import { ProcessReports } from "../../src/platform/metrics/process-reports.js";
import { seedStalls } from "../../src/stalls/stalls.seed.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase, emptyTables, type TestDatabase } from "../support/database.js";
import { readScrape, type Sample, scrapeWhole, startOperations } from "./operations-app.js";

const TOKEN = "a-metrics-token-for-tests";
/** The previous token, still valid while it is being rotated. */
const OLD_TOKEN = "the-token-before-the-change";
let db: TestDatabase;
let app: NestFastifyApplication;

/** @param record where the record is kept; nothing writes it here */
const configOf = (databaseUrl: string, record = join(tmpdir(), "sakhi-metrics", randomUUID())) =>
  testConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: "",
    METRICS_TOKEN: TOKEN,
    METRICS_TOKEN_PREVIOUS: OLD_TOKEN,
    TEMPORAL_ADDRESS: "127.0.0.1:1",
    RECORD_DIR: record,
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
beforeEach(() => emptyTables(db.source, "webhook_inbox", "sweep_runs"));

const scrape = (authorization?: string, from = app) =>
  from.inject({ url: "/metrics", headers: authorization === undefined ? {} : { authorization } });

/** Scrapes. @returns the value of a series, undefined if it is missing */
async function figures(from = app): Promise<(name: string, labels?: Record<string, string>) => number | undefined> {
  // Another application may lack parts, so it is scraped once.
  const samples =
    from === app ? await scrapeWhole(app, TOKEN) : readScrape((await scrape(`Bearer ${TOKEN}`, from)).body);
  return (name, labels = {}) =>
    samples.find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted),
    )?.value;
}

/** Seconds since `began`: the most by which an age can have grown meanwhile. */
const secondsSince = (began: number): number => (performance.now() - began) / 1000;
/** Keeps the process reports fresh for ten minutes, so that a slow scrape still counts them. */
const keepReportsFresh = (): Promise<unknown[]> =>
  db.database.query("UPDATE process_reports SET seen_at = clock_timestamp() + interval '10 minutes'");

async function hold(stallId: string, secondsLeft: number): Promise<void> {
  const visitor = randomUUID();
  await db.database.query("INSERT INTO visitors (id) VALUES ($1)", [visitor]);
  await db.database.query(
    `INSERT INTO bookings (id, stall_key, visitor_id, state, price_paise, hold_expires_at)
     VALUES ($1, (SELECT stall_key FROM stalls WHERE stall_id = $2), $3, 'held', 2700000, clock_timestamp() + make_interval(secs => $4))`,
    [randomUUID(), stallId, visitor, secondsLeft],
  );
}

describe("GET /metrics", () => {
  it.each([
    ["no token", undefined],
    ["a wrong token", "Bearer something-else-entirely"],
    ["the token as a password", `Basic ${Buffer.from(`x:${TOKEN}`).toString("base64")}`],
    ["the token without its scheme", TOKEN],
  ])("responds 401 to %s", async (_case, authorization) => {
    const response = await scrape(authorization);
    expect(response.statusCode).toBe(401);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(response.body).not.toContain("sakhi_");
  });

  it("responds in Prometheus' format to the current and the previous token", async () => {
    expect((await scrape(`Bearer ${OLD_TOKEN}`)).statusCode).toBe(200);
    const response = await scrape(`Bearer ${TOKEN}`);
    expect(response.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(readScrape(response.body).length).toBeGreaterThan(100);
  });
});

describe("the database gauges", () => {
  it("are zero in an empty database, for every known label", async () => {
    await db.database.query("UPDATE installation SET created_at = clock_timestamp() - interval '2 hours'");
    const of = await figures();
    for (const [name, labels] of [
      ["sakhi_bookings", { state: "sold" }],
      ["sakhi_hold_expiry_lag_seconds"],
      ["sakhi_outbox_depth", { topic: "queue" }],
      ["sakhi_outbox_age_seconds", { topic: "queue" }],
      ["sakhi_webhooks_unhandled"],
      ["sakhi_webhook_lag_seconds"],
      ["sakhi_mail_age_seconds"],
      ["sakhi_issues_open", { kind: "refund_stuck" }],
      ["sakhi_sweep_caught", { what: "webhooks" }],
      ["sakhi_sweep_failed", { what: "mails" }],
      ["sakhi_queue_jobs", { queue: "mails", state: "failed" }],
    ] as const) {
      expect([name, of(name, labels)]).toEqual([name, 0]);
    }
    // Before the first sweep and verification, their age is that of the installation.
    for (const age of ["sakhi_sweep_age_seconds", "sakhi_verification_age_seconds"]) {
      expect([age, (of(age) ?? 0) > 3600]).toEqual([age, true]);
    }
    const up = ["queue", "database", "disk", "temporal"].map((part) => of("sakhi_part_up", { part }));
    expect(up).toEqual([1, 1, 1, 0]);
  });

  it("report bookings by state, late holds, the outbox, webhooks, mails, issues and sweeps", async () => {
    const began = performance.now();
    await hold("B1", 600);
    await hold("B2", -90);
    for (const statement of [
      `INSERT INTO outbox (topic, payload, created_at, relayed_at) VALUES
         ('workflow', '{}', clock_timestamp() - interval '40 seconds', NULL),
         ('workflow', '{}', clock_timestamp() - interval '2 hours', clock_timestamp()),
         ('workflow', '{}', clock_timestamp(), NULL)`,
      `INSERT INTO webhook_inbox (event_key, type, body, received_at, handled_at) VALUES
         ('k1', 'PAYMENT_SUCCESS_WEBHOOK', '{}', clock_timestamp() - interval '30 seconds', NULL),
         ('k2', 'PAYMENT_SUCCESS_WEBHOOK', '{}', clock_timestamp() - interval '2 hours', clock_timestamp())`,
      `INSERT INTO mails (id, dedupe_key, template, to_address, data, state) VALUES
         (gen_random_uuid(), 'a', 't', 'x@y.example', '{}', 'failed'),
         (gen_random_uuid(), 'b', 't', 'x@y.example', '{}', 'sent')`,
      `INSERT INTO issues (id, kind, subject, resolved_at) VALUES
         (gen_random_uuid(), 'mail_failed', '1', NULL),
         (gen_random_uuid(), 'refund_stuck', '2', clock_timestamp())`,
      // As by four jobs processes that each sweep once a minute.
      `INSERT INTO sweep_runs (at, caught)
       SELECT clock_timestamp() - interval '50 minutes', '{"mails": 1, "failed": []}' FROM generate_series(1, 200)`,
      `INSERT INTO sweep_runs (at, caught) VALUES
         (clock_timestamp() - interval '2 hours', '{"workflows": 9, "failed": []}'),
         (clock_timestamp() - interval '10 minutes', '{"workflows": 2, "mails": 1, "failed": ["mails"]}'),
         (clock_timestamp() - interval '50 seconds', '{"workflows": 1, "failed": ["refunds"]}')`,
    ]) {
      await db.database.query(statement);
    }
    const of = await figures();
    for (const [name, labels, value] of [
      ["sakhi_bookings", { state: "held" }, 2],
      ["sakhi_outbox_depth", { topic: "workflow" }, 2],
      ["sakhi_webhooks_unhandled", {}, 1],
      ["sakhi_mails_unsent", { state: "failed" }, 1],
      ["sakhi_mail_age_seconds", {}, 0],
      ["sakhi_issues_open", { kind: "mail_failed" }, 1],
      ["sakhi_issues_open", { kind: "refund_stuck" }, 0],
      ["sakhi_sweep_caught", { what: "workflows" }, 3],
      ["sakhi_sweep_caught", { what: "mails" }, 201],
      ["sakhi_sweep_failed", { what: "refunds" }, 1],
      ["sakhi_sweep_failed", { what: "mails" }, 0],
    ] as const) {
      expect([name, labels, of(name, labels)]).toEqual([name, labels, value]);
    }
    for (const [name, labels, seconds] of [
      ["sakhi_hold_expiry_lag_seconds", {}, 90],
      ["sakhi_outbox_age_seconds", { topic: "workflow" }, 40],
      ["sakhi_webhook_lag_seconds", {}, 30],
      ["sakhi_sweep_age_seconds", {}, 50],
    ] as const) {
      const late = (of(name, labels) ?? 0) - seconds;
      expect([name, late >= 0 && late < secondsSince(began) + 1]).toEqual([name, true]);
    }
  });

  it("report the age of the record's copy only where a record is kept: elsewhere nothing would ever be copied", async () => {
    await db.database.query("UPDATE installation SET created_at = clock_timestamp() - interval '2 hours'");
    expect((await figures())("sakhi_record_copy_age_seconds")).toBeGreaterThan(3600);
    const without = await startOperations(db, configOf(db.url, ""));
    const samples = await scrapeWhole(without, TOKEN);
    await without.close();
    expect(samples.filter(({ name }) => name === "sakhi_record_copy_age_seconds")).toEqual([]);
  });

  it("do not scan past bookings", async () => {
    await db.database.query(
      `INSERT INTO bookings (id, stall_key, state, release_reason, price_paise, held_at, hold_expires_at, ended_at)
       SELECT gen_random_uuid(), stall_key, 'released', 'hold_expired', 2700000, now() - interval '2 days',
              now() - interval '2 days', now() - interval '2 days' FROM stalls, generate_series(1, 300)`,
    );
    await db.database.query("ANALYZE bookings");
    const scanning: string[] = [];
    for (const { name, sql } of FIGURES) {
      const plan = JSON.stringify(await db.database.query(`EXPLAIN ${sql}`));
      if (plan.includes("Seq Scan on bookings")) scanning.push(name);
    }
    expect(scanning).toEqual([]);
  });
});

describe("the metrics of the api process", () => {
  it("count requests by route template, never by URL, and report memory and event loop lag", async () => {
    await app.inject({ url: "/nowhere/asha@example.org" });
    await app.inject({ url: "/api/v1/mela/admin/check?from=9876543210" });
    const samples = await scrapeWhole(app, TOKEN);
    const routes = samples
      .filter(({ name }) => name === "http_request_duration_seconds_count")
      .map(({ labels }) => `${labels["method"]} ${labels["route"]} ${labels["status"]}`);
    expect(routes).toEqual(expect.arrayContaining(["GET /api/v1/mela/admin/check 200", "GET (none) 404"]));
    expect(routes.join()).not.toMatch(/asha|9876543210/);
    const of = await figures();
    expect(of("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(of("nodejs_eventloop_lag_seconds")).toBeGreaterThanOrEqual(0);
  });

  it("are reported while the database is down", async () => {
    const source = await new DataSource(dataSourceOptions(db.url, [], 2)).initialize();
    const own = { ...db, source, database: new Database(source) };
    const detached = await startOperations(own, configOf(db.url));
    await source.destroy();
    const of = await figures(detached);
    expect(of("sakhi_part_up", { part: "database" })).toBe(0);
    expect(of("process_resident_memory_bytes")).toBeGreaterThan(1e7);
    await detached.close();
  });
});

describe("ProcessReports", () => {
  it("adds up the counters of all processes", async () => {
    await emptyTables(db.source, "metric_totals", "process_reports");
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
    await keepReportsFresh();
    const of = await figures();
    expect(of("sakhi_activity_failures_total", { activity: "lookUpBooking" })).toBe(4);
    const done = { call: "readOrder", outcome: "done" };
    const slow = { call: "readOrder", outcome: "timeout" };
    const within = (labels: object, le: string) => of("sakhi_provider_call_seconds_bucket", { ...labels, le });
    expect([within(done, "0.25"), within(done, "0.5"), within(done, "+Inf")]).toEqual([0, 2, 2]);
    expect([within(slow, "8"), within(slow, "+Inf")]).toEqual([0, 2]);
    expect(of("sakhi_provider_call_seconds_sum", done)).toBeCloseTo(0.6);
    expect(of("sakhi_processes", { process: "jobs" })).toBe(1);
    expect(of("sakhi_process_resident_bytes", { process: "orchestrator" })).toBeGreaterThan(1e7);
  });

  it("exports failures as 0 before the first one, so that a first burst is an increase", async () => {
    await emptyTables(db.source, "metric_totals", "process_reports");
    const counters = new Counters();
    counters.show(JOB_FAILURES, { queue: "mails" });
    new CashfreeProvider(configOf(db.url), counters);
    const reports = new ProcessReports("jobs", db.database, counters);
    reports.onApplicationBootstrap();
    await reports.report();
    const failures = ["sakhi_queue_job_failures_total", { queue: "mails" }] as const;
    const bad = ["sakhi_objective_events_total", { objective: "mail", result: "bad" }] as const;
    const before = await figures();
    const timeouts = { call: "refund", outcome: "timeout" };
    expect([before(...failures), before(...bad)]).toEqual([0, 0]);
    expect(before("sakhi_provider_call_seconds_count", timeouts)).toBe(0);
    expect(before("sakhi_provider_call_seconds_bucket", { ...timeouts, le: "4" })).toBe(0);
    counters.count(JOB_FAILURES, { queue: "mails" });
    await reports.beforeApplicationShutdown();
    expect((await figures())(...failures)).toBe(1);
  });

  it("keeps counts while the database is down, and removes a stopped process", async () => {
    await emptyTables(db.source, "metric_totals", "process_reports");
    const counters = new Counters();
    counters.count(ACTIVITY_FAILURES, { activity: "expireListing" });
    const down = { query: () => Promise.reject(new Error("down")) } as unknown as Database;
    await expect(new ProcessReports("jobs", down, counters).report()).rejects.toThrow("down");
    const reports = new ProcessReports("jobs", db.database, counters);
    await reports.report();
    await keepReportsFresh();
    const failures = ["sakhi_activity_failures_total", { activity: "expireListing" }] as const;
    const running = ["sakhi_processes", { process: "jobs" }] as const;
    const before = await figures();
    expect([before(...failures), before(...running)]).toEqual([1, 1]);
    counters.count(ACTIVITY_FAILURES, { activity: "expireListing" });
    await reports.beforeApplicationShutdown();
    const after = await figures();
    expect([after(...failures), after(...running)]).toEqual([2, 0]);
  });

  it("does not count a process that stopped reporting", async () => {
    await emptyTables(db.source, "process_reports");
    await new ProcessReports("jobs", db.database, new Counters()).report();
    await db.database.query("UPDATE process_reports SET seen_at = seen_at - interval '31 seconds'");
    expect((await figures())("sakhi_processes", { process: "jobs" })).toBe(0);
  });
});

describe("the objectives", () => {
  it("count a failure and a late answer as bad, for Prometheus and by the hour", async () => {
    await emptyTables(db.source, "metric_totals", "objective_hours");
    const counters = new Counters();
    countEvent(counters, "plan", 0.1);
    countEvent(counters, "plan", 0.11);
    countEvent(counters, "plan", 0.01, false);
    countEvent(counters, "booking", 900);
    const reports = new ProcessReports("jobs", db.database, counters);
    await reports.report();
    countEvent(counters, "plan", 0.02);
    await reports.report();
    const of = await figures();
    const count = (objective: string, result: string) => of(OBJECTIVE_EVENTS.name, { objective, result });
    expect([count("plan", "good"), count("plan", "bad"), count("booking", "good")]).toEqual([2, 2, 1]);
    expect(of("sakhi_objective_target", { objective: "booking" })).toBe(0.999);
    const hours = await db.database.query("SELECT objective, good, total FROM objective_hours ORDER BY objective");
    expect(hours).toEqual([
      { objective: "booking", good: "1", total: "1" },
      { objective: "plan", good: "2", total: "4" },
    ]);
  });

  it.each([
    [{ good: 0, total: 0 }, 1],
    [{ good: 1000, total: 1000 }, 1],
    [{ good: 995, total: 1000 }, 0.5],
    [{ good: 990, total: 1000 }, 0],
    [{ good: 970, total: 1000 }, -2],
  ])("leave of the budget after %j: %d", (events, left) => {
    expect(budgetLeft(OBJECTIVES.plan, events)).toBeCloseTo(left);
  });

  it("stand in the runbook with their targets", async () => {
    const page = await file("docs/operations/objectives.md");
    const rows = [...page.matchAll(/^\| (\w+) +\|.*\| +([\d.]+) % +\|/gm)];
    expect(rows.map(([, name, target]) => [name, Number(target)])).toEqual(
      Object.values(OBJECTIVES).map(({ name, target }) => [name, Number((100 * target).toFixed(3))]),
    );
  });
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Recording {
  readonly record: string;
  readonly expr: string;
}
interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const file = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");

/** Metrics of an expression, each with the labels it is filtered by. */
function metricsOf(expr: string): { readonly name: string; readonly labels: string[] }[] {
  const bare = expr.replace(/"[^"]*"/g, '""').replace(/\b(by|without)\s*\([^)]*\)/g, " ");
  return [...bare.matchAll(/\b([a-z_:][a-z0-9_:]*)(?:\{([^}]*)\})?(?!\w|\s*\()/gi)]
    .map(([, name = "", filter = ""]) => ({
      name,
      labels: filter === "" ? [] : [...filter.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
    }))
    .filter(({ name }) => /_/.test(name) && !/^\d/.test(name));
}

/** Labels that an expression groups by or a legend shows. */
function namedLabels(expr: string, text: string): string[] {
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(","));
  const shown = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = ""]) => label);
  return [...grouped, ...shown].map((label) => label.trim());
}

/** Labels that Prometheus adds to every series. */
const PROMETHEUS_LABELS = ["instance", "job", "le"];

function problemsOf(where: string, expr: string, text: string): string[] {
  const used = metricsOf(expr);
  const known = (name: string) => everySample.filter((sample) => sample.name === name);
  const labelsOf = (name: string) => known(name).flatMap(({ labels }) => Object.keys(labels));
  const all = [...PROMETHEUS_LABELS, ...used.flatMap(({ name }) => labelsOf(name))];
  return [
    ...used.filter(({ name }) => known(name).length === 0).map(({ name }) => `${where}: no metric ${name}`),
    ...used.flatMap(({ name, labels }) =>
      labels
        .filter((label) => !labelsOf(name).includes(label) && !PROMETHEUS_LABELS.includes(label))
        .map((label) => `${where}: ${name} has no label ${label}`),
    ),
    ...namedLabels(expr, text)
      .filter((label) => !all.includes(label))
      .map((label) => `${where}: no label ${label}`),
  ];
}

const targetsOf = () => panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** A scrape with every kind of sample, and the files that use them. */
let everySample: Sample[];
let rules: readonly Rule[];
let recorded: readonly Recording[];
let panels: readonly Panel[];

describe("the configuration of Prometheus and Grafana", () => {
  beforeAll(async () => {
    const counters = new Counters();
    counters.time(PROVIDER_CALLS, { call: "readOrder", outcome: "done" }, 0.1);
    counters.count(ACTIVITY_FAILURES, { activity: "lookUpBooking" });
    counters.count(JOB_FAILURES, { queue: "mails" });
    countEvent(counters, "mail", 1);
    counters.count(PICTURE_UPLOADS, { outcome: "started" });
    counters.count(PICTURES_REFUSED, { problem: "broken" });
    counters.time(PICTURE_CHECKS, { outcome: "ready" }, 3);
    await new ProcessReports("jobs", db.database, counters).report();
    await db.database.query("INSERT INTO disk_space (place, free_bytes, total_bytes) VALUES ('backups', 60, 100)");
    await db.database.query(
      `INSERT INTO backup_runs (kind, started_at, finished_at, succeeded)
       VALUES ('archive', clock_timestamp() - interval '90 seconds', clock_timestamp() - interval '90 seconds', true),
              ('archive', clock_timestamp(), clock_timestamp(), false)`,
    );
    everySample = await scrapeWhole(app, TOKEN);
    const archive = everySample.filter(({ name }) => name.startsWith("sakhi_archive_"));
    // Of the last one that succeeded; and the tests' PostgreSQL archives nothing, so there is no lag.
    expect(archive).toEqual([{ name: "sakhi_archive_backup_age_seconds", labels: {}, value: expect.any(Number) }]);
    expect(archive[0]?.value).toBeGreaterThanOrEqual(90);
    everySample.push({ name: "sakhi_archive_lag_seconds", labels: {}, value: 0 });
    const files = await Promise.all(["alerts", "objectives"].map((name) => file(`deploy/prometheus/${name}.yml`)));
    const all = files.flatMap((text) => (parse(text) as { groups: { rules: (Rule | Recording)[] }[] }).groups);
    const every = all.flatMap((group) => group.rules);
    // What the rules record is known to the alerts too.
    const recordings = every.filter((rule) => "record" in rule);
    for (const { record } of recordings) everySample.push({ name: record, labels: { objective: "mail" }, value: 0 });
    recorded = recordings;
    rules = every.filter((rule) => "alert" in rule);
    ({ panels } = JSON.parse(await file("deploy/grafana/sakhi-bazaar.dashboard.json")) as { panels: Panel[] });
  });

  describe("the alerts", () => {
    it("use existing metrics and labels only", () => {
      expect(rules.length).toBeGreaterThan(20);
      expect(rules.flatMap(({ alert, expr, annotations }) => problemsOf(alert, expr, annotations.summary))).toEqual([]);
      expect(recorded.flatMap(({ record, expr }) => problemsOf(record, expr, ""))).toEqual([]);
    });

    it("each have a severity and a page in the runbook with its meaning, diagnosis and action", async () => {
      for (const { alert, labels, annotations } of rules) {
        expect(["page", "ticket", "heartbeat"]).toContain(labels.severity);
        expect(annotations.summary).not.toBe("");
        const page = await file(`docs/operations/alarms/${alert}.md`);
        expect(`${alert}: ${/\*\*Meaning/.test(page)} ${/\*\*Check/.test(page)} ${/\*\*Action/.test(page)}`).toBe(
          `${alert}: true true true`,
        );
        expect(page).toContain(`**${labels.severity}**`);
      }
    });

    it("include every alert of the runbook", async () => {
      const pages = await readdir(fileURLToPath(new URL("../../../docs/operations/alarms", import.meta.url)));
      expect(pages.sort()).toEqual(rules.map(({ alert }) => `${alert}.md`).sort());
    });
  });

  describe("the dashboard", () => {
    it("uses existing metrics and labels only", () => {
      const problems = targetsOf().flatMap(({ title, expr, legendFormat }) => problemsOf(title, expr, legendFormat));
      expect(problems).toEqual([]);
    });

    it("shows every metric", () => {
      const shown = new Set(targetsOf().flatMap(({ expr }) => metricsOf(expr).map(({ name }) => name)));
      const ours = new Set(everySample.map(({ name }) => name).filter((name) => name.startsWith("sakhi_")));
      const hidden = [...ours].filter((name) => !shown.has(name) && !/_(bucket|sum|count)$/.test(name));
      expect(hidden).toEqual([]);
      expect(FIGURES.length).toBeGreaterThan(15);
    });
  });

  describe("the check of expressions", () => {
    it("finds unknown metrics and labels", () => {
      expect(problemsOf("x", 'max by (state) (sakhi_bookngs{state="sold"})', "")).toContain(
        "x: no metric sakhi_bookngs",
      );
      expect(problemsOf("x", 'sakhi_bookings{status="sold"} > 1', "")).toEqual([
        "x: sakhi_bookings has no label status",
      ]);
      expect(problemsOf("x", "max by (colour) (sakhi_bookings)", "")).toEqual(["x: no label colour"]);
      expect(problemsOf("x", "sakhi_bookings", "{{ $labels.colour }}")).toEqual(["x: no label colour"]);
    });
  });
});
