import { Inject, Injectable, Logger } from "@nestjs/common";
import { allowedNow, messageDue, messageVerdict, REMINDER_DAYS } from "@sakhi/domain/messages/message.rules";
import { inReadersLanguage, TEMPLATE_TEXTS } from "@sakhi/domain/messages/message.templates";
import { DataSource } from "typeorm";
import { EVENT_ENDS } from "../events/event-ends.sql.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { isPaused } from "../events/sales-pause.sql.js";
import { MailService } from "../mail/mail.service.js";
import { Config } from "../platform/config/config.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readClock, readIn, rows, type Tx } from "../platform/database/database.js";
import { describeError, ThrottledLog } from "../platform/log/log.js";
import { inOneProcess } from "../platform/loops/one-process.js";
import { HoldersService, messageFor, messageKey } from "./holders.service.js";
import { MessageEntity } from "./messages.entities.js";

/** Most mails queued in one turn, so that a pause and other messages wait a moment only. */
const BATCH = 50;

const COLUMNS = columnsOf(MessageEntity, "m");
const WAITING = "SELECT id FROM messages WHERE state = 'waiting' ORDER BY created_at, id";
const LOCK_WAITING = `SELECT ${COLUMNS} FROM messages m WHERE m.id = :id AND m.state = 'waiting' FOR UPDATE`;
/** A pause waits for the mail that is being queued, and stops the next. */
const SENDING = `SELECT ${COLUMNS} FROM messages m WHERE m.id = :id AND m.state = 'sending' FOR SHARE`;
const LATELY = `
  SELECT count(*)::int AS lately FROM message_recipients
   WHERE state = 'mailed' AND decided_at > clock_timestamp() - interval '1 minute'`;
const NEXT = `
  SELECT r.message_id AS "messageId", r.booking_id AS "bookingId", m.event_id AS "eventId"
    FROM messages m JOIN message_recipients r ON r.message_id = m.id
   WHERE m.state = 'sending' AND r.state = 'waiting' ORDER BY m.started_at, m.id, r.booking_id LIMIT :most`;
const DECIDE = `
  UPDATE message_recipients SET state = :state, decided_at = clock_timestamp()
   WHERE message_id = :messageId AND booking_id = :bookingId AND state = 'waiting' RETURNING booking_id`;
const FINISH = `
  UPDATE messages m SET state = 'done', ended_at = clock_timestamp()
   WHERE m.state = 'sending'
     AND NOT EXISTS (SELECT FROM message_recipients r WHERE r.message_id = m.id AND r.state = 'waiting')`;
/** Published events that ask for papers, and have no reminders yet: not even ones that an operator stopped. */
const WITHOUT_REMINDERS = `
  SELECT e.id FROM events e
   WHERE e.status = 'published' AND ${EVENT_ENDS} > clock_timestamp()
     AND EXISTS (SELECT FROM event_questions q WHERE q.event_id = e.id AND q.required)
     AND NOT EXISTS (SELECT FROM messages m WHERE m.event_id = e.id AND m.automatic)`;

interface NextRecipient {
  readonly messageId: string;
  readonly bookingId: string;
  readonly eventId: number;
}

/**
 * Sends messages: writes down the recipients of what is due, then queues their mails, one transaction each, no faster than the
 * pace. All that it knows is in the database, so a killed process loses nothing: the next turn continues, in any process.
 */
@Injectable()
export class MessageSendingService {
  private readonly quiet = new ThrottledLog(new Logger("Messages"));

  constructor(
    @Inject(DataSource) private readonly source: DataSource,
    private readonly database: Database,
    private readonly config: Config,
    private readonly eventFacts: EventFactsService,
    private readonly mails: MailService,
    private readonly holders: HoldersService,
  ) {}

  /** One turn, in one process at a time. @returns true if more can be sent now; undefined if another process is at it */
  turn(): Promise<boolean | undefined> {
    return inOneProcess(this.source, "messages", async () => {
      // In a restored database, what looks unsold or missing may have changed since.
      if (await this.database.transaction(isPaused)) return false;
      await this.makeReminders();
      for (const { id } of await this.database.query<{ id: string }>(WAITING)) await this.startIfDue(id);
      return this.send();
    });
  }

  /** Gives events that ask for papers the reminders that their operators can then change or stop. */
  async makeReminders(): Promise<void> {
    const found = await this.database.query<{ id: number }>(WITHOUT_REMINDERS);
    for (const { id: eventId } of found) {
      await this.database.transaction(async (tx) => {
        // Another process or an operator's list may do the same.
        await tx.query("SELECT FROM events WHERE id = $1 FOR NO KEY UPDATE", [eventId]);
        const again = await rows(tx, `${WITHOUT_REMINDERS} AND e.id = :eventId`, { eventId });
        const [{ event }, at] = [await this.eventFacts.ofIn(tx, eventId), await readClock(tx)];
        const days = REMINDER_DAYS.filter(
          (each) => messageDue({ timing: "days_before", days: each, sendAt: null }, event, at) > at,
        );
        if (again.length > 0 && days.length > 0) await this.insertReminders(tx, eventId, days);
      });
    }
  }

  private async insertReminders(tx: Tx, eventId: number, days: readonly number[]): Promise<void> {
    const { subject, text, audience } = TEMPLATE_TEXTS.papers_missing;
    await rows(
      tx,
      `INSERT INTO messages (id, event_id, template, subject, text, audience, timing, days, state, automatic)
       SELECT gen_random_uuid(), :eventId, 'papers_missing', :subject, :text, :audience, 'days_before', each, 'waiting', true
         FROM unnest(:days::int[]) AS each`,
      { eventId, subject, text, audience, days },
    );
  }

  /** Writes down whom a message goes to, once it is due. */
  private async startIfDue(id: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const [message] = await readIn(tx, MessageEntity, LOCK_WAITING, { id });
      if (message === undefined) return;
      const stored = await this.eventFacts.ofIn(tx, message.eventId);
      const verdict = messageVerdict(message, stored, await readClock(tx));
      if (verdict === "waits") return;
      if (verdict === "missed") {
        await rows(tx, "UPDATE messages SET state = 'missed', ended_at = clock_timestamp() WHERE id = :id", { id });
        return;
      }
      const meant = await this.holders.meant(stored, message, tx);
      await rows(
        tx,
        `INSERT INTO message_recipients (message_id, booking_id) SELECT :id, unnest(:bookings::uuid[])
         ON CONFLICT DO NOTHING`,
        { id, bookings: meant.map(({ bookingId }) => bookingId) },
      );
      await rows(tx, "UPDATE messages SET state = 'sending', started_at = clock_timestamp() WHERE id = :id", { id });
    });
  }

  /** Queues as many mails as the pace allows. @returns whether more can be queued at once */
  private async send(): Promise<boolean> {
    const [counted] = await this.database.query<{ lately: number }>(LATELY);
    const most = Math.min(BATCH, allowedNow(this.config.messageMailsPerMinute, counted?.lately ?? 0));
    const next = most === 0 ? [] : await this.database.query<NextRecipient>(NEXT, { most });
    for (const recipient of next) {
      try {
        await this.database.transaction((tx) => this.sendTo(tx, recipient));
      } catch (error) {
        // One that fails keeps nobody else waiting; it is tried again.
        this.quiet.warn(`message ${recipient.messageId} to ${recipient.bookingId}: ${describeError(error)}`);
      }
    }
    await this.database.query(FINISH);
    return next.length > 0 && next.length === most;
  }

  /** Queues the mail for one holder, if the message is still sent and still for her. */
  private async sendTo(tx: Tx, { messageId, bookingId, eventId }: NextRecipient): Promise<void> {
    // The booking before the message, as an erasure locks them.
    await tx.query("SELECT FROM bookings WHERE id = $1 FOR SHARE", [bookingId]);
    const [message] = await readIn(tx, MessageEntity, SENDING, { id: messageId });
    if (message === undefined) return;
    const stored = await this.eventFacts.ofIn(tx, eventId);
    // Its bookings are cancelled one by one; nobody is asked to come meanwhile.
    const holder = stored.status === "cancelled" ? undefined : await this.holders.lock(tx, stored, message, bookingId);
    const dedupeKey = messageKey(messageId, bookingId);
    const decide = async (state: "mailed" | "skipped") =>
      (await rows(tx, DECIDE, { messageId, bookingId, state })).length > 0;
    if (holder === undefined) {
      await decide("skipped");
      return;
    }
    if (!(await decide("mailed"))) return;
    await this.mails.queue(tx, {
      template: "holder-message",
      to: holder.email,
      dedupeKey,
      bookingId,
      onlyProven: true,
      data: messageFor(holder, message),
      worded: (language) => {
        const { subject, text } = inReadersLanguage(message, language);
        return { subject, text };
      },
    });
    if (await this.mails.isQueued(tx, dedupeKey)) return;
    await rows(
      tx,
      "UPDATE message_recipients SET state = 'refused' WHERE message_id = :messageId AND booking_id = :bookingId",
      { messageId, bookingId },
    );
  }
}
