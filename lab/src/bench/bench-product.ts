import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expectSuccess, HttpVisitor } from "@sakhi/testkit/http-visitor";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { Client as TemporalClient, Connection } from "@temporalio/client";
import { execaNode } from "execa";
import pg from "pg";
import { request } from "undici";
import type { BareResponse } from "./bare.js";
import type { Arrivals, LoadCommand, LoadResult, SqlStep, Timing, Visit } from "./load-commands.js";
import { type Cpu, cpuPer, Meter, type Pids, plus } from "./machine.js";
import { median, type Row, spread } from "./table.js";

/** Options of the benchmark. */
export interface BenchOptions {
  /** Rounds of each measure, alternating with its baseline. */
  readonly rounds: number;
  /** Scales durations and numbers of visits: 1 for valid figures, less for a quick run. */
  readonly scale: number;
  /** Number of past bookings in the database. */
  readonly past: number;
  /** Number of events on sale, the current one included; its calls are measured. */
  readonly events: number;
  /** Number of holds that expire together. */
  readonly holds: number;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
}

/** Process ids of the running servers. */
export interface BenchServers {
  readonly temporal: number;
  readonly postmaster: number;
}

const ADMIN = { username: "bench", password: "kite-lantern-orbit-mango-83" };

/** As in production: visitors come through a proxy, each with their own address, and all rate limits are on. */
const SETTINGS = {
  RATE_LIMITS: "on",
  OVERLOAD: "off",
  // Its visitors solve no proofs, and more than a third of the stalls is held at once.
  HELD_SHARE_PERCENT: "100",
  TRUST_PROXY: "1",
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
};

/** Timeout after thousands of bookings: 10,000 holds start as many workflows of about 20 ms CPU time each. */
const QUIET_TIMEOUT_MS = 900_000;

export const STALLS = [
  ...Array.from({ length: 20 }, (_, index) => `A${index + 1}`),
  ...Array.from({ length: 50 }, (_, index) => `B${index + 1}`),
];

/** The product with load generator and bare route, each in its own process. */
export class BenchProduct {
  private readonly meter: Meter;
  /** Highest memory of each part after any load, in MB. */
  readonly highestMemory: Record<string, number> = {};
  private atRest: Cpu | undefined;

  private constructor(
    readonly product: TestProduct,
    readonly options: BenchOptions,
    private readonly generator: Child,
    private readonly bareRoute: Child,
    private readonly barePort: number,
    private readonly temporal: TemporalClient,
    private readonly connection: Connection,
    private readonly database: pg.Client,
    servers: BenchServers,
  ) {
    this.meter = new Meter(() => pidsOf(product, servers));
  }

  static async open(options: BenchOptions, servers: BenchServers): Promise<BenchProduct> {
    const product = await TestProduct.start({ settings: SETTINGS });
    const [generator, bareRoute] = [child("load.js"), child("bare.js")];
    const [bare] = await Promise.all([bareRoute.getOneMessage(), generator.getOneMessage()]);
    const { port } = bare as { port: number };
    const connection = await Connection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "" });
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    const temporal = new TemporalClient({ connection });
    return new BenchProduct(product, options, generator, bareRoute, port, temporal, connection, database, servers);
  }

  async close(): Promise<void> {
    this.generator.disconnect();
    this.bareRoute.disconnect();
    await this.connection.close();
    await this.database.end();
    await this.product.stop();
  }

  get site(): string {
    return this.product.sites[0];
  }

  get bareSite(): string {
    return `http://127.0.0.1:${this.barePort}`;
  }

  scaled(number: number, least = 1): number {
    return Math.max(least, Math.round(number * this.options.scale));
  }

  /** Runs a command of the load generator. */
  async load(command: LoadCommand): Promise<LoadResult> {
    this.options.stop.throwIfAborted();
    const [message] = await Promise.all([this.generator.getOneMessage(), this.generator.sendMessage(command)]);
    const { result, error } = message as { result?: LoadResult; error?: string };
    this.recordMemory();
    if (result === undefined) throw new Error(`the load generator: ${error}`);
    return result;
  }

  /** Makes visits to the site. */
  visits(visit: Visit, arrivals: Arrivals): Promise<LoadResult> {
    return this.load({ command: "visit", origin: this.site, visit, arrivals });
  }

  /** The baseline of a write: runs the statements `rounds` times. */
  sql(clients: number, rounds: number, statements: readonly SqlStep[], parameters: readonly string[]) {
    return this.load({ command: "sql", url: this.product.databaseUrl, clients, rounds, statements, parameters });
  }

  /** Makes the bare route send the product's response to this request. */
  copyToBareRoute(path: string, headers: Readonly<Record<string, string>>): Promise<BareResponse> {
    return copyToBare(this.bareRoute, this.site + path, headers);
  }

  async query<Found extends pg.QueryResultRow>(sql: string, parameters: unknown[] = []): Promise<Found[]> {
    return (await this.database.query<Found>(sql, parameters)).rows;
  }

  /** Total CPU time by part. */
  async cpu(): Promise<Cpu> {
    const backends = await this.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE application_name IN ('api1', 'api2')",
    );
    return this.meter.now(backends.map(({ pid }) => pid));
  }

  /** Runs work and waits for its asynchronous part; CPU time per operation of `work` alone and of everything. */
  async metered<T>(
    operations: (result: T) => number,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly response: Cpu; readonly whole: Cpu }> {
    this.atRest ??= await this.restingCpu();
    const [before, began] = [await this.cpu(), performance.now()];
    const result = await work();
    const [answered, answeredAt] = [await this.cpu(), performance.now()];
    await this.whenQuiet();
    const [ended, endedAt] = [await this.cpu(), performance.now()];
    const count = operations(result);
    return {
      result,
      response: cpuPer(count, plus(before, this.atRest, answeredAt - began), answered),
      whole: cpuPer(count, plus(before, this.atRest, endedAt - began), ended),
    };
  }

  /** Waits until the processes are idle after their start, at most 30 s. */
  async settled(): Promise<void> {
    for (let seconds = 0; seconds < 30; seconds += 1) {
      const before = await this.cpu();
      await delay(1_000);
      const busy = Object.values(cpuPer(1, before, await this.cpu())).reduce((sum, ms) => sum + ms, 0);
      if (busy < 300) return;
    }
  }

  /** CPU time per ms at rest, which is subtracted from measurements. */
  private async restingCpu(): Promise<Cpu> {
    await this.whenQuiet();
    const [before, began] = [await this.cpu(), performance.now()];
    await delay(this.scaled(10_000, 1_000));
    return cpuPer(performance.now() - began, before, await this.cpu());
  }

  /** Waits until all asynchronous work is done and no workflow of an ended booking runs. */
  async whenQuiet(): Promise<void> {
    await this.product.whenQuiet(QUIET_TIMEOUT_MS);
    await until(
      "the workflows to end",
      async () => {
        const [live] = await this.query<{ count: string }>(
          "SELECT count(*) FROM bookings WHERE state IN ('held', 'registered', 'paying')",
        );
        return (await this.runningWorkflows()) <= Number(live?.count ?? 0);
      },
      QUIET_TIMEOUT_MS,
    );
  }

  private async runningWorkflows(): Promise<number> {
    const running = `TaskQueue = '${this.product.taskQueue}' AND WorkflowType = 'stallBooking'`;
    return (await this.temporal.workflow.count(`${running} AND ExecutionStatus = 'Running'`)).count;
  }

  /** Waits until every hold that expired by `at` is released. */
  async holdsEnded(at: number): Promise<void> {
    const ended = async (): Promise<boolean> => {
      const [left] = await this.query<{ count: string }>(
        "SELECT count(*) FROM bookings WHERE state = 'held' AND hold_expires_at <= to_timestamp($1 / 1000.0)",
        [at],
      );
      return Number(left?.count) === 0;
    };
    await until("the holds to end", ended, QUIET_TIMEOUT_MS);
  }

  /** End times of the booking workflows that closed since `at`, in ms since 1970. */
  async endsSince(at: Date): Promise<number[]> {
    const query = `TaskQueue = '${this.product.taskQueue}' AND WorkflowType = 'stallBooking' AND CloseTime >= '${at.toISOString()}'`;
    const ends: number[] = [];
    for await (const { closeTime } of this.temporal.workflow.list({ query }))
      if (closeTime !== undefined) ends.push(closeTime.getTime());
    return ends;
  }

  /** Releases every stall, sold ones included, and waits until all work is done. */
  async freeAll(): Promise<void> {
    await this.product.whenQuiet(QUIET_TIMEOUT_MS);
    const freed = await this.query<{ id: string }>(
      `UPDATE bookings SET state = 'released', release_reason = 'operator', listing_offer = 'not_offered',
         ended_at = clock_timestamp() WHERE state <> 'released' RETURNING id`,
    );
    for (const { id } of freed) await this.product.nudge(`stall-booking/${id}`).catch(() => undefined);
    await this.whenQuiet();
  }

  /** Logs in. @returns the administrator's cookie */
  async administrator(): Promise<string> {
    const visitor = new HttpVisitor(this.site);
    expectSuccess(await visitor.post("/api/v1/mela/admin/login", ADMIN, { origin: this.site }));
    return visitor.cookie ?? "";
  }

  memory(): Readonly<Record<string, number>> {
    return this.meter.memory();
  }

  private recordMemory(): void {
    for (const [part, mb] of Object.entries(this.memory()))
      this.highestMemory[part] = Math.max(this.highestMemory[part] ?? 0, mb);
  }
}

/** Makes a bare route send what is sent from there. */
export async function copyToBare(
  bareRoute: Child,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<BareResponse> {
  const { statusCode, headers: received, body } = await request(url, { headers });
  if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`);
  const bytes = Buffer.from(await body.arrayBuffer());
  // Headers that Node adds to every response.
  const ofNode = ["date", "connection", "keep-alive", "transfer-encoding", "content-length"];
  const own = Object.entries(received).filter(([name]) => !ofNode.includes(name));
  const response: BareResponse = {
    headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    body: bytes.toString("base64"),
  };
  await Promise.all([bareRoute.getOneMessage(), bareRoute.sendMessage(response)]);
  return response;
}

/** Durations of a kind of request. @throws Error if there are none */
export function timing(result: LoadResult, name: string): Timing {
  const found = result.timings[name];
  if (found === undefined) throw new Error(`nothing was measured of ${name}: ${JSON.stringify(result.timings)}`);
  return found;
}

/** Median of the rounds' percentile for a kind of request. */
export function middle(rounds: readonly LoadResult[], name: string, figure: "p50" | "p99"): number {
  return median(rounds.map((each) => timing(each, name)[figure]));
}

/** Median rate of the rounds, in operations per second, and their spread. */
export function rateOf(rounds: readonly LoadResult[], name: string, column: string): Row {
  const rates = rounds.map((each) => (timing(each, name).count / each.ms) * 1000);
  return { [column]: median(rates), "spread %": spread(rates) };
}

/** Number of responses with another status, over all rounds. */
export function others(rounds: readonly LoadResult[], name: string, status: string): number {
  return rounds.reduce((sum, each) => sum + timing(each, name).count - answered(each, name, status), 0);
}

/** Number of responses with this status. */
export function answered(result: LoadResult, name: string, status: string): number {
  return result.timings[name]?.statuses[status] ?? 0;
}

function pidsOf(product: TestProduct, { temporal, postmaster }: BenchServers): Pids {
  const pid = (value: number | undefined): number => value ?? 0;
  return {
    apis: [pid(product.apis[0].pid), pid(product.apis[1].pid)],
    orchestrator: pid(product.orchestrator.pid),
    jobs: pid(product.jobs.pid),
    temporal,
    postmaster,
  };
}

type Child = ReturnType<typeof child>;

/** Starts a process that ends with this one. */
export function child(file: string) {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return execaNode(path, { ipc: true, stdin: "ignore", stdout: "inherit", stderr: "inherit" });
}
