import {
  ArrayMaxSize,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
} from "class-validator";
import { RegistrationFormDto } from "../bookings/registration-form.dto.js";
import { combined, isReason } from "../fields/combined.dto.js";
import { IsRupees } from "../fields/rupees.dto.js";
import { singleLine } from "../fields/typed-text.dto.js";
import { datedPricesProblem, MAX_PRICE_DATES } from "./dated-prices.js";
import { MAX_STALL_PRICE_RUPEES, MIN_STALL_PRICE_RUPEES } from "./operator.rules.js";
import { OFFLINE_METHODS, type OfflineMethod } from "./operator.types.js";
import { ReasonDto } from "./reason.dto.js";

/** A stall's price in rupees. */
export const isStallPrice = combined(
  Max(MAX_STALL_PRICE_RUPEES, { message: "The price is at most 10,00,000 rupees" }),
  Min(MIN_STALL_PRICE_RUPEES, { message: "The price is at least 2 rupees" }),
  IsRupees({ message: "The price is an amount in rupees, at most 2 decimals" }),
);

/** POST /api/v1/mela/admin/stalls/{stallId}/price: sets the price for future reservations. */
export class ChangeStallPriceDto extends ReasonDto {
  /** Rupees, GST included, at most 2 decimals. */
  @isStallPrice
  price!: number;
}

/** A price from a day on. */
export class DatedPriceDto {
  /** YYYY-MM-DD: from the beginning of the day in India. */
  from!: string;
  /** Rupees, GST included, at most 2 decimals. */
  price!: number;
}

/** Requires prices by date, by the rule of {@link datedPricesProblem}. */
const areDatedPrices = combined(
  ArrayMaxSize(MAX_PRICE_DATES, { message: `A price has at most ${MAX_PRICE_DATES} dates` }),
  ValidateBy({
    name: "areDatedPrices",
    validator: {
      validate: (value: unknown) => datedPricesProblem(value) === undefined,
      defaultMessage: (found) => datedPricesProblem(found?.value) ?? "",
    },
  }),
);

/** POST /api/v1/mela/admin/events/{slug}/types/{key}/price-dates: sets on which days the price of a type changes. */
export class ChangePriceDatesDto extends ReasonDto {
  /** Ascending days within the sale, at most 5; empty for one price. */
  @areDatedPrices
  dates!: DatedPriceDto[];
}

const FURTHER = { message: "Please give the numbers of at most 5 further stalls, e.g. B13 B14" };

/** POST /api/v1/mela/admin/stalls/{stallId}/sell-offline: records a walk-in who paid outside the payment provider. */
export class SellOfflineDto extends RegistrationFormDto {
  /** Payment method. */
  @IsIn(Object.keys(OFFLINE_METHODS), { message: "Please choose how it was paid: cash, UPI, bank transfer or cheque" })
  method!: OfflineMethod;

  /** Number of the receipt, transfer or cheque, 1 to 100 characters. */
  @singleLine
  @MaxLength(100, { message: "The reference must be at most 100 characters" })
  @MinLength(1, { message: "Please give the number of the receipt, transfer or cheque" })
  reference!: string;

  /** Numbers of further stalls that were paid for with it, e.g. B13 B14. */
  @IsOptional()
  @MaxLength(60, FURTHER)
  @Matches(/^[A-Za-z]\d{1,3}(?:[ ,]+[A-Za-z]\d{1,3}){0,4}$/, FURTHER)
  @IsString(FURTHER)
  further?: string;

  /** Amount paid, in rupees, for all stalls, if less than their price. */
  @IsOptional()
  @Max(MAX_STALL_PRICE_RUPEES, { message: "The amount is more than the stall's price" })
  @Min(1, { message: "The amount is at least 1 rupee" })
  @IsRupees({ message: "The amount is in rupees, at most 2 decimals" })
  amount?: number;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
