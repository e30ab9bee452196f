import { setTimeout as delay } from "node:timers/promises";
import type { TestProduct } from "@sakhi/testkit/product";
import { Client, Connection } from "@temporalio/client";
import pg from "pg";
import type { BenchServers } from "../bench/bench-product.js";
import { childrenOf, cpuOf, cpuOfDeadChildren, cpuOfThread, waitsOf } from "../bench/machine.js";

/** Whose costs are counted apart. `queue` is what jobs sends BullMQ's tables; `own` are PostgreSQL's own processes. */
export const DATABASE_USERS = ["api", "orchestrator", "jobs", "queue"] as const;
type DatabaseUser = (typeof DATABASE_USERS)[number];

/** A statement as it was prepared, and who sent it. */
interface Sent {
  readonly user: DatabaseUser;
  readonly text: string;
  readonly calls: number;
  /** Time of running it in PostgreSQL, in ms. */
  readonly ms: number;
  /** Time of planning it, in ms, and how often: never for a plan that is kept. 0 unless pg_stat_statements.track_planning is on. */
  readonly planMs: number;
  readonly plans: number;
}

/** All counters of a product at one moment. */
export interface Reading {
  readonly at: number;
  /** CPU time in ms by part: a process of ours, or `db <user>` for the PostgreSQL backends that serve it. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly statements: ReadonlyMap<string, Sent>;
  /** Waits of the api's backends: at least one for each round trip. */
  readonly waits: number;
  readonly commits: number;
  readonly fsyncs: number;
  readonly temporal: TemporalWork;
}

/** What the workflows have made of Temporal. */
interface TemporalWork {
  readonly events: number;
  readonly tasks: number;
  readonly activities: number;
  readonly local: number;
}

/** Event types, as numbers of Temporal's API. */
const SCHEDULED_TASK = 5;
const SCHEDULED_ACTIVITY = 10;
const MARKER = 25;

/** Reads the counters of one product on shared servers. */
export class CostMeter {
  /** CPU time and waits of each backend, kept after it has ended. */
  private readonly backends = new Map<number, { user: DatabaseUser; cpu: number; waits: number }>();
  /** Work of runs that have closed, which stays as it is. */
  private readonly closed = new Map<string, TemporalWork>();

  private constructor(
    private readonly product: TestProduct,
    private readonly servers: BenchServers,
    private readonly database: pg.Client,
    private readonly connection: Connection,
  ) {}

  static async open(product: TestProduct, servers: BenchServers): Promise<CostMeter> {
    const database = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
    await database.connect();
    await database.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    const connection = await Connection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "" });
    return new CostMeter(product, servers, database, connection);
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.connection.close();
  }

  /** Repeated, because a Temporal that has too much to do says that its namespace is unknown, or nothing. */
  private async temporalWork(): Promise<TemporalWork> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.workOfAll();
      } catch (error) {
        if (tries >= 5) throw error;
        await delay(2_000);
      }
    }
  }

  /** @param first Temporal's work is read first, so that reading it costs nothing of what follows; else last */
  async read(first: "temporal first" | "temporal last"): Promise<Reading> {
    const before = first === "temporal first" ? await this.temporalWork() : undefined;
    const { commits, fsyncs } = await this.written();
    const statements = await this.statements();
    await this.readBackends();
    const of = (user: DatabaseUser) => [...this.backends.values()].filter((each) => each.user === user);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const { apis, orchestrator, jobs } = this.product;
    const pid = (process: { readonly pid: number | undefined }) => cpuOf(process.pid ?? 0);
    const { postmaster, temporal } = this.servers;
    const at = performance.now();
    return {
      at,
      cpu: {
        api: sum(apis.map(pid)),
        orchestrator: pid(orchestrator),
        jobs: pid(jobs),
        ...Object.fromEntries(DATABASE_USERS.map((user) => [`db ${user}`, sum(of(user).map(({ cpu }) => cpu))])),
        "db own": cpuOfDeadChildren(postmaster) + sum(this.ownChildren().map(cpuOfThread)),
        Temporal: cpuOf(temporal),
      },
      statements,
      waits: sum(of("api").map(({ waits }) => waits)),
      commits,
      fsyncs,
      temporal: before ?? (await this.temporalWork()),
    };
  }

  /** PostgreSQL's processes that serve no connection of a product: writer, checkpointer, WAL writer, autovacuum. */
  private ownChildren(): number[] {
    return childrenOf(this.servers.postmaster).filter((pid) => !this.serving.has(pid));
  }

  private serving = new Set<number>();

  private async readBackends(): Promise<void> {
    const { rows } = await this.database.query<{ pid: number; datname: string; name: string }>(
      "SELECT pid, datname, application_name AS name FROM pg_stat_activity WHERE backend_type = 'client backend'",
    );
    this.serving = new Set(rows.map(({ pid }) => pid));
    for (const { pid, datname, name } of rows) {
      const user = userOf(name);
      if (datname === this.product.taskQueue && user !== undefined)
        this.backends.set(pid, { user, cpu: cpuOfThread(pid), waits: waitsOf(pid) });
    }
  }

  private async statements(): Promise<ReadonlyMap<string, Sent>> {
    const { rows } = await this.database.query<
      { role: string; id: string; text: string; calls: string; plans: string } & Pick<Sent, "ms" | "planMs">
    >(
      `SELECT rolname AS role, queryid AS id, query AS text, calls, total_exec_time AS ms, plans, total_plan_time AS "planMs"
         FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid JOIN pg_database d ON d.oid = s.dbid
        WHERE datname = $1 AND toplevel AND r.rolname LIKE $1 || '\\_app\\_%'`,
      [this.product.taskQueue],
    );
    return new Map(
      rows.flatMap(({ role, id, calls, plans, ...one }) => {
        const user = userOf(role.slice(`${this.product.taskQueue}_app_`.length));
        if (user === undefined) return [];
        return [[`${role} ${id}`, { user, ...one, calls: Number(calls), plans: Number(plans) }] as const];
      }),
    );
  }

  private async written(): Promise<{ commits: number; fsyncs: number }> {
    const { rows } = await this.database.query<{ commits: string; fsyncs: string }>(
      `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = $1) AS commits,
              (SELECT coalesce(sum(fsyncs), 0) FROM pg_stat_io WHERE object = 'wal') AS fsyncs`,
      [this.product.taskQueue],
    );
    return { commits: Number(rows[0]?.commits), fsyncs: Number(rows[0]?.fsyncs) };
  }

  private async workOfAll(): Promise<TemporalWork> {
    const { workflow } = new Client({ connection: this.connection });
    let sum: TemporalWork = { events: 0, tasks: 0, activities: 0, local: 0 };
    for await (const run of workflow.list({ query: `TaskQueue = '${this.product.taskQueue}'` })) {
      const work = this.closed.get(run.runId) ?? (await this.workOf(run.workflowId, run.runId));
      if (run.status.name !== "RUNNING") this.closed.set(run.runId, work);
      sum = {
        events: sum.events + work.events,
        tasks: sum.tasks + work.tasks,
        activities: sum.activities + work.activities,
        local: sum.local + work.local,
      };
    }
    return sum;
  }

  private async workOf(workflowId: string, runId: string): Promise<TemporalWork> {
    const handle = new Client({ connection: this.connection }).workflow.getHandle(workflowId, runId);
    const { events } = await handle.fetchHistory();
    const count = (type: number) => (events ?? []).filter(({ eventType }) => Number(eventType) === type).length;
    return {
      events: (events ?? []).length,
      tasks: count(SCHEDULED_TASK),
      activities: count(SCHEDULED_ACTIVITY),
      local: count(MARKER),
    };
  }
}

function userOf(name: string): DatabaseUser | undefined {
  return DATABASE_USERS.find((user) => user === name.replace(/\d$/, ""));
}

/** The cost of one operation between two readings; what the product does at rest is not part of it. */
export interface Cost {
  readonly cpu: Readonly<Record<string, number>>;
  /** Statements by who sent them; each is a round trip, for the driver waits for its answer. */
  readonly statements: Readonly<Record<string, number>>;
  readonly waits: number;
  readonly commits: number;
  readonly fsyncs: number;
  readonly temporal: TemporalWork;
  /** The statements sent most often, the most frequent first. */
  readonly sent: readonly Sent[];
}

/** Rates at rest, by ms. */
export interface Rest {
  readonly cpu: Readonly<Record<string, number>>;
  readonly calls: ReadonlyMap<string, number>;
  /** The statements of {@link calls}, with their calls by ms. */
  readonly sent: readonly Sent[];
  readonly commits: number;
  readonly fsyncs: number;
}

function timesOf(one: Sent, earlier: Sent | undefined, per: (total: number) => number) {
  return {
    ms: per(one.ms - (earlier?.ms ?? 0)),
    planMs: per(one.planMs - (earlier?.planMs ?? 0)),
    plans: per(one.plans - (earlier?.plans ?? 0)),
  };
}

export function restBetween(before: Reading, after: Reading): Rest {
  const ms = after.at - before.at;
  const per = (value: number) => value / ms;
  const sent = [...after.statements].map(([id, one]) => {
    const earlier = before.statements.get(id);
    return [id, { ...one, ...timesOf(one, earlier, per), calls: per(one.calls - (earlier?.calls ?? 0)) }] as const;
  });
  return {
    cpu: Object.fromEntries(Object.entries(after.cpu).map(([part, cpu]) => [part, per(cpu - (before.cpu[part] ?? 0))])),
    calls: new Map(sent.map(([id, { calls }]) => [id, calls])),
    sent: sent
      .map(([, one]) => one)
      .filter(({ calls }) => calls > 0)
      .toSorted((one, other) => other.calls - one.calls),
    commits: per(after.commits - before.commits),
    fsyncs: per(after.fsyncs - before.fsyncs),
  };
}

/** @param rest of the product alone; another product beside it rests likewise */
export function costBetween(operations: number, before: Reading, after: Reading, rest: Rest): Cost {
  const ms = after.at - before.at;
  const per = (total: number) => Math.max(0, total) / operations;
  const sent = [...after.statements]
    .map(([id, one]) => {
      const earlier = before.statements.get(id);
      const calls = per(one.calls - (earlier?.calls ?? 0) - ms * (rest.calls.get(id) ?? 0));
      return { ...one, ...timesOf(one, earlier, per), calls };
    })
    // What is sent less often than once for ten operations is not theirs.
    .filter(({ calls }) => calls > 0.1)
    .toSorted((one, other) => other.calls - one.calls);
  const difference = (figure: keyof TemporalWork) => per(after.temporal[figure] - before.temporal[figure]);
  return {
    cpu: Object.fromEntries(
      Object.entries(after.cpu).map(([part, cpu]) => [
        part,
        per(cpu - (before.cpu[part] ?? 0) - ms * (rest.cpu[part] ?? 0)),
      ]),
    ),
    statements: Object.fromEntries(
      DATABASE_USERS.map((user) => [
        user,
        sent.filter((each) => each.user === user).reduce((sum, { calls }) => sum + calls, 0),
      ]),
    ),
    waits: per(after.waits - before.waits),
    commits: per(after.commits - before.commits - ms * rest.commits),
    fsyncs: per(after.fsyncs - before.fsyncs - ms * rest.fsyncs),
    temporal: {
      events: difference("events"),
      tasks: difference("tasks"),
      activities: difference("activities"),
      local: difference("local"),
    },
    sent,
  };
}
