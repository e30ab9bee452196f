import { randomUUID } from "node:crypto";
import { Inject, Injectable } from "@nestjs/common";
import { HOLD_ENDING_SECONDS, LEAST_LEFT_SECONDS } from "@sakhi/domain/whatsapp/whatsapp.rules";
import type { WhatsappTemplate } from "@sakhi/domain/whatsapp/whatsapp.templates";
import { DataSource } from "typeorm";
import { isPaused } from "../events/sales-pause.sql.js";
import { Config } from "../platform/config/config.js";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { Outbox } from "../platform/outbox/outbox.js";
import { JOB_RETRIED_SECONDS } from "../platform/queue/queues.js";

/** How long after its mail a message is still made: jobs may have been down. */
const LOOK_BACK_HOURS = 24;
/** Age in seconds at which an untried or abandoned message gets another job; a tried one, after its job's retries. */
const UNTRIED_SECONDS = 600;

/** A message to make. */
interface Due {
  readonly template: WhatsappTemplate;
  readonly dedupeKey: string;
  readonly consentId: string;
  readonly bookingId: string | null;
  readonly applicationId: string | null;
  readonly mailId: string | null;
}

const COLUMNS = `c.id AS "consentId", due.*`;
/** Of a subject's open consent, unless the message was made before. */
const WITH_CONSENT = (type: "booking" | "application", subject: string, phone: string): string => `
  JOIN whatsapp_consents c ON c.subject_type = '${type}' AND c.subject_id = ${subject} AND c.withdrawn_at IS NULL
                          AND c.phone = ${phone}`;
const NOT_MADE = `NOT EXISTS (SELECT FROM whatsapp_messages w WHERE w.dedupe_key = due."dedupeKey")`;

/** Registered, and the hold ends in two minutes. */
const HOLDS_ENDING = `
  SELECT ${COLUMNS}
    FROM (SELECT 'hold_ending' AS template, 'hold_ending/' || b.id AS "dedupeKey", b.id AS "bookingId", NULL::uuid AS "applicationId",
                 NULL::uuid AS "mailId", b.phone
            FROM bookings b
           WHERE b.state = 'registered' AND b.phone IS NOT NULL
             AND b.hold_expires_at BETWEEN clock_timestamp() + make_interval(secs => :least)
                                       AND clock_timestamp() + make_interval(secs => :before)) due
         ${WITH_CONSENT("booking", 'due."bookingId"', "due.phone")}
   WHERE ${NOT_MADE}`;
/** An attempt to pay has failed, none has succeeded or is undecided, and there is time for another. */
const PAYMENTS_FAILED = `
  SELECT ${COLUMNS}
    FROM (SELECT 'payment_failed' AS template, 'payment_failed/' || b.id AS "dedupeKey", b.id AS "bookingId",
                 NULL::uuid AS "applicationId", NULL::uuid AS "mailId", b.phone
            FROM bookings b
           WHERE b.state = 'paying' AND b.phone IS NOT NULL
             AND b.pay_until > clock_timestamp() + make_interval(secs => :least)
             AND EXISTS (SELECT FROM payments p WHERE p.order_id = b.order_id AND p.outcome = 'failed')
             AND NOT EXISTS (SELECT FROM payments p WHERE p.order_id = b.order_id AND p.outcome <> 'failed')) due
         ${WITH_CONSENT("booking", 'due."bookingId"', "due.phone")}
   WHERE ${NOT_MADE}`;
/** Beside mails of the last day that were queued since the consent. Copies that operators send have none. */
const BESIDE_BOOKING_MAILS = `
  SELECT ${COLUMNS}
    FROM (SELECT CASE m.template WHEN 'booking-confirmed' THEN 'booking_confirmed' ELSE e.template END AS template,
                 CASE m.template WHEN 'booking-confirmed' THEN 'booking_confirmed/' || b.id
                                 ELSE e.template || '/' || m.id END AS "dedupeKey",
                 b.id AS "bookingId", NULL::uuid AS "applicationId", m.id AS "mailId", b.phone, m.created_at AS at
            FROM mails m JOIN bookings b ON b.id = m.booking_id
            LEFT JOIN messages e ON m.template = 'holder-message' AND m.dedupe_key = 'message/' || e.id || '/' || b.id
           WHERE m.created_at > clock_timestamp() - make_interval(hours => :hours) AND m.erased_at IS NULL
             AND m.copy_of IS NULL AND b.state = 'sold'
             AND (m.template = 'booking-confirmed'
                  OR (m.template = 'holder-message' AND e.template IN ('papers_missing', 'evening_before')))) due
         ${WITH_CONSENT("booking", 'due."bookingId"', "due.phone")} AND c.given_at <= due.at
   WHERE ${NOT_MADE}`;
const BESIDE_LISTING_MAILS = `
  SELECT ${COLUMNS}
    FROM (SELECT CASE m.template WHEN 'listing-live' THEN 'page_live' ELSE 'brand_question' END AS template,
                 CASE m.template WHEN 'listing-live' THEN 'page_live/' || a.id ELSE 'brand_question/' || m.id END AS "dedupeKey",
                 NULL::uuid AS "bookingId", a.id AS "applicationId", m.id AS "mailId", a.whatsapp_number, m.created_at AS at
            FROM mails m JOIN listing_applications a ON a.id = m.application_id
           WHERE m.created_at > clock_timestamp() - make_interval(hours => :hours) AND m.erased_at IS NULL
             AND m.copy_of IS NULL AND a.state = 'live' AND m.template IN ('listing-live', 'brand-enquiry')) due
         ${WITH_CONSENT("application", 'due."applicationId"', "due.whatsapp_number")} AND c.given_at <= due.at
   WHERE ${NOT_MADE}`;

const INSERT = `
  INSERT INTO whatsapp_messages (id, dedupe_key, template, consent_id, booking_id, application_id, mail_id)
  VALUES (:id, :dedupeKey, :template, :consentId, :bookingId, :applicationId, :mailId)
  ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`;
const STUCK = `
  UPDATE whatsapp_messages SET state = 'queued', claimed_at = clock_timestamp()
   WHERE state IN ('queued', 'sending')
     AND greatest(due_at, coalesce(claimed_at, created_at)) < clock_timestamp() - make_interval(
       secs => CASE WHEN state = 'queued' AND attempts > 0 THEN :retried::int ELSE :untried::int END)
  RETURNING id, template`;

/** Before all others: they are worth minutes. */
const HURRIED: ReadonlySet<WhatsappTemplate> = new Set(["hold_ending", "payment_failed", "booking_confirmed"]);

/**
 * Makes the messages that are due, from what bookings, payments and mails say. Nothing that sells, pays or mails waits for it or
 * knows of it, so a failure here touches none of them; a killed process loses nothing, since the next turn reads the same.
 */
@Injectable()
export class WhatsappNoticesService {
  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly config: Config,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** One turn, in one process at a time; none while WhatsApp is off. */
  async turn(): Promise<void> {
    if (this.config.whatsapp === undefined) return;
    await inOneProcess(this.source, "whatsapp", async () => {
      // In a restored database, what looks unpaid may have been paid since.
      if (await this.database.transaction(isPaused)) return;
      const seconds = { least: LEAST_LEFT_SECONDS, before: HOLD_ENDING_SECONDS };
      const found = [
        ...(await this.database.query<Due>(HOLDS_ENDING, seconds)),
        ...(await this.database.query<Due>(PAYMENTS_FAILED, { least: LEAST_LEFT_SECONDS })),
        ...(await this.database.query<Due>(BESIDE_BOOKING_MAILS, { hours: LOOK_BACK_HOURS })),
        ...(await this.database.query<Due>(BESIDE_LISTING_MAILS, { hours: LOOK_BACK_HOURS })),
      ];
      for (const due of found) await this.database.transaction((tx) => this.make(tx, due));
      await this.requeueStuck();
    });
  }

  private async make(tx: Tx, due: Due): Promise<void> {
    const id = randomUUID();
    const { template, dedupeKey, consentId, bookingId, applicationId, mailId } = due;
    const values = { id, template, dedupeKey, consentId, bookingId, applicationId, mailId };
    if ((await rows(tx, INSERT, values)).length > 0) await this.enqueue(tx, { id, template }, `whatsapp-${id}`);
  }

  /** Gives another job to every message that has been unsent for longer than its job can live. */
  private async requeueStuck(): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ages = { retried: JOB_RETRIED_SECONDS, untried: UNTRIED_SECONDS };
      for (const stuck of await rows<{ id: string; template: WhatsappTemplate }>(tx, STUCK, ages))
        // A failed job stays under its id and would swallow a second one with that id.
        await this.enqueue(tx, stuck, `whatsapp-again-${randomUUID()}`);
    });
  }

  private async enqueue(
    tx: Tx,
    { id, template }: { readonly id: string; readonly template: WhatsappTemplate },
    jobId: string,
  ): Promise<void> {
    const priority = HURRIED.has(template) ? {} : { priority: 1 };
    await this.outbox.enqueue(tx, { queue: "whatsapp", jobId, data: { messageId: id }, ...priority });
  }
}
