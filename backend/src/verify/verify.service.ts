import { Injectable, Logger } from "@nestjs/common";
import { DataSource } from "typeorm";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { claimNight } from "../platform/loops/nightly-claim.js";
import { describeError } from "../platform/log/log.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { OpenRuns } from "./open-runs.js";
import type { Rule, RuleContext, RuleSettings, Violation } from "./rule.js";
import { RULES } from "./rules.js";

/** Violations of one rule that are named; their number is complete. */
const NAMED_AT_MOST = 100;
/** Longest that one rule may take, in ms. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** Memory for one sort, so that histories of a million bookings are sorted in it. */
const WORK_MEM = "96MB";
/** How long what moves by itself may take, unless given, in seconds. */
export const GRACE_SECONDS = 300;
/** Orders compared with the payment provider, unless given. */
export const PROVIDER_ORDERS = 100;

/** Rows of one broken rule that a night's record names. */
const NAMED_IN_RECORD = 20;
/** Nights that are kept. */
const KEPT_DAYS = 90;

/** The names of all rules. */
export const RULE_NAMES: readonly string[] = RULES.map(({ name }) => name);

/** What a rule came to: it holds, it is broken, or it could not be checked. */
export type RuleOutcome = "holds" | "broken" | "not_checked";

/** One rule's result. */
export interface RuleResult extends Pick<Rule, "name" | "description" | "resolution"> {
  readonly over: "database" | "temporal" | "provider";
  readonly outcome: RuleOutcome;
  /** How many rows break it. */
  readonly count: number;
  /** Those rows, up to 100 of them. */
  readonly violations: readonly Violation[];
  /** Why it was not checked; an error's name. */
  readonly reason?: string;
  readonly seconds: number;
}

/** What a verification found. */
export interface VerificationReport {
  readonly startedAt: string;
  readonly seconds: number;
  readonly results: readonly RuleResult[];
}

/** What is verified. */
export interface VerificationOptions {
  readonly graceSeconds?: number;
  readonly providerOrders?: number;
  /** All rules unless given. */
  readonly rules?: readonly Rule[];
}

/** How many rules of a report have an outcome. */
export function countOf({ results }: VerificationReport, outcome: RuleOutcome): number {
  return results.filter((result) => result.outcome === outcome).length;
}

/**
 * Checks the rules over one snapshot of the database, read-only: nothing is locked, and nothing written but the result of
 * the nightly verification, so that it may run on any installation at any time.
 */
@Injectable()
export class VerifyService {
  private readonly log = new Logger("Verify");

  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly config: Config,
    private readonly temporal: TemporalConnection,
    private readonly provider: PaymentProvider,
  ) {}

  /** Checks every rule, also where one fails to run. */
  async verify(options: VerificationOptions = {}): Promise<VerificationReport> {
    const { rules = RULES } = options;
    const startedAt = new Date();
    const results = await inSnapshot(this.source, async (tx) => {
      const context = this.contextOf(tx, options);
      const checked: RuleResult[] = [];
      // One after the other: the snapshot belongs to one connection.
      for (const rule of rules) checked.push(...(await this.check(tx, rule, context)));
      return checked;
    });
    return { startedAt: startedAt.toISOString(), seconds: (Date.now() - startedAt.getTime()) / 1_000, results };
  }

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
    const report = await this.verify();
    const findings = report.results
      .filter(({ outcome }) => outcome !== "holds")
      .map((result) => ({ ...result, violations: result.violations.slice(0, NAMED_IN_RECORD) }));
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

  private contextOf(tx: Tx, options: VerificationOptions): RuleContext {
    const { graceSeconds = GRACE_SECONDS, providerOrders = PROVIDER_ORDERS } = options;
    const { holdSeconds, retention } = this.config;
    const settings: RuleSettings = { graceSeconds, holdSeconds, retention, providerOrders };
    const database = {
      query: <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => rows<Row>(tx, sql, parameters),
    };
    return { database, settings, runs: new OpenRuns(this.temporal), provider: this.provider };
  }

  /** @returns nothing where the installation has no such table: its queue is on Redis */
  private async check(tx: Tx, rule: Rule, context: RuleContext): Promise<readonly RuleResult[]> {
    const { name, description, resolution, over = "database" } = rule;
    const began = Date.now();
    const result = (outcome: RuleOutcome, more: Partial<RuleResult> = {}): RuleResult => ({
      name,
      description,
      resolution,
      over,
      outcome,
      count: 0,
      violations: [],
      ...more,
      seconds: (Date.now() - began) / 1_000,
    });
    try {
      // A statement that fails must not end the snapshot of the others.
      const found = await tx.transaction(() => violationsOf(rule, context));
      if (found === undefined) return [];
      return [found.count === 0 ? result("holds") : result("broken", found)];
    } catch (error) {
      this.log.warn(`${name} could not be checked: ${describeError(error)}`);
      return [result("not_checked", { reason: describeError(error) })];
    }
  }
}

/** Runs work on one consistent state of the database, which it can only read. */
async function inSnapshot<T>(source: DataSource, work: (tx: Tx) => Promise<T>): Promise<T> {
  return source.transaction("REPEATABLE READ", async (tx) => {
    await tx.query("SET TRANSACTION READ ONLY");
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    // Temporal and the provider are asked while the snapshot waits.
    await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await tx.query(`SET LOCAL work_mem = '${WORK_MEM}'`);
    return work(tx);
  });
}

/** What breaks a rule now; undefined where its table does not exist. */
async function violationsOf(
  rule: Rule,
  context: RuleContext,
): Promise<{ readonly count: number; readonly violations: readonly Violation[] } | undefined> {
  if (rule.over !== undefined) {
    const violations = await rule.find(context);
    return { count: violations.length, violations: violations.slice(0, NAMED_AT_MOST) };
  }
  const { database, settings } = context;
  if (rule.table !== undefined) {
    const [table] = await database.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [
      rule.table,
    ]);
    if (table?.exists !== true) return undefined;
  }
  const found = await database.query<Violation & { readonly count: string }>(
    `SELECT id, detail, count(*) OVER () AS count FROM (${rule.sql(settings)}) AS violation
      ORDER BY id, detail LIMIT ${NAMED_AT_MOST}`,
  );
  return { count: Number(found[0]?.count ?? 0), violations: found.map(({ id, detail }) => ({ id, detail })) };
}
