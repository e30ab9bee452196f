import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { PAYMENT_GRACE_SECONDS } from "@sakhi/domain/bookings/booking.rules";
import { canTransition, type BookingActor, type ReleaseReason } from "@sakhi/domain/bookings/booking.states";
import { releaseVerdict } from "@sakhi/domain/bookings/stall.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import type { ReleaseFacts } from "@sakhi/workflows/bookings/stall-booking.activities";
import { CouponsService } from "../coupons/coupons.service.js";
import { EventFactsService } from "../events/event-facts.service.js";
import { MailService } from "../mail/mail.service.js";
import { OrdersService } from "../payments/orders.service.js";
import { Config } from "../platform/config/config.js";
import { Database, type Tx } from "../platform/database/database.js";
import { RateLimits } from "../platform/http/rate-limits.js";
import type { Visitor } from "../platform/http/visitor-cookie.js";
import { BookingEvents } from "./booking-events.service.js";
import { BookingsRepository, releaseFacts, type CurrentBooking } from "./bookings.repository.js";
import type { MyHoldResponse, ReleaseResponse } from "./bookings.response.js";

/** Why a hold can end without a sale. */
type HoldReleaseReason = Extract<ReleaseReason, "left" | "replaced" | "hold_expired" | "operator">;

/** What a visitor has reserved, and the one way a held or registered booking ends without a sale. */
@Injectable()
export class HoldsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly bookings: BookingsRepository,
    private readonly events: BookingEvents,
    private readonly coupons: CouponsService,
    private readonly orders: OrdersService,
    private readonly mails: MailService,
    private readonly limits: RateLimits,
    private readonly facts: EventFactsService,
  ) {}

  /**
   * The visitor's stall, also while paying, or null. A new visitor gets the cookie with this response; their row comes
   * with the first hold, because most visitors never reserve.
   *
   * @throws HttpError rate_limited where one address has got too many cookies
   */
  async myHold(visitor: Visitor): Promise<MyHoldResponse | null> {
    if (visitor.id === undefined) {
      await this.limits.use({ limit: "visitors_per_address", by: visitor.address });
      visitor.remember(randomUUID());
      return null;
    }
    const booking = await this.bookings.currentOf(visitor.id);
    if (booking === undefined) return null;
    const { event, organisation } = await this.facts.current();
    const gst = {
      ratePercent: this.config.gstRatePercent,
      sellerStateCode: organisation.gstin.slice(0, 2),
      eventStateCode: event.stateCode,
    };
    return { ...myHoldResponse(booking), gst };
  }

  /**
   * Releases the visitor's hold on a stall. Nothing to release is no error.
   *
   * @throws DomainError stall_not_found; not_yours when somebody else has the stall; payment_in_progress
   */
  async release(visitor: Visitor, stallId: string): Promise<ReleaseResponse> {
    const { outcome, orderId } = await this.bookings.releaseAtOnce(stallId, visitor.id);
    switch (outcome) {
      case "released":
        return { released: true };
      case "nothing":
        return { released: false };
      case "payment_in_progress":
        throw new DomainError(outcome, { orderId });
      case "not_yours":
      case "stall_not_found":
        throw new DomainError(outcome);
      case "slow":
        return { released: await this.database.transaction((tx) => this.releaseOwn(tx, visitor.id, stallId)) };
    }
  }

  /**
   * Releases a hold whose time is over; anyone may call it any number of times. The facts say why the booking was
   * released even where another process did it.
   *
   * @param by the workflow itself needs no nudge about it
   */
  async releaseExpiredHold(bookingId: string, by: "workflow" | "sweep" = "sweep"): Promise<ReleaseFacts> {
    if (await this.bookings.expireAtOnce(bookingId, by !== "workflow")) {
      return { released: true, reason: "hold_expired" };
    }
    await this.database.transaction((tx) => this.releaseInTx(tx, bookingId, "hold_expired", "system"));
    const booking = await this.bookings.find(bookingId);
    return booking === undefined ? { released: false } : releaseFacts(booking);
  }

  /**
   * Releases a held or registered booking, with what follows, in a transaction that holds the locks that come before a
   * booking's. Does nothing in another state, or when the reason is hold_expired and it is too early.
   *
   * @returns whether it was released now
   */
  async releaseInTx(tx: Tx, bookingId: string, reason: HoldReleaseReason, actor: BookingActor): Promise<boolean> {
    const booking = await this.bookings.lock(tx, bookingId);
    if (booking === undefined || !canTransition("hold_released", booking.state)) return false;
    if (!(await this.bookings.releaseHold(tx, bookingId, reason))) return false;
    const { stallId, stallType, orderId, email } = booking;
    await this.coupons.release(tx, bookingId);
    if (orderId !== null) await this.orders.voidUnsent(tx, orderId);
    if (reason === "hold_expired" && booking.state === "registered" && email !== null) {
      await this.mails.queueUnpaid(tx, {
        template: "hold-expired",
        to: email,
        data: { name: booking.fullName ?? "", stallId, stallType },
        dedupeKey: `hold-expired/${bookingId}`,
        bookingId,
      });
    }
    const event = { kind: "hold_released", actor, note: reason } as const;
    await this.events.publish(tx, { ...booking, state: "released" }, event, { at: "end" });
    return true;
  }

  private async releaseOwn(tx: Tx, visitorId: string | undefined, stallId: string): Promise<boolean> {
    if (visitorId !== undefined) await this.bookings.lockVisitor(tx, visitorId);
    const onStall = await this.bookings.onStall(stallId, tx);
    const own = onStall !== undefined && onStall.visitorId === visitorId;
    const booking = own ? await this.bookings.lock(tx, onStall.id) : onStall;
    const verdict = releaseVerdict(booking && { ...booking, own });
    if (booking === undefined || verdict === "nothing") return false;
    if (verdict === "not_yours") throw new DomainError(verdict);
    if (verdict === "payment_in_progress") throw new DomainError(verdict, { orderId: booking.orderId });
    return this.releaseInTx(tx, booking.id, verdict, verdict === "left" ? "visitor" : "system");
  }
}

function myHoldResponse(booking: CurrentBooking): Omit<MyHoldResponse, "gst"> {
  const { state, orderId, payUntil, readAt } = booking;
  return {
    stallId: booking.stallId,
    type: booking.stallType,
    price: toRupees(booking.pricePaise),
    state,
    ...(orderId === null
      ? {}
      : {
          orderId,
          finalAmount: toRupees(booking.finalPaise ?? booking.pricePaise),
          discountPercentage: booking.discountPercentage,
        }),
    expiresAt: (booking.holdExpiresAt ?? readAt).toISOString(),
    // The grace is for answers that are on their way: who pays is shown what the provider's own page counts down.
    ...(state === "paying" && payUntil !== null
      ? { payUntil: new Date(payUntil.getTime() - PAYMENT_GRACE_SECONDS * 1000).toISOString() }
      : {}),
    serverTime: readAt.toISOString(),
  };
}
