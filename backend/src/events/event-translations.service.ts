import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import {
  type EventTranslation,
  type EventTranslations,
  NO_TRANSLATIONS,
  typedTranslation,
} from "@sakhi/domain/events/event-translations";
import type { EventTranslationDto } from "@sakhi/domain/events/event-translations.dto";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import type { Tx } from "../platform/database/database.js";
import { EventChangesService } from "./event-changes.service.js";
import { EventEntity } from "./events.entities.js";

/** An event's name, venue, city and gate in other languages (docs/decisions/0134, 0137). */
@Injectable()
export class EventTranslationsService {
  constructor(private readonly eventChanges: EventChangesService) {}

  /**
   * Stores all texts of one language, for pages and what is sent later; without any, the event is shown in English.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; facts_changed on a concurrent change
   */
  change(
    administrator: Administrator,
    slug: string,
    { language, version, reason, ...texts }: EventTranslationDto,
  ): Promise<DoneResponse> {
    const action = { slug, action: "event_translated", reason } as const;
    return this.eventChanges.run(administrator, action, async (tx, eventId) => {
      const { translations: before } = await tx.findOneByOrFail(EventEntity, { id: eventId });
      if (before.version !== version) throw new DomainError("facts_changed");
      const { [language]: former, ...others } = before.texts;
      const typed = typedTranslation(texts);
      const said = typed === undefined ? others : { ...others, [language]: typed };
      const after: EventTranslations = { version: version + 1, texts: said };
      await tx.update(EventEntity, { id: eventId }, { translations: after });
      return { before: audited(language, former), after: audited(language, typed) };
    });
  }

  /** Gives a new event the texts of another. */
  async copy(tx: Tx, eventId: number, from: number): Promise<void> {
    const { translations } = await tx.findOneByOrFail(EventEntity, { id: from });
    await tx.update(
      EventEntity,
      { id: eventId },
      { translations: { ...translations, version: NO_TRANSLATIONS.version } },
    );
  }
}

const audited = (language: string, texts: EventTranslation | undefined) => ({
  language,
  name: texts?.name ?? null,
  venue: texts?.venueName ?? null,
  venueInSentence: texts?.venueDescription ?? null,
  city: texts?.city ?? null,
  gate: texts?.gate ?? null,
});
