import { Injectable } from "@nestjs/common";
import { SALE_EVENTS } from "@sakhi/domain/bookings/booking.states";
import type { KnownEvent } from "@sakhi/domain/events/calendar";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { EventFactsService } from "./event-facts.service.js";
import { EventEntity } from "./events.entities.js";

/**
 * Who booked a stall of event $2 before a change ($1) and has an address. Later holders learned the new facts from their confirmation; an
 * erased one has no address.
 */
const HOLDERS = `
  SELECT b.id AS "bookingId", b.email, b.full_name AS name, s.stall_id AS "stallId", s.type AS "stallType",
         b.order_id AS "orderId"
    FROM bookings b JOIN stalls s USING (stall_key)
   WHERE s.event_id = $2 AND b.state = 'sold' AND b.email IS NOT NULL AND b.order_id IS NOT NULL
     AND EXISTS (SELECT FROM booking_events e WHERE e.booking_id = b.id
                    AND e.kind IN ${sqlList(SALE_EVENTS)} AND e.at < $1)
   ORDER BY s.stall_id`;

/** The holder of a stall who has not heard of a change. */
export interface Holder {
  readonly bookingId: string;
  readonly email: string;
  readonly name: string | null;
  readonly stallId: string;
  readonly stallType: StallType;
  readonly orderId: string;
}

/** An event with a change that its holders have not been notified of. */
export interface UnnotifiedChange {
  readonly event: EventEntity;
  readonly before: KnownEvent;
  readonly since: Date;
}

/** Changes of an event that holders of its stalls have not been notified of. */
@Injectable()
export class UnnotifiedChangesService {
  constructor(private readonly eventFacts: EventFactsService) {}

  /** The change of an event that waits to be announced to holders; undefined if there is none. */
  async find(tx: Tx, eventId: number): Promise<UnnotifiedChange | undefined> {
    const event = await tx.findOneBy(EventEntity, { id: eventId });
    if (event === null || event.knownBefore === null || event.unnotifiedSince === null) return undefined;
    return { event, before: event.knownBefore, since: event.unnotifiedSince };
  }

  /**
   * As {@link find}, with the lock of writers of the event.
   *
   * @param slug the event's
   * @throws DomainError event_required, event_not_found
   */
  async lock(tx: Tx, slug: string | undefined): Promise<UnnotifiedChange | undefined> {
    await lockEvents(tx);
    const { event } = await this.eventFacts.calledIn(tx, slug);
    return this.find(tx, event.id);
  }

  /** The holders who booked before a change. */
  holders(tx: Tx, { since, event }: UnnotifiedChange): Promise<Holder[]> {
    return rows<Holder>(tx, HOLDERS, [since, event.id]);
  }

  /** The change is announced, or need not be. */
  async settle(tx: Tx, { event: { id } }: UnnotifiedChange): Promise<void> {
    await tx.update(EventEntity, { id }, { knownBefore: null, unnotifiedSince: null });
  }
}

/** Serializes writers of the event without blocking readers. */
export async function lockEvents(tx: Tx): Promise<void> {
  await tx.query("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE");
}
