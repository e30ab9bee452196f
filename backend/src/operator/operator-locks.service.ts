import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { Tx } from "../platform/database/database.js";
import { StallsService, type StallRow } from "../stalls/stalls.service.js";
import { BookingRecords, type LockedBooking } from "../bookings/booking-records.service.js";
import type { BookingRow } from "../bookings/booking.types.js";

/** What every action of an operator locks first, in the one order of locks: visitor → stalls ascending → booking. */
@Injectable()
export class OperatorLocks {
  constructor(
    private readonly stalls: StallsService,
    private readonly records: BookingRecords,
  ) {}

  /** See {@link BookingRecords.lock}. */
  booking(tx: Tx, bookingId: string, otherStalls: readonly string[] = []): Promise<LockedBooking> {
    return this.records.lock(tx, bookingId, otherStalls);
  }

  /** @throws DomainError stall_not_found */
  async stall(tx: Tx, stallId: string): Promise<StallRow> {
    const [stall] = await this.stalls.lock(tx, [stallId]);
    if (stall === undefined) throw new DomainError("stall_not_found");
    return stall;
  }

  /** See {@link BookingRecords.onStall}. */
  onStall(tx: Tx, stallId: string): Promise<BookingRow | undefined> {
    return this.records.onStall(tx, stallId);
  }

  /** See {@link BookingRecords.clearStall}. */
  clear(tx: Tx, stallId: string): Promise<void> {
    return this.records.clearStall(tx, stallId);
  }
}
