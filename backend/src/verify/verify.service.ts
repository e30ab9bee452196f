import { Injectable, Logger } from "@nestjs/common";
import { DataSource } from "typeorm";
import { PaymentProvider } from "../payments/provider/payment-provider.js";
import { PictureStore } from "../pictures/picture-store.js";
import { Config } from "../platform/config/config.js";
import { rows, type Tx } from "../platform/database/database.js";
import { describeError } from "../platform/log/log.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { OutsidePositionsService } from "../recovery/outside-positions.service.js";
import { RecoveryService } from "../recovery/recovery.service.js";
import { RunsOutsideService } from "../recovery/runs-outside.service.js";
import { OpenRuns } from "./open-runs.js";
import type { Rule, RuleContext, RuleSettings, Violation } from "./rule.js";
import { RULES } from "./rules.js";

/** Most violations listed per rule; all are counted. */
const MAX_LISTED = 100;
/** Timeout of one rule, in ms. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** Memory per sort: enough to sort the events of a million bookings. */
const WORK_MEM = "96MB";
/** Default grace period of asynchronous work, in seconds. */
export const GRACE_SECONDS = 300;
/** Default number of orders compared with the payment provider. */
export const PROVIDER_ORDERS = 100;

/** The names of all rules. */
export const RULE_NAMES: readonly string[] = RULES.map(({ name }) => name);

/** Outcome of a rule: it holds, is broken, or could not be checked. */
export type RuleOutcome = "holds" | "broken" | "not_checked";

/** One rule's result. */
export interface RuleResult extends Pick<Rule, "name" | "description" | "resolution"> {
  readonly over: "database" | "temporal" | "provider" | "pictures";
  readonly outcome: RuleOutcome;
  /** Number of violations. */
  readonly count: number;
  /** The first 100 violations. */
  readonly violations: readonly Violation[];
  /** Why it was not checked: name of an error. */
  readonly reason?: string;
  readonly seconds: number;
}

/** Result of a verification. */
export interface VerificationReport {
  readonly startedAt: string;
  readonly seconds: number;
  readonly results: readonly RuleResult[];
}

/** Options of a verification. */
export interface VerificationOptions {
  readonly graceSeconds?: number;
  readonly providerOrders?: number;
  /** Defaults to all rules. */
  readonly rules?: readonly Rule[];
}

/** Number of rules with the given outcome. */
export function countOf({ results }: VerificationReport, outcome: RuleOutcome): number {
  return results.filter((result) => result.outcome === outcome).length;
}

/**
 * Checks the rules over one read-only snapshot of the database, without locks. Writes nothing, so it may run on any
 * installation at any time.
 */
@Injectable()
export class VerifyService {
  private readonly log = new Logger("Verify");

  constructor(
    private readonly source: DataSource,
    private readonly config: Config,
    private readonly temporal: TemporalConnection,
    private readonly provider: PaymentProvider,
    private readonly recovery: RecoveryService,
    private readonly outsidePositions: OutsidePositionsService,
    private readonly runsOutside: RunsOutsideService,
    private readonly pictures: PictureStore,
  ) {}

  /** Checks every rule, and continues if one cannot be checked. */
  async verify(options: VerificationOptions = {}): Promise<VerificationReport> {
    const { rules = RULES } = options;
    const startedAt = new Date();
    const results = await inSnapshot(this.source, async (tx) => {
      const context = this.contextOf(tx, options);
      const checked: RuleResult[] = [];
      // Sequentially: the snapshot has one connection.
      for (const rule of rules) checked.push(...(await this.check(tx, rule, context)));
      return checked;
    });
    return { startedAt: startedAt.toISOString(), seconds: (Date.now() - startedAt.getTime()) / 1_000, results };
  }

  private contextOf(tx: Tx, options: VerificationOptions): RuleContext {
    const { graceSeconds = GRACE_SECONDS, providerOrders = PROVIDER_ORDERS } = options;
    const { holdSeconds, retention } = this.config;
    const { recovery, outsidePositions: outside, runsOutside } = this;
    const settings: RuleSettings = { graceSeconds, holdSeconds, retention, providerOrders };
    const database = {
      query: <Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> => rows<Row>(tx, sql, parameters),
    };
    return {
      database,
      settings,
      runs: new OpenRuns(this.temporal),
      provider: this.provider,
      recovery,
      outside,
      runsOutside,
      pictures: this.pictures,
    };
  }

  /** @returns nothing if the rule's table does not exist (the queue is on Redis) */
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
      // In a savepoint: a failed statement must not abort the snapshot.
      const found = await tx.transaction(() => violationsOf(rule, context));
      if (found === undefined) return [];
      return [found.count === 0 ? result("holds") : result("broken", found)];
    } catch (error) {
      this.log.warn(`${name} could not be checked: ${describeError(error)}`);
      return [result("not_checked", { reason: describeError(error) })];
    }
  }
}

/** Runs work in a read-only transaction over one snapshot of the database. */
async function inSnapshot<T>(source: DataSource, work: (tx: Tx) => Promise<T>): Promise<T> {
  return source.transaction("REPEATABLE READ", async (tx) => {
    await tx.query("SET TRANSACTION READ ONLY");
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    // The transaction is idle during calls to Temporal and the provider.
    await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await tx.query(`SET LOCAL work_mem = '${WORK_MEM}'`);
    return work(tx);
  });
}

/** The violations of a rule; undefined if its table does not exist. */
async function violationsOf(
  rule: Rule,
  context: RuleContext,
): Promise<{ readonly count: number; readonly violations: readonly Violation[] } | undefined> {
  if (rule.over !== undefined) {
    const violations = await rule.find(context);
    return { count: violations.length, violations: violations.slice(0, MAX_LISTED) };
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
      ORDER BY id, detail LIMIT ${MAX_LISTED}`,
  );
  return { count: Number(found[0]?.count ?? 0), violations: found.map(({ id, detail }) => ({ id, detail })) };
}
