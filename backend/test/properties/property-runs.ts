import { randomInt } from "node:crypto";
import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Database, Tx } from "../../src/platform/database/database.js";
import type { MelaTest } from "../bookings/mela.js";

/**
 * Seeds of each model: one that never changes, and one of chance. PROPERTY_SEED tries one again; with PROPERTY_PATH and
 * PROPERTY_REPLAY, as fast-check prints them, only its counterexample.
 */
const GIVEN = process.env["PROPERTY_SEED"];
const PATH = process.env["PROPERTY_PATH"];
const REPLAY = process.env["PROPERTY_REPLAY"];
const SEEDS = GIVEN === undefined ? [20_261_122, randomInt(2 ** 31)] : [Number(GIVEN)];
/** How long each model runs, ms: `npm run properties -- --minutes M` gives each of the two its half. */
const MINUTES = Number(process.env["PROPERTY_MINUTES"] ?? 0);
const LONGEST_MS = MINUTES > 0 ? MINUTES * 27_000 : 24_000;
/** How long a counterexample is shrunk, ms. */
const SHRINKING_MS = 180_000;
/** For the test that runs a model. */
export const PATIENCE_MS = 2 * LONGEST_MS + SHRINKING_MS + 600_000;
/** Runs of each seed within `npm test`. */
const RUNS = 10;
/** The most steps of a run. */
const STEPS = 50;

/** What a run acts on: everything around one product, fresh for each run. */
export interface World {
  /** Makes everything as new. */
  fresh(): Promise<void>;
  /** What breaks now, a line each; must be nothing at any moment. */
  broken(): Promise<string[]>;
  /** Lets everything come to its end, and says what is wrong then. */
  rest(): Promise<string[]>;
  /** Kinds of the events that were recorded, one for each. */
  events(): Promise<string[]>;
  readonly crashes: Crashes;
}

/** One thing that somebody does, or that happens; what is impossible now does nothing. */
export interface Step<W extends World> {
  readonly name: string;
  act(world: W): Promise<void>;
}

/** Where a process dies: before a statement of its next transaction, or `after` its commit, unknown to the caller. */
type Crash = number | "after";

class StepCommand<W extends World> implements fc.AsyncCommand<object, W> {
  constructor(
    private readonly step: Step<W>,
    private readonly crash: Crash | undefined,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_model: object, world: W): Promise<void> {
    if (this.crash === undefined) await this.step.act(world);
    else await world.crashes.during(this.crash, () => this.step.act(world));
    const broken = await world.broken();
    if (broken.length > 0) throw new Error(broken.join("\n"));
  }

  toString(): string {
    const { crash } = this;
    if (crash === undefined) return this.step.name;
    return `${this.step.name} †${crash === "after" ? " after its commit" : ` before statement ${crash}`}`;
  }
}

/**
 * Runs steps in any order, any of them ended by a crash, from each seed on; after each step and in the end nothing may be
 * broken. fast-check prints seed, path and the shortest run that breaks something.
 */
export async function holdsInAnyOrder<W extends World>(world: W, steps: fc.Arbitrary<Step<W>>): Promise<void> {
  const crash: fc.Arbitrary<Crash | undefined> = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant("after" as const)) },
  );
  const command = fc.tuple(steps, crash).map(([step, at]) => new StepCommand(step, at));
  const lengths = { maxCommands: STEPS, size: "max", ...(REPLAY === undefined ? {} : { replayPath: REPLAY }) } as const;
  for (const first of SEEDS) {
    const over = Date.now() + LONGEST_MS / SEEDS.length;
    const events = new Map<string, number>();
    let runs = 0;
    const property = fc.asyncProperty(fc.noBias(fc.commands([command], lengths)), async (run) => {
      // Only shrinking goes on for so long.
      if (Date.now() > over + SHRINKING_MS) return;
      await world.fresh();
      await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
      const wrong = await world.rest();
      for (const kind of await world.events()) events.set(kind, (events.get(kind) ?? 0) + 1);
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
    });
    // Each run has a seed of its own, and is awaited: fast-check's own time limits would leave the last one running.
    for (; runs < (MINUTES > 0 ? Infinity : RUNS) && (runs === 0 || Date.now() < over); runs += 1) {
      await fc.assert(property, { seed: first + runs, numRuns: 1, ...(PATH === undefined ? {} : { path: PATH }) });
      if (PATH !== undefined) break;
    }
    // Said also where all went well: what was tried, and how to have it again.
    const tried = [...events].toSorted().map(([kind, count]) => `${kind} ${count}`);
    process.stderr.write(`seeds from ${first}: ${runs} runs; ${tried.join(", ")}\n`);
  }
}

class CrashError extends Error {
  constructor() {
    super("the process died here");
    this.name = "CrashError";
  }
}

/** Ends transactions in the middle, or their callers right after them, as the death of a process does. */
export class Crashes {
  private next: Crash | undefined;
  private crashed = false;

  constructor(database: Database) {
    const transaction = database.transaction.bind(database);
    jest.spyOn(database, "transaction").mockImplementation(async (work) => {
      const at = this.next;
      this.next = undefined;
      if (at === undefined) return transaction(work);
      const result = await transaction((tx: Tx) => {
        if (typeof at === "number") this.dieBefore(tx, at);
        return work(tx);
      });
      if (at === "after") this.die();
      return result;
    });
  }

  /** Whether the step that runs now has lost its process. */
  get happened(): boolean {
    return this.crashed;
  }

  /** Runs a step whose first transaction meets the crash; what it then answers counts for nothing. */
  async during(crash: Crash, step: () => Promise<void>): Promise<void> {
    this.next = crash;
    try {
      await step();
    } catch (error) {
      if (!this.crashed) throw error;
    } finally {
      this.next = undefined;
      this.crashed = false;
    }
  }

  private dieBefore(tx: Tx, statement: number): void {
    const runner = tx.queryRunner;
    if (runner === undefined) throw new Error("a transaction without its connection");
    const query = runner.query.bind(runner);
    let count = 0;
    runner.query = ((...call: Parameters<typeof query>) => {
      count += 1;
      // What comes after it is the ROLLBACK.
      if (count === statement && !/^(COMMIT|ROLLBACK)/.test(call[0])) this.die();
      return query(...call);
    }) as typeof runner.query;
  }

  private die(): never {
    this.crashed = true;
    throw new CrashError();
  }
}

/** Tables of what people did; what is seeded, and who administers, stays. */
const TABLES = `bookings, booking_events, coupon_claims, orders, payment_attempts, payments, refunds, invoices,
  invoice_counters, mails, outbox, webhook_inbox, issues, stall_offers, visitors, audit_log, listing_applications,
  listing_orders, listing_events, listings`;

/** Empties the database of everything but its seeds and administrators. */
export async function emptied(mela: MelaTest): Promise<void> {
  await mela.db.database.transaction(async (tx) => {
    // The audit log can't be emptied otherwise.
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(`TRUNCATE ${TABLES} CASCADE`);
  });
}
