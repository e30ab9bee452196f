import { Injectable } from "@nestjs/common";
import type { AuditAction } from "@sakhi/domain/admin/audit-actions";
import type { DoneResponse } from "../accounts/account.response.js";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { databaseNow } from "../platform/database/columns.js";
import type { Tx } from "../platform/database/database.js";
import { assertChangeable } from "./event-facts-management.service.js";
import { EventFactsService } from "./event-facts.service.js";
import { EventEntity } from "./events.entities.js";
import { lockEvents } from "./unnotified-changes.service.js";

/** What an operator changes of an event, for the audit log. */
interface EventAction {
  readonly slug: string;
  readonly action: AuditAction;
  readonly reason: string;
}

/** Runs operators' changes of what belongs to an event: its stall types and its questions. */
@Injectable()
export class EventChangesService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly facts: EventFactsService,
  ) {}

  /**
   * Locks the events, changes what belongs to one, and notifies every process that keeps its facts.
   *
   * @param change returns the audit log's facts
   * @throws DomainError event_not_found, event_archived, event_cancelled, and what `change` throws
   */
  run(
    administrator: Administrator,
    { slug, action, reason }: EventAction,
    change: (tx: Tx, eventId: number) => Promise<{ readonly before?: AuditDetails; readonly after: AuditDetails }>,
  ): Promise<DoneResponse> {
    const done = this.operatorTransaction.run(administrator, async (tx) => {
      await lockEvents(tx);
      const { event, status } = await this.facts.calledIn(tx, slug);
      assertChangeable(status);
      const values = await change(tx, event.id);
      await tx.update(EventEntity, { id: event.id }, { updatedAt: databaseNow });
      return {
        response: { message: "Saved" },
        audit: { action, subjectType: "event" as const, subjectId: String(event.id), reason, ...values },
      };
    });
    return done.finally(() => this.facts.invalidate());
  }
}
