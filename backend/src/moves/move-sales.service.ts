import { Injectable } from "@nestjs/common";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { InvoicesService } from "../invoices/invoices.service.js";
import type { OrderSale } from "../payments/order-subject.js";
import type { Tx } from "../platform/database/database.js";
import type { StallRow } from "../stalls/stalls.service.js";
import { MovedBookingsService } from "./moved-bookings.service.js";
import { type StallMoveRow, StallMoveRecordsService } from "./stall-move-records.service.js";
import { StallMovesService } from "./stall-moves.service.js";

/** A move with everything that it changes, locked. */
interface PaidMove {
  readonly booking: BookingRow;
  readonly move: StallMoveRow;
  readonly target: StallRow;
}

/** The move that a payment buys, with its debit note, in the transaction of the settlement. */
@Injectable()
export class MoveSalesService {
  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly stallMoves: StallMovesService,
    private readonly movedBookings: MovedBookingsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * Puts the booking on the stall that was kept for it, or that is free when late money arrives; the first stall is free from the same
   * commit on.
   */
  async sell(tx: Tx, { booking, move, target }: PaidMove, { orderId }: OrderSale): Promise<void> {
    const { orderId: invoicedOrderId, stallId: from } = booking;
    if (invoicedOrderId === null) throw new Error(`booking ${booking.id} has no order`);
    if (move.state === "asked" && move.blockId !== null) await this.stallMoves.free(tx, move.blockId);
    else await this.bookingLocks.clearStall(tx, target.stallKey);
    await this.moves.end(tx, move.id, "moved");
    const { toPayPaise: amountPaise } = move;
    const description = `Stall ${target.stallId} (${stallTypeLabel(target.type)}) instead of stall ${from}: the difference in price`;
    const reason = "Moved to a stall of a higher price";
    await this.movedBookings.move(tx, booking, target, {
      ...{ actor: "provider", paidPaise: amountPaise, isAnotherKind: true },
      issue: (last) =>
        this.invoices.issueDebitNote(last, { orderId, invoicedOrderId, amountPaise, description, reason }),
    });
  }
}
