import { Injectable } from "@nestjs/common";
import type { Tx } from "../../platform/database/database.js";
import type { BookingRow } from "../booking.row.js";
import { BookingsRepository } from "../bookings.repository.js";
import { HoldRelease } from "../hold/hold-release.service.js";

/** Makes room on a stall for a sale by late money. */
@Injectable()
export class BookingSaleStall {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldRelease,
  ) {}

  /** Releases an overdue hold on the booking's stall, or the payer's own; anything else was judged as taken. */
  async make(tx: Tx, booking: BookingRow): Promise<void> {
    const live = await this.bookings.onStall(tx, booking.stallId);
    if (live === undefined || live.id === booking.id) return;
    if (live.expired && (await this.holds.releaseInTx(tx, live.id, "hold_expired", "system"))) return;
    await this.holds.releaseInTx(tx, live.id, "replaced", "system");
  }
}
