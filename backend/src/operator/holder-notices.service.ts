import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { changesInWords, eventChanges, type KnownEvent } from "@sakhi/domain/events/calendar";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { hoursInLines, venueShort } from "@sakhi/domain/events/event-facts";
import { FIRST_LANGUAGE, type LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { NotifyHoldersDto } from "@sakhi/domain/operator/event-facts.dto";
import type { Administrator } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { type Holder, type UnnotifiedChange, UnnotifiedChangesService } from "../events/unnotified-changes.service.js";
import { MailService } from "../mail/mail.service.js";
import type { MailData } from "../mail/mail.types.js";
import { changesIn, WORDS } from "../mail/mail.words.js";
import type { Tx } from "../platform/database/database.js";
import type { HoldersNotifiedResponse } from "./operator.response.js";

/** Notifies the holders of stalls of changes of the Mela: new dates, hours, venue or name. */
@Injectable()
export class HolderNoticesService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly unnotifiedChanges: UnnotifiedChangesService,
    private readonly mails: MailService,
  ) {}

  /**
   * Queues one mail to each holder, with the new calendar file, or records that they need not be notified.
   *
   * @param slug the event's
   * @throws DomainError event_required, event_not_found; facts_changed if the event has changed since, or another operator has decided
   */
  decide(
    administrator: Administrator,
    slug: string | undefined,
    { version, notify, reason }: NotifyHoldersDto,
  ): Promise<HoldersNotifiedResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const change = await this.unnotifiedChanges.lock(tx, slug);
      if (change === undefined || change.event.version !== version) throw new DomainError("facts_changed");
      const { event, before } = change;
      const notified = await this.settle(tx, change, notify);
      return {
        response: { notified },
        audit: {
          action: notify ? "holders_notified" : "holders_not_notified",
          subjectType: "event",
          subjectId: String(event.id),
          reason,
          after: { what: changesInWords(eventChanges(before, event)), holders: notified },
        },
      };
    });
  }

  /** Queues one mail to each holder, if they are to be notified, and ends the wait. @returns the number of mails */
  async settle(tx: Tx, change: UnnotifiedChange, notify = true): Promise<number> {
    const holders = notify ? await this.unnotifiedChanges.holders(tx, change) : [];
    for (const holder of holders) await this.mail(tx, change, holder);
    await this.unnotifiedChanges.settle(tx, change);
    return holders.length;
  }

  private mail(tx: Tx, { event, before }: UnnotifiedChange, holder: Holder): Promise<void> {
    const { bookingId, email } = holder;
    return this.mails.queue(tx, {
      template: "event-changed",
      to: email,
      bookingId,
      data: changeForHolder(before, event, holder),
      worded: (language) => changeForHolder(before, event, holder, language),
      // Once for each change, also if several operators press at once.
      dedupeKey: `event-changed/${bookingId}/${event.id}/${event.calendarSequence}`,
    });
  }
}

/** The data of a holder's mail about a change. */
export function changeForHolder(
  before: KnownEvent,
  event: KnownEvent,
  holder: Holder,
  language: LanguageCode = FIRST_LANGUAGE,
): MailData["event-changed"] {
  const { dates } = WORDS[language];
  const { name, stallId, stallType, orderId } = holder;
  const changes = eventChanges(before, event);
  const [venue, formerVenue] = [venueShort(event), venueShort(before)];
  return {
    ...{ name: name ?? "", orderId, stallId, stallType, what: changesIn(language, changes) },
    datesChanged: changes.includes("dates"),
    formerDates: changes.includes("dates") ? shortDates(before, dates) : undefined,
    formerHours: changes.includes("hours") ? hoursInLines(before, dates) : undefined,
    formerVenue: formerVenue === venue ? undefined : formerVenue,
  };
}
