import { Injectable } from "@nestjs/common";
import { moveStatus } from "@sakhi/domain/moves/move.rules";
import type { RefundWhy, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import { BookingHistoryService } from "../bookings/booking-history.service.js";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import type { BookingRow } from "../bookings/bookings.entities.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import type { EndedRefund, LockedSubject, OrderRefund, OrderSubject, PaymentEvent } from "../payments/order-subject.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import type { StallRow } from "../stalls/stalls.service.js";
import { MoveMailsService } from "./move-mails.service.js";
import { MoveSalesService } from "./move-sales.service.js";
import { type StallMoveRow, StallMoveRecordsService } from "./stall-move-records.service.js";

/** A locked move, its booking, and the stall that it moves to unless that was removed from the plan. */
interface LockedMove {
  readonly move: StallMoveRow;
  readonly booking: BookingRow;
  readonly target: StallRow | undefined;
}

/** Moves as the subject of payment orders: the difference is paid, and the booking stands on the other stall. */
@Injectable()
export class MoveOrderSubject implements OrderSubject {
  readonly type = "move";

  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly moveSales: MoveSalesService,
    private readonly moveMails: MoveMailsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly eventFacts: EventFactsService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
  ) {
    this.orders.registerSubject(this);
  }

  /** Locks visitor → stalls ascending → booking → move. */
  async lock(tx: Tx, bookingId: string, orderId: string): Promise<LockedSubject> {
    const before = await this.moves.ofOrder(tx, orderId);
    const { booking, stall, others } = await this.bookingLocks.lock(tx, bookingId, [before.toStallId]);
    const move = await this.moves.lock(tx, before.id);
    const target = [stall, ...others].find(({ stallKey }) => stallKey === move.toStallKey);
    const locked: LockedMove = { move, booking, target };
    return {
      status: await this.statusOf(tx, locked, orderId),
      setPayUntil: (payUntil) => this.moves.paying(tx, move.id, payUntil),
      notOpened: (note) => this.notOpened(tx, locked, orderId, note),
      endUnpaid: async () => {
        // The event is cancelled: its workflow withdraws the move.
        await this.moveMails.nudge(tx, move.id);
      },
      sell: async (sale) => {
        if (target === undefined) throw new Error(`the stall of move ${move.id} is not on the plan`);
        await this.moveSales.sell(tx, { booking, move, target }, sale);
        await this.moveMails.nudge(tx, move.id);
      },
      mailRefund: (refund) => this.mailRefund(tx, locked, refund),
      mailRefundEnded: (refund) => this.mailRefundEnded(tx, locked, refund),
      record: (event) => this.record(tx, bookingId, event),
      signal: () => this.moveMails.nudge(tx, move.id),
      publish: async (event) => {
        await this.record(tx, bookingId, event);
        await this.moveMails.nudge(tx, move.id);
      },
    };
  }

  record(tx: Tx, bookingId: string, event: PaymentEvent): Promise<void> {
    return this.bookingHistory.record(tx, bookingId, event);
  }

  endWindow(tx: Tx, _bookingId: string, orderId: string): Promise<void> {
    return this.moves.endWindow(tx, orderId);
  }

  msUntilWindowEnds(bookingId: string): Promise<number> {
    return this.moves.msUntilWindowEnds(bookingId);
  }

  private async statusOf(tx: Tx, { move, booking, target }: LockedMove, orderId: string): Promise<SubjectStatus> {
    const [status, paid, open] = [
      await this.eventFacts.statusIn(tx, booking.eventId),
      await this.moves.paidOrders(tx, booking.id),
      await this.moves.openOf(booking.id, tx),
    ];
    const isSold = booking.state === "sold";
    return moveStatus({
      state: move.state,
      isPaidByThis: paid.includes(orderId),
      isSold,
      isWhereItWas: isSold && booking.stallKey === move.fromStallKey,
      isEventCancelled: status === "cancelled",
      isTargetFree: target !== undefined && (await this.isFree(tx, target.stallKey)),
      hasOtherMove: open !== undefined && open.id !== move.id,
    });
  }

  /** Nobody has the locked stall, or a hold whose time is over. */
  private async isFree(tx: Tx, stallKey: number): Promise<boolean> {
    const onStall = await this.bookingLocks.lockOnStall(tx, stallKey);
    return onStall === undefined || onStall.expired;
  }

  /** The provider does not have the order: the move still waits, and the next attempt gets a new one. */
  private async notOpened(tx: Tx, { move, booking }: LockedMove, orderId: string, note: string): Promise<void> {
    await this.orders.voidUnsent(tx, orderId);
    await this.record(tx, booking.id, { kind: "order_closed", actor: "provider", note });
    await this.moveMails.nudge(tx, move.id);
  }

  private async mailRefund(tx: Tx, { move, booking }: LockedMove, refund: OrderRefund): Promise<void> {
    const { orderId, refundId, amountPaise, creditNote } = refund;
    if (booking.email === null) return;
    await this.mails.queue(tx, {
      template: "payment-refunded",
      to: booking.email,
      bookingId: booking.id,
      invoiceId: creditNote?.invoiceId,
      data: {
        ...{ name: booking.fullName ?? "", orderId, stallId: move.toStallId, amountPaise },
        ...{ why: whyOf(refund.why), creditNoteNumber: creditNote?.number },
      },
      dedupeKey: `payment-refunded/${refundId}`,
    });
  }

  private async mailRefundEnded(tx: Tx, { move, booking }: LockedMove, refund: EndedRefund): Promise<void> {
    const { mailKey, orderId, amountPaise, state, bankReference } = refund;
    if (booking.email === null) return;
    await this.mails.queue(tx, {
      template: "refund-ended",
      to: booking.email,
      bookingId: booking.id,
      data: {
        ...{ name: booking.fullName ?? "", orderId, stallId: move.toStallId, amountPaise, state },
        ...(bankReference === undefined ? {} : { bankReference }),
      },
      dedupeKey: `refund-ended/${mailKey}`,
    });
  }
}

/** Late money for a move is returned because the move is over, also if the stall is free. */
function whyOf(why: RefundWhy): RefundWhy {
  return why === "stall_taken" ? "move_over" : why;
}
