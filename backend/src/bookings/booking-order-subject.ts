import { Injectable } from "@nestjs/common";
import type { LatePlace, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import { eventDays } from "@sakhi/domain/events/event-facts";
import { formatDays, parseDay } from "@sakhi/domain/invoices/indian-dates";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { CouponsService } from "../coupons/coupons.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvoicesService, type IssuedInvoice } from "../invoices/invoices.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import type { ClosingActor } from "../payments/payments.entities.js";
import {
  type EndedRefund,
  type LateOffers,
  type OrderRefund,
  type OrderSale,
  OrderSubject,
} from "../payments/order-subject.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingRecords } from "./booking-records.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";
import { StallOffers } from "./stall-offers.service.js";

/**
 * A stall's booking as the subject of a payment order: its sale, its return to registered, its release without money,
 * and the emails about refunds. Everything runs in the settlement's transaction, under its locks.
 */
@Injectable()
export class BookingOrderSubject extends OrderSubject<BookingRow> {
  readonly type = "booking";

  constructor(
    private readonly records: BookingRecords,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    protected readonly history: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly facts: EventFactsService,
    private readonly invoices: InvoicesService,
    private readonly mails: MailService,
    private readonly stallOffers: StallOffers,
  ) {
    super();
    this.orders.registerSubject(this);
  }

  /** Locks visitor → stalls ascending → booking. */
  protected async lockRow(tx: Tx, bookingId: string, chosenStallId: string | undefined): Promise<BookingRow> {
    const { booking } = await this.records.lock(tx, bookingId, chosenStallId === undefined ? [] : [chosenStallId]);
    return booking;
  }

  protected override offersOf(tx: Tx, booking: BookingRow, orderId: string): LateOffers {
    return {
      make: () => this.stallOffers.make(tx, booking, orderId),
      end: () => this.stallOffers.end(tx, booking.id, orderId),
      msLeft: () => this.stallOffers.msLeft(tx, orderId),
    };
  }

  protected async setPayUntil(tx: Tx, { id }: BookingRow, payUntil: Date): Promise<void> {
    await this.bookings.setPayUntil(tx, id, payUntil);
  }

  async endWindow(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    await this.bookings.endWindow(tx, bookingId, orderId);
  }

  msUntilWindowEnds(bookingId: string): Promise<number> {
    return this.bookings.msUntilWindowEnds(bookingId);
  }

  /**
   * Releases a paying booking whose order is final without money. The reason is operator if an operator ended the
   * payment window, payment_failed if attempts failed, otherwise payment_expired. Emails the visitor unless they
   * switched to another stall, and starts the watch for late money.
   */
  async releaseUnpaid(tx: Tx, booking: BookingRow, endedBy: ClosingActor): Promise<void> {
    const { id: bookingId, orderId, stallId, stallType } = booking;
    const name = booking.fullName ?? "";
    if (orderId === null) return;
    // Money that was returned instead: no mail may say that nothing was charged.
    const to = (await this.orders.hasPayment(tx, orderId, "success")) ? null : booking.email;
    const unpaid = (await this.orders.hasPayment(tx, orderId, "failed")) ? "payment_failed" : "payment_expired";
    const reason = endedBy === "operator" ? "operator" : unpaid;
    if (!(await this.bookings.releaseUnpaid(tx, bookingId, reason))) return;
    await this.coupons.release(tx, bookingId);
    if (to !== null && reason === "payment_failed") {
      await this.mails.queue(tx, {
        template: "payment-failed",
        to,
        bookingId,
        data: { name, orderId, stallId },
        dedupeKey: `payment-failed/${bookingId}`,
      });
    } else if (to !== null && reason === "operator") {
      await this.mails.queue(tx, {
        template: "hold-released",
        to,
        bookingId,
        data: { name, stallId, stallType, wasPaying: true },
        dedupeKey: `hold-released/${bookingId}`,
      });
    } else if (to !== null && endedBy !== "visitor") {
      await this.mails.queue(tx, {
        template: "hold-expired",
        to,
        bookingId,
        data: { name, stallId, stallType },
        dedupeKey: `hold-expired/${bookingId}`,
      });
    }
    await this.orders.watchForLatePayment(tx, { orderId, stallId });
    const actor = endedBy === "operator" ? "operator" : "system";
    await this.history.publish(
      tx,
      { ...booking, state: "released" },
      { kind: "payment_released", actor, note: reason },
    );
  }

  /**
   * Sells the booking in the settlement's transaction, all locks held. For late money the stall is free, or held by an
   * expired hold or the payer's own, which is released. If the payer chose another stall, the booking moves to it first.
   *
   * @returns the booking after the sale
   * @throws Error when the booking cannot be sold: the settlement decided otherwise under the same locks
   */
  protected async sell(
    tx: Tx,
    before: BookingRow,
    { orderId, paymentId, late, trigger }: OrderSale,
    chosenStallId: string | undefined,
  ): Promise<BookingRow> {
    const { id: bookingId } = before;
    const sold: BookingRow = { ...before, stallId: chosenStallId ?? before.stallId, state: "sold" };
    const impossible = (): Error => new Error(`booking ${bookingId} is ${before.state} and cannot be sold`);
    if (chosenStallId !== undefined) {
      if (!(await this.bookings.changeStall(tx, bookingId, chosenStallId))) throw impossible();
      await this.stallOffers.accept(tx, before, orderId, chosenStallId);
    }
    if (late) await this.freeStall(tx, sold);
    if (!(await this.bookings.sell(tx, bookingId, late))) throw impossible();
    await this.coupons.markUsed(tx, bookingId);
    await this.history.record(tx, bookingId, {
      kind: late ? "sold_late" : "sold",
      actor: "provider",
      note: orderId,
      detail: { paymentId, trigger },
    });
    // Last, because all sales contend for the invoice counter's lock.
    const { number } = await this.issueInvoice(tx, sold, orderId);
    // The workflow of the lost stall has completed; a new run carries the chosen stall as its search attribute.
    await this.history.publish(
      tx,
      sold,
      { kind: "invoice_issued", actor: "system", note: number },
      { evenIfCompleted: chosenStallId !== undefined },
    );
    return sold;
  }

  /**
   * Issues the tax invoice in the sale's transaction, by the same rules for online and offline sales. Takes the last
   * lock in the lock order, the invoice counter's.
   *
   * @throws Error when the booking is not registered
   */
  async issueInvoice(tx: Tx, booking: BookingRow, orderId: string): Promise<IssuedInvoice> {
    const { stallId, stallType, fullName, email, phone, finalPaise } = booking;
    if (fullName === null || email === null || phone === null || finalPaise === null) {
      throw new Error(`booking ${booking.id} is not registered`);
    }
    const { start, end } = eventDays((await this.facts.current(tx)).event);
    return this.invoices.issue(tx, {
      orderId,
      product: "stall",
      description: `Stall ${stallId} (${stallTypeLabel(stallType)}) at the Mela, ${formatDays(parseDay(start), parseDay(end))}`,
      totalPaise: finalPaise,
      pricePaise: booking.pricePaise,
      discountPaise: booking.discountPaise,
      couponCode: booking.couponCode ?? undefined,
      recipient: {
        name: fullName,
        businessName: booking.businessName ?? undefined,
        email,
        phone,
        gstNumber: booking.gstNumber ?? undefined,
        address: booking.gstAddress ?? undefined,
        pincode: booking.pincode ?? undefined,
      },
      booking: { bookingId: booking.id, stallId, stallType },
    });
  }

  /** Releases an expired hold, or the payer's own, on the stall that late money buys. Any other booking counts as taken. */
  private async freeStall(tx: Tx, { id, stallId }: BookingRow): Promise<void> {
    const live = await this.bookings.onStall(stallId, tx);
    if (live === undefined || live.id === id) return;
    if (live.expired && (await this.holds.releaseInTx(tx, live.id, "hold_expired", "system"))) return;
    await this.holds.releaseInTx(tx, live.id, "replaced", "system");
  }

  /**
   * Handles an order that the provider never opened: paying → registered with the original deadline, and on to released
   * (hold_expired) if that has passed. Releases the booking if the visitor holds another stall by now.
   */
  protected async notOpened(tx: Tx, booking: BookingRow, note: string): Promise<BookingRow> {
    const { id: bookingId, visitorId, orderId, state } = booking;
    if (state !== "paying") return booking;
    if (visitorId !== null && (await this.bookings.hasOtherHold(tx, visitorId, bookingId))) {
      if (!(await this.bookings.releaseUnpaid(tx, bookingId, "payment_expired"))) return booking;
      await this.coupons.release(tx, bookingId);
      if (orderId !== null) await this.orders.voidUnsent(tx, orderId);
      const released: BookingRow = { ...booking, state: "released" };
      await this.history.publish(tx, released, { kind: "payment_released", actor: "system", note: "payment_expired" });
      return released;
    }
    if (!(await this.bookings.backToRegistered(tx, bookingId))) return booking;
    const registered: BookingRow = { ...booking, state: "registered" };
    await this.history.publish(tx, registered, { kind: "payment_not_opened", actor: "provider", note });
    // No-op before the deadline.
    const expired = await this.holds.releaseInTx(tx, bookingId, "hold_expired", "system");
    return expired ? { ...registered, state: "released" } : registered;
  }

  protected async mailRefund(tx: Tx, booking: BookingRow, refund: OrderRefund): Promise<void> {
    const { orderId, refundId, amountPaise, why, creditNote } = refund;
    // Refunded money cannot buy another stall. A second payment was never part of the offer.
    if (why !== "paid_twice") await this.stallOffers.end(tx, booking.id, orderId);
    if (booking.email === null) return;
    await this.mails.queue(tx, {
      template: "payment-refunded",
      to: booking.email,
      data: {
        name: booking.fullName ?? "",
        orderId,
        stallId: booking.stallId,
        amountPaise,
        why,
        creditNoteNumber: creditNote?.number,
      },
      invoiceId: creditNote?.invoiceId,
      dedupeKey: `payment-refunded/${refundId}`,
      bookingId: booking.id,
    });
  }

  protected async mailRefundEnded(tx: Tx, booking: BookingRow, refund: EndedRefund): Promise<void> {
    if (booking.email === null) return;
    const { mailKey, orderId, amountPaise, state, bankReference } = refund;
    const reference = bankReference === undefined ? {} : { bankReference };
    await this.mails.queue(tx, {
      template: "refund-ended",
      to: booking.email,
      data: {
        name: booking.fullName ?? "",
        ...{ orderId, stallId: booking.stallId, amountPaise, state, ...reference },
      },
      dedupeKey: `refund-ended/${mailKey}`,
      bookingId: booking.id,
    });
  }

  protected async statusOf(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    chosenStallId: string | undefined,
  ): Promise<SubjectStatus> {
    const byThisOrder = booking.orderId === orderId;
    switch (booking.state) {
      case "sold":
        return { kind: "sold", byThisOrder };
      case "registered":
      case "paying":
        return byThisOrder ? { kind: "unpaid" } : { kind: "replaced" };
      case "released": {
        if (!byThisOrder) return { kind: "replaced" };
        if (booking.releaseReason === "cancelled") return { kind: "cancelled" };
        const place = await this.latePlace(tx, booking);
        const offer = await this.stallOffers.statusOf(tx, booking, orderId, place, chosenStallId);
        return { kind: "released", place, ...(offer === undefined ? {} : { offer }) };
      }
      case "held":
      case "blocked":
        return { kind: "replaced" };
    }
  }

  /** The state of the booking's own stall when late money arrives. */
  private async latePlace(tx: Tx, booking: BookingRow): Promise<LatePlace> {
    const { visitorId, stallId } = booking;
    const bought = await this.bookings.boughtStalls(tx, booking);
    if (bought.includes(stallId)) return "bought_again";
    if (bought.length > 0) return "bought_other";
    const live = await this.bookings.onStall(stallId, tx);
    // An expired hold counts as released in every read; the sale releases it first.
    if (live === undefined || live.expired) return "free";
    const isHold = live.state === "held" || live.state === "registered";
    return isHold && visitorId !== null && live.visitorId === visitorId ? "own_hold" : "taken";
  }
}
