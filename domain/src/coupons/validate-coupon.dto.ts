import { Transform } from "class-transformer";
import { IsString, Length } from "class-validator";
import { normaliseCouponCode } from "./coupon.rules.js";

/** Trims and upper-cases a coupon code; other types are left for the validators to reject. */
export const couponCode = Transform(({ value }: { value: unknown }) =>
  typeof value === "string" ? normaliseCouponCode(value) : value,
);

/** POST /api/v1/mela/validate-coupon. */
export class ValidateCouponDto {
  /** The code as typed; it is trimmed and upper-cased. */
  @couponCode
  @Length(1, 40, { message: "Please enter a coupon code of at most 40 characters" })
  @IsString({ message: "Please enter a coupon code" })
  code!: string;
}
