import { Logger, type LoggerService } from "@nestjs/common";
import type { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import {
  type ActivityInterceptors,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from "@temporalio/worker";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { isDatabaseUnavailable } from "../database/database-errors.js";
import { CountedLog, describeError, errorPlace } from "../log/log.js";
import { ACTIVITY_FAILURES, type Counters } from "../metrics/counters.js";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Connection } from "@temporalio/client";
import {
  ensureNamespace,
  RECONNECT_QUICKLY,
  temporalServer,
  type TemporalServerSettings,
} from "./temporal-connection.js";

/** The workflows as the build bundles them (backend/scripts/bundle.mjs): a worker is ready in a moment. */
export const BUILT_WORKFLOWS = {
  workflowBundle: {
    codePath: fileURLToPath(new URL("../../../../workflows/dist/bundle/workflows.js", import.meta.url)),
  },
};

/** Well under the activities' heartbeat timeout of 10 s. */
const HEARTBEAT_MS = 2_500;

/**
 * Around every activity: heartbeats, so that one whose worker was killed is tried again soon; and failures reported to
 * Temporal by name only, because an error's message may repeat a name or phone number and history keeps it. Where it
 * was thrown goes to our log, and each failure is counted. Those of a database that is away share one line a second.
 */
function guardActivities(counters: Counters): (context: Context) => ActivityInterceptors {
  const log = new Logger("Activities");
  const unavailable = new CountedLog<object>((line, failures) => log.warn({ ...line, failures }));
  return (context) => ({
    inbound: {
      async execute(input, next) {
        // A local activity ends within its workflow task, or is tried again as one that has heartbeats.
        const heart = context.info.isLocal ? undefined : setInterval(() => context.heartbeat(), HEARTBEAT_MS);
        try {
          return await next(input);
        } catch (error) {
          const words = describeError(error);
          const { activityType, attempt } = context.info;
          counters.count(ACTIVITY_FAILURES, { activity: activityType });
          const line = { activity: activityType, attempt, error: words };
          if (isDatabaseUnavailable(error)) unavailable.add(line);
          else log.warn({ ...line, place: errorPlace(error) });
          throw failureOf(error, words);
        } finally {
          clearInterval(heart);
        }
      },
    },
  });
}

/** Not found stays not found: the row is gone (another database), and asking again forever would not help. */
function failureOf(error: unknown, words: string): ApplicationFailure {
  const gone = error instanceof DomainError && error.code === "not_found";
  return ApplicationFailure.create({ message: words, type: words, nonRetryable: gone });
}

/** How long we wait before we try to reach Temporal again, in ms. */
const TRY_AGAIN_MS = 1_000;
/** How long Temporal may take to say that it is there, and to become what we need, in ms. */
const PROBE_MS = 2_000;
const PREPARE_MS = 30_000;
/** How long activities under way may take to finish when the process stops. */
const GRACE = "8 seconds";

/** What a worker runs, and where. */
interface WorkflowWorkerSettings extends TemporalServerSettings {
  readonly namespace: string;
  readonly taskQueue: string;
  readonly activities: object;
  /** Where failed activities are counted. */
  readonly counters: Counters;
  /** The workflows, as a path to bundle or already bundled. */
  readonly workflows: Pick<WorkerOptions, "workflowsPath"> | Pick<WorkerOptions, "workflowBundle">;
}

/** A worker that polls. */
export interface WorkflowWorker {
  /** Finishes what is under way and closes the connections. */
  stop(): Promise<void>;
  /** Resolves after `stop`; rejects when the worker died by itself: the process must end, to be started again. */
  readonly ended: Promise<void>;
}

/**
 * Starts a worker as soon as Temporal answers, however long that takes (logged once), and resolves when the server sees
 * it polling. Later outages of Temporal are outlived by the worker itself.
 */
export async function startWorkflowWorker(
  settings: WorkflowWorkerSettings,
  log: LoggerService,
): Promise<WorkflowWorker> {
  // Signals are the process's business (startProcess); the SDK would shut the worker down on its own.
  const filter = makeTelemetryFilterString({ core: "WARN", other: "ERROR" });
  Runtime.install({
    shutdownSignals: [],
    logger: nativeLog(log),
    telemetryOptions: { logging: { filter, forward: {} } },
  });
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
    // As many as a process has database connections.
    maxConcurrentActivityTaskExecutions: 20,
    // A run cached by a worker that was killed is offered to others after this.
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
 * The end of a worker's run, as one that must not come before it is asked for.
 *
 * @throws whatever ended the run, or Error when it ended without being asked
 */
export async function endWhenAsked(run: Promise<void>, asked: () => boolean): Promise<void> {
  await run;
  if (!asked()) throw new Error("The workflow worker stopped by itself");
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
      if (reported !== "") log.log(`Temporal at ${address} answers.`);
      return { client, native };
    } catch (error) {
      await client.close();
      const problem = describeError(error);
      if (problem !== reported) log.warn(`Temporal at ${address} does not answer (${problem}): trying until it does.`);
      reported = problem;
    }
    await pause(TRY_AGAIN_MS);
  }
}

/** Resolves when the server lists our poller: what it hands out from now on reaches us. */
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
      // Gone again: the worker keeps trying, and so do we.
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
    // The SDK's own words; failures of activities come to it already without personal data.
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
