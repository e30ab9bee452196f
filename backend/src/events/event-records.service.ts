import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { EventRecord } from "@sakhi/domain/events/event-facts";
import { factsOf, WHEN_AND_WHERE } from "@sakhi/domain/events/event.fields";
import { EVENT_TRANSITIONS } from "@sakhi/domain/events/event.states";
import { In } from "typeorm";
import { databaseNow } from "../platform/database/columns.js";
import type { Tx } from "../platform/database/database.js";
import { type eventRow, noteForHolders, unusedSlug } from "./event-facts-management.service.js";
import type { StoredEvent } from "./event-facts.service.js";
import { EventEntity } from "./events.entities.js";
import { withdrawTranslations } from "./withdrawn-translations.js";

/**
 * Writes events for operators' actions. The caller has locked the events (`lockEvents`), and invalidates its facts after the
 * commit; a trigger notifies the other processes.
 */
@Injectable()
export class EventRecordsService {
  /** Adds an event that only administrators see. @param tax of the rent of its stalls @returns its id */
  async addDraft(tx: Tx, row: ReturnType<typeof eventRow>, tax: StoredEvent["tax"]): Promise<number> {
    const { identifiers } = await tx.insert(EventEntity, {
      ...row,
      ...{
        version: 1,
        slug: await unusedSlug(tx, row),
        status: "draft",
        gstRatePercent: tax.ratePercent,
        sac: tax.sac,
      },
      updatedAt: databaseNow,
    });
    return Number(identifiers[0]?.["id"]);
  }

  /**
   * Publishes, archives or cancels an event. Holders of a cancelled one are notified of that instead of a change that waits
   * to be announced.
   *
   * @throws Error if the action is not for the event's status (`canChangeEvent`)
   */
  async changeStatus(tx: Tx, { id, version }: EventRecord, action: keyof typeof EVENT_TRANSITIONS): Promise<void> {
    const { from, to } = EVENT_TRANSITIONS[action];
    const { affected } = await tx.update(
      EventEntity,
      { id, status: In([...from]) },
      {
        ...{ status: to, version: version + 1, updatedAt: databaseNow },
        ...(action === "cancelled" ? { knownBefore: null, unnotifiedSince: null } : {}),
      },
    );
    if (affected !== 1) throw new Error(`event ${id} cannot become ${to}`);
  }

  /**
   * Gives a published event the days and the venue of `after`. What its holders still know is kept, until they are notified.
   *
   * @throws DomainError facts_changed if it is no longer as `before`
   */
  async reschedule(tx: Tx, before: EventRecord, after: EventRecord): Promise<void> {
    const { affected } = await tx.update(
      EventEntity,
      { id: before.id, status: "published", version: before.version },
      {
        ...factsOf(after, WHEN_AND_WHERE),
        days: [...after.days],
        ...{ version: before.version + 1, updatedAt: databaseNow },
      },
    );
    if (affected !== 1) throw new DomainError("facts_changed");
    await withdrawTranslations(tx, before.id, before, after);
    await noteForHolders(tx, before, after);
  }

  /** Deletes a draft, with its types of stalls, plans and questions. @throws Error for an event of another status */
  async removeDraft(tx: Tx, id: number): Promise<void> {
    const { affected } = await tx.delete(EventEntity, { id, status: "draft" });
    if (affected !== 1) throw new Error(`event ${id} is no draft`);
  }
}
