import { Injectable } from "@nestjs/common";
import type { BookingState } from "@sakhi/domain/bookings/booking.states";
import { similarStalls, stallStatus } from "@sakhi/domain/bookings/stall.rules";
import { type Paise, toRupees } from "@sakhi/domain/money/money";
import { columnsOf, databaseNow } from "../platform/database/columns.js";
import { Database, readIn, type Tx } from "../platform/database/database.js";
import { liveBooking } from "./live-bookings.sql.js";
import { StallEntity } from "./stalls.entities.js";
import type { LayoutStallResponse } from "./stalls.response.js";

/** A stall: price in paise, place in feet. */
export type StallRow = Readonly<StallEntity>;

/** A stall with the state of its live booking; an expired hold is no live booking. */
type StallWithState = StallRow & { readonly live: BookingState | null };

const COLUMNS = columnsOf(StallEntity, "s");
/** A1, A2 … A20, B1 … B50: by letter, then by number. */
const BY_NUMBER = "ORDER BY left(s.stall_id, 1), substr(s.stall_id, 2)::int";
/** Reads bookings because the status is derived from them and stored nowhere; at most one per stall, by the index. */
const WITH_STATE = `
  SELECT ${COLUMNS}, b.state AS live
    FROM stalls s LEFT JOIN bookings b ON b.stall_id = s.stall_id AND ${liveBooking()}
  ${BY_NUMBER}`;

/** A stall as the public sees it. */
export function layoutStall(stall: Omit<StallWithState, "updatedAt">): LayoutStallResponse {
  const { stallId, type, pricePaise, live, x, y, layoutVersion } = stall;
  return { stallId, type, price: toRupees(pricePaise), status: stallStatus(live ?? undefined), x, y, layoutVersion };
}

/** Stalls: which there are, their places, prices and statuses. */
@Injectable()
export class StallsService {
  constructor(private readonly database: Database) {}

  async find(stallId: string): Promise<StallRow | undefined> {
    return (await this.database.of(StallEntity).findOneBy({ stallId })) ?? undefined;
  }

  /** Whether there is such a stall, read inside a transaction. */
  exists(tx: Tx, stallId: string): Promise<boolean> {
    return tx.existsBy(StallEntity, { stallId });
  }

  /** Locks stalls in ascending order until `tx` ends; those that do not exist are missing from the result. */
  lock(tx: Tx, stallIds: readonly string[]): Promise<StallRow[]> {
    const sql = `SELECT ${COLUMNS} FROM stalls s WHERE s.stall_id = ANY($1) ORDER BY s.stall_id FOR UPDATE`;
    return readIn(tx, StallEntity, sql, [stallIds]);
  }

  /** Locks a booking's visitor, its stall and others in ascending order, and the booking; returns the stalls that exist. */
  lockWithBooking(tx: Tx, bookingId: string, otherStalls: readonly string[]): Promise<StallRow[]> {
    const sql = `SELECT ${COLUMNS} FROM lock_booking($1, $2) s`;
    return readIn(tx, StallEntity, sql, [bookingId, otherStalls]);
  }

  /** Sets the price of reservations from now on; the caller has locked the stall. */
  async changePrice(tx: Tx, stallId: string, pricePaise: Paise): Promise<void> {
    await tx.update(StallEntity, { stallId }, { pricePaise, updatedAt: databaseNow });
  }

  /** Every stall with the state of its live booking, in one statement. */
  withState(tx?: Tx): Promise<StallWithState[]> {
    return this.database.read<StallWithState>(StallEntity, WITH_STATE, [], tx);
  }

  /** The floor plan as the public sees it: status from the live booking, an expired hold reads Available. */
  async layout(): Promise<LayoutStallResponse[]> {
    return (await this.withState()).map(layoutStall);
  }

  /** At most three free stalls like this one, nearest of the same type first. */
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
