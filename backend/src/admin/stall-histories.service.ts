import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { Database } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import { eventReference, eventSentence } from "./event-labels.js";
import type { RecordedEvent } from "./event-labels.js";
import { TemporalLinks } from "./temporal-links.service.js";
import type { StallEventResponse, StallHistoryResponse } from "./stall-history.response.js";

/** How many events one answer tells. */
const EVENTS_AT_ONCE = 100;

/** An event with the operator behind it, where there was one. */
export interface RawStallEvent extends RecordedEvent {
  readonly id: string;
  readonly at: Date;
  readonly booking_id: string;
  readonly administrator: string | null;
  readonly reason: string | null;
}

/**
 * The audit line of an operator's event `e` of a booking `b`: the one of the same transaction, or, where a payment had
 * to be ended at the provider first, the one that asked for it. Events from before transactions were noted take the
 * nearest in time. (A database restored elsewhere counts its transactions anew: hence the hour.)
 */
export const OPERATOR_OF_EVENT = `
  LEFT JOIN LATERAL (
    SELECT a.administrator, a.reason FROM audit_log a
     WHERE e.actor = 'operator'
       AND ((a.subject_type = 'booking' AND a.subject_id = b.id::text)
            OR (a.subject_type = 'stall' AND a.subject_id = b.stall_id))
       AND CASE
             WHEN e.kind = 'payment_released' THEN a.action = 'booking_released' AND a.at <= e.at
             WHEN e.transaction_id IS NULL
               THEN a.at BETWEEN e.at - interval '3 seconds' AND e.at + interval '3 seconds'
             ELSE a.transaction_id = e.transaction_id
               AND a.at BETWEEN e.at - interval '1 hour' AND e.at + interval '1 hour'
           END
     ORDER BY abs(extract(epoch FROM a.at - e.at)) LIMIT 1) deed ON true`;

/** An event happened on the stall its booking stood on then: a booking can have been moved since. */
const HISTORY = `
  SELECT e.id, e.at, e.booking_id, e.kind, e.actor, e.detail, deed.administrator, deed.reason
    FROM booking_events e
    JOIN bookings b ON b.id = e.booking_id
    ${OPERATOR_OF_EVENT}
   WHERE b.id IN (SELECT id FROM bookings WHERE stall_id = $1
                  UNION SELECT booking_id FROM booking_events WHERE kind = 'moved' AND detail->>'from' = $1)
     AND ($2::bigint IS NULL OR e.id < $2::bigint)
     AND ($1 = coalesce((SELECT m.detail->>'from' FROM booking_events m
                          WHERE m.booking_id = e.booking_id AND m.kind = 'moved' AND m.id > e.id
                          ORDER BY m.id LIMIT 1), b.stall_id)
          OR (e.kind = 'moved' AND e.detail->>'from' = $1))
   ORDER BY e.id DESC LIMIT $3`;

/** What happened on a stall, so that "why was B12 released at 14:03?" has an answer. */
@Injectable()
export class StallHistoriesService {
  constructor(
    private readonly database: Database,
    private readonly stalls: StallsService,
    private readonly temporal: TemporalLinks,
  ) {}

  /**
   * @param before only what happened before this event
   * @throws DomainError stall_not_found
   */
  async of(stallId: string, before: string | undefined): Promise<StallHistoryResponse> {
    if ((await this.stalls.find(stallId)) === undefined) throw new DomainError("stall_not_found");
    const found = await this.database.query<RawStallEvent>(HISTORY, [
      stallId,
      before ?? null,
      EVENTS_AT_ONCE + 1,
    ]);
    const events = found.slice(0, EVENTS_AT_ONCE);
    const last = events.at(-1);
    return {
      stallId,
      events: events.map(responseOf),
      ...(found.length > EVENTS_AT_ONCE && last !== undefined ? { nextBefore: last.id } : {}),
      ...this.temporal.query(`StallId = "${stallId}"`),
    };
  }
}

function responseOf(event: RawStallEvent): StallEventResponse {
  const reference = eventReference(event);
  return {
    id: event.id,
    at: event.at.toISOString(),
    bookingId: event.booking_id,
    kind: event.kind,
    actor: event.actor,
    sentence: eventSentence(event),
    ...(reference === undefined ? {} : { reference }),
    ...(event.administrator === null ? {} : { administrator: event.administrator }),
    ...(event.reason === null ? {} : { reason: event.reason }),
  };
}
