import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { pathIn } from "@sakhi/domain/languages/language-paths";
import { PATHS } from "@sakhi/domain/site/routes";
import { BookingLocksService } from "../bookings/booking-locks.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrderOpeningService, payUntilOf } from "../payments/order-opening.service.js";
import {
  type ClaimedPayment,
  OrderPaymentService,
  type Payable,
  type PaymentProduct,
} from "../payments/order-payment.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { InitiateResponse } from "../payments/payment.response.js";
import type { Tx } from "../platform/database/database.js";
import { StallMoveRecordsService } from "./stall-move-records.service.js";

/** A move that its holder pays for. */
interface MovePayment {
  readonly bookingId: string;
  readonly moveId: string;
  /** The client's IP address. */
  readonly address: string;
}

/** An order id that cannot be guessed: `MOVE`, the time, 24 random hex digits; 42 characters. */
function moveOrderId(): string {
  return `MOVE${Date.now()}_${randomBytes(12).toString("hex")}`;
}

/** Paying for a move: the difference to the dearer stall that is kept. */
@Injectable()
export class MovePaymentsService implements PaymentProduct<MovePayment, MovePayment> {
  readonly errors = {
    alreadyPaid: "already_paid",
    refused: "order_refused",
    unavailable: () => new DomainError("provider_unavailable"),
  } as const satisfies PaymentProduct<unknown, unknown>["errors"];

  constructor(
    private readonly moves: StallMoveRecordsService,
    private readonly bookingLocks: BookingLocksService,
    private readonly eventFacts: EventFactsService,
    private readonly orders: OrdersService,
    private readonly orderOpening: OrderOpeningService,
    private readonly orderPayment: OrderPaymentService,
  ) {}

  /**
   * Starts or continues the payment of a move; see {@link OrderPaymentService.initiate}.
   *
   * @throws DomainError move_over; event_cancelled; sales_paused; order_closing; already_paid; order_refused; provider_unavailable
   * @throws HttpError rate_limited
   */
  initiate(payment: MovePayment): Promise<InitiateResponse> {
    return this.orderPayment.initiate(this, payment);
  }

  /** @throws DomainError move_over */
  async check(payment: MovePayment): Promise<Payable<MovePayment>> {
    const { bookingId, moveId, address } = payment;
    const move = await this.moves.find(moveId);
    if (move?.bookingId !== bookingId || move.state !== "asked") throw new DomainError("move_over");
    const orderId = await this.moves.unfinishedOrder(moveId);
    if (orderId !== undefined) return { orderId };
    if (move.isOver) throw new DomainError("move_over");
    return {
      limits: [
        { limit: "initiates_per_phone", by: bookingId },
        { limit: "initiates_per_address", by: address },
      ],
      subject: payment,
    };
  }

  /** @throws DomainError move_over; event_cancelled; sales_paused */
  async claim(tx: Tx, { bookingId, moveId }: MovePayment): Promise<ClaimedPayment> {
    await assertNotPaused(tx);
    const { booking } = await this.bookingLocks.lock(tx, bookingId);
    const move = await this.moves.lock(tx, moveId);
    if (move.state !== "asked" || booking.state !== "sold") throw new DomainError("move_over");
    if ((await this.eventFacts.statusIn(tx, booking.eventId)) === "cancelled") throw new DomainError("event_cancelled");
    const open = await this.moves.unfinishedOrder(moveId, tx);
    if (open !== undefined) return { orderId: open };
    if (move.isOver) throw new DomainError("move_over");
    const { visitorId, phone, email, fullName } = booking;
    if (phone === null) throw new Error(`booking ${bookingId} has no phone number`);
    const orderId = moveOrderId();
    const { toPayPaise: amountPaise } = move;
    await this.orders.createUnsent(tx, { orderId, subjectType: "booking", subjectId: bookingId, amountPaise, moveId });
    const claim = await this.orderOpening.claim(tx, await this.orderOpening.open(tx, orderId), {
      ...{ orderId, amountPaise, returnPath: pathIn(booking.language, PATHS.myBooking) },
      payer: { id: visitorId ?? bookingId, phone, email: email ?? undefined, name: fullName ?? undefined },
    });
    await this.moves.paying(tx, moveId, payUntilOf(claim.attempt.request));
    return { orderId, claim };
  }
}
