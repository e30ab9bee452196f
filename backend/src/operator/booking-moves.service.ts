import { Injectable } from "@nestjs/common";
import { BOOKING_LIFECYCLE } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { sameKindOfStall } from "@sakhi/domain/operator/operator.rules";
import { canChange } from "@sakhi/domain/payments/lifecycle.states";
import { type Administrator, RECOVERY } from "../accounts/administrator.js";
import { OperatorTransactionService } from "../accounts/operator-transaction.service.js";
import { AssignedBookingsService } from "../bookings/assigned-bookings.service.js";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { type InvoiceOfOrder, InvoicesService } from "../invoices/invoices.service.js";
import { bookingKeyMail, MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import { StallsService } from "../stalls/stalls.service.js";
import type { MoveResponse } from "./operator.response.js";

const ALREADY_HERE = "The booking stands on this stall already";

/** Moves bookings to another stall (docs/decisions/0005). The booker is notified by mail if their address is known. */
@Injectable()
export class BookingMovesService {
  constructor(
    private readonly operatorTransaction: OperatorTransactionService,
    private readonly bookingLocks: BookingLocksService,
    private readonly assigned: AssignedBookingsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
    private readonly stalls: StallsService,
  ) {}

  /**
   * Moves a held, registered or sold booking to a free stall of the same type and price. The stalls are compared at what they
   * cost now; the booking keeps what was agreed. A paying booking cannot move,
   * because the payment page shows its current stall. The tax invoice stays valid: value, tax and place of supply do not
   * change, and the mail about the move names the invoice and the new stall.
   *
   * @throws DomainError booking_not_found, stall_not_found, stall_differs, stall_sold, stall_reserved, stall_blocked,
   * payment_in_progress, hold_expired, booking_ended; invalid_request if it is already on this stall
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
      const { stallKey } = target;
      await this.bookingLocks.clearStall(tx, stallKey);
      if (!(await this.assigned.move(tx, bookingId, stall.stallKey, stallKey))) throw new DomainError("hold_expired");
      const moved = { ...booking, stallKey, stallId: toStallId };
      await this.mailAboutMove(tx, moved, from);
      await this.bookingHistory.publish(
        tx,
        moved,
        { kind: "moved", actor: "operator", note: `${from} to ${toStallId}`, detail: { from, to: toStallId } },
        // The workflow of a sold booking has completed; a new run carries the new stall as its search attribute.
        { evenIfCompleted: booking.state === "sold" },
      );
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

  /** Mails the booker, if their address is known. */
  private async mailAboutMove(tx: Tx, booking: BookingRow, fromStallId: string): Promise<void> {
    const { id: bookingId, email, stallId, stallType, state } = booking;
    if (email === null) return;
    const sold = state === "sold";
    const invoice = sold ? await this.confirmSale(tx, booking, email) : undefined;
    await this.mails.queue(tx, {
      template: "booking-moved",
      to: email,
      bookingId,
      data: {
        name: booking.fullName ?? "",
        fromStallId,
        stallId,
        stallType,
        sold,
        orderId: sold ? (booking.orderId ?? undefined) : undefined,
        invoiceNumber: invoice?.number,
        invoiceStallId: invoice?.stallId,
      },
      // By its turn: a booking can move repeatedly, even to the same stall, and a move that is repeated after a restore was
      // mailed already.
      dedupeKey: `booking-moved/${bookingId}/${await this.assigned.moves(tx, bookingId)}`,
    });
  }

  /**
   * Queues the sale's confirmation unless the invoice's job has done so; queued later, it would name the former stall.
   *
   * @returns the invoice
   */
  private async confirmSale(tx: Tx, booking: BookingRow, email: string): Promise<InvoiceOfOrder | undefined> {
    const { id: bookingId, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    const orderId = booking.orderId ?? "";
    const invoice = await this.invoices.ofOrder(tx, orderId);
    if (invoice === undefined) return undefined;
    const { invoiceId, number: invoiceNumber, totalPaise: amountPaise } = invoice;
    await this.mails.queue(tx, {
      template: "booking-confirmed",
      to: email,
      bookingId,
      invoiceId,
      data: { name, orderId, stallId, stallType, amountPaise, invoiceNumber },
      dedupeKey: `booking-confirmed-${bookingId}`,
    });
    await this.mails.queue(tx, bookingKeyMail({ to: email, bookingId }, { name, orderId, stallId }));
    return invoice;
  }
}

function assertMovable({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (!canChange(BOOKING_LIFECYCLE, "moved", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
