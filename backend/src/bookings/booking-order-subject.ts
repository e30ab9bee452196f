import { Injectable } from "@nestjs/common";
import { latePlace, onStallFor, placeOfAll } from "@sakhi/domain/bookings/stall.rules";
import type { LatePlace, SubjectStatus } from "@sakhi/domain/payments/settlement.rules";
import { MailService } from "../mail/mail.service.js";
import type {
  EndedRefund,
  LockedSubject,
  OrderRefund,
  OrderSubject,
  PaymentEvent,
  RefundedSubject,
} from "../payments/order-subject.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingLocksService } from "./booking-locks.service.js";
import { BookingSalesService } from "./booking-sales.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { StallOffersService } from "./stall-offers.service.js";
import { UnpaidBookingsService } from "./unpaid-bookings.service.js";

/** A locked booking with the further ones of its order, and whether its event is cancelled. */
interface BookingOfEvent {
  readonly booking: BookingRow;
  readonly further: readonly BookingRow[];
  readonly eventCancelled: boolean;
}

/**
 * A stall's booking as the subject of a payment order: its locks, its status for the order, and the emails about refunds.
 * Everything runs in the settlement's transaction, under its locks.
 */
@Injectable()
export class BookingOrderSubject implements OrderSubject {
  readonly type = "booking";

  constructor(
    private readonly bookingLocks: BookingLocksService,
    private readonly bookings: BookingsRepository,
    private readonly bookingHistory: BookingHistoryService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
    private readonly stallOffers: StallOffersService,
    private readonly bookingSales: BookingSalesService,
    private readonly unpaidBookings: UnpaidBookingsService,
  ) {
    this.orders.registerSubject(this);
  }

  /** Locks visitor → stalls ascending → the bookings of the order. */
  async lock(tx: Tx, bookingId: string, orderId: string, chosenStallId?: string): Promise<LockedSubject> {
    const otherStalls = chosenStallId === undefined ? [] : [chosenStallId];
    // Sent together, so that every settlement and every opened payment waits for one round trip.
    const [locked, eventCancelled, all] = await Promise.all([
      this.bookingLocks.lock(tx, bookingId, otherStalls),
      this.bookingSales.isEventCancelled(tx, bookingId),
      this.bookings.further(bookingId, tx),
    ]);
    let { booking } = locked;
    const further = all.filter((each) => each.orderId === orderId);
    const status = await this.statusOf(tx, { booking, further, eventCancelled }, orderId, chosenStallId);
    const chosen = status.kind === "released" && status.offer === "chosen" ? chosenStallId : undefined;
    return {
      status,
      offers: {
        make: () => this.stallOffers.make(tx, booking, orderId),
        end: () => this.stallOffers.end(tx, bookingId, orderId),
        msLeft: () => this.stallOffers.msLeft(tx, orderId),
      },
      setPayUntil: async (payUntil) => {
        if (booking.payUntil?.getTime() === payUntil.getTime()) return;
        await this.bookings.setPayUntil(tx, bookingId, payUntil);
      },
      notOpened: async (note) => {
        booking = await this.unpaidBookings.notOpened(tx, booking, note);
      },
      endUnpaid: async () => {
        booking = await this.unpaidBookings.endOfCancelledEvent(tx, booking);
      },
      sell: async (sale) => {
        booking = await this.bookingSales.sell(tx, { booking, further }, sale, chosen);
      },
      mailRefund: (refund) => this.mailRefund(tx, booking, refund),
      mailRefundEnded: (refund) => this.mailRefundEnded(tx, booking, refund),
      share: (id) => {
        const each = all.find((other) => other.id === id);
        return each && this.shareOf(tx, each);
      },
      record: (event) => this.record(tx, bookingId, event),
      signal: () => this.bookingHistory.signal(tx, booking),
      publish: (event) => this.bookingHistory.publish(tx, booking, event),
    };
  }

  private shareOf(tx: Tx, booking: BookingRow): RefundedSubject {
    return {
      mailRefund: (refund) => this.mailRefund(tx, booking, refund),
      mailRefundEnded: (refund) => this.mailRefundEnded(tx, booking, refund),
      record: (event) => this.record(tx, booking.id, event),
      signal: () => this.bookingHistory.signal(tx, booking, { evenIfCompleted: true }),
      publish: (event) => this.bookingHistory.publish(tx, booking, event, { evenIfCompleted: true }),
    };
  }

  record(tx: Tx, bookingId: string, event: PaymentEvent): Promise<void> {
    return this.bookingHistory.record(tx, bookingId, event);
  }

  async endWindow(tx: Tx, bookingId: string, orderId: string): Promise<void> {
    await this.bookings.endWindow(tx, bookingId, orderId);
  }

  msUntilWindowEnds(bookingId: string): Promise<number> {
    return this.bookings.msUntilWindowEnds(bookingId);
  }

  private async mailRefund(tx: Tx, booking: BookingRow, refund: OrderRefund): Promise<void> {
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

  private async mailRefundEnded(tx: Tx, booking: BookingRow, refund: EndedRefund): Promise<void> {
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

  private async statusOf(
    tx: Tx,
    { booking, further, eventCancelled }: BookingOfEvent,
    orderId: string,
    chosenStallId: string | undefined,
  ): Promise<SubjectStatus> {
    const byThisOrder = booking.orderId === orderId;
    // The first stall may be cancelled, and the sale of another stands.
    if (further.some(({ state }) => state === "sold")) return { kind: "sold", byThisOrder: true };
    switch (booking.state) {
      case "sold":
        return { kind: "sold", byThisOrder };
      case "registered":
      case "paying":
        if (!byThisOrder) return { kind: "replaced" };
        return eventCancelled ? { kind: "unpaid", eventCancelled } : { kind: "unpaid" };
      case "released": {
        if (!byThisOrder) return { kind: "replaced" };
        if (booking.releaseReason === "cancelled") return { kind: "cancelled" };
        if (further.length > 0) {
          // All of its stalls or none, and no other is offered instead.
          const places: LatePlace[] = [];
          for (const each of [booking, ...further]) places.push(await this.latePlace(tx, each, eventCancelled));
          return { kind: "released", place: placeOfAll(places) };
        }
        const place = await this.latePlace(tx, booking, eventCancelled);
        const offer = await this.stallOffers.statusOf(tx, booking, orderId, place, chosenStallId);
        return { kind: "released", place, ...(offer === undefined ? {} : { offer }) };
      }
      case "held":
      case "blocked":
        return { kind: "replaced" };
    }
  }

  /** The state of the booking's own stall when late money arrives. Other events do not count. */
  private async latePlace(tx: Tx, booking: BookingRow, eventCancelled: boolean): Promise<LatePlace> {
    const { visitorId, stallKey } = booking;
    const bought = await this.bookings.boughtStalls(tx, booking);
    // No two late payments of one person buy as many stalls: a sale of hers ends the other, as with one stall.
    return latePlace({
      eventCancelled,
      bought: bought.includes(stallKey) ? "this" : bought.length > 0 ? "other" : undefined,
      salesClosed: await this.bookingSales.haveClosed(tx, booking),
      removed: await this.bookings.isRemoved(tx, stallKey),
      onStall: onStallFor(visitorId, await this.bookings.onStall(stallKey, tx)),
    });
  }
}
