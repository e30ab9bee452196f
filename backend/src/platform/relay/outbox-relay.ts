import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { Config } from "../config/config.js";
import { Notifications } from "../database/notifications.js";
import { describeError, ThrottledLog } from "../log/log.js";
import { BackgroundLoop, withinMs } from "../loops/background-loop.js";
import {
  type ClaimedRow,
  OutboxRepository,
  type OutboxTopic,
  type QueueJob,
  type WorkflowNudge,
} from "../outbox/outbox.js";
import { QueueModule, Queues } from "../queue/queues.js";
import { TemporalModule, WorkflowRuns } from "../temporal/workflow-client.js";

/** Rows claimed at once, and concurrent calls of Temporal or the queue. */
const BATCH = 100;
const CONCURRENCY = 10;
/** Debounce of notifications, in ms: later rows join the same batch. */
const DEBOUNCE_MS = 30;
/** Timeout of one row, in ms: slightly above the timeouts of Temporal calls and queues. */
const ROW_TIMEOUT_MS = 7_000;
/** Lease of claimed rows, in ms: rows of a dead relay are due again after it. Longer than a batch can take. */
const LEASE_MS = 12_000;
/** Rows not started within this time are left to the next claim, so that two relays never process the same row. */
const START_WITHIN_MS = LEASE_MS - ROW_TIMEOUT_MS - 1_000;
/**
 * A workflow whose subject ended before its first nudge was relayed is not started, if its rows are younger than this: the
 * sweep, which starts missing workflows, cannot have started it yet.
 */
const SKIP_WITHIN_MS = 30_000;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const POLL_INTERVAL_MS = 1_000;
const PRUNE_INTERVAL_MS = 10 * 60_000;

/**
 * Relays the outbox: nudges to Temporal, jobs to the queue, each at least once under its own id. The two lanes are
 * independent, so that mails are sent while Temporal is unreachable. Any number of relays may run. Order within a lane is
 * approximate, which suffices: nudges carry no facts, and jobs are independent.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly quiet = new ThrottledLog(new Logger("OutboxRelay"));
  private readonly topics: Readonly<Record<OutboxTopic, BackgroundLoop>> = {
    workflow: this.topic("workflow"),
    queue: this.topic("queue"),
  };
  private readonly pruning = new BackgroundLoop({
    name: "outbox clean-up",
    everyMs: PRUNE_INTERVAL_MS,
    turn: async () => (await this.outbox.prune()) > 0,
  });
  private readonly notifications: Notifications;
  private readonly debouncing = new Map<OutboxTopic, NodeJS.Timeout>();

  constructor(
    config: Config,
    private readonly outbox: OutboxRepository,
    private readonly runs: WorkflowRuns,
    private readonly queues: Queues,
  ) {
    this.notifications = new Notifications(config.directDatabaseUrl, {
      outbox: (topic) => {
        this.wake(topic);
      },
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of [...Object.values(this.topics), this.pruning]) loop.start();
    this.notifications.start();
  }

  /** Stops before the connections to Temporal and the queue are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    for (const timer of this.debouncing.values()) clearTimeout(timer);
    await Promise.all([...Object.values(this.topics), this.pruning].map((loop) => loop.stop()));
  }

  /** Relays the due rows of one lane. @returns true if there are likely more */
  async relayDue(topic: OutboxTopic): Promise<boolean> {
    const claimed = await this.outbox.claim(topic, BATCH, LEASE_MS);
    const waiting = topic === "workflow" ? coalesced(claimed) : claimed.map((row) => ({ ...row, rows: [row] }));
    const until = performance.now() + START_WITHIN_MS;
    const relayed: string[] = [];
    const relayNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (performance.now() > until) return;
        if (await this.relay(topic, next)) relayed.push(...next.rows.map(({ id }) => id));
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, relayNext));
    if (relayed.length > 0) await this.outbox.relayed(relayed);
    return claimed.length === BATCH;
  }

  private async relay(topic: OutboxTopic, { rows, payload }: Relayable): Promise<boolean> {
    try {
      const { installation } = rows[0] ?? {};
      if (payload !== undefined) await withinMs(ROW_TIMEOUT_MS, this.deliver(topic, payload, installation));
      return true;
    } catch (error) {
      const problem = describeError(error);
      this.quiet.warn(`cannot relay to ${topic}: ${problem}`);
      for (const { id, attempts } of rows) await this.outbox.failed(id, problem, retryInMs(attempts));
      return false;
    }
  }

  private deliver(topic: OutboxTopic, payload: unknown, installation: string | undefined): Promise<void> {
    // Rows are written by Outbox only, so their shape is known.
    switch (topic) {
      case "workflow":
        return this.runs.start(marked(payload as WorkflowNudge, installation));
      case "queue":
        return this.queues.add(payload as QueueJob);
    }
  }

  private topic(topic: OutboxTopic): BackgroundLoop {
    return new BackgroundLoop({
      name: `outbox lane ${topic}`,
      everyMs: POLL_INTERVAL_MS,
      turn: () => this.relayDue(topic),
    });
  }

  private wake(notified: string | undefined): void {
    for (const topic of ["workflow", "queue"] as const) {
      if ((notified ?? topic) !== topic || this.debouncing.has(topic)) continue;
      const wake = (): void => {
        this.debouncing.delete(topic);
        this.topics[topic].wake();
      };
      this.debouncing.set(topic, setTimeout(wake, DEBOUNCE_MS));
    }
  }
}

/** Adds the database's mark, by which a run is recognised as this installation's (decision 50). */
function marked(nudge: WorkflowNudge, installation: string | undefined): WorkflowNudge {
  if (installation === undefined) return nudge;
  return { ...nudge, searchAttributes: { ...nudge.searchAttributes, Installation: installation } };
}

/** One payload to relay and the rows it covers. Without a payload the rows need no action. */
interface Relayable {
  readonly rows: readonly ClaimedRow[];
  readonly payload: unknown;
}

/**
 * Coalesces claimed nudges to the newest one per workflow, in the order of the first: a nudge only says "recheck". Drops
 * them if a subject's first nudge and its end are claimed together for the first time: no workflow was started, and the
 * event log has the history.
 */
export function coalesced(claimed: readonly ClaimedRow[]): Relayable[] {
  const groups = new Map<string, ClaimedRow[]>();
  for (const row of claimed) {
    const { workflowId } = row.payload as WorkflowNudge;
    groups.set(workflowId, [...(groups.get(workflowId) ?? []), row]);
  }
  return [...groups.values()].map((rows) => {
    const nudges = rows.map(({ payload }) => payload as WorkflowNudge);
    const newest = nudges.at(-1);
    if (newest === undefined) return { rows, payload: undefined };
    const isFirstClaim = rows.every(({ again, ageMs }) => !again && ageMs < SKIP_WITHIN_MS);
    const isOver = newest.ends === true && nudges[0]?.begins === true;
    if (isFirstClaim && isOver) return { rows, payload: undefined };
    const evenIfCompleted = nudges.some((nudge) => nudge.evenIfCompleted === true);
    return { rows, payload: evenIfCompleted ? { ...newest, evenIfCompleted } : newest };
  });
}

/** Backoff in ms: 0.5 s, 1 s, 2 s … 15 s, with jitter. */
export function retryInMs(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(MIN_RETRY_MS * 2 ** Math.min(failures, 20), MAX_RETRY_MS);
  return Math.round(wait * (0.8 + 0.2 * random()));
}

/** The relay of the outbox; in the jobs process only. */
@Module({
  imports: [QueueModule, TemporalModule],
  providers: [OutboxRepository, OutboxRelay],
  exports: [OutboxRelay, OutboxRepository],
})
export class OutboxRelayModule {}
