import { Injectable } from "@nestjs/common";
import { invoiceRecipient } from "@sakhi/domain/bookings/invoice-recipient";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { onStallFor, stallForLateMoney } from "@sakhi/domain/bookings/stall.rules";
import { shortDates } from "@sakhi/domain/events/event-dates";
import { eventInSentence } from "@sakhi/domain/events/event-facts";
import { fieldsOf } from "@sakhi/domain/fields/declared-fields";
import { stallTypeLabel } from "@sakhi/domain/stalls/stall.types";
import { CouponsService } from "../coupons/coupons.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { InvoicesService, type IssuedInvoice } from "../invoices/invoices.service.js";
import type { OrderSale } from "../payments/order-subject.js";
import { rows, type Tx } from "../platform/database/database.js";
import type { Statement } from "../platform/database/statements.js";
import { StallsService } from "../stalls/stalls.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import { HoldsService } from "./holds.service.js";
import { StallOffersService } from "./stall-offers.service.js";

const IS_EVENT_CANCELLED: Statement = {
  name: "is_event_cancelled",
  text: `SELECT FROM bookings b JOIN stalls s ON s.stall_key = b.stall_key JOIN events e ON e.id = s.event_id
          WHERE b.id = :bookingId AND e.status = 'cancelled'`,
};

/** The sale of a stall and its invoice, in the transaction and under the locks of the settlement. */
@Injectable()
export class BookingSalesService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly eventFacts: EventFactsService,
    private readonly invoices: InvoicesService,
    private readonly stallOffers: StallOffersService,
    private readonly stalls: StallsService,
  ) {}

  /**
   * Sells the booking in the settlement's transaction, all locks held. For late money the stall is free, or held by an
   * expired hold or the payer's own, which is released. If the payer chose another stall, the booking moves to it first.
   *
   * The further stalls of its order are sold with it, or none.
   *
   * @returns the booking after the sale
   * @throws Error when a booking cannot be sold: the settlement decided otherwise under the same locks
   */
  async sell(
    tx: Tx,
    { booking: before, further }: { readonly booking: BookingRow; readonly further: readonly BookingRow[] },
    { orderId, paymentId, late, trigger }: OrderSale,
    chosenStallId: string | undefined,
  ): Promise<BookingRow> {
    const { id: bookingId } = before;
    const chosen = chosenStallId === undefined ? undefined : await this.chosenStall(tx, before, chosenStallId);
    const sold: BookingRow = { ...before, ...chosen, state: "sold" };
    const impossible = (): Error => new Error(`booking ${bookingId} is ${before.state} and cannot be sold`);
    if (chosen !== undefined) {
      if (!(await this.bookings.changeStall(tx, bookingId, chosen.stallKey))) throw impossible();
      await this.stallOffers.accept(tx, before, orderId, chosen);
    }
    if (late) for (const each of [sold, ...further]) await this.freeStall(tx, each);
    if ((await this.bookings.sell(tx, bookingId, late)) !== 1 + further.length) throw impossible();
    await this.coupons.markUsed(tx, bookingId);
    for (const each of further) {
      const event = { kind: late ? "sold_late" : "sold", actor: "provider", note: orderId } as const;
      // Its own run begins, which ends at once and keeps its history.
      await this.bookingHistory.publish(tx, { ...each, state: "sold" }, { ...event, detail: { paymentId, trigger } });
    }
    await this.bookingHistory.record(tx, bookingId, {
      kind: late ? "sold_late" : "sold",
      actor: "provider",
      note: orderId,
      detail: { paymentId, trigger },
    });
    // Last, because all sales contend for the invoice counter's lock.
    const { number } = await this.issueInvoice(tx, sold, orderId, further);
    for (const each of further) {
      await this.bookingHistory.record(tx, each.id, { kind: "invoice_issued", actor: "system", note: number });
    }
    // The workflow of the lost stall has completed; a new run carries the chosen stall as its search attribute.
    await this.bookingHistory.publish(
      tx,
      sold,
      { kind: "invoice_issued", actor: "system", note: number },
      { evenIfCompleted: chosen !== undefined },
    );
    return sold;
  }

  /**
   * Issues the tax invoice in the sale's transaction, by the same rules for online and offline sales. Takes the last
   * lock in the lock order, the invoice counter's.
   *
   * @param further the other stalls of the order: a line each
   * @throws Error when the booking is not registered
   */
  async issueInvoice(
    tx: Tx,
    booking: BookingRow,
    orderId: string,
    further: readonly BookingRow[] = [],
  ): Promise<IssuedInvoice> {
    const { stallId, stallType, finalPaise } = booking;
    const { fullName, email, phoneNumber, ...others } = fieldsOf(REGISTRATION_FIELDS, booking);
    if (fullName === null || email === null || phoneNumber === null || finalPaise === null) {
      throw new Error(`booking ${booking.id} is not registered`);
    }
    const stored = await this.eventFacts.ofIn(tx, booking.eventId);
    const { event } = stored;
    const where = `at ${eventInSentence(event.name)}, ${shortDates(event)}`;
    const all = [booking, ...further];
    const sum = (of: (each: BookingRow) => number): number => all.reduce((total, each) => total + of(each), 0);
    const request = {
      orderId,
      eventId: booking.eventId,
      product: "stall" as const,
      description: `${all.map(nameOfStall).join(", ")} ${where}`,
      totalPaise: sum((each) => each.finalPaise ?? 0),
      pricePaise: sum((each) => each.pricePaise),
      discountPaise: sum((each) => each.discountPaise),
      ...(further.length === 0
        ? {}
        : {
            lines: all.map((each) => ({
              bookingId: each.id,
              description: `${nameOfStall(each)} ${where}`,
              ...{ pricePaise: each.pricePaise, discountPaise: each.discountPaise },
            })),
          }),
      couponCode: booking.couponCode ?? undefined,
      recipient: invoiceRecipient({ fullName, email, phoneNumber, ...others }),
      booking: {
        ...{ bookingId: booking.id, stallId, stallType },
        ...(further.length === 0
          ? {}
          : {
              further: further.map((each) => ({
                bookingId: each.id,
                stallId: each.stallId,
                stallType: each.stallType,
              })),
            }),
      },
      language: booking.language,
    };
    return this.invoices.issue(tx, request, stored);
  }

  /** Ends the sale of a locked booking and frees its stall, permanently. @returns false if it is not sold */
  cancel(tx: Tx, bookingId: string): Promise<boolean> {
    return this.bookings.cancelSale(tx, bookingId);
  }

  /** Whether another stall of the booking's order is sold. */
  async hasOthers(tx: Tx, { id, orderId }: BookingRow): Promise<boolean> {
    const others = "SELECT FROM bookings WHERE order_id = :orderId AND id <> :id AND state = 'sold' LIMIT 1";
    return (await rows(tx, others, { id, orderId })).length > 0;
  }

  /** Whether the booking's event has stopped selling stalls, by the database's clock. */
  haveClosed(tx: Tx, { eventId }: BookingRow): Promise<boolean> {
    return this.eventFacts.hasClosed(tx, eventId);
  }

  /** Whether the booking's event is cancelled, as of the locks of its stall, which anyone who cancels it has. */
  async isEventCancelled(tx: Tx, bookingId: string): Promise<boolean> {
    return (await rows(tx, IS_EVENT_CANCELLED, { bookingId })).length > 0;
  }

  /** The stall of the booking's event that the payer chose, which the settlement has locked. */
  private async chosenStall(
    tx: Tx,
    { eventId }: BookingRow,
    stallId: string,
  ): Promise<Pick<BookingRow, "stallKey" | "stallId">> {
    const stall = await this.stalls.lockNamed(tx, { eventId, stallId });
    if (stall === undefined) throw new Error(`event ${eventId} has no stall ${stallId}`);
    return { stallKey: stall.stallKey, stallId };
  }

  /** Releases an expired hold, or the payer's own, on the stall that late money buys. */
  private async freeStall(tx: Tx, { id, stallKey, visitorId }: BookingRow): Promise<void> {
    const live = await this.bookings.onStall(stallKey, tx);
    // A taken stall stays taken: the unique index refuses the sale.
    if (live === undefined || live.id === id || stallForLateMoney(onStallFor(visitorId, live)) === "taken") return;
    await this.holds.releaseInTx(tx, live.id, live.expired ? "hold_expired" : "replaced", "system");
  }
}

/** A stall as an invoice names it. */
function nameOfStall({ stallId, stallType }: Pick<BookingRow, "stallId" | "stallType">): string {
  return `Stall ${stallId} (${stallTypeLabel(stallType)})`;
}
