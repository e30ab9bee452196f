import { Equals, IsIn, IsOptional, IsString, Length, Matches, MaxLength } from "class-validator";
import { couponCode } from "../coupons/validate-coupon.dto.js";
import { STALL_TYPES, type StallType } from "../stalls/stall.types.js";
import { MELA_ORDER_ID_PATTERN, ORDER_ID_MAX_LENGTH } from "./booking.rules.js";
import { POLICIES_VERSIONS, type PoliciesVersion } from "./policies.js";
import { RegistrationFormDto } from "./registration-form.dto.js";

/** POST /api/v1/mela/create-provisional-registration (specification 2, section 7). */
export class CreateProvisionalRegistrationDto extends RegistrationFormDto {
  /** The order's id, made by the browser: MELA, digits of the time, random letters or digits. */
  @Matches(MELA_ORDER_ID_PATTERN, { message: "The order number is not of our form" })
  @MaxLength(ORDER_ID_MAX_LENGTH, { message: "The order number is too long" })
  @IsString({ message: "The order number is missing" })
  orderId!: string;

  /** The stall that is held. */
  @Length(2, 3, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;

  /** The stall's type; compared with ours, never trusted. */
  @IsIn(STALL_TYPES, { message: "The stall type is Premium or General" })
  stallType!: StallType;

  /** Only when a coupon is applied. */
  @couponCode
  @IsOptional()
  @Length(1, 40, { message: "Please enter a coupon code of at most 40 characters" })
  @IsString({ message: "Please enter a coupon code" })
  appliedCouponCode?: string;

  /**
   * The version of the event policies that the booker accepted. Our form always sends it; a call without it is as the
   * specification has it (docs/decisions/0026).
   */
  @IsOptional()
  @IsIn(POLICIES_VERSIONS, { message: "Please read and accept the event policies" })
  policiesVersion?: PoliciesVersion;

  /** Always payment_pending: a registration is never paid when it is made. */
  @Equals("payment_pending", { message: "A new registration is always payment_pending" })
  paymentStatus!: "payment_pending";
}
