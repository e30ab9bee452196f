import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SEARCH_ATTRIBUTES } from "@sakhi/workflows/shared/search-attributes";
import { Client, Connection, type WorkflowClient } from "@temporalio/client";
import { bundleWorkflowCode, makeTelemetryFilterString, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { required } from "./database.js";
import { TestProcess } from "./processes.js";
import { eventually } from "./until.js";

/** Installs the SDK's runtime without its log. */
export function quietRuntime(): void {
  const filter = makeTelemetryFilterString({ core: "ERROR", other: "ERROR" });
  Runtime.install({
    logger: quietLogger(),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter, forward: {} } },
  });
}

/** A worker with its own task queue and connections to the test run's server. */
export class TestWorker {
  readonly taskQueue = `test-${randomBytes(6).toString("hex")}`;
  private readonly client: Client;
  private worker: Worker | undefined;
  private running: Promise<void> | undefined;

  private constructor(
    private readonly connection: Connection,
    private readonly native: NativeConnection,
    private readonly activities: object,
    private readonly workflowBundle: { readonly code: string },
  ) {
    this.client = new Client({ connection, identity: "tests" });
  }

  /** Connects without starting the worker. */
  static async open(activities: object): Promise<TestWorker> {
    quietRuntime();
    const address = required("TEMPORAL_ADDRESS");
    const connection = await eventually("Temporal to respond", () => Connection.connect({ address }));
    const native = await NativeConnection.connect({ address });
    return new TestWorker(connection, native, activities, await bundleWorkflows());
  }

  static async start(activities: object): Promise<TestWorker> {
    const worker = await TestWorker.open(activities);
    await worker.resume();
    return worker;
  }

  get workflows(): WorkflowClient {
    return this.client.workflow;
  }

  /** Starts another worker, which resumes the runs. */
  async resume(): Promise<void> {
    this.worker = await Worker.create({
      connection: this.native,
      taskQueue: this.taskQueue,
      activities: this.activities,
      workflowBundle: this.workflowBundle,
      identity: "orchestrator",
      // Runs of a stopped worker are rescheduled after this time.
      stickyQueueScheduleToStartTimeout: "1 second",
    });
    this.running = this.worker.run();
  }

  async stop(): Promise<void> {
    if (this.worker?.getState() === "RUNNING") this.worker.shutdown();
    await this.running;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.connection.close();
    await this.native.close();
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
