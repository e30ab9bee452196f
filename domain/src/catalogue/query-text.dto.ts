import { Transform } from "class-transformer";
import { registerDecorator } from "class-validator";

/** A text of a query string: trimmed; blank means not given. Anything else stays for the validators to refuse. */
export const blankIsAbsent = Transform(({ value }: { value: unknown }) =>
  typeof value === "string" ? value.normalize("NFC").trim() || undefined : value,
);

/** A whole number of a query string; anything else stays for the validators to refuse. */
export const wholeNumber = Transform(({ value }: { value: unknown }) =>
  typeof value === "string" && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value || undefined,
);

/** Refuses control characters: PostgreSQL cannot hold NUL, and no name has any of the others. */
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
