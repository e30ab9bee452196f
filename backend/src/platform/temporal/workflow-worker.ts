import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Logger, type LoggerService } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Context } from "@temporalio/activity";
import { Connection } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import {
  type ActivityInterceptors,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from "@temporalio/worker";
import { isDatabaseUnavailable } from "../database/database-errors.js";
import { REPOSITORY } from "../folders.js";
import { BatchedLog, describeError, errorPlace } from "../log/log.js";
import { ACTIVITY_FAILURES, type Counters } from "../metrics/counters.js";
import {
  ensureNamespace,
  RECONNECT_QUICKLY,
  temporalServer,
  type TemporalServerSettings,
} from "./temporal-connection.js";

/** The workflows bundled at build time (backend/scripts/bundle.mjs), so that a worker starts fast. */
export const BUILT_WORKFLOWS = {
  workflowBundle: { codePath: fileURLToPath(new URL("workflows/dist/bundle/workflows.js", REPOSITORY)) },
};

/** Well below the activities' heartbeat timeout of 10 s. */
const HEARTBEAT_MS = 2_500;

/**
 * Wraps every activity. Sends heartbeats, so that activities of a killed worker are retried soon. Reports failures to
 * Temporal by name only: a message may contain personal data, which history would retain. Counts failures and logs them
 * with their stack; those of an unreachable database share one line a second.
 */
function guardActivities(counters: Counters): (context: Context) => ActivityInterceptors {
  const log = new Logger("Activities");
  const unavailable = new BatchedLog<object>((line, failures) => log.warn({ ...line, failures }));
  return (context) => ({
    inbound: {
      async execute(input, next) {
        // A local activity ends within its workflow task, or is retried as one with heartbeats.
        const heartbeat = context.info.isLocal ? undefined : setInterval(() => context.heartbeat(), HEARTBEAT_MS);
        try {
          return await next(input);
        } catch (error) {
          const description = describeError(error);
          const { activityType, attempt } = context.info;
          counters.count(ACTIVITY_FAILURES, { activity: activityType });
          const line = { activity: activityType, attempt, error: description };
          if (isDatabaseUnavailable(error)) unavailable.add(line);
          else log.warn({ ...line, place: errorPlace(error) });
          throw failureOf(error, description);
        } finally {
          clearInterval(heartbeat);
        }
      },
    },
  });
}

/** Retryable unless the row does not exist (e.g. after a database was replaced). */
function failureOf(error: unknown, description: string): ApplicationFailure {
  const gone = error instanceof DomainError && error.code === "not_found";
  return ApplicationFailure.create({ message: description, type: description, nonRetryable: gone });
}

/** Pause before the next attempt to connect, in ms. */
const RETRY_MS = 1_000;
/** Timeouts of the first response, and of preparing the namespace, in ms. */
const PROBE_MS = 2_000;
const PREPARE_MS = 30_000;
/** How long running activities may take to finish when the process stops. */
const GRACE = "8 seconds";

/** Options of a worker. */
interface WorkflowWorkerSettings extends TemporalServerSettings {
  readonly namespace: string;
  readonly taskQueue: string;
  readonly activities: object;
  /** Counts failed activities. */
  readonly counters: Counters;
  /** The workflows: a path to bundle, or a bundle. */
  readonly workflows: Pick<WorkerOptions, "workflowsPath"> | Pick<WorkerOptions, "workflowBundle">;
}

/** A running worker. */
export interface WorkflowWorker {
  /** Finishes running activities and closes the connections. */
  stop(): Promise<void>;
  /** Resolves after `stop`; rejects if the worker fails: the process must exit, to be restarted. */
  readonly ended: Promise<void>;
}

/**
 * Starts a worker once Temporal responds, waiting indefinitely (logged once), and resolves when the server lists its
 * poller. The worker itself survives later outages of Temporal.
 */
export async function startWorkflowWorker(
  settings: WorkflowWorkerSettings,
  log: LoggerService,
): Promise<WorkflowWorker> {
  // startProcess handles the process's signals; by default the SDK would shut the worker down on them.
  const filter = makeTelemetryFilterString({ core: "WARN", other: "ERROR" });
  Runtime.install({
    shutdownSignals: [],
    logger: nativeLog(log),
    telemetryOptions: { logging: { filter, forward: {} } },
  });
  for (const activity of Object.keys(settings.activities)) settings.counters.show(ACTIVITY_FAILURES, { activity });
  const connections = await connect(settings, log);
  const identity = `${process.pid}@${hostname()}`;
  const worker = await Worker.create({
    connection: connections.native,
    namespace: settings.namespace,
    taskQueue: settings.taskQueue,
    identity,
    activities: settings.activities,
    ...settings.workflows,
    interceptors: { activity: [guardActivities(settings.counters)] },
    // Equal to the process's number of database connections.
    maxConcurrentActivityTaskExecutions: 20,
    // Runs cached by a killed worker are rescheduled to others after this.
    stickyQueueScheduleToStartTimeout: "3 seconds",
    shutdownGraceTime: GRACE,
  });

  let stopping = false;
  const ended = endWhenAsked(worker.run(), () => stopping);
  const waiting = new AbortController();
  try {
    await Promise.race([ended, untilPolling(connections.client, settings, identity, waiting.signal)]);
  } finally {
    waiting.abort();
  }
  return {
    ended,
    async stop() {
      stopping = true;
      if (worker.getState() === "RUNNING") worker.shutdown();
      try {
        await ended;
      } finally {
        await connections.client.close();
        await connections.native.close();
      }
    },
  };
}

/**
 * Waits for a worker's run to end.
 *
 * @throws the run's error, or Error if it ended without being asked to
 */
export async function endWhenAsked(run: Promise<void>, asked: () => boolean): Promise<void> {
  await run;
  if (!asked()) throw new Error("The workflow worker stopped unexpectedly");
}

async function connect(
  settings: WorkflowWorkerSettings,
  log: LoggerService,
): Promise<{ readonly client: Connection; readonly native: NativeConnection }> {
  const { address, namespace } = settings;
  for (let reported = ""; ;) {
    const client = Connection.lazy({ ...temporalServer(settings), channelArgs: RECONNECT_QUICKLY });
    try {
      await client.withDeadline(Date.now() + PROBE_MS, () => client.workflowService.getSystemInfo({}));
      await client.withDeadline(Date.now() + PREPARE_MS, () => ensureNamespace(client, namespace));
      const native = await NativeConnection.connect(temporalServer(settings));
      if (reported !== "") log.log(`Temporal at ${address} responds.`);
      return { client, native };
    } catch (error) {
      await client.close();
      const problem = describeError(error);
      if (problem !== reported)
        log.warn(`Temporal at ${address} is unreachable (${problem}): retrying until it responds.`);
      reported = problem;
    }
    await pause(RETRY_MS);
  }
}

/** Resolves when the server lists our poller: tasks are dispatched to us from then on. */
async function untilPolling(
  client: Connection,
  { namespace, taskQueue }: WorkflowWorkerSettings,
  identity: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { pollers } = await client.workflowService.describeTaskQueue({ namespace, taskQueue: { name: taskQueue } });
      if (pollers.some((poller) => poller.identity === identity)) return;
    } catch {
      // Unreachable again: the worker retries, and so do we.
    }
    await pause(100);
  }
}

function nativeLog(log: LoggerService): NonNullable<Parameters<typeof Runtime.install>[0]["logger"]> {
  const quiet = (): void => undefined;
  return {
    trace: quiet,
    debug: quiet,
    info: quiet,
    // The SDK's messages; activity failures reach it without personal data.
    warn: (message) => {
      log.warn(message);
    },
    error: (message) => {
      log.error(message);
    },
    log: (level, message) => {
      if (level === "ERROR" || level === "WARN") log.warn(message);
    },
  };
}
