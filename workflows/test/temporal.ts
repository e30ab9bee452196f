import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { Client, Connection } from "@temporalio/client";
import {
  bundleWorkflowCode,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
} from "@temporalio/worker";
import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { SEARCH_ATTRIBUTES } from "../src/shared/search-attributes.js";

/** A real Temporal server: the one of the test run, or one of our own. */
export interface TestTemporal {
  readonly address: string;
  readonly client: Client;
  readonly native: NativeConnection;
  close(): Promise<void>;
}

/** Connects to TEMPORAL_ADDRESS, or starts a server with TEMPORAL_CLI where there is none. */
export async function openTemporal(): Promise<TestTemporal> {
  quietRuntime();
  const server = process.env["TEMPORAL_ADDRESS"] === undefined ? await startServer() : undefined;
  const address = server?.address ?? process.env["TEMPORAL_ADDRESS"] ?? "";
  const connection = await until("Temporal to answer", async () => await Connection.connect({ address }));
  await addSearchAttributes(connection);
  const native = await NativeConnection.connect({ address });
  return {
    address,
    client: new Client({ connection, identity: "tests" }),
    native,
    async close() {
      await connection.close();
      await native.close();
      await server?.stop();
    },
  };
}

/** The SDK's native part, without its log. */
export function quietRuntime(): void {
  const filter = makeTelemetryFilterString({ core: "ERROR", other: "ERROR" });
  Runtime.install({
    logger: quietLogger(),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter, forward: {} } },
  });
}

/** A task queue of a test's own. */
export function ownTaskQueue(): string {
  return `test-${randomBytes(6).toString("hex")}`;
}

/** A worker that runs until `stop`. */
export interface RunningWorker {
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
  });
  const running = worker.run();
  return {
    async stop() {
      if (worker.getState() === "RUNNING") worker.shutdown();
      await running;
    },
  };
}

/** The workflows as the worker gets them, from source. */
export function bundle(entry = "../src/index.ts"): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(entry, import.meta.url)),
    logger: quietLogger(),
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, conditionNames: ["source", "..."] },
    }),
  });
}

/** Waits for the thing itself: tries until it is there, for two minutes, more than the slowest machine needs. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 120_000;
  let trouble: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      trouble = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Waited two minutes in vain for ${what}`, { cause: trouble });
}

function quietLogger() {
  const silent = (): void => undefined;
  return { log: silent, trace: silent, debug: silent, info: silent, warn: silent, error: silent };
}

async function addSearchAttributes(connection: Connection): Promise<void> {
  const names = Object.keys(SEARCH_ATTRIBUTES);
  await connection.operatorService.addSearchAttributes({
    namespace: "default",
    searchAttributes: Object.fromEntries(names.map((name) => [name, KEYWORD])),
  });
  await until("the search attributes", async () => {
    const known = await connection.operatorService.listSearchAttributes({ namespace: "default" });
    return names.every((name) => Number(known.customAttributes[name]) === KEYWORD);
  });
}

/** INDEXED_VALUE_TYPE_KEYWORD of Temporal's protocol. */
const KEYWORD = 2;

async function startServer(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const cli = process.env["TEMPORAL_CLI"];
  if (cli === undefined)
    throw new Error("Neither TEMPORAL_ADDRESS nor TEMPORAL_CLI: run tests with `npm test -- <file>`");
  const port = await freePort();
  const server = spawn(cli, ["server", "start-dev", "--headless", "--port", String(port)], {
    stdio: "ignore",
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port");
  return address.port;
}
