import { Type } from "class-transformer";
import {
  Equals,
  IsObject,
  IsIn,
  IsOptional,
  IsPositive,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from "class-validator";
import { ORDER_ID_MAX_LENGTH } from "./booking.rules.js";
import { IsRupees } from "../fields/rupees.dto.js";
import { STALL_TYPES, type StallType } from "../stalls/stall.types.js";

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
