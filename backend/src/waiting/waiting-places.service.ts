import { Injectable } from "@nestjs/common";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import { OPEN_WAITING_STATES, type WaitingState } from "@sakhi/domain/waiting/waiting.rules";
import { Database, rows, type Tx } from "../platform/database/database.js";
import { sqlList } from "../platform/database/sql-text.js";
import { computed, orNull, selected, sql } from "../platform/database/statements.js";
import { notifyPlanChanged } from "../stalls/live-bookings.sql.js";
import { WaitingPlaceEntity } from "./waiting.entities.js";

/** A place as read: its event's slug, its stall's number, and its offer's time by the database's clock. */
export type WaitingPlace = Readonly<WaitingPlaceEntity> & {
  readonly event: string;
  readonly stallId: string | null;
  /** Its offer's time is over. */
  readonly isOver: boolean;
  /** Who comes before it, if it waits. */
  readonly ahead: number;
  /** The database's clock. */
  readonly readAt: Date;
};

/** A place as it is taken. */
export type NewPlace = Pick<
  WaitingPlaceEntity,
  "id" | "eventId" | "stallType" | "fullName" | "email" | "phone" | "mailbox" | "networks" | "turn" | "language"
>;

const OPEN = sqlList(OPEN_WAITING_STATES);
/** Confirmed places that stand before place `w` in its queue. */
const BEFORE = `o.event_id = w.event_id AND o.stall_type = w.stall_type AND o.state = 'waiting' AND o.confirmed_at IS NOT NULL
  AND (o.turn, o.number) < (w.turn, w.number)`;
const READ_WITH = computed<Omit<WaitingPlace, keyof WaitingPlaceEntity | "stallId">>({
  event: "e.slug",
  isOver: "coalesce(w.offer_until <= clock_timestamp(), false)",
  ahead: `(SELECT count(*)::int FROM waiting_places o WHERE ${BEFORE})`,
  readAt: "clock_timestamp()",
});
const STALL = computed<{ stallId: string }>({ stallId: "s.stall_id" });
const PLACE = sql`SELECT ${selected(WaitingPlaceEntity, "w")}, ${READ_WITH}, ${orNull(STALL)}`;
const JOINS = "JOIN events e ON e.id = w.event_id LEFT JOIN stalls s ON s.stall_key = w.stall_key";
const FIND = sql`${PLACE} FROM waiting_places w ${JOINS} WHERE w.id = :id`;
// MATERIALIZED, so that the clock is read after the lock is acquired.
const LOCK = sql`WITH w AS MATERIALIZED (SELECT * FROM waiting_places p WHERE p.id = :id FOR UPDATE)
  ${PLACE} FROM w ${JOINS}`;
/** The first in the queue. Two stalls that are freed at once wait for each other here, so that nobody is passed over. */
const LOCK_NEXT = `SELECT id FROM waiting_places w
  WHERE event_id = :eventId AND stall_type = :stallType AND state = 'waiting' AND confirmed_at IS NOT NULL
  ORDER BY turn, number LIMIT 1 FOR UPDATE`;

/** Places in the queues; each write notifies the plan, whose free stalls go to those who wait first. */
@Injectable()
export class WaitingPlacesService {
  constructor(private readonly database: Database) {}

  async find(id: string, tx?: Tx): Promise<WaitingPlace | undefined> {
    return (await this.database.select(FIND, { id }, tx))[0];
  }

  /** Whether a booking took the offer of a place. */
  async isOfBooking(bookingId: string, tx?: Tx): Promise<boolean> {
    const text = "SELECT id FROM waiting_places WHERE booking_id = :bookingId LIMIT 1";
    const found = await (tx === undefined ? this.database.query(text, { bookingId }) : rows(tx, text, { bookingId }));
    return found.length > 0;
  }

  /** Locks a place; last in the lock order, after its stall and the booking on it. */
  async lock(tx: Tx, id: string): Promise<WaitingPlace | undefined> {
    return (await this.database.select(LOCK, { id }, tx))[0];
  }

  /** Locks the first who waits for the type. @returns undefined if nobody does, or she was just offered another stall */
  async lockNext(tx: Tx, eventId: number, stallType: StallType): Promise<WaitingPlace | undefined> {
    const [next] = await rows<{ id: string }>(tx, LOCK_NEXT, { eventId, stallType });
    return next && this.find(next.id, tx);
  }

  /** An event's places, open ones first, in their order. */
  ofEvent(eventId: number, limit: number): Promise<WaitingPlace[]> {
    const ordered = sql`${PLACE} FROM waiting_places w ${JOINS} WHERE w.event_id = :eventId
      ORDER BY w.ended_at DESC NULLS FIRST, w.stall_type, w.turn, w.number LIMIT :limit`;
    return this.database.select(ordered, { eventId, limit });
  }

  /** How many open places of an event were taken from the narrowest of these networks. */
  async placesFrom(tx: Tx, eventId: number, networks: readonly string[]): Promise<number> {
    const [found] = await rows<{ count: number }>(
      tx,
      `SELECT count(*)::int AS count FROM waiting_places
        WHERE event_id = :eventId AND networks[1] = :network AND state IN ${OPEN}`,
      { eventId, network: networks[0] ?? null },
    );
    return found?.count ?? 0;
  }

  /** Whether a locked stall is kept for somebody whom it was offered. */
  async isOffered(tx: Tx, stallKey: number): Promise<boolean> {
    const offered = "SELECT FROM waiting_places WHERE stall_key = :stallKey AND state = 'offered'";
    return (await rows(tx, offered, { stallKey })).length > 0;
  }

  /** Takes a place. @returns false if the mailbox or the phone number has one for this type */
  async insert(tx: Tx, place: NewPlace): Promise<boolean> {
    const added = await rows(
      tx,
      `INSERT INTO waiting_places (id, event_id, stall_type, full_name, email, phone, mailbox, networks, turn, language)
       VALUES (:id, :eventId, :stallType, :fullName, :email, :phone, :mailbox, :networks::text[], :turn, :language)
       ON CONFLICT DO NOTHING RETURNING id`,
      { ...place },
    );
    return added.length > 0;
  }

  /** The open place of a mailbox. */
  async ofMailbox(
    tx: Tx,
    { eventId, stallType, mailbox }: Pick<NewPlace, "eventId" | "stallType" | "mailbox">,
  ): Promise<string | undefined> {
    const [found] = await rows<{ id: string }>(
      tx,
      `SELECT id FROM waiting_places
        WHERE event_id = :eventId AND stall_type = :stallType AND mailbox = :mailbox AND state IN ${OPEN}`,
      { eventId, stallType, mailbox },
    );
    return found?.id;
  }

  /** The mailed link was opened. @returns false if it was before, or the place is over */
  async confirm(tx: Tx, id: string): Promise<boolean> {
    return this.update(
      tx,
      `confirmed_at = clock_timestamp() WHERE id = :id AND confirmed_at IS NULL AND state IN ${OPEN}`,
      { id },
    );
  }

  /** The language of mails about an open place. It changes nothing on the plan. */
  async setLanguage(tx: Tx, id: string, language: LanguageCode): Promise<void> {
    await rows(tx, `UPDATE waiting_places SET language = :language WHERE id = :id AND state IN ${OPEN}`, {
      id,
      language,
    });
  }

  /** waiting → offered for some seconds from now. The block `bookingId` stands on the stall. */
  offer(tx: Tx, id: string, offer: { stallKey: number; bookingId: string; seconds: number }): Promise<boolean> {
    return this.update(
      tx,
      `state = 'offered', stall_key = :stallKey, booking_id = :bookingId, offered_at = clock_timestamp(),
       offer_until = clock_timestamp() + make_interval(secs => :seconds) WHERE id = :id AND state = 'waiting'`,
      { id, ...offer },
    );
  }

  /** taken → offered again, until the same time. */
  offerAgain(tx: Tx, id: string, bookingId: string): Promise<boolean> {
    return this.update(tx, "state = 'offered', booking_id = :bookingId WHERE id = :id AND state = 'taken'", {
      id,
      bookingId,
    });
  }

  /** offered → taken, or taken again, before the offer's end. @param bookingId her hold of the stall */
  take(tx: Tx, id: string, bookingId: string): Promise<boolean> {
    return this.update(
      tx,
      `state = 'taken', booking_id = :bookingId
        WHERE id = :id AND state = ANY(:from) AND offer_until > clock_timestamp()`,
      { id, bookingId, from: ["offered", "taken"] satisfies WaitingState[] },
    );
  }

  /** offered or taken → waiting, where it stood. */
  wait(tx: Tx, id: string): Promise<boolean> {
    return this.update(
      tx,
      `state = 'waiting', waiting_since = clock_timestamp(), stall_key = NULL, booking_id = NULL, offered_at = NULL,
       offer_until = NULL WHERE id = :id AND state IN ${OPEN}`,
      { id },
    );
  }

  /** Ends a place. */
  end(tx: Tx, id: string, state: Exclude<WaitingState, (typeof OPEN_WAITING_STATES)[number]>): Promise<boolean> {
    const set = `state = :state, ended_at = clock_timestamp(), networks = '{}' WHERE id = :id AND state IN ${OPEN}`;
    return this.update(tx, set, { id, state });
  }

  /** How long an event's offers stand at most, in hours. @param usual without a choice */
  async offerHours(eventId: number, usual: number, tx?: Tx): Promise<number> {
    const chosen = sql`SELECT ${computed<{ hours: number }>({ hours: "offer_hours" })} FROM waiting_settings
       WHERE event_id = :eventId`;
    return (await this.database.select(chosen, { eventId }, tx))[0]?.hours ?? usual;
  }

  async setOfferHours(tx: Tx, eventId: number, offerHours: number): Promise<void> {
    await rows(
      tx,
      `INSERT INTO waiting_settings (event_id, offer_hours) VALUES (:eventId, :offerHours)
       ON CONFLICT (event_id) DO UPDATE SET offer_hours = excluded.offer_hours`,
      { eventId, offerHours },
    );
  }

  private async update(tx: Tx, changes: string, values: Readonly<Record<string, unknown>>): Promise<boolean> {
    const statement = `UPDATE waiting_places SET ${changes} RETURNING event_id AS "eventId"`;
    const [changed] = await rows<{ eventId: number }>(tx, statement, values);
    if (changed !== undefined) notifyPlanChanged(tx, changed.eventId);
    return changed !== undefined;
  }
}
