import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { couponCode } from "../coupons/validate-coupon.dto.js";
import { STALL_TYPES, type StallType } from "../stalls/stall.types.js";
import { ReasonDto } from "./reason.dto.js";

/** An instant with its time zone: without one nobody could say when a coupon ends. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
export const VERSION = { message: "The version is a whole number" };
/** More changes than a row will ever see, and well within PostgreSQL's integer. */
export const MAX_VERSION = 1_000_000_000;
const BEGINNING = { message: "The beginning is a date and time with its zone, e.g. 2026-12-01T00:00:00+05:30" };
const CODE = { message: "The code has 3 to 40 letters or digits; - and _ are allowed between them" };
const END = { message: "The end is a date and time with its zone, e.g. 2026-12-05T23:59:59+05:30" };

/** What a coupon gives, and within what limits; what is left out, or null, is no limit. */
export class CouponTermsDto extends ReasonDto {
  /** Discount in percent, 1 to 99. */
  @Max(99, { message: "The discount is at most 99 percent" })
  @Min(1, { message: "The discount is at least 1 percent" })
  @IsInt({ message: "The discount is a whole number of percent" })
  percentage!: number;

  /** Whether it can be used at all. */
  @IsBoolean({ message: "Please say whether the coupon can be used" })
  active!: boolean;

  /** When it begins (ISO 8601 with its time zone); none: at once. */
  @IsOptional()
  @IsISO8601({ strict: true }, BEGINNING)
  @MaxLength(30, BEGINNING)
  @Matches(INSTANT, BEGINNING)
  startsAt?: string | null;

  /** When it ends (ISO 8601 with its time zone); none: never. */
  @IsOptional()
  @IsISO8601({ strict: true }, END)
  @MaxLength(30, END)
  @Matches(INSTANT, END)
  endsAt?: string | null;

  /** How often it can be used in all; none: without limit. */
  @IsOptional()
  @Max(1_000_000, { message: "The limit is at most 10,00,000 uses" })
  @Min(1, { message: "The limit is at least 1 use" })
  @IsInt({ message: "The limit is a whole number of uses" })
  maxUses?: number | null;

  /** Only for stalls of this type; none: for all. */
  @IsOptional()
  @IsIn(STALL_TYPES, { message: "The stall type is Premium or General" })
  stallType?: StallType | null;
}

/** PUT /api/v1/mela/admin/coupons/{code}: the coupon as it is from now on. */
export class ChangeCouponDto extends CouponTermsDto {
  /** The coupon's version as it was read: somebody else's change in between is never lost. */
  @Max(MAX_VERSION, VERSION)
  @Min(0, VERSION)
  @IsInt(VERSION)
  version!: number;
}

/** POST /api/v1/mela/admin/coupons. */
export class CreateCouponDto extends CouponTermsDto {
  /** The code, kept in upper case: 3 to 40 letters, digits, - or _. */
  @couponCode
  @MaxLength(40, CODE)
  @Matches(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, CODE)
  code!: string;
}
