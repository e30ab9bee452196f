import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { type Arrival, NO_ARRIVAL } from "@sakhi/domain/events/arrival.rules";
import type { ArrivalDto } from "@sakhi/domain/events/changed-arrival.dto";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import type { Tx } from "../platform/database/database.js";
import { EventChangesService } from "./event-changes.service.js";
import { EventEntity } from "./events.entities.js";
import { withdrawTranslations } from "./withdrawn-translations.js";

/** Where the holders of an event's stalls come in, and when they set up (docs/decisions/0129). */
@Injectable()
export class ArrivalService {
  constructor(private readonly eventChanges: EventChangesService) {}

  /**
   * Stores all of it, at once for every ticket, page and message that is sent later.
   *
   * @throws DomainError event_not_found, event_archived, event_cancelled; facts_changed on a concurrent change
   */
  change(
    administrator: Administrator,
    slug: string,
    { gate, setup, version, reason }: ArrivalDto,
  ): Promise<DoneResponse> {
    const action = { slug, action: "arrival_changed", reason } as const;
    return this.eventChanges.run(administrator, action, async (tx, eventId) => {
      const { arrival: before } = await tx.findOneByOrFail(EventEntity, { id: eventId });
      if (before.version !== version) throw new DomainError("facts_changed");
      const times = setup.map(({ daysBefore, from, to, stalls }) => ({ daysBefore, from, to, stalls }));
      const after: Arrival = { version: version + 1, gate, setup: times };
      await tx.update(EventEntity, { id: eventId }, { arrival: after });
      await withdrawTranslations(tx, eventId, { gate: before.gate }, { gate });
      return { before: audited(before), after: audited(after) };
    });
  }

  /** Gives a new event the arrival of another: its times count from the first day. */
  async copy(tx: Tx, eventId: number, from: number): Promise<void> {
    const { arrival } = await tx.findOneByOrFail(EventEntity, { id: from });
    await tx.update(EventEntity, { id: eventId }, { arrival: { ...arrival, version: NO_ARRIVAL.version } });
  }
}

const audited = ({ gate, setup }: Arrival): AuditDetails => ({
  gate,
  setup: setup
    .map(
      ({ daysBefore, from, to, stalls }) => `${daysBefore} before, ${from}–${to}: ${stalls === "" ? "others" : stalls}`,
    )
    .join("; "),
});
