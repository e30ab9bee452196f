import { afterAll, describe, expect, it } from "@jest/globals";
import { AuditLogService } from "../../src/accounts/audit-log.service.js";
import { IssuesService } from "../../src/issues/issues.service.js";
import { StatusService } from "../../src/ops/status.service.js";
import { CashfreeProvider } from "../../src/payments/provider/cashfree.provider.js";
import { FolderStore } from "../../src/pictures/folder-store.js";
import { DatabaseWriteCheck } from "../../src/platform/http/write-check.js";
import { Counters } from "../../src/platform/metrics/counters.js";
import { QueueHealth } from "../../src/platform/queue/queues.js";
import { TemporalConnection } from "../../src/platform/temporal/temporal-connection.js";
import { OutsidePositionsService } from "../../src/recovery/outside-positions.service.js";
import { RecoveryService } from "../../src/recovery/recovery.service.js";
import { RunsOutsideService } from "../../src/recovery/runs-outside.service.js";
import { NightlyVerificationService } from "../../src/verify/nightly-verification.service.js";
import { countOf, VerifyService } from "../../src/verify/verify.service.js";
import { scrapeWhole, startOperations } from "../ops/operations-app.js";
import { testConfig } from "../support/config.js";
import { createTestDatabase } from "../support/database.js";

const db = await createTestDatabase();
// No server listens on port 1, so rules over Temporal cannot be checked.
const config = testConfig({ DATABASE_URL: db.url, TEMPORAL_ADDRESS: "127.0.0.1:1", REDIS_URL: "" });
const temporal = new TemporalConnection(config);
const provider = new CashfreeProvider(config, new Counters());
const outside = new OutsidePositionsService(config, temporal);
const runsOutside = new RunsOutsideService(temporal);
const recovery = new RecoveryService(
  db.database,
  db.source,
  outside,
  runsOutside,
  new IssuesService(db.database),
  new AuditLogService(db.database),
);
const verifyService = new VerifyService(
  db.source,
  config,
  temporal,
  provider,
  recovery,
  outside,
  runsOutside,
  new FolderStore(config.pictures.folder),
);
const runs = new NightlyVerificationService(db.database, verifyService);
const status = new StatusService(
  config,
  db.database,
  temporal,
  new QueueHealth(config, db.database),
  new DatabaseWriteCheck(db.database),
);
afterAll(async () => {
  await temporal.onApplicationShutdown();
  await db.close();
});

describe("NightlyVerificationService.run", () => {
  it("stores the number of rules that hold and the unchecked rules for the dashboard", async () => {
    expect(await status.read("en")).not.toHaveProperty("verification");
    const report = await runs.run();
    expect(countOf(report, "broken")).toBe(0);
    const { verification } = await status.read("en");
    expect(verification?.held).toBe(countOf(report, "holds"));
    expect(verification?.findings.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      "unfinished-has-run: not_checked",
      "run-has-unfinished: not_checked",
      "position-as-outside: not_checked",
      "run-has-row: not_checked",
    ]);
    expect(verification?.findings[0]?.reason).toMatch(/\w/);
  });

  it("stores a broken rule with its rows, and sets the alarm's metric", async () => {
    await db.database.query("INSERT INTO coupons (code, percentage) VALUES ('PLANTED', 10)");
    await db.database.query(
      `INSERT INTO issues (id, kind, subject, facts)
       VALUES ('22222222-2222-4222-8222-222222222222', 'mail_failed', 'x', '{"to": "asha@example.com"}')`,
    );
    await runs.run();
    const { verification } = await status.read("en");
    const [broken] = verification?.findings.filter(({ outcome }) => outcome === "broken") ?? [];
    expect(broken).toMatchObject({
      name: "no-personal-data-in-records",
      count: 1,
      violations: [{ id: "issues 22222222-2222-4222-8222-222222222222" }],
    });
    // The personal data itself is not stored.
    expect(JSON.stringify(verification)).not.toContain("asha");
    const app = await startOperations(db, config);
    const samples = await scrapeWhole(app, config.metricsToken);
    await app.close();
    const values = (name: string) =>
      samples.filter((sample) => sample.name === name && sample.value > 0).map(({ labels }) => labels);
    expect(values("sakhi_verification_broken")).toMatchObject([{ rule: "no-personal-data-in-records" }]);
    expect(values("sakhi_verification_unchecked")).toHaveLength(1);
  });

  it("runs once a night", async () => {
    expect(await runs.runIfDue()).toBeUndefined();
    const stored = await db.database.query("SELECT day FROM verification_runs");
    expect(stored).toHaveLength(1);
  });

  it("is repeated after ten minutes, once, if a rule could not be checked", async () => {
    const startedBefore = (minutes: number, outcome: string): Promise<unknown> =>
      db.database.query(
        `UPDATE verification_runs SET started_at = clock_timestamp() - make_interval(mins => $1),
           finished_at = clock_timestamp(), findings = $2`,
        [minutes, JSON.stringify([{ name: "unfinished-has-run", outcome, count: 0 }])],
      );
    await startedBefore(11, "broken");
    expect(await runs.runIfDue()).toBeUndefined();
    await startedBefore(9, "not_checked");
    expect(await runs.runIfDue()).toBeUndefined();
    await startedBefore(11, "not_checked");
    const ran = await Promise.all([1, 2, 3].map(() => runs.runIfDue()));
    expect(ran.filter((report) => report !== undefined)).toHaveLength(1);
  });
});

it("VerifyService.verify cannot write: its snapshot is read-only", async () => {
  const writing = {
    name: "writes",
    description: "It writes.",
    resolution: "None.",
    sql: () => "SELECT nextval('outbox_id_seq')::text AS id, '' AS detail",
  } as const;
  const { results } = await verifyService.verify({ rules: [writing] });
  expect(results).toMatchObject([{ outcome: "not_checked", reason: "QueryFailedError 25006" }]);
});
