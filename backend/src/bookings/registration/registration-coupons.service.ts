import { Injectable } from "@nestjs/common";
import { CouponsService } from "../../coupons/coupons.service.js";
import type { Tx } from "../../platform/database/database.js";
import { RateLimits } from "../../platform/http/rate-limits.js";
import type { BookingRow } from "../booking.row.js";

/**
 * The coupon of a registration. Codes are short words, so that whoever may try without end finds them: wrong ones are
 * counted by the address they come from. Right ones cost nothing.
 */
@Injectable()
export class RegistrationCoupons {
  constructor(
    private readonly coupons: CouponsService,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The claim on the coupon, in percent; without a code an earlier claim is given back.
   *
   * @throws DomainError coupon_invalid, coupon_exhausted
   */
  async claim(tx: Tx, booking: BookingRow, code: string | undefined): Promise<number> {
    if (code === undefined) {
      await this.coupons.release(tx, booking.id);
      return 0;
    }
    return (await this.coupons.claim(tx, code, booking.id, booking.stallType)).percentage;
  }

  /**
   * Runs something that takes a coupon code.
   *
   * @param missed whether what came of it, or was thrown, says that the code is wrong
   * @throws HttpError rate_limited
   */
  async counted<T>(
    address: string,
    work: () => Promise<T>,
    missed: (outcome: { readonly done: T } | { readonly apiError: unknown }) => boolean,
  ): Promise<T> {
    const undo = await this.limits.use({ limit: "coupon_misses_per_address", by: address });
    let wrong = false;
    try {
      const done = await work();
      wrong = missed({ done });
      return done;
    } catch (apiError) {
      wrong = missed({ apiError });
      throw apiError;
    } finally {
      if (!wrong) await undo();
    }
  }
}
