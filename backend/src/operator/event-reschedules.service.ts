import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changesInWords, eventChanges, knownEvent } from "@sakhi/domain/events/calendar";
import type { EventRecord } from "@sakhi/domain/events/event-facts";
import { pastDaysProblem } from "@sakhi/domain/events/event-lifecycle.rules";
import { factsOf, WHEN_AND_WHERE } from "@sakhi/domain/events/event.fields";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { RescheduleEventDto } from "@sakhi/domain/operator/event-facts.dto";
import { readDays } from "@sakhi/domain/operator/event-facts.rules";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import {
  assertChangeable,
  assertSound,
  differences,
  eventFacts,
  rejectInvalid,
} from "../events/event-facts-management.service.js";
import { EventFactsService, type StoredEvent } from "../events/event-facts.service.js";
import { EventRecordsService } from "../events/event-records.service.js";
import { EVENT_WORDS } from "../events/event.words.js";
import { EventEntity } from "../events/events.entities.js";
import { lockEvents, UnnotifiedChangesService } from "../events/unnotified-changes.service.js";
import { MailService } from "../mail/mail.service.js";
import { Database, readClock, type Tx } from "../platform/database/database.js";
import type { ReschedulePreviewResponse, RescheduledResponse } from "./event-reschedules.response.js";
import { changeForHolder, HolderNoticesService } from "./holder-notices.service.js";

const NO_CHANGE = "Neither the days nor the venue would change";

/** Gives an event other days or another venue, and mails the holders of its stalls, once each (docs/decisions/0074). */
@Injectable()
export class EventReschedulesService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly facts: EventFactsService,
    private readonly eventRecords: EventRecordsService,
    private readonly unnotifiedChanges: UnnotifiedChangesService,
    private readonly holderNotices: HolderNoticesService,
    private readonly mails: MailService,
  ) {}

  /**
   * What rescheduling would change, with the mail that the first holder would get.
   *
   * @throws DomainError as {@link reschedule}
   */
  preview(slug: string, dto: RescheduleEventDto, language: LanguageCode): Promise<ReschedulePreviewResponse> {
    return this.database.transaction(async (tx) => {
      const { stored, after, now } = await this.change(tx, slug, dto);
      const row = await tx.findOneByOrFail(EventEntity, { id: stored.event.id });
      const before = row.knownBefore ?? knownEvent(stored.event);
      const holders = await this.unnotifiedChanges.holders(tx, { event: row, before, since: now });
      const what = changesInWords(eventChanges(before, after), EVENT_WORDS[language].changes);
      const [first] = holders;
      if (first === undefined) return { what, holders: 0 };
      const message = { template: "event-changed", data: changeForHolder(before, after, first) } as const;
      const mail = this.mails.preview(message, { ...stored.facts, event: after });
      return { what, holders: holders.length, mail };
    });
  }

  /**
   * Changes days and venue, raises the calendars' sequence and queues one mail to each holder, in one transaction.
   * Registrations stay valid, and nothing is refunded.
   *
   * @throws DomainError invalid_request if nothing would change, the last day is over, or sales would end after it;
   *   event_not_found, event_not_published, event_archived, event_cancelled; facts_changed on a concurrent change
   */
  async reschedule(administrator: Administrator, slug: string, dto: RescheduleEventDto): Promise<RescheduledResponse> {
    const response = await this.operatorTransaction.run(administrator, async (tx) => {
      await lockEvents(tx);
      const { stored, after } = await this.change(tx, slug, dto);
      const { id } = stored.event;
      await this.eventRecords.reschedule(tx, stored.event, after);
      const change = await this.unnotifiedChanges.find(tx, id);
      if (change === undefined) throw new Error(`event ${id} has no change to announce`);
      const what = changesInWords(eventChanges(change.before, change.event));
      const notified = await this.holderNotices.settle(tx, change);
      const changed = differences(eventFacts(stored.event), eventFacts(after));
      return {
        response: { what, notified },
        audit: {
          ...{ action: "event_rescheduled", subjectType: "event", subjectId: String(id), reason: dto.reason },
          before: changed.before,
          after: { ...changed.after, holders: notified },
        },
      };
    });
    // PostgreSQL notifies the other processes.
    this.facts.invalidate();
    return response;
  }

  /** The event before and after the change, which is checked but not made, and the time of the check. */
  private async change(
    tx: Tx,
    slug: string,
    dto: RescheduleEventDto,
  ): Promise<{ readonly stored: StoredEvent; readonly after: EventRecord; readonly now: Date }> {
    const stored = await this.facts.calledIn(tx, slug);
    assertChangeable(stored.status);
    if (stored.status !== "published") throw new DomainError("event_not_published");
    if (stored.event.version !== dto.version) throw new DomainError("facts_changed");
    const after: EventRecord = { ...stored.event, ...factsOf(dto, WHEN_AND_WHERE), days: readDays(dto.days) };
    if (eventChanges(stored.event, after).length === 0) rejectInvalid("days", NO_CHANGE);
    const now = await readClock(tx);
    rejectInvalid("days", pastDaysProblem(after.days, stored.event.days, now));
    assertSound(stored.event, after);
    return { stored, after, now };
  }
}
