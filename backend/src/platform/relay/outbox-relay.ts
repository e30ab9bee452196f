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
import { TemporalModule, WorkflowStarter } from "../temporal/workflow-client.js";
import {
  type ClaimedRow,
  OutboxRepository,
  type OutboxTopic,
  type QueueJob,
  type WorkflowNudge,
} from "../outbox/outbox.js";

/** Rows relayed at the same time. */
const BATCH = 20;
/** Longest one row may take: a little more than the workflow starter's and the queues' own limits. */
const ROW_TIMEOUT_MS = 7_000;
/** After which rows of a relay that died are due again; longer than a batch can take. */
const LEASE_MS = 12_000;
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

  constructor(
    config: Config,
    private readonly outbox: OutboxRepository,
    private readonly starter: WorkflowStarter,
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
    await Promise.all([...Object.values(this.topics), this.pruning].map((loop) => loop.stop()));
  }

  /** Relays what is due in one lane now; answers whether there is likely more. */
  async relayDue(topic: OutboxTopic): Promise<boolean> {
    const rows = await this.outbox.claim(topic, BATCH, LEASE_MS);
    const done = await Promise.all(rows.map((row) => this.relay(topic, row)));
    const relayed = rows.filter((_row, index) => done[index]).map(({ id }) => id);
    if (relayed.length > 0) await this.outbox.relayed(relayed);
    return rows.length === BATCH;
  }

  private async relay(topic: OutboxTopic, row: ClaimedRow): Promise<boolean> {
    try {
      await withinMs(ROW_TIMEOUT_MS, this.hand(topic, row.payload));
      return true;
    } catch (error) {
      const problem = describeError(error);
      this.quiet.warn(`cannot relay to ${topic}: ${problem}`);
      await this.outbox.failed(row.id, problem, retryInMs(row.attempts));
      return false;
    }
  }

  private hand(topic: OutboxTopic, payload: unknown): Promise<void> {
    // Rows are written by Outbox only, so their shape is known.
    switch (topic) {
      case "workflow":
        return this.starter.start(payload as WorkflowNudge);
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

  private wake(topic: string | undefined): void {
    if (topic !== "queue") this.topics.workflow.wake();
    if (topic !== "workflow") this.topics.queue.wake();
  }
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
