import { Injectable } from "@nestjs/common";
import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { onStallFor, reserveVerdict } from "@sakhi/domain/bookings/stall.rules";
import { priceSummary } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { FIRST_LANGUAGE } from "@sakhi/domain/languages/language-paths";
import type { Paise } from "@sakhi/domain/money/money";
import { EventFactsService } from "../events/event-facts.service.js";
import { assertNotPaused } from "../events/sales-pause.sql.js";
import { OrdersService } from "../payments/orders.service.js";
import type { Tx } from "../platform/database/database.js";
import { newVisitorId } from "../platform/http/visitor-cookie.js";
import type { StallRef } from "../stalls/stalls.service.js";
import { BookingHistoryService } from "./booking-history.service.js";
import { BookingsRepository } from "./bookings.repository.js";
import { EXPIRED_HOLD, HoldsService } from "./holds.service.js";

/** Who stands at the gate, and the number of the order with which she will pay. */
interface WalkIn {
  readonly form: RegistrationFormDto;
  readonly orderId: string;
}

/** Reserves stalls for people at the gate: an ordinary hold and registration, of a visitor whom no browser knows. */
@Injectable()
export class WalkInHoldsService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldsService,
    private readonly orders: OrdersService,
    private readonly bookingHistory: BookingHistoryService,
    private readonly eventFacts: EventFactsService,
  ) {}

  /**
   * Holds and registers a free stall, after releasing an expired hold on it. Closed sales are no obstacle, since a stall is also
   * sold at the gate; the waiting list is one, as for every visitor.
   *
   * @throws DomainError sales_paused; stall_not_found; event_not_published, event_over; stall_sold, stall_reserved
   */
  async register(
    tx: Tx,
    stall: StallRef,
    { form, orderId }: WalkIn,
  ): Promise<{ readonly bookingId: string; readonly pricePaise: Paise }> {
    await assertNotPaused(tx);
    const visitorId = newVisitorId();
    const locked = await this.bookings.lockForReserve(tx, visitorId, stall);
    if (locked === undefined) throw new DomainError("stall_not_found");
    // After the lock, which archiving and cancelling wait for.
    if ((await this.eventFacts.statusIn(tx, stall.eventId)) !== "published") {
      throw new DomainError("event_not_published");
    }
    if (await this.eventFacts.isOver(tx, stall.eventId)) throw new DomainError("event_over");
    const { onStall, isKept } = locked;
    const verdict = reserveVerdict(onStallFor(visitorId, onStall), "open", { isKept, isOfferedToHer: false });
    if (verdict === "stall_sold" || verdict === "stall_reserved") throw new DomainError(verdict);
    if (onStall !== undefined) await this.holds.releaseLocked(tx, onStall, EXPIRED_HOLD);
    const {
      id: bookingId,
      pricePaise,
      stallId,
    } = await this.holds.insertHold(tx, visitorId, { networks: [], language: FIRST_LANGUAGE }, locked, {
      actor: "operator",
    });
    const price = priceSummary(pricePaise, 0);
    const { totalPaise: finalPaise } = price;
    const order = { orderId, subjectType: "booking", subjectId: bookingId, amountPaise: finalPaise } as const;
    await this.orders.createUnsent(tx, order);
    const registration = {
      ...{ form, couponCode: undefined, orderId, price, policiesVersion: undefined },
      language: FIRST_LANGUAGE,
    } as const;
    if (!(await this.bookings.register(tx, bookingId, registration))) throw new DomainError("hold_expired");
    await this.bookingHistory.publish(
      tx,
      { id: bookingId, stallId, orderId, state: "registered" },
      { kind: "registered", actor: "operator", note: orderId, detail: { finalPaise, discountPercentage: 0 } },
    );
    return { bookingId, pricePaise };
  }
}
