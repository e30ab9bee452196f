import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { factsIn } from "@sakhi/domain/events/event-facts";
import type {
  ChangeMessageDto,
  MessageDto,
  PreviewMessageDto,
  TestMessageDto,
} from "@sakhi/domain/messages/message.dto";
import {
  type Audience,
  canDo,
  MAX_OPEN_MESSAGES,
  type MessageAction,
  messageDue,
  PREVIEWED_HOLDERS,
} from "@sakhi/domain/messages/message.rules";
import { inReadersLanguage } from "@sakhi/domain/messages/message.templates";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { EventFactsService, type EventInTx } from "../events/event-facts.service.js";
import { nextEvent } from "../mail/holder-message.js";
import { MailService } from "../mail/mail.service.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readClock, readIn, rows, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { BY_NUMBER } from "../stalls/stalls.service.js";
import { EventFilesService } from "./event-files.service.js";
import { type EventOfHolders, type Holder, HoldersService, messageFor } from "./holders.service.js";
import { MessageEntity } from "./messages.entities.js";
import type {
  MessageHolderResponse,
  MessageOutcome,
  MessagePreviewResponse,
  MessageProgressResponse,
  MessageRecipientResponse,
  MessageResponse,
} from "./messages.response.js";

/** Recipients that are listed at once. */
const MOST_LISTED = 1_000;
/** A test has no holder. */
const INVENTED = { name: "Asha Rao", businessName: "Asha Handlooms", stallId: "A1", orderId: null } as const;

const COLUMNS = columnsOf(MessageEntity, "m");
/** The mail of recipient `r`; one that an operator sent again is a copy of it. */
const ITS_MAIL = "m.dedupe_key = 'message/' || r.message_id || '/' || r.booking_id";
/** What became of recipient `r` with mail `m`; one whose mail was erased had it. */
const OUTCOME = `CASE WHEN r.state <> 'mailed' THEN r.state
  WHEN m.state = 'queued' OR m.state = 'sending' THEN 'queued' ELSE coalesce(m.state, 'sent') END`;
const PROGRESS = `
  SELECT coalesce(json_object_agg(outcome, count), '{}') FROM (
    SELECT ${OUTCOME} AS outcome, count(*)::int AS count
      FROM message_recipients r LEFT JOIN mails m ON ${ITS_MAIL} WHERE r.message_id = message.id GROUP BY 1) counted`;
const READ = `SELECT ${columnsOf(MessageEntity, "message")}, (${PROGRESS}) AS progress FROM messages message`;
const OF_EVENT = `${READ} WHERE message.event_id = :eventId
  ORDER BY message.ended_at DESC NULLS FIRST, message.created_at DESC, message.id`;
const ONE = `${READ} WHERE message.id = :id`;
const LOCK = `SELECT ${COLUMNS} FROM messages m WHERE m.id = :id FOR UPDATE`;
const OPEN = "SELECT count(*)::int AS open FROM messages WHERE event_id = :eventId AND ended_at IS NULL";
const RECIPIENTS = `
  SELECT r.booking_id AS "bookingId", s.stall_id AS "stallId", coalesce(b.business_name, '') AS "businessName",
         ${OUTCOME} AS outcome, coalesce(m.sent_at, r.decided_at) AS at, m.last_error AS problem
    FROM message_recipients r
    JOIN bookings b ON b.id = r.booking_id JOIN stalls s ON s.stall_key = b.stall_key
    LEFT JOIN mails m ON ${ITS_MAIL}
   WHERE r.message_id = :id
   ${BY_NUMBER.replace("ORDER BY", `ORDER BY ${OUTCOME} IN ('failed', 'refused') DESC,`)} LIMIT :most`;
/** Other people's bookings are not copied; a moment of the former event is left to be chosen. */
const COPY = `
  INSERT INTO messages (id, event_id, template, subject, text, audience, stall_types, file_ids, timing, days, state, automatic,
                        ended_at)
  SELECT gen_random_uuid(), :eventId, template, subject, text, audience, stall_types,
         ARRAY(SELECT c.copy FROM unnest(:files::uuid[], :copies::uuid[]) AS c (former, copy) WHERE c.former = ANY(file_ids)),
         timing, days,
         CASE WHEN NOT automatic THEN 'draft' WHEN state = 'stopped' THEN 'stopped' ELSE 'waiting' END, automatic,
         CASE WHEN automatic AND state = 'stopped' THEN clock_timestamp() END
    FROM messages WHERE event_id = :from AND audience <> 'chosen' AND erased_at IS NULL
   ORDER BY created_at, id LIMIT ${MAX_OPEN_MESSAGES}`;

type MessageRow = MessageEntity & { readonly progress: Partial<Record<MessageOutcome, number>> };

/** What an operator does with a message that is already there. */
type Step = Exclude<MessageAction, "change">;

const NO_PROGRESS = {
  waiting: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  refused: 0,
} satisfies MessageProgressResponse;

/** Writes, changes, pauses and stops messages to holders (docs/decisions/0111); MessageSendingService sends them. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly database: Database,
    private readonly eventFacts: EventFactsService,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly holders: HoldersService,
    private readonly files: EventFilesService,
    private readonly mails: MailService,
    private readonly limits: RateLimits,
  ) {}

  /** The messages of an event: open ones, then ended ones, the last first. @throws DomainError event_not_found */
  async all(slug: string): Promise<MessageResponse[]> {
    const stored = await this.stored(slug);
    const found = await this.database.read<MessageRow>(MessageEntity, OF_EVENT, { eventId: stored.event.id });
    return found.map((row) => responseOf(row, stored));
  }

  /** @throws DomainError event_not_found */
  async possibleRecipients(slug: string): Promise<MessageHolderResponse[]> {
    const found = await this.holders.all(await this.stored(slug));
    return found.map(({ bookingId, stallId, businessName, missing, arrived }) => ({
      ...{ bookingId, stallId, businessName, lacksPapers: missing !== undefined, arrived },
    }));
  }

  /** @throws DomainError event_not_found */
  async preview(slug: string, dto: PreviewMessageDto): Promise<MessagePreviewResponse> {
    const stored = await this.stored(slug);
    const [all, meant, editions] = await Promise.all([
      this.holders.all(stored),
      this.holders.meant(stored, audienceOf(dto)),
      this.eventFacts.editions(),
    ]);
    const next = nextEvent(editions, stored.event.id);
    const shown = spread(meant, PREVIEWED_HOLDERS).map((holder) => {
      const { stallId, businessName, missing, language } = holder;
      const data = messageFor(holder, inReadersLanguage(dto, language));
      const context = { missing, next, language };
      return {
        sample: {
          ...{ stallId, businessName },
          ...this.mails.preview({ template: "holder-message", data }, factsIn(stored.facts, language), context),
        },
        unsaid: this.mails.unsaid(data, stored.facts, context),
      };
    });
    return {
      ...{ recipients: meant.length, holders: all.length, samples: shown.map(({ sample }) => sample) },
      unsaid: [...new Set(shown.flatMap(({ unsaid }) => unsaid))],
    };
  }

  /**
   * Mails a message to an address that an operator typed, which the audit log records.
   *
   * @throws DomainError event_not_found
   * @throws HttpError rate_limited
   */
  async test(administrator: Administrator, slug: string, { to, ...dto }: TestMessageDto): Promise<DoneResponse> {
    const { event } = await this.stored(slug);
    await this.limits.use({ limit: "message_tests_per_administrator", by: administrator.id });
    return this.operatorTransaction.run(administrator, async (tx) => {
      await this.files.take(tx, event.id, dto.fileIds ?? []);
      await this.mails.queue(tx, {
        template: "holder-message",
        to,
        dedupeKey: `message-test/${randomUUID()}`,
        byOperator: true,
        data: { ...messageFor(INVENTED, dto), eventId: event.id },
      });
      return {
        response: { message: "Sent" },
        audit: { ...about(event.id), action: "message_tested", after: { subject: dto.subject } },
      };
    });
  }

  /**
   * Stores a message: a draft, or one that goes out at its time.
   *
   * @throws DomainError event_not_found, messages_full, message_unsendable; invalid_request for a moment that has passed
   */
  async write(administrator: Administrator, slug: string, dto: MessageDto): Promise<MessageResponse> {
    const id = randomUUID();
    await this.operatorTransaction.run(administrator, async (tx) => {
      const stored = await this.eventFacts.calledIn(tx, slug);
      const eventId = stored.event.id;
      // Two operators writing at once count each other.
      await tx.query("SELECT FROM events WHERE id = $1 FOR NO KEY UPDATE", [eventId]);
      const [counted] = await rows<{ open: number }>(tx, OPEN, { eventId });
      if ((counted?.open ?? 0) >= MAX_OPEN_MESSAGES) throw new DomainError("messages_full");
      const values = await this.valuesOf(tx, stored, dto);
      await tx.insert(MessageEntity, { id, eventId, template: dto.template ?? null, ...values });
      return {
        response: { id },
        audit: { ...about(eventId), action: "message_written", after: { message: id, ...audited(values) } },
      };
    });
    return this.one(id);
  }

  /**
   * Changes a message of which nothing was sent; a paused one waits again.
   *
   * @throws DomainError message_not_found, message_started, message_unsendable, facts_changed; invalid_request as for {@link write}
   */
  async change(administrator: Administrator, id: string, dto: ChangeMessageDto): Promise<MessageResponse> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.lock(tx, id, "change");
      if (before.version !== dto.version) throw new DomainError("facts_changed");
      const stored = await this.eventFacts.ofIn(tx, before.eventId);
      const values = await this.valuesOf(tx, stored, dto);
      await tx.update(MessageEntity, { id }, { ...values, version: before.version + 1 });
      return {
        response: { id },
        audit: {
          ...{ ...about(before.eventId), action: "message_changed", before: { message: id, ...audited(before) } },
          after: { message: id, ...audited(values) },
        },
      };
    });
    return this.one(id);
  }

  /** @throws DomainError message_not_found, message_started */
  async step(administrator: Administrator, id: string, step: Step): Promise<MessageResponse> {
    await this.operatorTransaction.run(administrator, async (tx) => {
      const before = await this.lock(tx, id, step);
      const now = await readClock(tx);
      const after = {
        pause: { state: "paused" },
        // What was to go out at once does so now.
        resume: {
          state: before.startedAt === null ? "waiting" : "sending",
          ...(before.timing === "now" && before.startedAt === null ? { scheduledAt: now } : {}),
        },
        stop: { state: "stopped", endedAt: now },
      } as const satisfies Record<Step, Partial<MessageEntity>>;
      await tx.update(MessageEntity, { id }, { ...after[step], version: before.version + 1 });
      return {
        response: { id },
        audit: {
          ...{ ...about(before.eventId), action: STEPPED[step] },
          before: { message: id, state: before.state },
          after: { message: id, state: after[step].state },
        },
      };
    });
    return this.one(id);
  }

  /** @throws DomainError message_not_found */
  async recipients(id: string): Promise<MessageRecipientResponse[]> {
    if (!(await this.database.repository(MessageEntity).existsBy({ id }))) throw new DomainError("message_not_found");
    const found = await this.database.query<{
      bookingId: string;
      stallId: string;
      businessName: string;
      outcome: MessageOutcome;
      at: Date | null;
      problem: string | null;
    }>(RECIPIENTS, { id, most: MOST_LISTED });
    return found.map(toResponse);
  }

  /** Gives a new event the messages of another: reminders as they are, others as drafts, with the files that they bring. */
  async copy(tx: Tx, eventId: number, from: number): Promise<void> {
    const copies = await this.files.copy(tx, eventId, from);
    await rows(tx, COPY, { eventId, from, files: [...copies.keys()], copies: [...copies.values()] });
  }

  /** @throws DomainError message_unsendable; invalid_request for a moment that has passed, or files that can't be mailed */
  private async valuesOf(tx: Tx, stored: Pick<EventInTx, "event" | "status">, dto: MessageDto): Promise<Written> {
    const fileIds = await this.files.take(tx, stored.event.id, dto.fileIds ?? []);
    return { ...(await valuesOf(tx, stored, dto)), fileIds };
  }

  private async stored(slug: string): Promise<EventOfHolders & Pick<EventInTx, "facts">> {
    const { id } = await this.eventFacts.stated(slug);
    return this.database.transaction((tx) => this.eventFacts.ofIn(tx, id));
  }

  private async one(id: string): Promise<MessageResponse> {
    const [row] = await this.database.read<MessageRow>(MessageEntity, ONE, { id });
    if (row === undefined) throw new DomainError("message_not_found");
    const stored = await this.database.transaction((tx) => this.eventFacts.ofIn(tx, row.eventId));
    return responseOf(row, stored);
  }

  /** Waits for the mail that is being queued. @throws DomainError message_not_found, message_started */
  private async lock(tx: Tx, id: string, action: MessageAction): Promise<MessageEntity> {
    const [message] = await readIn(tx, MessageEntity, LOCK, { id });
    if (message === undefined) throw new DomainError("message_not_found");
    if (!canDo(action, message.state, message.startedAt !== null)) throw new DomainError("message_started");
    return message;
  }
}

const STEPPED = {
  pause: "message_paused",
  resume: "message_resumed",
  stop: "message_stopped",
} as const satisfies Record<Step, AuditAction>;

const about = (eventId: number) => ({ subjectType: "event" as const, subjectId: String(eventId) });

type Written = Pick<
  MessageEntity,
  | "subject"
  | "text"
  | "audience"
  | "stallTypes"
  | "bookingIds"
  | "fileIds"
  | "timing"
  | "days"
  | "sendAt"
  | "state"
  | "scheduledAt"
>;

/** Not the text, which may be about a person: the message itself has it. */
const audited = ({ subject, audience, timing, days, sendAt, state, fileIds }: Written): AuditDetails => ({
  ...{ subject, audience, timing, state },
  ...(fileIds.length === 0 ? {} : { files: fileIds.join(", ") }),
  ...(days === null ? {} : { days }),
  ...(sendAt === null ? {} : { sendAt: sendAt.toISOString() }),
});

function audienceOf({ audience, stallTypes = [], bookingIds = [] }: PreviewMessageDto | MessageDto): Audience {
  return {
    audience,
    stallTypes: audience === "stall_types" ? [...new Set(stallTypes)] : [],
    bookingIds: audience === "chosen" ? [...new Set(bookingIds)] : [],
  };
}

/** @throws DomainError message_unsendable; invalid_request for a moment that has passed */
async function valuesOf(
  tx: Tx,
  { event, status }: Pick<EventInTx, "event" | "status">,
  dto: MessageDto,
): Promise<Omit<Written, "fileIds">> {
  if (status === "cancelled") throw new DomainError("message_unsendable");
  const { subject, text, timing, draft } = dto;
  const { stallTypes, bookingIds, audience } = audienceOf(dto);
  const now = await readClock(tx);
  const byDays = timing === "days_before" || timing === "days_after";
  const values: Omit<Written, "fileIds"> = {
    ...{ subject, text, audience, timing, scheduledAt: now },
    ...{ stallTypes: [...stallTypes], bookingIds: [...bookingIds] },
    days: byDays ? (dto.days ?? null) : null,
    sendAt: timing === "at" && dto.sendAt !== undefined ? new Date(dto.sendAt) : null,
    state: draft ? "draft" : "waiting",
  };
  if (!draft && messageDue(values, event, now) < now) {
    const field = timing === "at" ? "sendAt" : byDays ? "days" : "timing";
    throw new DomainError("invalid_request", { fields: { [field]: [PASSED] } }, PASSED);
  }
  return values;
}

const PASSED = "This moment has passed already";

function responseOf(row: MessageRow, { event }: Pick<EventOfHolders, "event">): MessageResponse {
  const { eventId: _eventId, erasedAt: _erasedAt, scheduledAt, progress, ...message } = row;
  const isToCome = row.startedAt === null && row.endedAt === null && row.state !== "draft";
  const dueAt = isToCome ? messageDue(row, event, scheduledAt) : undefined;
  return { ...toResponse({ ...message, dueAt }), progress: { ...NO_PROGRESS, ...progress } };
}

/** Some of them: the first, the last, and between. */
function spread(holders: readonly Holder[], most: number): readonly Holder[] {
  if (holders.length <= most) return holders;
  return Array.from(
    { length: most },
    (_, index) => holders[Math.round((index * (holders.length - 1)) / (most - 1))],
  ).filter((holder) => holder !== undefined);
}
