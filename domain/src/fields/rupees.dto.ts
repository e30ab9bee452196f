import { buildMessage, ValidateBy, type ValidationOptions } from "class-validator";
import { toPaise } from "../money/money.js";

/**
 * An amount of rupees with at most two decimals, as {@link toPaise} takes it. Not class-validator's `IsNumber` with
 * `maxDecimalPlaces`: that one looks for a dot in the number's text and throws at 1e-7, which has none.
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
