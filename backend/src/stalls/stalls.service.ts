import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import { datedPrice, type PriceAt, priceAt, type TypePrices } from "@sakhi/domain/operator/dated-prices";
import { specifiedLook, STALL_SIDE_FEET, type StallLook } from "@sakhi/domain/stalls/stall.types";
import { IsNull } from "typeorm";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { liveBooking, notifyPlanChanged } from "./live-bookings.sql.js";
import { StallEntity } from "./stalls.entities.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** A stall, position in feet. What it costs depends on its type's dates ({@link PricedStallRow}). */
export type StallRow = Readonly<Omit<StallEntity, "pricePaise">>;

/** What {@link PricedStallRow} is read from. */
interface ReadStall extends StallRow {
  /** As stored: {@link priceAt} says what the stall costs. */
  readonly pricePaise: Paise;
  readonly typePrices: TypePrices;
  /** The database's clock; of a locked stall, after its lock. */
  readonly readAt: Date;
}

/** A stall with what it costs when it is read, by the database's clock. */
export interface PricedStallRow extends StallRow {
  /** What a reservation of that moment costs. */
  readonly pricePaise: Paise;
  /** As stored. */
  readonly storedPaise: Paise;
  readonly typePrices: TypePrices;
  readonly readAt: Date;
}

/** A stall as people name it: by its number, in an event. */
export type StallRef = Pick<StallRow, "eventId" | "stallId">;

/** A stall with the state of its live booking; an expired hold is not live. */
type StallWithState = PricedStallRow & { readonly live: BookingState | null };

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
/** With what the price of a stall `s` follows from. */
const PRICED = `${COLUMNS}, statement_timestamp() AS read_at,
  (SELECT jsonb_build_object('paise', pt.price_paise, 'changes', pt.price_changes) FROM stall_types pt
    WHERE pt.event_id = s.event_id AND pt.key = s.type) AS type_prices`;
/** Locks stalls, then reads the clock and their types' prices as committed by then. @param where of stalls `s` and more tables */
const lockPriced = (tables: string, where: string): string => `
  WITH s AS MATERIALIZED (SELECT s.* FROM ${tables} WHERE ${where} ORDER BY s.stall_key FOR UPDATE OF s)
  SELECT ${COLUMNS}, clock_timestamp() AS read_at, prices_of_type(s.event_id, s.type) AS type_prices FROM s`;
/** A stall as it was read, with its price. */
export function withPrice<Row extends ReadStall>(row: Row): Row & PricedStallRow {
  const { pricePaise: storedPaise, typePrices, readAt } = row;
  return { ...row, storedPaise, pricePaise: priceAt(storedPaise, typePrices, readAt).pricePaise };
}
const LOCK_WITH_BOOKING: Statement = {
  name: "lock_stalls_with_booking",
  text: `SELECT ${COLUMNS} FROM lock_booking($1, $2) s`,
};
/** Of stalls `s`, by letter, then by number: A1, A2 … A20, B1 … B50. */
export const BY_NUMBER = "ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int";
/** Joins bookings, because the status is derived from the live one, at most one per stall by the unique index. */
const WITH_STATE = `
  SELECT ${PRICED}, b.state AS live
    FROM stalls s LEFT JOIN bookings b ON b.stall_key = s.stall_key AND ${liveBooking()}
   WHERE s.event_id = $1 AND ${ON_PLAN} ${BY_NUMBER}`;

const LOCK_NAMED = lockPriced("stalls s", `s.event_id = $1 AND s.stall_id = $2 AND ${ON_PLAN}`);
const LOCK_ONLY = lockPriced(
  "stalls s JOIN events e ON e.id = s.event_id",
  `s.stall_id = ANY($1) AND ${ON_PLAN} AND CASE WHEN $2::text IS NULL THEN e.status = 'published' ELSE e.slug = $2 END`,
);

/** What {@link layoutStall} needs of a stall and its plan. */
interface DrawnStall extends PriceAt, Omit<StallRow, "stallKey" | "eventId" | "updatedAt" | "removedAt"> {
  readonly live: BookingState | null;
  /** The type's. */
  readonly look: StallLook;
  /** Number of the publication whose area and fixtures are drawn; null for the standard hall. */
  readonly drawing: number | null;
}

/** The dates of a price, as plans show them. */
export function datesOf({ since, next }: Pick<PriceAt, "since" | "next">) {
  return {
    ...(since === undefined ? {} : { priceFrom: datedPrice({ from: since, paise: 0 }).from }),
    ...(next === undefined ? {} : { nextPrice: datedPrice(next) }),
  };
}

/** Maps a stall to its public response: only what differs from the specification's plan is added to its fields. */
export function layoutStall(stall: DrawnStall): LayoutStallResponse {
  const { stallId, type, pricePaise, since, next, live, x, y, layoutVersion, width, height, turn, look, drawing } =
    stall;
  const status = stallStatus(live ?? undefined);
  return {
    ...{ stallId, type, price: toRupees(pricePaise), status },
    ...datesOf({ since, next }),
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

  /** A stall on the plan; its price is not read. */
  async find({ eventId, stallId }: StallRef, tx?: Tx): Promise<StallRow | undefined> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.event_id = $1 AND s.stall_id = $2 AND ${ON_PLAN}`;
    return (await this.database.read<StallRow>(StallEntity, sql, [eventId, stallId], tx))[0];
  }

  /** What a booking or an offer refers to, also if the stall was removed from the plan since. */
  async byKey(stallKey: number, tx?: Tx): Promise<PricedStallRow> {
    const sql = `SELECT ${PRICED} FROM stalls s WHERE s.stall_key = $1`;
    const [found] = await this.database.read<ReadStall>(StallEntity, sql, [stallKey], tx);
    if (found === undefined) throw new Error(`there is no stall with the key ${stallKey}`);
    return withPrice(found);
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
  async lockNamed(tx: Tx, { eventId, stallId }: StallRef): Promise<PricedStallRow | undefined> {
    const [found] = await readIn<ReadStall>(tx, StallEntity, LOCK_NAMED, [eventId, stallId]);
    return found && withPrice(found);
  }

  /**
   * Locks the stall that a record outside names: of the event with this slug or, if the record names none, of the only
   * published event with such a number. Never guesses between several.
   */
  async lockOnly(tx: Tx, stallId: string, slug: string | undefined): Promise<PricedStallRow | undefined> {
    return (await this.lockEach(tx, [stallId], slug))?.[0];
  }

  /** As {@link lockOnly}, of several stalls of one order. @returns in their order; undefined unless all are found */
  async lockEach(
    tx: Tx,
    stallIds: readonly string[],
    slug: string | undefined,
  ): Promise<readonly PricedStallRow[] | undefined> {
    const found = await readIn<ReadStall>(tx, StallEntity, LOCK_ONLY, [stallIds, slug ?? null]);
    const inOrder = stallIds.flatMap((stallId) => found.filter((stall) => stall.stallId === stallId));
    return inOrder.length === stallIds.length && found.length === stallIds.length ? inOrder.map(withPrice) : undefined;
  }

  /**
   * Locks a booking's visitor, its stall and others of its event in ascending order, and the booking; returns the stalls
   * that exist.
   */
  lockWithBooking(tx: Tx, bookingId: string, otherStalls: readonly string[]): Promise<StallRow[]> {
    return readIn(tx, StallEntity, LOCK_WITH_BOOKING, [bookingId, otherStalls]);
  }

  /** Sets the price for new reservations; the caller has locked the stall. */
  async storePrice(tx: Tx, stallKey: number, pricePaise: Paise): Promise<void> {
    await tx.update(StallEntity, { stallKey }, { pricePaise, updatedAt: databaseNow });
    notifyPlanChanged(tx);
  }

  /** All stalls of an event with the state of their live booking, in one statement. */
  async withState(eventId: number, tx?: Tx): Promise<StallWithState[]> {
    const found = await this.database.read<ReadStall & Pick<StallWithState, "live">>(
      StallEntity,
      WITH_STATE,
      [eventId],
      tx,
    );
    return found.map(withPrice);
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
