import { Injectable } from "@nestjs/common";
import { checkCoupon } from "@sakhi/domain/coupons/coupon.rules";
import type { CouponVerdict } from "@sakhi/domain/coupons/coupon.rules";
import { DomainError } from "@sakhi/domain/errors/error-codes";
import type { StallType } from "@sakhi/domain/stalls/stall.types";
import type { Tx } from "../platform/database/database.js";
import { CouponsRepository } from "./coupons.repository.js";

/** Coupons: whether one can be used, and who holds a claim on its uses. */
@Injectable()
export class CouponsService {
  constructor(private readonly coupons: CouponsRepository) {}

  /**
   * Judges a code, without promising anything: only {@link claim} does.
   *
   * @param stallType the type of the visitor's own stall, where one is held
   * @param exceptBookingId the visitor's own booking, whose claim does not count against them
   */
  async check(code: string, stallType?: StallType, exceptBookingId?: string): Promise<CouponVerdict> {
    return checkCoupon(await this.coupons.facts(code, exceptBookingId), stallType);
  }

  /**
   * Claims a use of the coupon for a booking, under the coupon's lock; replaces the booking's earlier claim.
   *
   * @returns the discount in percent
   * @throws DomainError coupon_invalid or coupon_exhausted, with the sentence that says why
   */
  async claim(
    tx: Tx,
    code: string,
    bookingId: string,
    stallType: StallType,
  ): Promise<{ readonly percentage: number }> {
    const verdict = checkCoupon(await this.coupons.lockedFacts(tx, code, bookingId), stallType);
    if (!verdict.usable) throw new DomainError(verdict.code, {}, verdict.message);
    await this.coupons.claim(tx, code, bookingId);
    return { percentage: verdict.percentage };
  }

  /** Gives the booking's claim back; a use that was paid for stays. */
  release(tx: Tx, bookingId: string): Promise<void> {
    return this.coupons.release(tx, bookingId);
  }

  /** Gives the use of a booking back that was paid for, because all its money goes back. */
  returnUse(tx: Tx, bookingId: string): Promise<void> {
    return this.coupons.returnUse(tx, bookingId);
  }

  /**
   * Counts the booking's coupon as used, for ever. Does so even where the claim was given back meanwhile (late
   * money): the discount was granted, and was paid for.
   */
  markUsed(tx: Tx, bookingId: string): Promise<void> {
    return this.coupons.markUsed(tx, bookingId);
  }
}
