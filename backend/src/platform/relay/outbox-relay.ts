import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  Module,
  type OnApplicationBootstrap,
} from "@nestjs/common";
import { Config } from "../config/config.js";
import { Notifications } from "../database/notifications.js";
import { describeError, QuietLog } from "../log/log.js";
import { BackgroundLoop, withinMs } from "../loops/background-loop.js";
import { QueueModule, Queues } from "../queue/queues.js";
import { TemporalModule, WorkflowRuns } from "../temporal/workflow-client.js";
import {
  type ClaimedRow,
  OutboxRepository,
  type OutboxTopic,
  type QueueJob,
  type WorkflowNudge,
} from "../outbox/outbox.js";

/** Rows claimed at once, and calls of Temporal or the queue at the same time. */
const BATCH = 100;
const AT_ONCE = 10;
/** How long a lane waits after a notification: what comes meanwhile is relayed in the same batch. */
const GATHER_MS = 30;
/** Longest one row may take: a little more than the workflow starter's and the queues' own limits. */
const ROW_TIMEOUT_MS = 7_000;
/** After which rows of a relay that died are due again; longer than a batch can take. */
const LEASE_MS = 12_000;
/** A row whose turn has not come by then is left to the next claim, so that no two relays ever have it. */
const BEGIN_WITHIN_MS = LEASE_MS - ROW_TIMEOUT_MS - 1_000;
/**
 * A workflow that was noted and not needed any more before it was first relayed is not started, as long as it is younger
 * than this: the sweep, which starts what is missing, cannot have started it.
 */
const SKIP_WITHIN_MS = 30_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;
const CHECK_EVERY_MS = 1_000;
const PRUNE_EVERY_MS = 10 * 60_000;

/**
 * Relays what was noted in transactions: nudges to Temporal, jobs to the queue; at least once, each under its own id.
 * The two lanes know nothing of each other, so that mails go out while Temporal is away. Any number of relays may
 * run. Order within a lane is only roughly kept, which is enough: nudges carry no facts, and jobs are independent.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly quiet = new QuietLog(new Logger("OutboxRelay"));
  private readonly topics: Readonly<Record<OutboxTopic, BackgroundLoop>> = {
    workflow: this.topic("workflow"),
    queue: this.topic("queue"),
  };
  private readonly pruning = new BackgroundLoop({
    name: "outbox clean-up",
    everyMs: PRUNE_EVERY_MS,
    turn: async () => (await this.outbox.prune()) > 0,
  });
  private readonly notifications: Notifications;
  private readonly gathering = new Map<OutboxTopic, NodeJS.Timeout>();

  constructor(
    config: Config,
    private readonly outbox: OutboxRepository,
    private readonly runs: WorkflowRuns,
    private readonly queues: Queues,
  ) {
    this.notifications = new Notifications(config.databaseUrl, {
      outbox: (topic) => {
        this.wake(topic);
      },
    });
  }

  onApplicationBootstrap(): void {
    for (const loop of [...Object.values(this.topics), this.pruning]) loop.start();
    this.notifications.start();
  }

  /** Before the connections to Temporal and the queue are closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.notifications.stop();
    for (const timer of this.gathering.values()) clearTimeout(timer);
    await Promise.all([...Object.values(this.topics), this.pruning].map((loop) => loop.stop()));
  }

  /** Relays what is due in one lane now; answers whether there is likely more. */
  async relayDue(topic: OutboxTopic): Promise<boolean> {
    const claimed = await this.outbox.claim(topic, BATCH, LEASE_MS);
    const waiting = topic === "workflow" ? coalesced(claimed) : claimed.map((row) => ({ ...row, rows: [row] }));
    const until = performance.now() + BEGIN_WITHIN_MS;
    const relayed: string[] = [];
    const relayNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (performance.now() > until) return;
        if (await this.relay(topic, next)) relayed.push(...next.rows.map(({ id }) => id));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, relayNext));
    if (relayed.length > 0) await this.outbox.relayed(relayed);
    return claimed.length === BATCH;
  }

  private async relay(topic: OutboxTopic, { rows, payload }: Relayable): Promise<boolean> {
    try {
      if (payload !== undefined) await withinMs(ROW_TIMEOUT_MS, this.hand(topic, payload));
      return true;
    } catch (error) {
      const problem = describeError(error);
      this.quiet.warn(`cannot relay to ${topic}: ${problem}`);
      for (const { id, attempts } of rows) await this.outbox.failed(id, problem, retryInMs(attempts));
      return false;
    }
  }

  private hand(topic: OutboxTopic, payload: unknown): Promise<void> {
    // Rows are written by Outbox only, so their shape is known.
    switch (topic) {
      case "workflow":
        return this.runs.start(payload as WorkflowNudge);
      case "queue":
        return this.queues.add(payload as QueueJob);
    }
  }

  private topic(topic: OutboxTopic): BackgroundLoop {
    return new BackgroundLoop({
      name: `outbox lane ${topic}`,
      everyMs: CHECK_EVERY_MS,
      turn: () => this.relayDue(topic),
    });
  }

  private wake(notified: string | undefined): void {
    for (const topic of ["workflow", "queue"] as const) {
      if ((notified ?? topic) !== topic || this.gathering.has(topic)) continue;
      const wake = (): void => {
        this.gathering.delete(topic);
        this.topics[topic].wake();
      };
      this.gathering.set(topic, setTimeout(wake, GATHER_MS));
    }
  }
}

/** What is handed over once, and the rows that are done with it; without a payload nothing needs to be. */
interface Relayable {
  readonly rows: readonly ClaimedRow[];
  readonly payload: unknown;
}

/**
 * One nudge for each workflow, whatever number of them was claimed, in the order of the first ones: a nudge only says
 * "recheck", so the newest says all. None where the first nudge of a subject and its end were claimed together for the
 * first time: nothing was started, and its history is in the event log.
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
    const untouched = rows.every(({ again, ageMs }) => !again && ageMs < SKIP_WITHIN_MS);
    const isOver = newest.ends === true && nudges[0]?.begins === true;
    if (untouched && isOver) return { rows, payload: undefined };
    const evenIfCompleted = nudges.some((nudge) => nudge.evenIfCompleted === true);
    return { rows, payload: evenIfCompleted ? { ...newest, evenIfCompleted } : newest };
  });
}

/** 0.5 s, 1 s, 2 s … 15 s, a little apart from one another so that they do not all come back at once. */
export function retryInMs(failures: number, random: () => number = Math.random): number {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 20), LONGEST_RETRY_MS);
  return Math.round(wait * (0.8 + 0.2 * random()));
}

/** The relay of the outbox; in the jobs process only. */
@Module({
  imports: [QueueModule, TemporalModule],
  providers: [OutboxRepository, OutboxRelay],
  exports: [OutboxRelay, OutboxRepository],
})
export class OutboxRelayModule {}
