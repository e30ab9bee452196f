import { IsBoolean, IsInt, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { couponCode } from "../coupons/validate-coupon.dto.js";
import { combined, optionalInstant } from "../fields/combined.dto.js";
import { eventSlug } from "../fields/named-event.dto.js";
import problems from "../generated/messages/en/admin-money-problems.js";
import { isStallType } from "../stalls/stall-type.dto.js";
import type { StallType } from "../stalls/stall.types.js";
import { ReasonDto } from "./reason.dto.js";

const VERSION = { message: "The version is a whole number" };
/** A row's version; the upper bound is within PostgreSQL's integer range. */
export const isVersion = combined(Max(1_000_000_000, VERSION), Min(0, VERSION), IsInt(VERSION));
const CODE = { message: problems.couponCode };

/** A coupon's discount and limits; absent or null means unlimited. */
export class CouponTermsDto extends ReasonDto {
  /** Discount in percent, 1 to 99. */
  @Max(99, { message: problems.discountMost })
  @Min(1, { message: problems.discountLeast })
  @IsInt({ message: problems.discountWhole })
  percentage!: number;

  /** Whether the coupon is enabled. */
  @IsBoolean({ message: problems.couponActive })
  active!: boolean;

  /** Start (ISO 8601 with time zone); immediately if absent. */
  @optionalInstant(problems.couponStart({ example: "2026-12-01T00:00:00+05:30" }))
  startsAt?: string | null;

  /** End (ISO 8601 with time zone); never if absent. */
  @optionalInstant(problems.couponEnd({ example: "2026-12-05T23:59:59+05:30" }))
  endsAt?: string | null;

  /** Maximum number of uses in total; unlimited if absent. */
  @IsOptional()
  @Max(1_000_000, { message: problems.usesMost })
  @Min(1, { message: problems.usesLeast })
  @IsInt({ message: problems.usesWhole })
  maxUses?: number | null;

  /** Only for this event, by its slug, or for all with "all". A new coupon names either; without, a changed one keeps its own. */
  @eventSlug
  event?: string;

  /** Only for stalls of this type; for all if absent. */
  @IsOptional()
  @isStallType
  stallType?: StallType | null;
}

/** PUT /api/v1/mela/admin/coupons/{code}: replaces a coupon's terms. */
export class ChangeCouponDto extends CouponTermsDto {
  /** The coupon's version as it was read; an optimistic lock against concurrent changes. */
  @isVersion
  version!: number;
}

/** POST /api/v1/mela/admin/coupons. */
export class CreateCouponDto extends CouponTermsDto {
  /** The code, stored in upper case: 3 to 40 letters, digits, - or _. */
  @couponCode
  @MaxLength(40, CODE)
  @Matches(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, CODE)
  code!: string;
}
