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
import problems from "../generated/messages/en/admin-stall-forms.js";
import { datedPricesProblem, MAX_PRICE_DATES } from "./dated-prices.js";
import { MAX_STALL_PRICE_RUPEES, MIN_STALL_PRICE_RUPEES } from "./operator.rules.js";
import { OFFLINE_METHODS, type OfflineMethod } from "./operator.types.js";
import { ReasonDto } from "./reason.dto.js";

/** A stall's price in rupees. */
export const isStallPrice = combined(
  Max(MAX_STALL_PRICE_RUPEES, { message: problems.priceMost }),
  Min(MIN_STALL_PRICE_RUPEES, { message: problems.priceLeast }),
  IsRupees({ message: problems.price }),
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

const FURTHER = { message: problems.further };

/** POST /api/v1/mela/admin/stalls/{stallId}/sell-offline: records a walk-in who paid outside the payment provider. */
export class SellOfflineDto extends RegistrationFormDto {
  /** Payment method. */
  @IsIn(Object.keys(OFFLINE_METHODS), { message: problems.method })
  method!: OfflineMethod;

  /** Number of the receipt, transfer or cheque, 1 to 100 characters. */
  @singleLine
  @MaxLength(100, { message: problems.referenceMost })
  @MinLength(1, { message: problems.reference })
  reference!: string;

  /** Numbers of further stalls that were paid for with it, e.g. B13 B14. */
  @IsOptional()
  @MaxLength(60, FURTHER)
  @Matches(/^[A-Za-z]\d{1,3}(?:[ ,]+[A-Za-z]\d{1,3}){0,4}$/, FURTHER)
  @IsString(FURTHER)
  further?: string;

  /** Amount paid, in rupees, for all stalls, if less than their price. */
  @IsOptional()
  @Max(MAX_STALL_PRICE_RUPEES, { message: problems.amountMost })
  @Min(1, { message: problems.amountLeast })
  @IsRupees({ message: problems.amount })
  amount?: number;

  /** Reason, 3 to 300 characters. */
  @isReason
  reason!: string;
}
