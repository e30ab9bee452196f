import { randomInt } from "node:crypto";
import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Database, Tx } from "../../../../backend/src/platform/database/database.js";

/**
 * Seeds of each model: a fixed one and a random one. PROPERTY_SEED repeats one; PROPERTY_PATH and PROPERTY_REPLAY, as
 * printed by fast-check, repeat only its counterexample.
 */
const GIVEN = process.env["PROPERTY_SEED"];
const PATH = process.env["PROPERTY_PATH"];
const REPLAY = process.env["PROPERTY_REPLAY"];
const SEEDS = GIVEN === undefined ? [20_261_122, randomInt(2 ** 31)] : [Number(GIVEN)];
/** Duration of each of the two models, in ms: half of `npm run lab -- properties --minutes M`. */
const MINUTES = Number(process.env["PROPERTY_MINUTES"] ?? 0);
const MAX_MS = MINUTES > 0 ? MINUTES * 27_000 : 24_000;
/** Time for shrinking a counterexample, in ms. */
const SHRINKING_MS = 180_000;
/** Timeout of the test that runs a model, in ms. */
export const TIMEOUT_MS = 2 * MAX_MS + SHRINKING_MS + 600_000;
/** Runs per seed in `npm test`. */
const RUNS = 10;
/** Most steps per run. */
const STEPS = 50;

/** The product and its environment; reset for each run. */
export interface World {
  /** Resets everything. */
  fresh(): Promise<void>;
  /** Current violations, one line each. Must always be empty. */
  broken(): Promise<string[]>;
  /** Runs everything to its end, and returns the violations. */
  rest(): Promise<string[]>;
  /** Kind of each recorded event. */
  events(): Promise<string[]>;
  readonly crashes: Crashes;
}

/** One action or occurrence. Does nothing if it is currently impossible. */
export interface Step<W extends World> {
  readonly name: string;
  act(world: W): Promise<void>;
}

/** When a process crashes: before a statement of its next transaction, or `after` its commit, before the caller knows. */
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
 * Runs steps in random order with random crashes, for each seed. Invariants must hold after each step and at the end.
 * fast-check prints seed, path and the shortest failing run.
 */
export async function expectInvariants<W extends World>(world: W, steps: fc.Arbitrary<Step<W>>): Promise<void> {
  const crash: fc.Arbitrary<Crash | undefined> = fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.oneof(fc.integer({ min: 1, max: 25 }), fc.constant("after" as const)) },
  );
  const command = fc.tuple(steps, crash).map(([step, at]) => new StepCommand(step, at));
  const lengths = { maxCommands: STEPS, size: "max", ...(REPLAY === undefined ? {} : { replayPath: REPLAY }) } as const;
  for (const first of SEEDS) {
    const over = Date.now() + MAX_MS / SEEDS.length;
    const events = new Map<string, number>();
    let runs = 0;
    const property = fc.asyncProperty(fc.noBias(fc.commands([command], lengths)), async (run) => {
      // Past the deadline only shrinking is still running: stop it.
      if (Date.now() > over + SHRINKING_MS) return;
      await world.fresh();
      await fc.asyncModelRun(() => ({ model: {}, real: world }), run);
      const wrong = await world.rest();
      for (const kind of await world.events()) events.set(kind, (events.get(kind) ?? 0) + 1);
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
    });
    // One seed per run, each awaited: fast-check's own time limit would leave the last run unfinished.
    for (; runs < (MINUTES > 0 ? Infinity : RUNS) && (runs === 0 || Date.now() < over); runs += 1) {
      await fc.assert(property, { seed: first + runs, numRuns: 1, ...(PATH === undefined ? {} : { path: PATH }) });
      if (PATH !== undefined) break;
    }
    // Printed for successful runs too: what was covered, and the seeds to repeat it.
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

/** Simulates process crashes: during a transaction, or right after its commit. */
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

  /** True if the current step has crashed. */
  get happened(): boolean {
    return this.crashed;
  }

  /** Runs a step whose first transaction crashes; its result is ignored. */
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
      // Never before COMMIT or the ROLLBACK that follows a crash.
      if (count === statement && !/^(COMMIT|ROLLBACK)/.test(call[0])) this.die();
      return query(...call);
    }) as typeof runner.query;
  }

  private die(): never {
    this.crashed = true;
    throw new CrashError();
  }
}
