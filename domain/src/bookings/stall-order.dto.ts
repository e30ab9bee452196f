import { Type } from "class-transformer";
import {
  Equals,
  IsIn,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from "class-validator";
import { couponCode } from "../coupons/validate-coupon.dto.js";
import { IsRupees } from "../fields/rupees.dto.js";
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

/** What the browser says the payment is for; compared with the registration, never trusted. */
export class MelaPaymentMetadataDto {
  /** Distinguishes this body from a listing's. */
  @Equals("mela_stall", { message: "The payment is for a Mela stall" })
  type!: "mela_stall";

  @Length(2, 3, { message: "Please choose a stall by its number, e.g. B12" })
  @IsString({ message: "Please choose a stall" })
  stallId!: string;

  @IsIn(STALL_TYPES, { message: "The stall type is Premium or General" })
  stallType!: StallType;

  @IsOptional()
  @MaxLength(150, { message: "Business name must be at most 150 characters" })
  @IsString({ message: "The business name is text" })
  businessName?: string;

  @IsOptional()
  @MaxLength(15, { message: "GST Number must be exactly 15 characters if provided" })
  @IsString({ message: "The GST number is text" })
  gstNumber?: string;

  @IsOptional()
  @MaxLength(300, { message: "GST Address must be at most 300 characters" })
  @IsString({ message: "The GST address is text" })
  gstAddress?: string;

  @IsOptional()
  @MaxLength(6, { message: "Pincode must be exactly 6 digits" })
  @IsString({ message: "The pincode is text" })
  pincode?: string;
}

/**
 * POST /api/v1/cashfree/initiate for a Mela stall (specification 2, section 7). Everything here but the order id
 * is only compared with what the server knows.
 */
export class InitiateMelaPaymentDto {
  @Length(1, ORDER_ID_MAX_LENGTH, { message: "The order number is missing" })
  @IsString({ message: "The order number is missing" })
  orderId!: string;

  /** Rupees, with at most two decimals. */
  @IsRupees({ message: "The amount is a number of rupees" })
  @IsPositive({ message: "The amount is a number of rupees" })
  amount!: number;

  @IsOptional()
  @MaxLength(100, { message: "Full name must be at most 100 characters" })
  @IsString({ message: "The name is text" })
  customerName?: string;

  @IsOptional()
  @MaxLength(100, { message: "Email address must be at most 100 characters" })
  @IsString({ message: "The e-mail is text" })
  customerEmail?: string;

  @IsOptional()
  @MaxLength(13, { message: "Phone number must be exactly 10 digits" })
  @IsString({ message: "The phone number is text" })
  customerPhone?: string;

  @IsObject({ message: "The payment is for a Mela stall" })
  @ValidateNested()
  @Type(() => MelaPaymentMetadataDto)
  metadata!: MelaPaymentMetadataDto;
}
