import { Injectable } from "@nestjs/common";
import type { AddShowcaseEventDto, ChangeShowcaseEventDto } from "@sakhi/domain/brands/showcase.dto";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Administrator } from "../accounts/administrator.js";
import type { AuditDetails } from "../accounts/audit-log.service.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { ShowcaseEventEntity } from "../catalogue/catalogue.entities.js";
import { PastEventRecordsService } from "../catalogue/past-event-records.service.js";
import { columnsOf } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { toResponse } from "../platform/http/list-response.js";
import type { ShowcaseEventResponse } from "./curation.response.js";

/** A removed event can be restored for so many days. */
const RESTORABLE_DAYS = 30;

const SELECT = `SELECT ${columnsOf(ShowcaseEventEntity)} FROM showcase_events`;

/** Awards, fairs and pop-ups of the past, as the site shows them. */
@Injectable()
export class ShowcaseEventsService {
  constructor(
    private readonly database: Database,
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly pastEvents: PastEventRecordsService,
  ) {}

  /** The newest first; those removed in the last 30 days too. */
  async all(): Promise<ShowcaseEventResponse[]> {
    const found = await this.database.read(
      ShowcaseEventEntity,
      `${SELECT} WHERE removed_at IS NULL OR removed_at > clock_timestamp() - make_interval(days => $1)
        ORDER BY held_on DESC, id LIMIT 1000`,
      [RESTORABLE_DAYS],
    );
    return found.map(responseOf);
  }

  add(administrator: Administrator, { reason, ...facts }: AddShowcaseEventDto): Promise<ShowcaseEventResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const id = await this.pastEvents.add(tx, facts);
      return {
        response: responseOf(await find(tx, id)),
        audit: {
          action: "past_event_added",
          subjectType: "past_event",
          subjectId: id,
          reason,
          after: detailsOf(facts),
        },
      };
    });
  }

  /** @throws DomainError not_found; facts_changed after a concurrent change or its removal */
  change(
    administrator: Administrator,
    id: string,
    { reason, version, ...facts }: ChangeShowcaseEventDto,
  ): Promise<ShowcaseEventResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await find(tx, id);
      if (before.version !== version || before.removedAt !== null) throw new DomainError("facts_changed");
      await this.pastEvents.change(tx, id, facts);
      return {
        response: responseOf(await find(tx, id)),
        audit: {
          action: "past_event_changed",
          subjectType: "past_event",
          subjectId: id,
          reason,
          before: detailsOf(before),
          after: detailsOf(facts),
        },
      };
    });
  }

  /** Takes it off the site; it can be restored for 30 days. @throws DomainError not_found; facts_changed if it is removed */
  remove(administrator: Administrator, id: string, reason: string): Promise<ShowcaseEventResponse> {
    return this.setRemoved(administrator, id, true, reason);
  }

  /** @throws DomainError not_found; facts_changed if it is not removed */
  restore(administrator: Administrator, id: string, reason: string): Promise<ShowcaseEventResponse> {
    return this.setRemoved(administrator, id, false, reason);
  }

  private setRemoved(
    administrator: Administrator,
    id: string,
    removed: boolean,
    reason: string,
  ): Promise<ShowcaseEventResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const before = await find(tx, id);
      if ((before.removedAt !== null) === removed) throw new DomainError("facts_changed");
      await (removed ? this.pastEvents.remove(tx, id) : this.pastEvents.restore(tx, id));
      return {
        response: responseOf(await find(tx, id)),
        audit: {
          action: removed ? "past_event_removed" : "past_event_restored",
          subjectType: "past_event",
          subjectId: id,
          reason,
          ...(removed ? { before: detailsOf(before) } : { after: detailsOf(before) }),
        },
      };
    });
  }
}

/** Locks a row. @throws DomainError not_found */
async function find(tx: Tx, id: string): Promise<ShowcaseEventEntity> {
  const [event] = await readIn(tx, ShowcaseEventEntity, `${SELECT} WHERE id = $1 FOR UPDATE`, [id]);
  if (event === undefined) throw new DomainError("not_found");
  return event;
}

type PastEvent = Omit<AddShowcaseEventDto, "reason">;

function detailsOf(facts: PastEvent | ShowcaseEventEntity): AuditDetails {
  const { kind, title, dateText, heldOn, timeText, venue } = facts;
  return { kind, title, dateText, heldOn, timeText: timeText ?? null, venue: venue ?? null };
}

function responseOf(event: ShowcaseEventEntity): ShowcaseEventResponse {
  const { image: _image, origin: _origin, ...shown } = event;
  return toResponse(shown);
}
