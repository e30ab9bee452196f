import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { HistoryEntry } from "@sakhi/workflows/shared/subject.types";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { IssuesService } from "../issues/issues.service.js";
import { Database, isUniqueViolation, type Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";

/** Sales without the provider: only their workflow's history knows of them. */
@Injectable()
export class LostOfflineSalesService {
  constructor(
    private readonly database: Database,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly assignedBookings: AssignedBookingsService,
    private readonly stalls: StallsService,
    private readonly issues: IssuesService,
  ) {}

  /** Blocks the stall of a sale that only Temporal knows, so that it is not sold twice. */
  async block(bookingId: string, stallId: string, orderId: string, entries: readonly HistoryEntry[]): Promise<void> {
    const number = entries.find(({ what }) => what === "invoice_issued")?.note ?? "";
    const facts = { orderId, stall: stallId, number };
    const block = async (tx: Tx): Promise<boolean> => {
      const stall = await this.stalls.lockOnly(tx, stallId, undefined);
      if (stall === undefined) return false;
      await this.bookingLocks.clearStall(tx, stall.stallKey);
      const { stallKey, pricePaise } = stall;
      const reason = `Sold offline before the restore: ${orderId} ${number}`.trim();
      await this.assignedBookings.insertBlocked(tx, { id: bookingId, stallKey, pricePaise, reason });
      const booking = await this.bookingLocks.lockRow(tx, bookingId);
      await this.bookingHistory.publish(
        tx,
        booking,
        { kind: "blocked", actor: "system", note: stallId },
        { evenIfCompleted: true },
      );
      return true;
    };
    const blocked = await this.database.transaction(block).catch((error: unknown) => {
      if (error instanceof DomainError || isUniqueViolation(error, "bookings_one_live_per_stall")) return false;
      throw error;
    });
    await this.database.transaction((tx) =>
      this.issues.raise(tx, {
        kind: "sale_lost",
        subject: bookingId,
        ...(blocked ? { bookingId } : {}),
        facts: blocked
          ? facts
          : { ...facts, problem: "another booking has this stall now, or several events have one of this number" },
      }),
    );
  }
}
