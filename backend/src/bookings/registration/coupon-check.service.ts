import { Injectable } from "@nestjs/common";
import type { CouponVerdict } from "@sakhi/domain/coupons/coupon.rules";
import type { CouponResponse } from "../../coupons/coupon.response.js";
import { CouponsService } from "../../coupons/coupons.service.js";
import type { Visitor } from "../../platform/http/visitor-cookie.js";
import { BookingsRepository } from "../bookings.repository.js";
import { RegistrationCoupons } from "./registration-coupons.service.js";

/** Tells a visitor whether a coupon fits their own stall, before they register. */
@Injectable()
export class CouponCheck {
  constructor(
    private readonly coupons: CouponsService,
    private readonly bookings: BookingsRepository,
    private readonly tries: RegistrationCoupons,
  ) {}

  /**
   * Answers for unknown codes too; the visitor's own claim does not count against them.
   *
   * @throws HttpError rate_limited
   */
  async check({ id, address }: Visitor, code: string): Promise<CouponResponse> {
    const verdict = await this.tries.counted(
      address,
      () => this.evaluate(id, code),
      (outcome) => "done" in outcome && !outcome.done.usable && outcome.done.code === "coupon_invalid",
    );
    return {
      valid: verdict.usable,
      discountPercentage: verdict.usable ? verdict.percentage : 0,
      message: verdict.message,
    };
  }

  private async evaluate(visitorId: string | undefined, code: string): Promise<CouponVerdict> {
    const booking = visitorId === undefined ? undefined : await this.bookings.currentOf(visitorId);
    return this.coupons.check(code, booking?.stallType, booking?.id);
  }
}
