import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { isHold, isUnpaid } from "@sakhi/domain/bookings/booking.states";
import {
  addVerdict,
  type OrderCoupon,
  orderPrices,
  STALLS_PER_ORDER,
} from "@sakhi/domain/bookings/several-stalls.rules";
import type { PriceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { CouponsService } from "../coupons/coupons.service.js";
import type { RequestedEvent } from "../events/event-facts.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Database, type Tx } from "../platform/database/database.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { WaitingPlacesService } from "../waiting/waiting-places.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { type BookingRow, StallsPerOrderEntity } from "./bookings.entities.js";
import { BookingsRepository } from "./bookings.repository.js";
import type { ReleaseResponse } from "./bookings.response.js";
import { FurtherBookingsRepository } from "./further-bookings.repository.js";
import { checkRelease, HoldsService } from "./holds.service.js";

/** An order number as the browsers make them: a changed order needs another one. */
function changedOrderId(): string {
  return `MELA${Date.now()}_${randomBytes(12).toString("hex")}`;
}

/**
 * Several stalls in one order (docs/decisions/0131): a stall is added to a visitor's hold or removed from it. A registered order gets
 * another number and its new amount in the same transaction, so that it always asks for exactly what it sells.
 */
@Injectable()
export class SeveralStallsService {
  constructor(
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly furtherBookings: FurtherBookingsRepository,
    private readonly holds: HoldsService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly waitingPlaces: WaitingPlacesService,
  ) {}

  /** How many stalls one order of an event may have. */
  async most(eventId: number, tx?: Tx): Promise<number> {
    const where = { eventId };
    const found = await (tx === undefined
      ? this.database.repository(StallsPerOrderEntity).findOneBy(where)
      : tx.findOneBy(StallsPerOrderEntity, where));
    return found?.most ?? STALLS_PER_ORDER.usual;
  }

  async setMost(tx: Tx, eventId: number, most: number): Promise<void> {
    await tx.upsert(StallsPerOrderEntity, { eventId, most }, ["eventId"]);
  }

  /** How many stalls can be added to a visitor's unpaid booking, as read without locks. */
  async canAdd(booking: BookingRow): Promise<number> {
    if (!isHold(booking.state)) return 0;
    const most = await this.most(booking.eventId);
    if (most === 1 || (await this.waitingPlaces.isOfBooking(booking.id))) return 0;
    return Math.max(
      0,
      most - 1 - (await this.bookings.further(booking.id)).filter(({ state }) => isHold(state)).length,
    );
  }

  /**
   * The booking that a stall is added to: the visitor's hold of the event.
   *
   * @param others her live bookings of the event, locked
   * @throws DomainError hold_expired, payment_in_progress with the order, offer_is_alone, too_many_stalls
   */
  async firstToAddTo(tx: Tx, eventId: number, others: readonly BookingRow[]): Promise<BookingRow> {
    const unpaid = others.filter(({ state, firstBookingId }) => isUnpaid(state) && firstBookingId === null);
    const first = unpaid.find(({ state }) => isHold(state)) ?? unpaid[0];
    const own = first && {
      isPaying: first.state === "paying",
      isExpired: first.expired,
      stalls: 1 + others.filter(({ state, firstBookingId }) => isHold(state) && firstBookingId === first.id).length,
      isOffered: await this.waitingPlaces.isOfBooking(first.id, tx),
    };
    const verdict = addVerdict(own, await this.most(eventId, tx));
    if (verdict === "payment_in_progress") throw new DomainError(verdict, { orderId: first?.orderId });
    if (verdict !== "add" || first === undefined) throw new DomainError(verdict === "add" ? "hold_expired" : verdict);
    return first;
  }

  /** The further stalls of a locked, unpaid booking. */
  async unpaidFurther(tx: Tx, bookingId: string): Promise<BookingRow[]> {
    return (await this.bookings.further(bookingId, tx)).filter(({ state }) => isHold(state));
  }

  /**
   * Registers the further stalls of an order with the first one's form, which is registered already.
   *
   * @throws DomainError hold_expired
   */
  async registerFurther(
    tx: Tx,
    further: readonly BookingRow[],
    lines: readonly PriceSummary[],
    orderId: string,
  ): Promise<void> {
    for (const [index, each] of further.entries()) {
      const line = lines[index];
      if (line === undefined) throw new Error(`stall ${each.stallId} of order ${orderId} has no price`);
      if (!(await this.furtherBookings.registerFurther(tx, each.id, line))) throw new DomainError("hold_expired");
      const { totalPaise: finalPaise, discountPercentage } = line;
      const detail = { finalPaise, discountPercentage };
      await this.bookingHistory.record(tx, each.id, { kind: "registered", actor: "visitor", note: orderId, detail });
    }
  }

  /** Records the first stall's registration, in its history and to its workflow. */
  async publishRegistered(tx: Tx, first: BookingRow, price: PriceSummary, orderId: string): Promise<void> {
    const { totalPaise: finalPaise, discountPercentage } = price;
    await this.bookingHistory.publish(
      tx,
      { ...first, orderId, state: "registered" },
      { kind: "registered", actor: "visitor", note: orderId, detail: { finalPaise, discountPercentage } },
    );
  }

  /**
   * Gives a registered order, whose stalls have changed, its new amount under a new number. Nothing for one that is only held.
   *
   * @param couponCode that the order uses, if it was claimed for another booking
   * @throws DomainError hold_expired
   */
  async reprice(tx: Tx, first: BookingRow, couponCode = first.couponCode): Promise<void> {
    if (first.state !== "registered") return;
    if (first.orderId !== null) await this.orders.voidUnsent(tx, first.orderId);
    const further = await this.unpaidFurther(tx, first.id);
    const coupon = couponCode === null ? undefined : await this.couponOf(tx, couponCode, first, further);
    if ((coupon === undefined) !== (first.couponCode === null)) {
      await this.furtherBookings.keepCoupon(tx, first.id, coupon === undefined ? null : couponCode);
    }
    const { lines, total } = orderPrices([first, ...further], coupon);
    const line = lines[0] ?? total;
    const orderId = changedOrderId();
    const { totalPaise: amountPaise } = total;
    await this.orders.createUnsent(tx, { orderId, subjectType: "booking", subjectId: first.id, amountPaise });
    if (!(await this.furtherBookings.reprice(tx, first.id, orderId, line))) throw new DomainError("hold_expired");
    await this.publishRegistered(tx, first, line, orderId);
    await this.registerFurther(tx, further, lines.slice(1), orderId);
  }

  /**
   * Removes one stall from the visitor's order; the others stay. Her only stall is released.
   *
   * @throws DomainError not_yours, payment_in_progress
   */
  async remove(visitor: Visitor, event: RequestedEvent, stallId: string): Promise<ReleaseResponse> {
    const { id: visitorId } = visitor;
    const removed =
      visitorId !== undefined &&
      (await this.database.transaction((tx) => this.removeInTx(tx, visitorId, event, stallId)));
    return removed ? { released: true } : this.holds.release(visitor, event, stallId);
  }

  private async removeInTx(tx: Tx, visitorId: string, event: RequestedEvent, stallId: string): Promise<boolean> {
    // Her own reserves and registrations wait for it.
    if (!(await this.bookings.lockVisitor(tx, visitorId))) return false;
    const mine = await this.bookings.liveOfVisitor(tx, visitorId, event);
    const own = mine.find((each) => each.stallId === stallId && isUnpaid(each.state));
    const first = own && (await this.bookings.lock(tx, own.firstBookingId ?? own.id));
    if (own === undefined || first === undefined) return false;
    const further = await this.unpaidFurther(tx, first.id);
    if (further.length === 0 || checkRelease(first, visitorId) !== "left") return false;
    return own.id === first.id ? this.removeFirst(tx, first, further) : this.removeFurther(tx, first, own.id);
  }

  private async removeFurther(tx: Tx, first: BookingRow, bookingId: string): Promise<boolean> {
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined || !(await this.holds.releaseStall(tx, booking))) return false;
    await this.furtherBookings.detach(tx, bookingId);
    await this.reprice(tx, first);
    return true;
  }

  /** The next stall takes its place, with a workflow of its own. */
  private async removeFirst(tx: Tx, first: BookingRow, [next]: readonly BookingRow[]): Promise<boolean> {
    if (next === undefined || !(await this.holds.releaseStall(tx, first))) return false;
    await this.coupons.release(tx, first.id);
    if (first.orderId !== null) await this.orders.voidUnsent(tx, first.orderId);
    await this.furtherBookings.makeFirst(tx, next.id, first.id);
    const promoted = await this.bookings.lock(tx, next.id);
    if (promoted === undefined) throw new Error(`no booking ${next.id}`);
    await this.bookingHistory.signal(tx, promoted);
    await this.reprice(tx, promoted, first.couponCode);
    return true;
  }

  /** The coupon of a changed order; undefined if it is of no use to the stalls that she has now, or has ended meanwhile. */
  private async couponOf(
    tx: Tx,
    code: string,
    first: BookingRow,
    further: readonly BookingRow[],
  ): Promise<OrderCoupon | undefined> {
    try {
      return await this.coupons.claim(
        tx,
        code,
        first,
        first.language,
        further.map(({ stallType }) => stallType),
      );
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      await this.coupons.release(tx, first.id);
      return undefined;
    }
  }
}
