import { Injectable } from "@nestjs/common";
import type { CouponResponse } from "../../coupons/coupon.response.js";
import { CouponsService } from "../../coupons/coupons.service.js";
import { BookingsRepository } from "../bookings.repository.js";

/** Tells a visitor whether a coupon fits their own stall, before they register. */
@Injectable()
export class CouponCheck {
  constructor(
    private readonly coupons: CouponsService,
    private readonly bookings: BookingsRepository,
  ) {}

  /** Answers for unknown codes too; the visitor's own claim does not count against them. */
  async check(visitorId: string | undefined, code: string): Promise<CouponResponse> {
    const booking = visitorId === undefined ? undefined : await this.bookings.currentOf(visitorId);
    const verdict = await this.coupons.judge(code, booking?.stallType, booking?.id);
    return {
      valid: verdict.usable,
      discountPercentage: verdict.usable ? verdict.percentage : 0,
      message: verdict.message,
    };
  }
}
