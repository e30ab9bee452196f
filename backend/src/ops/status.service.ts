import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { UNFINISHED_REFUND_STATES } from "@sakhi/domain/payments/payment.states";
import { STUCK_REFUND_DAYS } from "@sakhi/domain/payments/refund-times.rules";
import { IsNull, Not } from "typeorm";
import { Config } from "../platform/config/config.js";
import { Database } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { statusesOf } from "../platform/http/health.controller.js";
import { DatabaseWriteCheck } from "../platform/http/write-check.js";
import { withinMs } from "../platform/loops/background-loop.js";
import { BUDGET_DAYS, budgetLeft, OBJECTIVES } from "../platform/metrics/objectives.js";
import { QueueHealth } from "../platform/queue/queues.js";
import { TemporalConnection } from "../platform/temporal/temporal-connection.js";
import { temporalUrl } from "../platform/temporal/temporal-url.js";
import { expiredHold, inLiveState } from "../stalls/live-bookings.sql.js";
import { VerificationRunEntity } from "../verify/verify.entities.js";
import type { SweepRunEntity } from "./ops.entities.js";
import { RECENTLY_CHECKED } from "./part-checks.sql.js";
import type {
  ObjectiveResponse,
  OperationsResponse,
  PartState,
  ProcessResponse,
  VerificationResponse,
  WaitingResponse,
} from "./status.response.js";
import { STATUS_WORDS, type StatusWords } from "./status.words.js";
import { SWEEP_CATCHES } from "./sweep.service.js";

const WAITS = (table: string, since: string, where: string): string =>
  `SELECT count(*) AS waiting, greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(${since})), 0)) AS oldest
     FROM ${table} WHERE ${where}`;

/** Kinds of waiting work, with the age in seconds from which it is late. */
const WAITING: readonly {
  readonly name: keyof (typeof STATUS_WORDS)["en"]["waiting"];
  readonly lateAfterSeconds: number;
  readonly sql: string;
}[] = [
  {
    name: "signals",
    lateAfterSeconds: 60,
    sql: WAITS("outbox", "created_at", "relayed_at IS NULL AND topic = 'workflow'"),
  },
  { name: "jobs", lateAfterSeconds: 60, sql: WAITS("outbox", "created_at", "relayed_at IS NULL AND topic = 'queue'") },
  { name: "webhooks", lateAfterSeconds: 60, sql: WAITS("webhook_inbox", "received_at", "handled_at IS NULL") },
  {
    name: "mails",
    lateAfterSeconds: 600,
    sql: WAITS(
      "mails",
      "coalesce(due_at, created_at)",
      "state IN ('queued', 'sending') AND coalesce(due_at, created_at) <= clock_timestamp()",
    ),
  },
  { name: "invoices", lateAfterSeconds: 600, sql: WAITS("invoices", "issued_at", "pdf IS NULL") },
  {
    name: "refunds",
    lateAfterSeconds: STUCK_REFUND_DAYS * 24 * 3600,
    sql: WAITS("refunds", "created_at", `state IN ${sqlList(UNFINISHED_REFUND_STATES)}`),
  },
];

/** A slower figure is reported as unread, in ms. */
const FIGURE_TIMEOUT_MS = 4_000;
/** Parts that jobs checks. */
const OUTSIDE = ["smtp", "payments"] as const;

interface PartCheckRow {
  readonly part: string;
  readonly up: boolean;
  readonly recent: boolean;
}

/** Sums of the last day, as text. */
type DayEvents = Readonly<Record<"dayGood" | "dayTotal", string>>;

type SweepRow = Pick<SweepRunEntity, "at" | "caught">;

/** System status in numbers. */
@Injectable()
export class StatusService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly temporal: TemporalConnection,
    private readonly queue: QueueHealth,
    private readonly writes: DatabaseWriteCheck,
  ) {}

  /** Never fails: figures that cannot be read are named, so that the screen says what is wrong during an outage. */
  async read(language: LanguageCode): Promise<OperationsResponse> {
    const words = STATUS_WORDS[language];
    const unread: string[] = [];
    const figure = <T>(name: keyof typeof words.figures, otherwise: T, reading: Promise<T>): Promise<T> =>
      withinMs(FIGURE_TIMEOUT_MS, reading).catch(() => {
        unread.push(words.figures[name]);
        return otherwise;
      });
    const [waiting, objectives, bookings, count, sweeps, verification, processes, checks, parts] = await Promise.all([
      figure("queues", [], Promise.all(WAITING.map((each) => this.waiting(each, words)))),
      figure("objectives", [], this.objectives(words)),
      figure(
        "bookings",
        [],
        this.database.query<{ state: string; count: string }>(
          `SELECT state, count(*) FROM bookings
            WHERE ${inLiveState()} GROUP BY state ORDER BY state`,
        ),
      ),
      figure("counts", undefined, this.counts()),
      figure(
        "sweep",
        [],
        this.database.query<SweepRow>(
          `SELECT at, caught FROM sweep_runs WHERE at > clock_timestamp() - interval '1 day' ORDER BY id DESC`,
        ),
      ),
      figure("verification", undefined, this.verification()),
      figure("processes", [], this.processes()),
      figure("checks", [], this.checks()),
      this.parts(),
    ]);
    const [last] = sweeps;
    return {
      checkedAt: new Date().toISOString(),
      waiting,
      objectives,
      bookings: bookings.map((each) => ({ state: each.state, count: Number(each.count) })),
      overdueHolds: Number(count?.holds ?? 0),
      sweep: SWEEP_CATCHES.map((name) => ({
        name,
        last: caught(last, name),
        lastDay: sweeps.reduce((sum, run) => sum + caught(run, name), 0),
      })),
      ...(last === undefined ? {} : { lastSweepAt: last.at.toISOString() }),
      sweepFailed: failedParts(last),
      ...(verification === undefined ? {} : { verification }),
      openIssues: Number(count?.issues ?? 0),
      failingWorkflows: Number(count?.workflows ?? 0),
      processes,
      parts: { ...parts, ...Object.fromEntries(OUTSIDE.map((part) => [part, stateOf(checks, part)])) },
      unread,
      links: this.links(words),
      believed: [...this.config.believed],
    };
  }

  private async counts(): Promise<Record<"holds" | "issues" | "workflows", string> | undefined> {
    const [counted] = await this.database.query<Record<"holds" | "issues" | "workflows", string>>(
      `SELECT (SELECT count(*) FROM bookings b WHERE ${expiredHold()}) AS holds,
              (SELECT count(*) FROM issues WHERE resolved_at IS NULL) AS issues,
              (SELECT count(*) FROM issues WHERE resolved_at IS NULL AND kind = 'workflow_failing') AS workflows`,
    );
    return counted;
  }

  private async objectives(words: StatusWords): Promise<ObjectiveResponse[]> {
    const found = await this.database.query<{ objective: string } & Record<"good" | "total", string> & DayEvents>(
      `SELECT objective, sum(good) AS good, sum(total) AS total,
              coalesce(sum(good) FILTER (WHERE hour > clock_timestamp() - interval '1 day'), 0) AS "dayGood",
              coalesce(sum(total) FILTER (WHERE hour > clock_timestamp() - interval '1 day'), 0) AS "dayTotal"
         FROM objective_hours WHERE hour > clock_timestamp() - make_interval(days => $1) GROUP BY objective`,
      [BUDGET_DAYS],
    );
    return Object.values(OBJECTIVES).map((objective) => {
      const row = found.find((each) => each.objective === objective.name);
      const month = { good: Number(row?.good ?? 0), total: Number(row?.total ?? 0) };
      return {
        title: words.objectives[objective.name],
        target: objective.target,
        day: { good: Number(row?.dayGood ?? 0), total: Number(row?.dayTotal ?? 0) },
        month,
        budgetLeft: budgetLeft(objective, month),
      };
    });
  }

  /** Every kind of process, also one that has none running. */
  private async processes(): Promise<ProcessResponse[]> {
    const found = await this.database.query<{ name: string; running: number; seen: number | null }>(
      `SELECT kind AS name,
              count(instance) FILTER (WHERE seen_at > clock_timestamp() - interval '30 seconds')::int AS running,
              extract(epoch FROM clock_timestamp() - max(seen_at))::float8 AS seen
         FROM unnest($1::text[]) WITH ORDINALITY AS kinds (kind, place) LEFT JOIN process_reports ON process = kind
        GROUP BY kind, place ORDER BY place`,
      [["api", "orchestrator", "jobs"]],
    );
    return found.map(({ name, running, seen }) => ({
      name,
      running,
      ...(seen === null ? {} : { lastSeenSeconds: Math.max(0, Math.round(seen)) }),
    }));
  }

  private checks(): Promise<PartCheckRow[]> {
    return this.database.query<PartCheckRow>(`SELECT part, up, ${RECENTLY_CHECKED} AS recent FROM part_checks`);
  }

  private async waiting(
    { name, lateAfterSeconds, sql }: (typeof WAITING)[number],
    words: StatusWords,
  ): Promise<WaitingResponse> {
    const [found] = await this.database.query<{ waiting: string; oldest: string }>(sql);
    return {
      name: words.waiting[name],
      waiting: Number(found?.waiting ?? 0),
      oldestSeconds: Math.round(Number(found?.oldest ?? 0)),
      lateAfterSeconds,
    };
  }

  /** The last finished nightly verification. */
  private async verification(): Promise<VerificationResponse | undefined> {
    const [newest] = await this.database
      .repository(VerificationRunEntity)
      .find({ where: { finishedAt: Not(IsNull()) }, order: { day: "DESC" }, take: 1 });
    if (newest?.finishedAt === undefined || newest.finishedAt === null) return undefined;
    const findings = (newest.findings ?? []).map(
      ({ name, description, resolution, outcome, count, violations, reason }) => ({
        name,
        description,
        resolution,
        outcome: outcome === "broken" ? outcome : ("not_checked" as const),
        count,
        violations: [...violations],
        ...(reason === undefined ? {} : { reason }),
      }),
    );
    return { finishedAt: newest.finishedAt.toISOString(), held: newest.held ?? 0, findings };
  }

  private async parts(): Promise<Record<string, PartState>> {
    const database = { name: "database", up: async () => (await this.database.query("SELECT 1")).length > 0 };
    const disk = { name: "disk", up: () => this.writes.works() };
    return statusesOf([database, disk, this.temporal, this.queue], FIGURE_TIMEOUT_MS);
  }

  private links({ links: { queues, docs } }: StatusWords): OperationsResponse["links"] {
    const { publicUrl } = this.config;
    const { temporalUrl: url } = temporalUrl(this.config.temporal, "/workflows");
    return [
      ...(url === undefined ? [] : [{ name: "Temporal", url }]),
      { name: queues, url: `${publicUrl}/admin/queues` },
      { name: docs, url: `${publicUrl}/api/docs` },
    ];
  }
}

/** `unknown` if jobs has not checked it lately. */
function stateOf(checks: readonly PartCheckRow[], part: string): PartState {
  const found = checks.find((check) => check.part === part);
  if (found?.recent !== true) return "unknown";
  return found.up ? "up" : "down";
}

function caught(run: SweepRow | undefined, name: string): number {
  const value = run?.caught[name];
  return typeof value === "number" ? value : 0;
}

function failedParts(run: SweepRow | undefined): string[] {
  const failed = run?.caught["failed"];
  return Array.isArray(failed) ? failed.filter((name): name is string => typeof name === "string") : [];
}
