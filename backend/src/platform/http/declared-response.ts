import type { Type } from "@nestjs/common";
import { ApiProperty } from "@nestjs/swagger";
import { type DeclaredFields, fieldNames, type FormOf, type OptionalName } from "@sakhi/domain/fields/declared-fields";

/** A form with all of its fields: an optional one that is empty is null. */
type InFull<Fields> = { [Name in Exclude<keyof Fields, OptionalName<Fields>>]: string } & {
  [Name in OptionalName<Fields>]: string | null;
};
/** A form that may not have been sent yet. */
type IfSent<Fields> = { [Name in keyof Fields]?: string };

/**
 * Bases of responses with a form's fields, as Nest's PickType makes one from another class:
 * `class MyBookingDetailsResponse extends formAsSent(REGISTRATION_FIELDS) {}`.
 */
export function formAsSent<Fields extends DeclaredFields>(fields: Fields): Type<FormOf<Fields>> {
  return described(fields, (optional) => ({ required: !optional }));
}

/** As {@link formAsSent}, with null for an optional field that is empty. */
export function formInFull<Fields extends DeclaredFields>(fields: Fields): Type<InFull<Fields>> {
  return described(fields, (optional) => (optional ? { nullable: true } : {}));
}

/** As {@link formAsSent}, of a form that may not have been sent yet. */
export function formIfSent<Fields extends DeclaredFields>(fields: Fields): Type<IfSent<Fields>> {
  return described(fields, () => ({ required: false }));
}

/** A class whose properties OpenAPI describes as text. */
function described<Response>(
  fields: DeclaredFields,
  optionsOf: (optional: boolean) => { readonly required?: boolean; readonly nullable?: boolean },
): Type<Response> {
  class FormFields extends Object {}
  for (const name of fieldNames(fields)) {
    const options = optionsOf(fields[name]?.optional === true);
    ApiProperty({ type: String, ...options })(FormFields.prototype, name);
  }
  return FormFields as unknown as Type<Response>;
}
