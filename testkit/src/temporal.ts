import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, Connection, type WorkflowClient } from "@temporalio/client";
import { bundleWorkflowCode, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import { required } from "./database.js";
import { TestProcess } from "./processes.js";
import { eventually } from "./until.js";

/** A connection to a real Temporal server. */
export interface TestTemporal {
  readonly address: string;
  readonly client: Client;
  readonly native: NativeConnection;
  close(): Promise<void>;
}

/** Connects to the test run's server. */
export async function openTemporal(): Promise<TestTemporal> {
  quietRuntime();
  const address = required("TEMPORAL_ADDRESS");
  const connection = await eventually("Temporal to respond", () => Connection.connect({ address }));
  const native = await NativeConnection.connect({ address });
  return {
    address,
    client: new Client({ connection, identity: "tests" }),
    native,
    async close() {
      await connection.close();
      await native.close();
    },
  };
}

/** Installs the SDK's runtime without its log. */
export function quietRuntime(): void {
  const filter = makeTelemetryFilterString({ core: "ERROR", other: "ERROR" });
  Runtime.install({
    logger: quietLogger(),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter, forward: {} } },
  });
}

/** Name of a new task queue. */
export function ownTaskQueue(): string {
  return `test-${randomBytes(6).toString("hex")}`;
}

/** A worker that runs until `stop`. */
interface RunningWorker {
  stop(): Promise<void>;
}

export async function startWorker(
  temporal: TestTemporal,
  taskQueue: string,
  activities: object,
  workflowBundle: { readonly code: string },
): Promise<RunningWorker> {
  const worker = await Worker.create({
    connection: temporal.native,
    taskQueue,
    activities,
    workflowBundle,
    identity: "orchestrator",
    // Runs of a stopped worker are rescheduled after this time.
    stickyQueueScheduleToStartTimeout: "1 second",
  });
  const running = worker.run();
  return {
    async stop() {
      if (worker.getState() === "RUNNING") worker.shutdown();
      await running;
    },
  };
}

/** A worker with its own task queue and connection. */
export class TestWorker {
  private constructor(
    private readonly temporal: TestTemporal,
    readonly taskQueue: string,
    private readonly running: RunningWorker,
  ) {}

  static async start(activities: object): Promise<TestWorker> {
    const [temporal, workflowBundle] = await Promise.all([openTemporal(), bundleWorkflows()]);
    const taskQueue = ownTaskQueue();
    return new TestWorker(temporal, taskQueue, await startWorker(temporal, taskQueue, activities, workflowBundle));
  }

  get workflows(): WorkflowClient {
    return this.temporal.client.workflow;
  }

  async close(): Promise<void> {
    await this.running.stop();
    await this.temporal.close();
  }
}

const bundles = new Map<string, Promise<{ readonly code: string }>>();

const WORKFLOWS = fileURLToPath(new URL("../../workflows", import.meta.url));

/**
 * Bundles workflows for a worker: the build's bundle if it is current, otherwise from source.
 *
 * @param entry defaults to the product's workflows
 */
export function bundleWorkflows(entry?: URL): Promise<{ readonly code: string }> {
  const path = entry === undefined ? join(WORKFLOWS, "src/index.ts") : fileURLToPath(entry);
  const bundle = bundles.get(path) ?? (entry === undefined ? builtBundle() : undefined) ?? bundleOf(path);
  bundles.set(path, bundle);
  return bundle;
}

/** The last build's bundle; undefined if a source is newer. */
function builtBundle(): Promise<{ readonly code: string }> | undefined {
  const file = join(WORKFLOWS, "dist/bundle/workflows.js");
  if (!existsSync(file)) return undefined;
  const built = statSync(file).mtimeMs;
  const isNewer = (folder: string): boolean =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).some(
      (name) => name.endsWith(".ts") && !name.endsWith(".spec.ts") && statSync(join(folder, name)).mtimeMs > built,
    );
  if (isNewer(join(WORKFLOWS, "src")) || isNewer(join(WORKFLOWS, "../domain/src"))) return undefined;
  return Promise.resolve({ code: readFileSync(file, "utf8") });
}

function bundleOf(workflowsPath: string): Promise<{ readonly code: string }> {
  return bundleWorkflowCode({
    workflowsPath,
    logger: quietLogger(),
    webpackConfigHook: (config) => ({ ...config, resolve: { ...config.resolve, conditionNames: ["source", "..."] } }),
  });
}

function quietLogger() {
  const silent = (): void => undefined;
  return { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
}

/** A dedicated Temporal server that can be killed, and restarted with or without its data. */
export class TemporalServer {
  readonly address: string;
  private readonly folder = mkdtempSync(join(tmpdir(), "sakhi-temporal-"));
  private server: TestProcess | undefined;
  private generation = 0;

  constructor(private readonly port: number) {
    this.address = `127.0.0.1:${port}`;
  }

  /** Starts it with its existing data; resolves when it serves. */
  async start(): Promise<void> {
    this.launch();
    await this.server?.whenReady();
  }

  /** Starts it without waiting. */
  launch(): void {
    const file = join(this.folder, `${this.generation}.db`);
    this.server = new TestProcess({
      name: "Temporal",
      command: required("TEMPORAL_CLI"),
      args: [
        ...["server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", String(this.port)],
        ...["--db-filename", file, "--log-level", "error"],
        ...Object.keys(SEARCH_ATTRIBUTES).flatMap((name) => ["--search-attribute", `${name}=Keyword`]),
        // The settings of the test run's server.
        ...(JSON.parse(required("TEMPORAL_SETTINGS")) as string[]),
      ],
      env: { PATH: process.env["PATH"] ?? "", HOME: this.folder },
      log: join(this.folder, "log"),
      isReady: () => isServing(this.address),
    });
    this.server.launch();
  }

  /** The current process; a new one after each start. */
  get process(): TestProcess | undefined {
    return this.server;
  }

  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** Makes the next start use an empty database. Call it only while the server is stopped. */
  wipe(): void {
    this.generation += 1;
  }

  /** Stops it and deletes its data. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function isServing(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: "1s" });
  try {
    await connection.workflowService.describeNamespace({ namespace: "default" });
    return true;
  } finally {
    await connection.close();
  }
}
