import { IsISO8601, IsOptional, Matches, MaxLength, MinLength } from "class-validator";
import reason from "../generated/messages/en/admin-reason-problems.js";
import { singleLine } from "./typed-text.dto.js";

/** One decorator for several. As above a field, they run from the last to the first. */
export function combined(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, property) => {
    for (const decorate of decorators.toReversed()) decorate(target, property);
  };
}

/** The reason for an administrator's action, 3 to 300 characters. */
export const isReason = combined(
  singleLine,
  MaxLength(300, { message: reason.most }),
  MinLength(3, { message: reason.least }),
);

/** A date and time with its time zone; without one a coupon's end would be ambiguous. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** A date and time with its time zone. */
export function isInstantOf(message: string): PropertyDecorator {
  return combined(IsISO8601({ strict: true }, { message }), MaxLength(30, { message }), Matches(INSTANT, { message }));
}

/** An optional date and time with its time zone. */
export function optionalInstant(message: string): PropertyDecorator {
  return combined(IsOptional(), isInstantOf(message));
}
