import { ValidateBy, type ValidationArguments, type ValidationOptions } from "class-validator";
import problems from "../generated/messages/en/admin-amount-problems.js";
import { toPaise } from "../money/money.js";
import { readAmount } from "./amounts.js";

/**
 * Validates an amount in rupees with at most two decimals, by {@link toPaise}. class-validator's `IsNumber` with
 * `maxDecimalPlaces` throws at 1e-7, because it expects a dot in the number's text.
 */
export const IsRupees = (options?: Pick<ValidationOptions, "message">): PropertyDecorator =>
  ValidateBy(
    {
      name: "isRupees",
      validator: {
        validate: (value: unknown) => typeof value === "number" && toPaise(value) !== undefined,
        defaultMessage: () => problems.notRupees,
      },
    },
    { message: (found) => amountProblem(found.value) ?? messageOf(options, found) },
  );

/** What is wrong with an amount that a form could not read ({@link readAmount}), in words. */
export function amountProblem(value: unknown): string | undefined {
  return typeof value === "string" ? readAmount(value).problem : undefined;
}

function messageOf(options: Pick<ValidationOptions, "message"> | undefined, found: ValidationArguments): string {
  const { message = problems.notRupees } = options ?? {};
  return typeof message === "string" ? message : message(found);
}
