import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { canChange } from "@sakhi/domain/bookings/booking.states";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { MoveBookingDto } from "@sakhi/domain/operator/booking-actions.dto";
import { sameKindOfStall } from "@sakhi/domain/operator/operator.rules";
import type { Administrator } from "../accounts/administrator.js";
import type { BookingRow } from "../bookings/booking.types.js";
import { BookingEvents } from "../bookings/booking-events.service.js";
import { InvoicesService, type InvoiceOfOrder } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import type { Tx } from "../platform/database/database.js";
import { OperatorLocks } from "./operator-locks.service.js";
import { OperatorRepository } from "./operator.repository.js";
import type { MoveResponse } from "./operator.response.js";
import { OperatorTransaction } from "./operator-transaction.service.js";

const ALREADY_HERE = "The booking stands on this stall already";

/**
 * Moves bookings to another stall (docs/decisions/0005). A held, registered or sold booking can move to a free stall of
 * the same type and price; one that is being paid cannot, because the payer has another stall before them. The tax
 * invoice stays as it is: value, tax and place of supply are the same, and the mail about the move, which names the
 * invoice, says which stall it is now.
 */
@Injectable()
export class BookingMovesService {
  constructor(
    private readonly transaction: OperatorTransaction,
    private readonly locks: OperatorLocks,
    private readonly operator: OperatorRepository,
    private readonly events: BookingEvents,
    private readonly mails: MailService,
    private readonly invoices: InvoicesService,
  ) {}

  /**
   * @throws DomainError booking_not_found, stall_not_found, stall_differs, stall_sold, stall_reserved, stall_blocked,
   * payment_in_progress, hold_expired, booking_ended; invalid_request when it stands there already
   */
  move(
    administrator: Administrator,
    bookingId: string,
    { toStallId, reason }: MoveBookingDto,
  ): Promise<MoveResponse> {
    return this.transaction.run(administrator, async (tx) => {
      const { booking, stall, others } = await this.locks.booking(tx, bookingId, [toStallId]);
      assertMovable(booking);
      const from = booking.stallId;
      if (from === toStallId) {
        throw new DomainError("invalid_request", { fields: { toStallId: [ALREADY_HERE] } }, ALREADY_HERE);
      }
      const target = others.find(({ stallId }) => stallId === toStallId);
      if (target === undefined) throw new DomainError("stall_not_found");
      if (!sameKindOfStall(booking.pricePaise, stall, target)) throw new DomainError("stall_differs");
      await this.locks.clear(tx, toStallId);
      if (!(await this.operator.move(tx, bookingId, from, toStallId))) throw new DomainError("hold_expired");
      const moved = { ...booking, stallId: toStallId };
      await this.sendMails(tx, moved, from);
      await this.events.publish(
        tx,
        moved,
        {
          kind: "moved",
          actor: "operator",
          note: `${from} to ${toStallId}`,
          detail: { from, to: toStallId },
        },
        // The workflow of a sold booking has closed: a new run carries the new stall's search attribute.
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

  /** Informs the booker, where we have their address. */
  private async sendMails(tx: Tx, booking: BookingRow, fromStallId: string): Promise<void> {
    const { id: bookingId, email, fullName = "", stallId, stallType, state } = booking;
    if (email === undefined) return;
    const sold = state === "sold";
    const invoice = sold ? await this.confirmSale(tx, booking, email) : undefined;
    await this.mails.queue(tx, {
      template: "booking-moved",
      to: email,
      bookingId,
      data: {
        name: fullName,
        fromStallId,
        stallId,
        stallType,
        sold,
        orderId: sold ? booking.orderId : undefined,
        invoiceNumber: invoice?.number,
        invoiceStallId: invoice?.stallId,
      },
      // It can move there and back and there again: each time is a mail of its own.
      dedupeKey: `booking-moved/${bookingId}/${randomUUID()}`,
    });
  }

  /**
   * Confirms the sale by mail if the invoice's job has not done so yet: later the mail would name the former stall.
   *
   * @returns the invoice
   */
  private async confirmSale(tx: Tx, booking: BookingRow, email: string): Promise<InvoiceOfOrder | undefined> {
    const { id: bookingId, fullName: name = "", stallId, stallType, orderId = "" } = booking;
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
    return invoice;
  }
}

function assertMovable({ state, expired, orderId }: BookingRow): void {
  if (state === "paying") throw new DomainError("payment_in_progress", { orderId });
  if (!canChange("moved", state)) throw new DomainError("booking_ended");
  if (expired) throw new DomainError("hold_expired");
}
