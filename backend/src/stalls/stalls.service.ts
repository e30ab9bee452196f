import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import { specifiedLook, STALL_SIDE_FEET, type StallLook } from "@sakhi/domain/stalls/stall.types";
import { IsNull } from "typeorm";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { liveBooking, notifyPlanChanged } from "./live-bookings.sql.js";
import { StallEntity } from "./stalls.entities.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** A stall: price in paise, position in feet. */
export type StallRow = Readonly<StallEntity>;

/** A stall as people name it: by its number, in an event. */
export type StallRef = Pick<StallRow, "eventId" | "stallId">;

/** A stall with the state of its live booking; an expired hold is not live. */
type StallWithState = StallRow & { readonly live: BookingState | null };

/**
 * Locks all stalls of an event, also removed ones, in the order of their keys. Reserving, registering, paying and selling
 * lock their stall before they read the event's status and the booking on it: who holds these locks
 * can change the event or its plan safely, and sees every live booking.
 */
export async function lockStallsOf(tx: Tx, eventId: number): Promise<void> {
  await tx.query("SELECT FROM stalls WHERE event_id = $1 ORDER BY stall_key FOR UPDATE", [eventId]);
}

/** Stalls `s` that are on the plan. A removed one is kept for its former bookings only. */
const ON_PLAN = "s.removed_at IS NULL";
/** A stall's name in one text, as a key of maps: unique among all events. */
export const stallRefKey = ({ eventId, stallId }: StallRef): string => `${eventId} ${stallId}`;

const COLUMNS = columnsOf(StallEntity, "s");
const LOCK_WITH_BOOKING: Statement = {
  name: "lock_stalls_with_booking",
  text: `SELECT ${COLUMNS} FROM lock_booking($1, $2) s`,
};
/** Of stalls `s`, by letter, then by number: A1, A2 … A20, B1 … B50. */
export const BY_NUMBER = "ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int";
/** Joins bookings, because the status is derived from the live one, at most one per stall by the unique index. */
const WITH_STATE = `
  SELECT ${COLUMNS}, b.state AS live
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   WHERE s.event_id = $1 AND ${ON_PLAN} ${BY_NUMBER}`;

/** What {@link layoutStall} needs of a stall and its plan. */
interface DrawnStall extends Omit<StallWithState, "stallKey" | "eventId" | "updatedAt" | "removedAt"> {
  /** The type's. */
  readonly look: StallLook;
  /** Number of the publication whose area and fixtures are drawn; null for the standard hall. */
  readonly drawing: number | null;
}

/** Maps a stall to its public response: only what differs from the specification's plan is added to its fields. */
export function layoutStall(stall: DrawnStall): LayoutStallResponse {
  const { stallId, type, pricePaise, live, x, y, layoutVersion, width, height, turn, look, drawing } = stall;
  const status = stallStatus(live ?? undefined);
  return {
    ...{ stallId, type, price: toRupees(pricePaise), status },
    ...(live === "blocked" ? ({ blocked: true } as const) : {}),
    ...{ x, y, layoutVersion },
    ...(width === STALL_SIDE_FEET && height === STALL_SIDE_FEET ? {} : { width, height }),
    ...(turn === 0 ? {} : { turn }),
    ...(look === specifiedLook(type) ? {} : { look }),
    ...(drawing === null ? {} : { drawing }),
  };
}

/** Reads and locks stalls: positions, prices and statuses. */
@Injectable()
export class StallsService {
  constructor(private readonly database: Database) {}

  async find({ eventId, stallId }: StallRef, tx?: Tx): Promise<StallRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.event_id = $1 AND s.stall_id = $2 AND ${ON_PLAN}`;
    return (await this.database.read<StallRow>(StallEntity, sql, [eventId, stallId], tx))[0];
  }

  /** What a booking or an offer refers to, also if the stall was removed from the plan since. */
  async byKey(stallKey: number, tx?: Tx): Promise<StallRow> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.stall_key = $1`;
    const [found] = await this.database.read<StallRow>(StallEntity, sql, [stallKey], tx);
    if (found === undefined) throw new Error(`there is no stall with the key ${stallKey}`);
    return found;
  }

  /** Whether the stall exists, read inside a transaction. */
  exists(tx: Tx, { eventId, stallId }: StallRef): Promise<boolean> {
    return tx.existsBy(StallEntity, { eventId, stallId, removedAt: IsNull() });
  }

  /** Locks stalls, given by their keys, in ascending order until `tx` ends. */
  async lock(tx: Tx, stallKeys: readonly number[]): Promise<void> {
    await tx.query("SELECT FROM stalls WHERE stall_key = ANY($1) ORDER BY stall_key FOR UPDATE", [stallKeys]);
  }

  /** Locks a stall until `tx` ends; undefined if there is none with this number. */
  async lockNamed(tx: Tx, { eventId, stallId }: StallRef): Promise<StallRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.event_id = $1 AND s.stall_id = $2 AND ${ON_PLAN} FOR UPDATE`;
    return (await readIn<StallRow>(tx, StallEntity, sql, [eventId, stallId]))[0];
  }

  /**
   * Locks the stall that a record outside names: of the event with this slug or, if the record names none, of the only
   * published event with such a number. Never guesses between several.
   */
  async lockOnly(tx: Tx, stallId: string, slug: string | undefined): Promise<StallRow | undefined> {
    const sql = `
      SELECT ${COLUMNS} FROM stalls s JOIN events e ON e.id = s.event_id
       WHERE s.stall_id = $1 AND ${ON_PLAN} AND CASE WHEN $2::text IS NULL THEN e.status = 'published' ELSE e.slug = $2 END
       ORDER BY s.stall_key FOR UPDATE OF s`;
    const found = await readIn<StallRow>(tx, StallEntity, sql, [stallId, slug ?? null]);
    return found.length === 1 ? found[0] : undefined;
  }

  /**
   * Locks a booking's visitor, its stall and others of its event in ascending order, and the booking; returns the stalls
   * that exist.
   */
  lockWithBooking(tx: Tx, bookingId: string, otherStalls: readonly string[]): Promise<StallRow[]> {
    return readIn(tx, StallEntity, LOCK_WITH_BOOKING, [bookingId, otherStalls]);
  }

  /** Sets the price for new reservations; the caller has locked the stall. */
  async changePrice(tx: Tx, stallKey: number, pricePaise: Paise): Promise<void> {
    await tx.update(StallEntity, { stallKey }, { pricePaise, updatedAt: databaseNow });
    notifyPlanChanged(tx);
  }

  /** All stalls of an event with the state of their live booking, in one statement. */
  withState(eventId: number, tx?: Tx): Promise<StallWithState[]> {
    return this.database.read<StallWithState>(StallEntity, WITH_STATE, [eventId], tx);
  }

  /** Types and public statuses of an event's stalls; a stall with an expired hold is Available. */
  async statuses(eventId: number): Promise<Pick<LayoutStallResponse, "type" | "status">[]> {
    return (await this.withState(eventId)).map(({ type, live }) => ({ type, status: stallStatus(live ?? undefined) }));
  }

  /** At most three free stalls, nearest of the same type first. */
  async similarTo({ eventId, stallId }: StallRef): Promise<Pick<LayoutStallResponse, "stallId" | "type" | "price">[]> {
    const stalls = await this.withState(eventId);
    const taken = stalls.find((stall) => stall.stallId === stallId);
    if (taken === undefined) return [];
    const free = stalls.filter((stall) => stallStatus(stall.live ?? undefined) === "Available");
    return similarStalls(taken, free).map(({ stallId: id, type, pricePaise }) => ({
      stallId: id,
      type,
      price: toRupees(pricePaise),
    }));
  }
}
