import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { sameKindOfStall } from "@sakhi/domain/operator/operator.rules";
import { canChange } from "@sakhi/domain/payments/lifecycle.states";
import { type Administrator, RECOVERY } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { MovedBookingsService } from "../moves/moved-bookings.service.js";
import { StallMoveRecordsService } from "../moves/stall-move-records.service.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { MoveResponse } from "./operator.response.js";

const ALREADY_HERE = "The booking stands on this stall already";

/** Moves bookings to another stall (docs/decisions/0005). The booker is notified by mail if their address is known. */
@Injectable()
export class BookingMovesService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly movedBookings: MovedBookingsService,
    private readonly moves: StallMoveRecordsService,
    private readonly stalls: StallsService,
  ) {}

  /**
   * Moves a held, registered or sold booking to a free stall of the same type and price. The stalls are compared at what they
   * cost now; the booking keeps what was agreed. A paying booking cannot move,
   * because the payment page shows its current stall. The tax invoice stays valid: value, tax and place of supply do not
   * change, and the mail about the move names the invoice and the new stall.
   *
   * @throws DomainError booking_not_found, stall_not_found, stall_differs, stall_sold, stall_reserved, stall_blocked,
   * payment_in_progress, hold_expired, booking_ended; move_open; invalid_request if it is already on this stall
   */
  move(administrator: Administrator, bookingId: string, { toStallId, reason }: MoveBookingDto): Promise<MoveResponse> {
    return this.operatorTransaction.run(administrator, async (tx) => {
      const { booking, stall, others } = await this.bookingLocks.lock(tx, bookingId, [toStallId]);
      assertMovable(booking);
      const from = booking.stallId;
      if (from === toStallId) {
        throw new DomainError("invalid_request", { fields: { toStallId: [ALREADY_HERE] } }, ALREADY_HERE);
      }
      const target = others.find(({ stallId }) => stallId === toStallId);
      if (target === undefined) throw new DomainError("stall_not_found");
      const own = await this.stalls.byKey(stall.stallKey, tx);
      const other = await this.stalls.byKey(target.stallKey, tx);
      if (!sameKindOfStall(booking.pricePaise, own, other)) throw new DomainError("stall_differs");
      // In a restored database, a stall that looks free may have been sold since.
      if (administrator !== RECOVERY) await assertNotPaused(tx);
      if ((await this.moves.openOf(bookingId, tx)) !== undefined) throw new DomainError("move_open");
      await this.bookingLocks.clearStall(tx, target.stallKey);
      await this.movedBookings.move(tx, booking, target, { actor: "operator" });
      return {
        response: { bookingId, stallId: toStallId, movedFrom: from },
        audit: {
          action: "booking_moved",
          subjectType: "booking",
          subjectId: bookingId,
          reason,
          before: { stallId: from, state: booking.state },
          after: { stallId: toStallId, state: booking.state },
        },
      };
    });
  }
}

function assertMovable({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (!canChange(BOOKING_LIFECYCLE, "moved", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
