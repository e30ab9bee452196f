import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { liveBooking, planChanged } from "./live-bookings.sql.js";
import { StallEntity } from "./stalls.entities.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** A stall: price in paise, position in feet. */
export type StallRow = Readonly<StallEntity>;

/** A stall with the state of its live booking; an expired hold is not live. */
type StallWithState = StallRow & { readonly live: BookingState | null };

const COLUMNS = columnsOf(StallEntity, "s");
/** By letter, then by number: A1, A2 … A20, B1 … B50. */
const BY_NUMBER = "ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int";
/** Joins bookings, because the status is derived from the live one, at most one per stall by the unique index. */
const WITH_STATE = `
  SELECT ${COLUMNS}, b.state AS live
    FROM stalls s LEFT JOIN bookings b ON b.stall_id = s.stall_id AND ${liveBooking()}
  ${BY_NUMBER}`;

/** Maps a stall to its public response. */
export function layoutStall(stall: Omit<StallWithState, "updatedAt">): LayoutStallResponse {
  const { stallId, type, pricePaise, live, x, y, layoutVersion } = stall;
  const status = stallStatus(live ?? undefined);
  const blocked = live === "blocked" ? ({ blocked: true } as const) : {};
  return { stallId, type, price: toRupees(pricePaise), status, ...blocked, x, y, layoutVersion };
}

/** Reads and locks stalls: positions, prices and statuses. */
@Injectable()
export class StallsService {
  constructor(private readonly database: Database) {}

  async find(stallId: string): Promise<StallRow | undefined> {
    return (await this.database.repository(StallEntity).findOneBy({ stallId })) ?? undefined;
  }

  /** Whether the stall exists, read inside a transaction. */
  exists(tx: Tx, stallId: string): Promise<boolean> {
    return tx.existsBy(StallEntity, { stallId });
  }

  /** Locks stalls in ascending order until `tx` ends and returns those that exist. */
  lock(tx: Tx, stallIds: readonly string[]): Promise<StallRow[]> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.stall_id = ANY($1) ORDER BY s.stall_id FOR UPDATE`;
    return readIn(tx, StallEntity, sql, [stallIds]);
  }

  /** Locks a booking's visitor, its stall and others in ascending order, and the booking; returns the stalls that exist. */
  lockWithBooking(tx: Tx, bookingId: string, otherStalls: readonly string[]): Promise<StallRow[]> {
    const sql = `SELECT ${COLUMNS} FROM lock_booking($1, $2) s`;
    return readIn(tx, StallEntity, sql, [bookingId, otherStalls]);
  }

  /** Sets the price for new reservations; the caller has locked the stall. */
  async changePrice(tx: Tx, stallId: string, pricePaise: Paise): Promise<void> {
    await tx.update(StallEntity, { stallId }, { pricePaise, updatedAt: databaseNow });
    planChanged(tx);
  }

  /** All stalls with the state of their live booking, in one statement. */
  withState(tx?: Tx): Promise<StallWithState[]> {
    return this.database.read<StallWithState>(StallEntity, WITH_STATE, [], tx);
  }

  /** The public floor plan; a stall with an expired hold is Available. */
  async layout(): Promise<LayoutStallResponse[]> {
    return (await this.withState()).map(layoutStall);
  }

  /** At most three free stalls, nearest of the same type first. */
  async similarTo(stallId: string): Promise<Pick<LayoutStallResponse, "stallId" | "type" | "price">[]> {
    const stalls = await this.withState();
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
