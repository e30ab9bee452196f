import { type EventTranslation, stillTranslated } from "@sakhi/domain/events/event-translations";
import type { Tx } from "../platform/database/database.js";
import { EventEntity } from "./events.entities.js";

/**
 * Withdraws the translations of texts that have changed in English, and gives all another version ({@link stillTranslated}), in the
 * transaction that changes them.
 */
export async function withdrawTranslations(
  tx: Tx,
  eventId: number,
  before: EventTranslation,
  after: EventTranslation,
): Promise<void> {
  const { translations } = await tx.findOneByOrFail(EventEntity, { id: eventId });
  const left = stillTranslated(translations, before, after);
  if (left !== undefined) await tx.update(EventEntity, { id: eventId }, { translations: left });
}
