import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Logger } from "@nestjs/common";
import {
  type DisabledReason,
  disabledBy,
  retryAfterSeconds,
  type SentWebhookKind,
  TEST_PING,
  type WebhookData,
  webhookBody,
} from "@sakhi/domain/integrations/webhook.rules";
import { DelayedError, type Job } from "bullmq";
import { IssuesService } from "../issues/issues.service.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { Counters, WEBHOOK_ATTEMPTS } from "../platform/metrics/counters.js";
import { PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { type WebhookAttempt, WebhookClient } from "./webhook-client.js";
import { WebhookSecrets } from "./webhook-secrets.js";

/** Age in seconds at which a claim is abandoned: its process died. Far above our timeout. */
export const ABANDONED_SECONDS = 30;
/** Delay in ms before rechecking a delivery that another process has claimed. */
const RECHECK_MS = 10_000;
/** How much later a delivery is tried while its endpoint, which does not answer, is tried with another, in seconds. */
const BEHIND_SECONDS = 5;

const LOCK = `
  SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.attempts, v.kind, v.data, v.at, w.url, w.secret,
         w.previous_secret AS "previousSecret", w.previous_until AS "previousUntil", clock_timestamp() AS now,
         w.disabled_at IS NOT NULL AS "isDisabled",
         w.failing_since IS NOT NULL
           AND EXISTS (SELECT FROM webhook_deliveries o WHERE o.endpoint_id = w.id AND o.state = 'sending' AND o.id <> d.id
                          AND o.claimed_at > clock_timestamp() - make_interval(secs => :abandoned)) AS "isBehind"
    FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id JOIN webhook_endpoints w ON w.id = d.endpoint_id
   WHERE d.id = :id
     AND ((d.state = 'waiting' AND d.due_at <= clock_timestamp())
          OR (d.state = 'sending' AND d.claimed_at < clock_timestamp() - make_interval(secs => :abandoned)))
     FOR UPDATE OF d`;
const CLAIM = `
  UPDATE webhook_deliveries SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp() WHERE id = :id`;
const POSTPONE = `
  UPDATE webhook_deliveries SET state = 'waiting', queued_at = NULL, due_at = clock_timestamp() + make_interval(secs => :seconds)
   WHERE id = :id`;
/** Also if another process has claimed it since: what was received is received. */
const DELIVERED = `
  UPDATE webhook_deliveries SET state = 'delivered', problem = NULL, ended_at = coalesce(ended_at, clock_timestamp())
   WHERE id = :id`;
const AGAIN = `
  UPDATE webhook_deliveries
     SET state = 'waiting', problem = :problem, queued_at = NULL, due_at = clock_timestamp() + make_interval(secs => :seconds)
   WHERE id = :id AND state = 'sending' AND attempts = :attempts`;
const GIVEN_UP = `
  UPDATE webhook_deliveries SET state = 'failed', problem = :problem, ended_at = clock_timestamp()
   WHERE id = :id AND state = 'sending' AND attempts = :attempts`;
const LOG = `
  INSERT INTO webhook_attempts (delivery_id, status, ms, problem, answer)
  SELECT d.id, :status, :ms, :problem, :answer FROM webhook_deliveries d WHERE d.id = :id RETURNING id`;
const ANSWERS = `
  UPDATE webhook_endpoints SET delivered_at = clock_timestamp(), failing_since = NULL, secret = coalesce(:resealed, secret)
   WHERE id = :endpointId`;
const FAILS = `
  UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, clock_timestamp())
   WHERE id = :endpointId RETURNING name, failing_since AS "failingSince", clock_timestamp() AS at`;
const DISABLE = `
  UPDATE webhook_endpoints SET disabled_at = clock_timestamp(), disabled_by = :why
   WHERE id = :endpointId AND disabled_at IS NULL RETURNING id`;
/** What waits for an endpoint that was disabled; it can be sent again. */
export const GIVE_UP_WAITING = `
  UPDATE webhook_deliveries SET state = 'failed', problem = :problem, ended_at = clock_timestamp()
   WHERE endpoint_id = :endpointId AND state = 'waiting'`;

/** A delivery whose turn has come. */
interface Claimed {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly attempts: number;
  readonly kind: SentWebhookKind;
  readonly data: WebhookData;
  readonly at: Date;
  readonly url: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: Date | null;
  readonly now: Date;
  readonly isDisabled: boolean;
  readonly isBehind: boolean;
}

/** What came of a job: delivered, tried again later, given up, nothing to do, or claimed by another process. */
type DeliveryOutcome = "delivered" | "again" | "failed" | "finished" | "busy";

/**
 * Makes one attempt of a delivery per job: claims its row, sends, and records what came of it. If a process dies in between, the
 * claim is taken over and the same event is sent again, with the same id.
 */
@Processor("webhooks", PROCESSOR_OPTIONS)
export class WebhookDeliveryService extends WorkerHost {
  private readonly log = new Logger("Webhooks");

  constructor(
    private readonly database: Database,
    private readonly client: WebhookClient,
    private readonly secrets: WebhookSecrets,
    private readonly issues: IssuesService,
    private readonly counters: Counters,
  ) {
    super();
  }

  override async process(job: Job<{ deliveryId: string }>, token?: string): Promise<string> {
    const outcome = await this.deliver(job.data.deliveryId);
    if (outcome !== "busy") return outcome;
    // Not a failure: it must not use up the job's attempts.
    await job.moveToDelayed(Date.now() + RECHECK_MS, token);
    throw new DelayedError();
  }

  /** @throws the database's errors only: what the endpoint does is recorded */
  async deliver(id: string): Promise<DeliveryOutcome> {
    const claim = await this.database.transaction((tx) => this.claim(tx, id));
    if (typeof claim === "string") return claim;
    const { url, eventId, kind, data, at } = claim;
    const keys = this.secrets.keysOf({ ...claim, id: claim.endpointId }, claim.now);
    const attempt: WebhookAttempt =
      keys.length === 0
        ? { ms: 0, problem: "Not sent: its secret can't be opened. Make a new one." }
        : await this.client.send({ url, eventId, body: webhookBody(kind, at, data), keys });
    const outcome = await this.database.transaction((tx) => this.settle(tx, claim, attempt));
    this.counters.count(WEBHOOK_ATTEMPTS, { outcome: attempt.problem === undefined ? "received" : "failed" });
    return outcome;
  }

  private async claim(tx: Tx, id: string): Promise<Claimed | DeliveryOutcome> {
    const [found] = await rows<Claimed>(tx, LOCK, { id, abandoned: ABANDONED_SECONDS });
    if (found === undefined) {
      const [left] = await rows<{ state: string }>(tx, "SELECT state FROM webhook_deliveries WHERE id = :id", { id });
      return left?.state === "sending" ? "busy" : "finished";
    }
    if (found.isBehind) {
      await rows(tx, POSTPONE, { id, seconds: BEHIND_SECONDS });
      return "again";
    }
    await rows(tx, CLAIM, { id });
    const attempts = found.attempts + 1;
    if (!found.isDisabled || found.kind === TEST_PING) return { ...found, attempts };
    await rows(tx, GIVEN_UP, { id, attempts, problem: "Not sent: the endpoint is disabled" });
    return "failed";
  }

  private async settle(tx: Tx, claim: Claimed, attempt: WebhookAttempt): Promise<DeliveryOutcome> {
    const { id, endpointId, attempts, kind } = claim;
    const { status, ms, problem, answer } = attempt;
    const logged = await rows(tx, LOG, {
      ...{ id, ms, status: status ?? null, problem: problem ?? null, answer: answer === "" ? null : (answer ?? null) },
    });
    // Deleted with its endpoint meanwhile.
    if (logged.length === 0) return "finished";
    if (problem === undefined) {
      const resealed = this.secrets.resealed({ id: endpointId, secret: claim.secret }) ?? null;
      await rows(tx, DELIVERED, { id });
      await rows(tx, ANSWERS, { endpointId, resealed });
      return "delivered";
    }
    const [endpoint] = await rows<{ name: string; failingSince: Date; at: Date }>(tx, FAILS, { endpointId });
    const why = endpoint && kind !== TEST_PING ? disabledBy(endpoint.failingSince, endpoint.at, status) : undefined;
    const seconds = why === undefined ? retryAfterSeconds(kind, attempts, Math.random()) : undefined;
    if (seconds === undefined) await rows(tx, GIVEN_UP, { id, attempts, problem });
    else await rows(tx, AGAIN, { id, attempts, problem, seconds });
    if (why !== undefined && endpoint !== undefined) await this.disable(tx, claim, endpoint.name, why, problem);
    return seconds === undefined ? "failed" : "again";
  }

  private async disable(
    tx: Tx,
    { endpointId, url }: Claimed,
    name: string,
    why: DisabledReason,
    problem: string,
  ): Promise<void> {
    if ((await rows(tx, DISABLE, { endpointId, why })).length === 0) return;
    await rows(tx, GIVE_UP_WAITING, { endpointId, problem: "Not sent: the endpoint is disabled" });
    await this.issues.raise(tx, {
      ...{ kind: "webhook_disabled", subject: endpointId },
      facts: { endpoint: name, host: new URL(url).host, why, problem },
    });
    this.log.warn(`endpoint ${endpointId} is disabled: ${why}`);
  }
}
