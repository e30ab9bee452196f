import { Processor, WorkerHost } from "@nestjs/bullmq";
import { Logger } from "@nestjs/common";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { WhatsappProblem } from "@sakhi/domain/whatsapp/whatsapp-errors";
import {
  LEAST_LEFT_SECONDS,
  SKIP_REASONS,
  type SkipReason,
  TEMPLATE_RULES,
  whatsappVerdict,
} from "@sakhi/domain/whatsapp/whatsapp.rules";
import { parameterValues, WHATSAPP_TEXTS } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { DelayedError, type Job } from "bullmq";
import { Config } from "../platform/config/config.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, rows, type Tx } from "../platform/database/database.js";
import { isLastTry, PROCESSOR_OPTIONS } from "../platform/queue/queues.js";
import { Secrets } from "../platform/secrets/secrets.js";
import { CloudApiClient, type CloudResponse } from "./cloud-api.client.js";
import { WhatsappPostponed } from "./whatsapp-postponed.js";
import { WhatsappWordsService } from "./whatsapp-words.service.js";
import { WhatsappMessageEntity } from "./whatsapp.entities.js";

/** Age in seconds at which a claim is abandoned: its process died. Far above our timeout. */
const ABANDONED_SECONDS = 45;
/** Meta's code for a template that is not there or not approved in a language. */
const TEMPLATE_MISSING = 132_001;
/** Delay in ms before rechecking a message that another process has claimed. */
const RECHECK_MS = 15_000;

const COLUMNS = columnsOf(WhatsappMessageEntity, "m");
const LOCK = `
  SELECT ${COLUMNS} FROM whatsapp_messages m
   WHERE m.id = :id AND (m.state = 'queued'
         OR (m.state = 'sending' AND m.claimed_at < clock_timestamp() - make_interval(secs => :abandoned)))
     FOR UPDATE`;

/** What decides about a message. `isTrue` but for what the words need, which they find out. */
interface Facts {
  readonly phone: string;
  readonly givenAt: Date;
  readonly hasConsent: boolean;
  readonly isTrue: boolean;
  readonly isProven: boolean;
  readonly lately: number;
  readonly today: number;
  readonly stoppedAt: Date | null;
  readonly at: Date;
}

const PHONE = "SELECT c.phone FROM whatsapp_consents c WHERE c.id = :consentId";
const FACTS = `
  SELECT c.phone, c.given_at AS "givenAt", clock_timestamp() AS at,
         c.withdrawn_at IS NULL AND c.phone IS NOT DISTINCT FROM coalesce(b.phone, a.whatsapp_number) AS "hasConsent",
         coalesce(CASE :template::text
           WHEN 'hold_ending' THEN b.state = 'registered'
             AND b.hold_expires_at > clock_timestamp() + make_interval(secs => :least)
           WHEN 'payment_failed' THEN b.state = 'paying' AND b.pay_until > clock_timestamp() + make_interval(secs => :least)
           ELSE b.state = 'sold' OR a.state = 'live' END, false) AS "isTrue",
         coalesce(a.state = 'live', false)
           OR EXISTS (SELECT FROM bookings paid WHERE paid.state = 'sold' AND paid.phone = c.phone) AS "isProven",
         (SELECT count(*)::int FROM whatsapp_messages w JOIN whatsapp_consents o ON o.id = w.consent_id
           WHERE o.phone = c.phone AND o.erased_at IS NULL AND w.id <> m.id AND w.counted_on IS NOT NULL
             AND w.claimed_at > clock_timestamp() - interval '24 hours') AS lately,
         (SELECT count(*)::int FROM whatsapp_messages w
           WHERE w.counted_on = (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date AND w.id <> m.id) AS today,
         (SELECT max(s.stopped_at) FROM whatsapp_stops s WHERE s.number_digest = ANY(:digests)) AS "stoppedAt"
    FROM whatsapp_messages m JOIN whatsapp_consents c ON c.id = m.consent_id
    LEFT JOIN bookings b ON b.id = m.booking_id
    LEFT JOIN listing_applications a ON a.id = m.application_id
   WHERE m.id = :id`;
const CLAIM = `
  UPDATE whatsapp_messages
     SET state = 'sending', attempts = attempts + 1, claimed_at = clock_timestamp(), due_at = NULL,
         counted_on = coalesce(counted_on, (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date)
   WHERE id = :id RETURNING attempts`;
const SKIP = `
  UPDATE whatsapp_messages SET state = 'skipped', problem = :problem, problem_code = NULL, ended_at = clock_timestamp()
   WHERE id = :id AND state IN ('queued', 'sending')`;
const WAIT = "UPDATE whatsapp_messages SET state = 'queued', due_at = :until WHERE id = :id";
/** Also if a report was faster, or another process has claimed it since. */
const SENT = `
  UPDATE whatsapp_messages
     SET state = CASE WHEN state IN ('queued', 'sending') THEN 'sent' ELSE state END,
         provider_id = coalesce(provider_id, nullif(:providerId, '')), sent_at = coalesce(sent_at, clock_timestamp()),
         category = coalesce(category, :category),
         cost_hundredths = CASE WHEN category IS NULL AND state <> 'failed' THEN :cost::int ELSE cost_hundredths END,
         problem = CASE WHEN state IN ('failed', 'skipped') THEN problem END,
         problem_code = CASE WHEN state IN ('failed', 'skipped') THEN problem_code END
   WHERE id = :id`;
const AGAIN = `
  UPDATE whatsapp_messages SET state = 'queued', problem = :words, problem_code = :code
   WHERE id = :id AND state = 'sending' AND attempts = :attempts RETURNING id`;
const FAILED = `
  UPDATE whatsapp_messages SET state = 'failed', problem = :words, problem_code = :code, ended_at = clock_timestamp()
   WHERE id = :id AND state = 'sending' AND attempts = :attempts RETURNING id`;

/** Result of a delivery: accepted now, finished before, given up, not to be sent, or claimed by another process. */
type DeliveryOutcome = "sent" | "finished" | "failed" | "skipped" | "busy";

/** A message whose turn has come. */
type Claimed = WhatsappMessageEntity & { readonly phone: string };
type Claim = { readonly message: Claimed } | { readonly waitsUntil: Date } | { readonly outcome: DeliveryOutcome };

/**
 * Sends one message per job, once: decides by the rules whether it may go, claims its row, has its words made, hands it to
 * Meta, and records the result. Meta knows no idempotency key: if a process dies or an answer is lost in between, the
 * report of Meta's webhook, which names our id, arrives before the claim is taken over.
 */
@Processor("whatsapp", PROCESSOR_OPTIONS)
export class WhatsappDeliveryService extends WorkerHost {
  private readonly log = new Logger("WhatsApp");

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly cloudApi: CloudApiClient,
    private readonly words: WhatsappWordsService,
  ) {
    super();
  }

  override async process(job: Job<{ messageId: string }>, token?: string): Promise<string> {
    const result = await this.deliver(job.data.messageId, isLastTry(job));
    if (result !== "busy" && !(result instanceof Date)) return result;
    // Not a failure: it must not use up the job's attempts.
    await job.moveToDelayed(result === "busy" ? Date.now() + RECHECK_MS : result.getTime(), token);
    throw new DelayedError();
  }

  /**
   * @param lastTry true if no retry follows: then a temporary problem is final too
   * @returns the outcome, or until when the message waits
   * @throws WhatsappPostponed if it should be tried again
   */
  async deliver(id: string, lastTry: boolean): Promise<DeliveryOutcome | Date> {
    if (this.config.whatsapp === undefined) return "finished";
    const claim = await this.database.transaction((tx) => this.claim(tx, id));
    if ("waitsUntil" in claim) return claim.waitsUntil;
    if ("outcome" in claim) return claim.outcome;
    const { message } = claim;
    const { template } = message;
    const language = await this.words.languageOf(message);
    let response = await this.send(message, language);
    // Meta has not approved the translation yet: better in English than not at all.
    if (response !== undefined && "problem" in response && response.problem.code === TEMPLATE_MISSING)
      if (language !== FIRST_LANGUAGE) response = await this.send(message, FIRST_LANGUAGE);
    if (response === undefined) return this.skip(id, "no_longer_true");
    if ("value" in response) {
      const { category } = WHATSAPP_TEXTS[template];
      const cost = this.config.whatsapp.prices[category] ?? 0;
      await this.database.query(SENT, { id, providerId: response.value, category, cost });
      return "sent";
    }
    return this.refused(message, response.problem, lastTry);
  }

  /** @returns undefined if there is nothing left to say */
  private async send(message: Claimed, language: LanguageCode): Promise<CloudResponse<string> | undefined> {
    const { id, phone, template } = message;
    const values = await this.words.of(message, language);
    if (values === undefined) return undefined;
    return this.cloudApi.send({ id, phone, template, language, parameters: parameterValues(template, values) });
  }

  /** Decides and claims in one transaction; the day's sum is exact, since one message decides at a time. */
  private async claim(tx: Tx, id: string): Promise<Claim> {
    await rows(tx, "SELECT pg_advisory_xact_lock(hashtextextended('whatsapp of the day', 0))");
    const [message] = await readIn(tx, WhatsappMessageEntity, LOCK, { id, abandoned: ABANDONED_SECONDS });
    if (message === undefined) {
      const [left] = await rows<{ state: string }>(tx, "SELECT state FROM whatsapp_messages WHERE id = :id", { id });
      return { outcome: left?.state === "sending" ? "busy" : "finished" };
    }
    const { template, consentId, createdAt } = message;
    const [number] = await rows<{ phone: string }>(tx, PHONE, { consentId });
    const digests = this.secrets.digests("whatsapp-number", number?.phone ?? "");
    const [facts] = await rows<Facts>(tx, FACTS, { id, template, digests, least: LEAST_LEFT_SECONDS / 2 });
    if (facts === undefined || this.config.whatsapp === undefined) return { outcome: "finished" };
    const { stoppedAt, givenAt, phone, ...known } = facts;
    const verdict = whatsappVerdict({
      ...known,
      ...{ template, createdAt, stopped: stoppedAt !== null && stoppedAt > givenAt, stoppedBefore: stoppedAt !== null },
      ...{ dayLimit: this.config.whatsapp.messagesPerDay, quiet: this.config.whatsapp.quiet },
      // One that counts already does not count again.
      today: message.countedOn === null ? known.today : 0,
    });
    if (verdict.kind === "skip") {
      await rows(tx, SKIP, { id, problem: SKIP_REASONS[verdict.why] });
      return { outcome: "skipped" };
    }
    if (verdict.kind === "wait") {
      await rows(tx, WAIT, { id, until: verdict.until });
      return { waitsUntil: verdict.until };
    }
    const [claimed] = await rows<{ attempts: number }>(tx, CLAIM, { id });
    return { message: Object.assign(message, { attempts: claimed?.attempts ?? message.attempts + 1, phone }) };
  }

  private async skip(id: string, why: SkipReason): Promise<DeliveryOutcome> {
    await this.database.query(SKIP, { id, problem: SKIP_REASONS[why] });
    return "skipped";
  }

  /** @throws WhatsappPostponed if it should be tried again */
  private async refused(
    { id, template, attempts, createdAt }: Claimed,
    { code, words, temporary }: WhatsappProblem,
    lastTry: boolean,
  ): Promise<DeliveryOutcome> {
    const worthMs = TEMPLATE_RULES[template].worthSeconds * 1000;
    if (temporary && !lastTry && Date.now() < createdAt.getTime() + worthMs) {
      const postponed = await this.database.query(AGAIN, { id, words, code, attempts });
      // A report was faster: Meta has it.
      if (postponed.length === 0) return "finished";
      throw new WhatsappPostponed(words);
    }
    const failed = await this.database.query(FAILED, { id, words, code, attempts });
    if (failed.length === 0) return "finished";
    this.log.warn(`message ${id} by WhatsApp will not be sent: ${words}`);
    return "failed";
  }
}
