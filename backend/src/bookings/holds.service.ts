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

/** Reasons for a hold to end without a sale. */
type HoldReleaseReason = Extract<ReleaseReason, "left" | "replaced" | "hold_expired" | "operator">;

/** The visitor's current stall, and the release of held and registered bookings. */
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
   * The visitor's stall, including while paying, or null. Sets the cookie of a new visitor; their row is inserted with
   * the first hold, because most visitors never reserve.
   *
   * @throws HttpError rate_limited if one address has received too many cookies
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
   * Releases the visitor's hold on a stall; returns `released: false` if there is none.
   *
   * @throws DomainError stall_not_found; not_yours if another visitor has the stall; payment_in_progress
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
   * Releases an expired hold. Idempotent: the facts give the release reason even if another process released it.
   *
   * @param by the workflow needs no signal about its own release
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
   * Releases a held or registered booking with all consequences (coupon, order, email, history). The caller holds the
   * locks that precede a booking's. No-op in another state, or for hold_expired before the deadline.
   *
   * @returns true if this call released it
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
    // Without the grace period, which covers responses in transit: show the same deadline as the provider's page.
    ...(state === "paying" && payUntil !== null
      ? { payUntil: new Date(payUntil.getTime() - PAYMENT_GRACE_SECONDS * 1000).toISOString() }
      : {}),
    serverTime: readAt.toISOString(),
  };
}
