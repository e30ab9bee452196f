import { Transform } from "class-transformer";
import { IsIn, IsOptional, MaxLength, registerDecorator } from "class-validator";
import { combined } from "../fields/combined.dto.js";

/** Transforms a query parameter: trims text, treats blank as absent. Other types are left for the validators to reject. */
export const blankIsAbsent = Transform(({ value }: { value: unknown }) =>
  typeof value === "string" ? value.normalize("NFC").trim() || undefined : value,
);

/** Transforms a query parameter to an integer; anything else is left for the validators to reject. */
export const wholeNumber = Transform(({ value }: { value: unknown }) =>
  typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value || undefined,
);

/** Rejects control characters: PostgreSQL cannot store NUL, and names contain none of the others. */
export function IsPlainText(message: string): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: "isPlainText",
      target: target.constructor,
      propertyName: String(property),
      options: { message },
      validator: { validate: (value: unknown) => typeof value === "string" && !/\p{Cc}|\p{Cs}/u.test(value) },
    });
  };
}

/** An optional query parameter with one of these values. */
export function optionalChoice(values: readonly string[], message: string): PropertyDecorator {
  return combined(blankIsAbsent, IsOptional(), IsIn(values, { message }));
}

/** An optional text in a query. @param what begins the messages, e.g. "The brand name" */
export function optionalQueryText(what: string, most: number): PropertyDecorator {
  return combined(
    blankIsAbsent,
    IsOptional(),
    MaxLength(most, { message: `${what} must be at most ${most} characters` }),
    IsPlainText(`${what} must be a text`),
  );
}
