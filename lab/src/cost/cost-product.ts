import { setTimeout as delay } from "node:timers/promises";
import { TestProduct } from "@sakhi/testkit/product";
import { until } from "@sakhi/testkit/until";
import { type BenchServers, child, copyToBare, timing } from "../bench/bench-product.js";
import type { LoadCommand, LoadResult } from "../bench/load-commands.js";
import { cpuOf } from "../bench/machine.js";
import { type Cost, costBetween, CostMeter, type Rest, restBetween } from "./meter.js";

/** As in bench: every visitor has an address of their own, and all limits are on. Unknown settings are ignored by older releases. */
const SETTINGS = { RATE_LIMITS: "on", OVERLOAD: "off", HELD_SHARE_PERCENT: "100", TRUST_PROXY: "1" };

type Headers = Readonly<Record<string, string>>;

const QUIET_MS = 300_000;
/** PostgreSQL's backends report their counters at most once a second. */
const REPORTED_MS = 1_500;

/** What one measurement of an operation found. */
export interface Sample {
  readonly cost: Cost;
  /** Of each call that a visitor waits for, in ms. */
  readonly times: readonly number[];
  /** Of a response that a bare Fastify route can give, too. */
  readonly bare?: BesideBare;
}

/** A response beside the same headers and bytes from a bare Fastify route. */
export interface BesideBare {
  /** Responses a second, as a share of the bare route's in %. */
  readonly share: number;
  /** CPU time of the bare route's process for one, in ms. */
  readonly cpuMs: number;
}

/** A product whose costs are measured. */
export class CostProduct {
  private rest: Rest | undefined;

  private constructor(
    readonly name: string,
    readonly product: TestProduct,
    private readonly meter: CostMeter,
    private readonly generator: ReturnType<typeof child>,
    private readonly bareRoute: ReturnType<typeof child>,
    private readonly bareSite: string,
  ) {}

  /** @param checkout its folder; undefined for this one */
  static async open(name: string, checkout: string | undefined, servers: BenchServers): Promise<CostProduct> {
    const product = await TestProduct.start({ settings: SETTINGS, ownRoles: true, ...(checkout && { checkout }) });
    const [generator, bareRoute] = [child("load.js"), child("bare.js")];
    const [bare] = await Promise.all([bareRoute.getOneMessage(), generator.getOneMessage()]);
    const bareSite = `http://127.0.0.1:${(bare as { readonly port: number }).port}`;
    return new CostProduct(name, product, await CostMeter.open(product, servers), generator, bareRoute, bareSite);
  }

  async close(): Promise<void> {
    this.generator.disconnect();
    this.bareRoute.disconnect();
    await this.meter.close();
    await this.product.stop();
  }

  get site(): string {
    return this.product.sites[0];
  }

  /** Measures what it costs to be there. */
  async readRest(ms: number): Promise<Rest> {
    await this.whenQuiet();
    const before = await this.meter.read("temporal first");
    await delay(ms);
    return (this.rest = restBetween(before, await this.meter.read("temporal last")));
  }

  /** Runs operations and everything that follows from them. @param work returns the times of the calls that a visitor waits for */
  async measure(
    operations: (times: readonly number[]) => number,
    work: () => Promise<readonly number[]>,
  ): Promise<Sample> {
    if (this.rest === undefined) throw new Error("at rest first");
    const before = await this.meter.read("temporal first");
    const times = await work();
    await this.whenQuiet();
    const after = await this.meter.read("temporal last");
    return { cost: costBetween(operations(times), before, after, this.rest), times };
  }

  /** Runs a command of the load generator. */
  async load(command: LoadCommand): Promise<LoadResult> {
    const [message] = await Promise.all([this.generator.getOneMessage(), this.generator.sendMessage(command)]);
    const { result, error } = message as { result?: LoadResult; error?: string };
    if (result === undefined) throw new Error(`the load generator: ${error}`);
    return result;
  }

  /**
   * Reads a path for a while, then the same bytes from the bare route. @param more headers of the requests that are measured
   *
   * @returns the readings of the product, and how they compare
   */
  async read(
    path: string,
    { headers, more, clients, ms }: { headers: Headers; more: Headers; clients: number; ms: number },
  ): Promise<{ readonly count: number; readonly p50: number; readonly compare: () => Promise<BesideBare> }> {
    await copyToBare(this.bareRoute, this.site + path, headers);
    const visits = (origin: string, from: string): Promise<LoadResult> =>
      this.load({
        command: "visit",
        origin,
        visit: { kind: "get", paths: [from], headers: { ...headers, ...more } },
        arrivals: { kind: "closed", clients, ms },
      });
    const own = await visits(this.site, path);
    const { count, p50 } = timing(own, "get");
    const compare = async (): Promise<BesideBare> => {
      const before = cpuOf(this.bareRoute.pid ?? 0);
      const bare = await visits(this.bareSite, "/");
      const bareCount = timing(bare, "get").count;
      return {
        share: (count / own.ms / (bareCount / bare.ms)) * 100,
        cpuMs: (cpuOf(this.bareRoute.pid ?? 0) - before) / bareCount,
      };
    };
    return { count, p50, compare };
  }

  async count(from: string): Promise<number> {
    const [found] = await this.product.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`);
    return found?.count ?? 0;
  }

  /** Waits until all follow-up work is done and counted. */
  async whenQuiet(): Promise<void> {
    await this.product.whenQuiet(QUIET_MS);
    await delay(REPORTED_MS);
  }

  /** Makes the newest jobs of a queue run once more, as if their work had not been done. */
  async repeatJobs(queue: string, count: number, undo: string): Promise<void> {
    // A paper that was issued is kept as it is, by a trigger.
    await this.product.query(`SET session_replication_role = replica; ${undo}; RESET session_replication_role`);
    await this.product.query(
      `INSERT INTO outbox (topic, payload)
       SELECT topic, jsonb_set(payload, '{jobId}', to_jsonb('lab-' || gen_random_uuid())) FROM outbox
        WHERE topic = 'queue' AND payload->>'queue' = $1 ORDER BY id DESC LIMIT $2`,
      [queue, count],
    );
    await this.product.query("SELECT pg_notify('outbox', 'queue')");
  }

  /** Moves the deadline of every hold, and signals their workflows. */
  async endHolds(inMs: number): Promise<void> {
    const moved = await this.product.query<{ id: string }>(
      `UPDATE bookings SET hold_expires_at = clock_timestamp() + make_interval(secs => $1::float8 / 1000)
        WHERE state = 'held' RETURNING id`,
      [inMs],
    );
    for (const { id } of moved) await this.product.nudge(`stall-booking/${id}`);
  }

  /** Frees every stall, sold ones included. */
  async freeAll(): Promise<void> {
    const freed = await this.product.query<{ id: string }>(
      `UPDATE bookings SET state = 'released', release_reason = 'operator', listing_offer = 'not_offered',
         ended_at = clock_timestamp() WHERE state <> 'released' RETURNING id`,
    );
    for (const { id } of freed) await this.product.nudge(`stall-booking/${id}`).catch(() => undefined);
    await until(
      "the workflows to hear of it",
      async () => (await this.count("outbox WHERE relayed_at IS NULL")) === 0,
      QUIET_MS,
    );
    await this.whenQuiet();
  }
}
