import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Module } from "@nestjs/common";
import { startSmtpCatcher } from "@sakhi/testkit/smtp-catcher";
import { DataSource } from "typeorm";
import { ENTITIES } from "../../src/entities.js";
import { SmtpCheckService } from "../../src/mail/smtp-check.service.js";
import { OpsModule } from "../../src/ops/ops.module.js";
import { PartChecksService } from "../../src/ops/part-checks.service.js";
import { SiteStatusService } from "../../src/ops/site-status.service.js";
import { PaymentProvider } from "../../src/payments/provider/payment-provider.js";
import { dataSourceOptions } from "../../src/platform/database/data-source.js";
import { Database } from "../../src/platform/database/database.js";
import { HealthModule } from "../../src/platform/health.module.js";
import { DatabaseWriteCheck } from "../../src/platform/http/write-check.js";
import { Counters, OBJECTIVE_EVENTS } from "../../src/platform/metrics/counters.js";
import { PlatformModule } from "../../src/platform/platform.module.js";
import { ADMIN, logIn } from "../admin/administration.js";
import type { TestVisitor } from "../bookings/mela.js";
import { PayingTest } from "../payments/paying.js";
import { testConfig } from "../support/config.js";
import { countsSince } from "../support/counts.js";
import { startTestApp } from "../support/http-app.js";

@Module({})
class StatusTestModule {}

let test: PayingTest;
let admin: TestVisitor;
beforeAll(async () => {
  test = await PayingTest.start({}, [OpsModule]);
  admin = await logIn(test.mela, "asha");
});
afterAll(() => test.close());

const status = async () => {
  const { body } = await admin.get(`${ADMIN}/operations`);
  return body as {
    parts: Record<string, string>;
    processes: { name: string; running: number; lastSeenSeconds?: number }[];
    unread: string[];
    objectives: { day: { total: number }; month: { total: number }; budgetLeft: number }[];
  };
};

const checksOf = (smtpUrl: string): PartChecksService =>
  new PartChecksService(
    new SmtpCheckService(testConfig({ DATABASE_URL: test.mela.db.url, SMTP_URL: smtpUrl })),
    test.mela.app.get(PaymentProvider, { strict: false }),
    test.mela.db.database,
  );

describe("the processes", () => {
  it("are shown by kind, with those that no longer report", async () => {
    await test.mela.query("DELETE FROM process_reports");
    await test.mela.query(
      `INSERT INTO process_reports (instance, process, resident_bytes, cpu_seconds, loop_lag_seconds, seen_at)
       VALUES (gen_random_uuid(), 'api', 1, 1, 0, clock_timestamp()), (gen_random_uuid(), 'api', 1, 1, 0, clock_timestamp()),
              (gen_random_uuid(), 'jobs', 1, 1, 0, clock_timestamp() - interval '5 minutes')`,
    );
    const { processes } = await status();
    expect(processes).toEqual([
      { name: "api", running: 2, lastSeenSeconds: expect.any(Number) },
      { name: "orchestrator", running: 0 },
      { name: "jobs", running: 0, lastSeenSeconds: expect.any(Number) },
    ]);
    expect(processes[2]?.lastSeenSeconds).toBeGreaterThanOrEqual(300);
  });
});

describe("the objectives", () => {
  /** Events counted since the last call, as `objective result`. */
  const counted = async () =>
    (await countsSince(test.mela.app.get(Counters)))
      .filter(({ series }) => series === OBJECTIVE_EVENTS.name)
      .map(({ labels, value }) => `${labels["objective"]} ${labels["result"]} ${value}`)
      .sort();

  it("count the calls of a booking, and a provider that does not answer against us", async () => {
    await counted();
    const buyer = await test.registered("B12");
    await test.mela.visitor().reserve("B12");
    expect(await counted()).toEqual(["booking good 3"]);
    await test.simulator.fault("all", "error500", { times: null });
    await test.initiate(buyer);
    await test.simulator.noFaults();
    expect(await counted()).toEqual(["booking bad 1"]);
    await buyer.visitor.get("/api/v1/mela/layout");
    // Its result depends on this machine.
    expect(await counted()).toEqual([expect.stringMatching(/^plan (good|bad) 1$/)]);
  });

  it("are shown for a day and for 28 days, with what is left of the budget", async () => {
    await test.mela.query("DELETE FROM objective_hours");
    await test.mela.query(
      `INSERT INTO objective_hours (hour, objective, good, total) VALUES
         (date_trunc('hour', clock_timestamp()), 'plan', 90, 90),
         (date_trunc('hour', clock_timestamp()) - interval '3 days', 'plan', 905, 910),
         (date_trunc('hour', clock_timestamp()) - interval '29 days', 'plan', 0, 1000)`,
    );
    const { objectives } = await status();
    expect(objectives.map(({ day, month, budgetLeft }) => [day.total, month.total, budgetLeft])).toEqual([
      [0, 0, 1],
      [90, 1000, expect.closeTo(0.5)],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });
});

describe("the mail server and the payment provider", () => {
  it("are unknown until jobs has checked them, and again when it stops checking", async () => {
    await test.mela.query("DELETE FROM part_checks");
    expect((await status()).parts).toMatchObject({ smtp: "unknown", payments: "unknown" });
    const mail = await startSmtpCatcher();
    await checksOf(mail.url).check();
    expect((await status()).parts).toMatchObject({ smtp: "up", payments: "up" });
    await mail.close();
    await test.mela.query("UPDATE part_checks SET checked_at = checked_at - interval '4 minutes'");
    expect((await status()).parts).toMatchObject({ smtp: "unknown", payments: "unknown" });
  });

  it("are down when they refuse or hang", async () => {
    const sockets: Socket[] = [];
    const hung: Server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
    await new Promise<void>((done) => hung.listen(0, "127.0.0.1", done));
    await test.simulator.fault("all", "error500", { times: null });
    for (const port of [1, (hung.address() as AddressInfo).port]) {
      await checksOf(`smtp://127.0.0.1:${port}`).check();
      expect((await status()).parts).toMatchObject({ smtp: "down", payments: "down" });
    }
    await test.simulator.noFaults();
    for (const socket of sockets) socket.destroy();
    hung.close();
  });
});

describe("what visitors see of it", () => {
  const siteStatus = async () => {
    await test.mela.app.get(SiteStatusService).read();
    const { body, headers } = await test.mela.visitor().get("/api/v1/status");
    return { body, header: headers["site-status"] as string | undefined };
  };
  const outside = (part: string, up: boolean) =>
    test.mela.query(
      `INSERT INTO part_checks (part, up) VALUES ($1, $2)
       ON CONFLICT (part) DO UPDATE SET up = $2, checked_at = clock_timestamp()`,
      [part, up],
    );

  it.each([
    ["the payment provider does not answer", () => outside("payments", false), "payments=fail"],
    [
      "sales are paused",
      () => test.mela.query("UPDATE outside_records SET unverified_since = clock_timestamp()"),
      "booking=paused",
    ],
  ])("%s", async (_case, breakIt, words) => {
    await outside("payments", true);
    expect((await siteStatus()).header ?? "").not.toContain(words);
    await breakIt();
    const { body, header } = await siteStatus();
    expect(header).toContain(words);
    const [name = "", state] = words.split("=");
    expect(body[name]).toBe(state);
    await test.mela.query("UPDATE outside_records SET unverified_since = NULL");
    await outside("payments", true);
  });

  it("without a database nothing can be booked, and the answer comes all the same", async () => {
    const source = await new DataSource(dataSourceOptions(test.mela.db.url, ENTITIES, 2)).initialize();
    const config = testConfig({ DATABASE_URL: test.mela.db.url, REDIS_URL: "" });
    const own = await startTestApp(
      { module: StatusTestModule, imports: [PlatformModule.with(config, source), HealthModule, OpsModule] },
      config,
    );
    await source.destroy();
    await own.get(SiteStatusService).read();
    const { statusCode, headers, body } = await own.inject({ url: "/api/v1/status" });
    expect([statusCode, headers["cache-control"]]).toEqual([200, "public, max-age=10"]);
    expect(JSON.parse(body)).toEqual({ booking: "down", payments: "fail", mails: "late" });
    await own.close();
  });
});

describe("a database that answers but cannot write", () => {
  /** New connections of the test's database have these settings, as with a full disk or a read-only database. */
  async function withSetting<T>(setting: string, work: (own: Database) => Promise<T>): Promise<T> {
    const name = new URL(test.mela.db.url).pathname.slice(1);
    await test.mela.query(`ALTER DATABASE "${name}" SET ${setting}`);
    const source = await new DataSource(dataSourceOptions(test.mela.db.url, ENTITIES, 2)).initialize();
    try {
      return await work(new Database(source));
    } finally {
      await source.destroy();
      await test.mela.query(`ALTER DATABASE "${name}" RESET ${setting.split(" ")[0] ?? ""}`);
    }
  }

  it.each([
    // The same class of error as a full disk: a row fits, a file does not.
    ["temp_file_limit = 0", false],
    ["default_transaction_read_only = on", false],
    ["work_mem = '4MB'", true],
  ])("with %s, writing works: %s", async (setting, works) => {
    expect(await withSetting(setting, (own) => new DatabaseWriteCheck(own).works())).toBe(works);
  });

  it("is not ready, and its status screen still opens and says so", async () => {
    const config = testConfig({ DATABASE_URL: test.mela.db.url, REDIS_URL: "" });
    await test.mela.query("UPDATE administrator_sessions SET seen_at = seen_at - interval '5 minutes'");
    await withSetting("default_transaction_read_only = on", async () => {
      const source = await new DataSource(dataSourceOptions(test.mela.db.url, ENTITIES, 4)).initialize();
      const app = await startTestApp(
        { module: StatusTestModule, imports: [PlatformModule.with(config, source), HealthModule, OpsModule] },
        config,
      );
      const authorization = `Bearer ${config.metricsToken}`;
      const ready = await app.inject({ url: "/readyz", headers: { authorization } });
      expect([ready.statusCode, ready.json<object>()]).toMatchObject([503, { database: "up", disk: "down" }]);
      const shown = await app.inject({ url: `${ADMIN}/operations`, headers: { cookie: admin.cookie ?? "" } });
      expect([shown.statusCode, shown.json<object>()]).toMatchObject([
        200,
        { parts: { database: "up", disk: "down" } },
      ]);
      await app.close();
      if (source.isInitialized) await source.destroy();
    });
  });

  it("names figures that cannot be read", async () => {
    await test.mela.query("ALTER TABLE sweep_runs RENAME TO sweep_runs_away");
    expect((await status()).unread).toEqual(["The sweep"]);
    await test.mela.query("ALTER TABLE sweep_runs_away RENAME TO sweep_runs");
    expect((await status()).unread).toEqual([]);
  });
});
