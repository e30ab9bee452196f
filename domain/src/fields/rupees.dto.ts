import { buildMessage, ValidateBy, type ValidationOptions } from "class-validator";
import { toPaise } from "../money/money.js";

/**
 * Validates an amount in rupees with at most two decimals, by {@link toPaise}. class-validator's `IsNumber` with
 * `maxDecimalPlaces` throws at 1e-7, because it expects a dot in the number's text.
 */
export const IsRupees = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: "isRupees",
      validator: {
        validate: (value: unknown) => typeof value === "number" && toPaise(value) !== undefined,
        defaultMessage: buildMessage((each) => `${each}$property is an amount in rupees`, options),
      },
    },
    options,
  );
