import { Injectable } from "@nestjs/common";
import { OrdersService } from "../../payments/orders.service.js";
import { latePaymentWorkflowId } from "@sakhi/workflows/payments/late-payment.messages";
import { Database } from "../../platform/database/database.js";
import { Outbox } from "../../platform/outbox/outbox.js";
import { bookingWorkflowId, nudgeBooking } from "./booking-nudges.js";
import { BookingPaymentRepository } from "../payment/booking-payment.repository.js";
import { BookingsRepository } from "../bookings.repository.js";

/** How long a booking may be overdue, or without its workflow, before the sweep takes it up, in seconds. */
const OVERDUE_SECONDS = 60;

/** Bookings that nobody seems to look after; for the sweep. */
@Injectable()
export class BookingRecovery {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly bookings: BookingsRepository,
    private readonly payments: BookingPaymentRepository,
    private readonly late: OrdersService,
  ) {}

  /** Paying bookings whose window has been over for a minute and about whose order nobody has asked since. */
  overduePayments(limit: number): Promise<string[]> {
    return this.payments.overduePayments(OVERDUE_SECONDS, limit);
  }

  /** Workflow id → booking id, for bookings that are not finished. */
  async workflows(limit: number): Promise<Map<string, string>> {
    const unfinished = await this.payments.unfinished(OVERDUE_SECONDS, limit);
    return new Map(unfinished.map((bookingId) => [bookingWorkflowId(bookingId), bookingId]));
  }

  /** Starts the workflow of a booking that has none, unless the booking has ended meanwhile. */
  async restart(bookingId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const booking = await this.bookings.lock(tx, bookingId);
      if (booking === undefined || booking.state === "sold" || booking.state === "released") return;
      const { stallId, orderId, state: stage } = booking;
      await nudgeBooking(this.outbox, tx, { bookingId, stallId, orderId, stage, evenIfCompleted: true });
    });
  }

  /** Workflow id → order and stall, for orders given up lately: money may still come. */
  async lateWorkflows(limit: number): Promise<Map<string, { orderId: string; stallId: string }>> {
    const orders = await this.payments.lateOrders(OVERDUE_SECONDS, limit);
    return new Map(orders.map((order) => [latePaymentWorkflowId(order.orderId), order]));
  }

  async restartLate(order: { orderId: string; stallId: string }): Promise<void> {
    await this.database.transaction((tx) => this.late.watchForLatePayment(tx, order));
  }
}
