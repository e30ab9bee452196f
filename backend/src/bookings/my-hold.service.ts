import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { isUnpaid } from "@sakhi/domain/bookings/booking.states";
import { toRupees } from "@sakhi/domain/money/money";
import { type RequestedEvent, EventFactsService } from "../events/event-facts.service.js";
import { PapersService } from "../papers/papers.service.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import { newVisitorId, type Visitor } from "../platform/http/visitor-cookie.js";
import { WhatsappConsentsService } from "../whatsapp/whatsapp-consents.service.js";
import type { BookingRow } from "./bookings.entities.js";
import { BookingsRepository, type CurrentBooking } from "./bookings.repository.js";
import { type MyHoldResponse, orderedStallResponse } from "./bookings.response.js";
import { SeveralStallsService } from "./several-stalls.service.js";

/** The visitor's current stall. */
@Injectable()
export class MyHoldService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly limits: RateLimits,
    private readonly eventFacts: EventFactsService,
    private readonly papers: PapersService,
    private readonly whatsappConsents: WhatsappConsentsService,
    private readonly severalStalls: SeveralStallsService,
  ) {}

  /**
   * The visitor's stall of an event, including while paying, or null. Sets the cookie of a new visitor; their row is
   * inserted with the first hold, because most visitors never reserve.
   *
   * An address that has received very many cookies continues to receive them, but they are those of browsers that nobody
   * will know later ({@link visitorSince}): an hour's stock of cookies is no stock of known browsers.
   */
  async myHold(visitor: Visitor, event: RequestedEvent): Promise<MyHoldResponse | null> {
    if (visitor.id === undefined) {
      const isFlooded = await this.limits.isBeyond({ limit: "visitors_per_address", by: visitor.address });
      visitor.remember(isFlooded ? randomUUID() : newVisitorId());
      return null;
    }
    const booking = await this.bookings.currentOf(visitor.id, event);
    if (booking === undefined) return null;
    const { facts, slug, tax } = await this.eventFacts.of(booking.eventId);
    const gst = {
      ratePercent: tax.ratePercent,
      sellerStateCode: facts.organisation.gstin.slice(0, 2),
      eventStateCode: facts.event.stateCode,
    };
    const questions = await this.papers.askedInForm(booking.eventId, booking.stallType);
    const whatsapp = this.whatsappConsents.offered;
    const [further, canAdd] = await Promise.all([
      this.bookings.further(booking.id),
      this.severalStalls.canAdd(booking),
    ]);
    return {
      ...{ event: slug, ...myHoldResponse(booking, further), gst },
      ...(canAdd === 0 ? {} : { canAdd }),
      ...(questions.length === 0 ? {} : { questions }),
      ...(whatsapp === undefined ? {} : { whatsapp }),
    };
  }
}

function myHoldResponse(
  booking: CurrentBooking,
  further: readonly BookingRow[],
): Omit<MyHoldResponse, "event" | "gst" | "questions" | "whatsapp" | "canAdd"> {
  const { state, orderId, payUntil, readAt } = booking;
  const all = [booking, ...further.filter((each) => isUnpaid(each.state))];
  const sum = (of: (each: BookingRow) => number): number => toRupees(all.reduce((total, each) => total + of(each), 0));
  return {
    stallId: booking.stallId,
    type: booking.stallType,
    price: sum((each) => each.pricePaise),
    ...(all.length === 1 ? {} : { stalls: all.map(orderedStallResponse) }),
    state,
    ...(orderId === null
      ? {}
      : {
          orderId,
          finalAmount: sum((each) => each.finalPaise ?? each.pricePaise),
          discountPercentage: Math.max(...all.map((each) => each.discountPercentage)),
        }),
    expiresAt: (booking.holdExpiresAt ?? readAt).toISOString(),
    // Without the grace period, which covers responses in transit: show the same deadline as the provider's page.
    ...(state === "paying" && payUntil !== null
      ? { payUntil: new Date(payUntil.getTime() - PAYMENT_GRACE_SECONDS * 1000).toISOString() }
      : {}),
    serverTime: readAt.toISOString(),
  };
}
