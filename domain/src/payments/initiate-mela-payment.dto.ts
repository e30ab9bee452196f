import { Type } from "class-transformer";
import {
  Equals,
  IsDefined,
  IsIn,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from "class-validator";
import { ORDER_ID_MAX_LENGTH } from "../bookings/booking.rules.js";
import { STALL_TYPES } from "../stalls/stall.types.js";
import type { StallType } from "../stalls/stall.types.js";

/** What the browser says the payment is for; compared with the registration, never trusted. */
export class MelaPaymentMetadataDto {
  /** Tells this body from a listing's (readings 44). */
  @Equals("mela_stall", { message: "The payment is for a Mela stall" })
  type!: "mela_stall";

  @IsString({ message: "Please choose a stall" })
  @Length(2, 3, { message: "Please choose a stall by its number, e.g. B12" })
  stallId!: string;

  @IsIn(STALL_TYPES, { message: "The stall type is Premium or General" })
  stallType!: StallType;

  @IsOptional()
  @IsString({ message: "The business name is text" })
  @MaxLength(150, { message: "Business name must be at most 150 characters" })
  businessName?: string;

  @IsOptional()
  @IsString({ message: "The GST number is text" })
  @MaxLength(15, { message: "GST Number must be exactly 15 characters if provided" })
  gstNumber?: string;

  @IsOptional()
  @IsString({ message: "The GST address is text" })
  @MaxLength(300, { message: "GST Address must be at most 300 characters" })
  gstAddress?: string;

  @IsOptional()
  @IsString({ message: "The pincode is text" })
  @MaxLength(6, { message: "Pincode must be exactly 6 digits" })
  pincode?: string;
}

/**
 * POST /api/v1/cashfree/initiate for a Mela stall (specification 2, section 7). Everything here but the order id
 * is only compared with what the server knows (architecture section 3, "Money").
 */
export class InitiateMelaPaymentDto {
  @IsString({ message: "The order number is missing" })
  @Length(1, ORDER_ID_MAX_LENGTH, { message: "The order number is missing" })
  orderId!: string;

  /** Rupees, with at most two decimals. */
  @IsNumber({ maxDecimalPlaces: 2 }, { message: "The amount is a number of rupees" })
  @IsPositive({ message: "The amount is a number of rupees" })
  amount!: number;

  @IsOptional()
  @IsString({ message: "The name is text" })
  @MaxLength(100, { message: "Full name must be at most 100 characters" })
  customerName?: string;

  @IsOptional()
  @IsString({ message: "The e-mail is text" })
  @MaxLength(100, { message: "Email address must be at most 100 characters" })
  customerEmail?: string;

  @IsOptional()
  @IsString({ message: "The phone number is text" })
  @MaxLength(13, { message: "Phone number must be exactly 10 digits" })
  customerPhone?: string;

  @IsDefined({ message: "The payment is for a Mela stall" })
  @ValidateNested()
  @Type(() => MelaPaymentMetadataDto)
  metadata!: MelaPaymentMetadataDto;
}
