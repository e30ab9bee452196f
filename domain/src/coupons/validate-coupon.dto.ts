import { IsString, Length } from "class-validator";
import { readCouponCode } from "../fields/identifiers.js";
import { NamedEventDto } from "../fields/named-event.dto.js";
import { text } from "../fields/typed-text.dto.js";
import problems from "../generated/messages/en/booking-problems.js";

/** A coupon code as {@link readCouponCode} reads it. */
export const couponCode = text(readCouponCode);

/** POST /api/v1/mela/validate-coupon. */
export class ValidateCouponDto extends NamedEventDto {
  /** The code as typed; it is trimmed and upper-cased. */
  @couponCode
  @Length(1, 40, { message: problems.couponMost })
  @IsString({ message: problems.coupon })
  code!: string;
}
