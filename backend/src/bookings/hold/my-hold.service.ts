import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import { toRupees } from "@sakhi/domain/money/money";
import { Database } from "../../platform/database/database.js";
import type { Tx } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { StallsService } from "../../stalls/stalls.service.js";
import { VisitorsService } from "../../visitors/visitors.service.js";
import type { MyHoldResponse, ReleaseResponse } from "../booking.response.js";
import { BookingsRepository } from "../bookings.repository.js";
import type { CurrentBooking } from "../bookings.repository.js";
import { HoldRelease } from "./hold-release.service.js";

/** What a visitor has reserved, and giving it up. */
@Injectable()
export class MyHoldService {
  constructor(
    private readonly database: Database,
    private readonly visitors: VisitorsService,
    private readonly stalls: StallsService,
    private readonly bookings: BookingsRepository,
    private readonly holds: HoldRelease,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The visitor's stall, also while paying, or null. A new visitor is given the cookie with this answer; the row comes
   * with the first hold, for most who look never reserve.
   *
   * @throws HttpError rate_limited where one network has been given too many
   */
  async myHold(visitor: Visitor): Promise<MyHoldResponse | null> {
    if (visitor.id === undefined) {
      await this.limits.use({ limit: "visitors_per_address", by: visitor.address });
      visitor.remember(randomUUID());
      return null;
    }
    const booking = await this.bookings.currentOf(visitor.id);
    return booking === undefined ? null : myHoldOf(booking);
  }

  /**
   * Gives up the visitor's hold on a stall. Nothing to release is no error.
   *
   * @throws DomainError stall_not_found; not_yours when somebody else has the stall; payment_in_progress
   */
  async release(visitor: Visitor, stallId: string): Promise<ReleaseResponse> {
    if ((await this.stalls.find(stallId)) === undefined) throw new DomainError("stall_not_found");
    const released = await this.database.transaction((tx) => this.releaseInTx(tx, visitor.id, stallId));
    return { released };
  }

  private async releaseInTx(tx: Tx, visitorId: string | undefined, stallId: string): Promise<boolean> {
    if (visitorId !== undefined) await this.visitors.lock(tx, visitorId);
    const onStall = await this.bookings.onStall(tx, stallId);
    if (onStall === undefined) return false;
    if (visitorId === undefined || onStall.visitorId !== visitorId) {
      if (onStall.expired) return false;
      throw new DomainError("not_yours");
    }
    const booking = await this.bookings.lock(tx, onStall.id);
    if (booking?.state === "paying") {
      throw new DomainError("payment_in_progress", { orderId: booking.orderId });
    }
    if (booking?.expired === true) {
      return this.holds.releaseInTx(tx, booking.id, "hold_expired", "system");
    }
    return this.holds.releaseInTx(tx, onStall.id, "left", "visitor");
  }
}

function myHoldOf(booking: CurrentBooking): MyHoldResponse {
  const { state, orderId, payUntil, readAt } = booking;
  return {
    stallId: booking.stallId,
    type: booking.stallType,
    price: toRupees(booking.pricePaise),
    state,
    ...(orderId === undefined
      ? {}
      : {
          orderId,
          finalAmount: toRupees(booking.finalPaise ?? booking.pricePaise),
          discountPercentage: booking.discountPercentage,
        }),
    expiresAt: (booking.holdExpiresAt ?? readAt).toISOString(),
    ...(state === "paying" && payUntil !== undefined ? { payUntil: payUntil.toISOString() } : {}),
    serverTime: readAt.toISOString(),
  };
}
