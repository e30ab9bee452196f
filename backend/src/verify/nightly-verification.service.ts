import { Injectable, Logger } from "@nestjs/common";
import { Database } from "../platform/database/database.js";
import { claimNight } from "../platform/loops/nightly-claim.js";
import { countOf, type VerificationReport, VerifyService } from "./verify.service.js";

/** Most violations stored per rule and night. */
const MAX_STORED = 20;
/** Retention of nightly results, in days. */
const RETENTION_DAYS = 90;
/** When a verification that could not check every rule is repeated. */
const REPEATED_AFTER_MINUTES = 10;

/** Verifies every night, in one process, and stores the result for the dashboard and the metrics. */
@Injectable()
export class NightlyVerificationService {
  private readonly log = new Logger("Verify");

  constructor(
    private readonly database: Database,
    private readonly verifyService: VerifyService,
  ) {}

  /**
   * Runs the nightly verification once a day, from 03:00 in India on (after the retention job). An interrupted run is
   * retried after an hour, one that could not check every rule after ten minutes: a part was away, or starting.
   *
   * @returns undefined if it is not due
   */
  async runIfDue(): Promise<VerificationReport | undefined> {
    const due = (await claimNight(this.database, "verification_runs", 3)) || (await this.claimRepetition());
    return due ? this.run() : undefined;
  }

  private async claimRepetition(): Promise<boolean> {
    const claimed = await this.database.query(
      `UPDATE verification_runs SET started_at = clock_timestamp()
        WHERE day = (SELECT max(day) FROM verification_runs) AND finished_at IS NOT NULL
          AND started_at < clock_timestamp() - make_interval(mins => $1)
          AND findings @> '[{"outcome": "not_checked"}]'
        RETURNING day`,
      [REPEATED_AFTER_MINUTES],
    );
    return claimed.length > 0;
  }

  /** Verifies now and stores the result as today's. */
  async run(): Promise<VerificationReport> {
    const report = await this.verifyService.verify();
    const findings = report.results
      .filter(({ outcome }) => outcome !== "holds")
      .map((result) => ({ ...result, violations: result.violations.slice(0, MAX_STORED) }));
    await this.database.query(
      `INSERT INTO verification_runs (day, started_at, finished_at, held, findings)
       VALUES ((clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, $1, clock_timestamp(), $2, $3)
       ON CONFLICT (day) DO UPDATE SET started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at,
         held = EXCLUDED.held, findings = EXCLUDED.findings`,
      [report.startedAt, countOf(report, "holds"), JSON.stringify(findings)],
    );
    await this.database.query(
      "DELETE FROM verification_runs WHERE day < (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date - $1::int",
      [RETENTION_DAYS],
    );
    for (const { name, outcome, count } of findings) this.log.warn(`${name}: ${outcome}, ${count} rows`);
    return report;
  }
}
