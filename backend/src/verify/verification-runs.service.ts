import { Injectable, Logger } from "@nestjs/common";
import { Database } from "../platform/database/database.js";
import { claimNight } from "../platform/loops/nightly-claim.js";
import { countOf, VerifyService, type VerificationReport } from "./verify.service.js";

/** Rows of one broken rule that a night's record names. */
const NAMED_AT_MOST = 20;
/** Nights that are kept. */
const KEPT_DAYS = 90;

/** The nightly verification: once a night, in one of the jobs processes, its result stored for the dashboard. */
@Injectable()
export class VerificationRunsService {
  private readonly log = new Logger("Verify");

  constructor(
    private readonly database: Database,
    private readonly verifier: VerifyService,
  ) {}

  /**
   * Verifies if it is night (three o'clock or later in India, after the retention job) and nobody has today. An
   * interrupted run starts again after an hour.
   *
   * @returns undefined when nothing was due
   */
  async runIfDue(): Promise<VerificationReport | undefined> {
    return (await claimNight(this.database, "verification_runs", 3)) ? this.run() : undefined;
  }

  /** Verifies now and stores the result as today's. */
  async run(): Promise<VerificationReport> {
    const report = await this.verifier.verify();
    const findings = report.results
      .filter(({ outcome }) => outcome !== "holds")
      .map((result) => ({ ...result, violations: result.violations.slice(0, NAMED_AT_MOST) }));
    await this.database.query(
      `INSERT INTO verification_runs (day, started_at, finished_at, held, findings)
       VALUES ((clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date, $1, clock_timestamp(), $2, $3)
       ON CONFLICT (day) DO UPDATE SET started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at,
         held = EXCLUDED.held, findings = EXCLUDED.findings`,
      [report.startedAt, countOf(report, "holds"), JSON.stringify(findings)],
    );
    await this.database.query(
      "DELETE FROM verification_runs WHERE day < (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date - $1::int",
      [KEPT_DAYS],
    );
    for (const { name, outcome, count } of findings) this.log.warn(`${name}: ${outcome}, ${count} rows`);
    return report;
  }
}
