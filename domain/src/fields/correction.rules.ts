import {
  type CorrectableBy,
  type Corrector,
  type DeclaredFields,
  eachField,
  type FieldName,
  fieldNames,
  inText,
  isContact,
} from "./declared-fields.js";

/** Fields that somebody can correct, in the order of the form; contacts last. */
export function correctableFields<Fields extends DeclaredFields, Who extends Corrector>(
  fields: Fields,
  who: Who,
): CorrectableBy<Fields, Who>[] {
  const names = fieldNames(fields, ({ correctableBy }) => correctableBy.includes(who));
  const contacts = fieldNames(fields, isContact);
  const others = names.filter((name) => !contacts.includes(name));
  return [...others, ...names.filter((name) => contacts.includes(name))] as CorrectableBy<Fields, Who>[];
}

/** Values before or after a correction; null, undefined and blank mean absent. */
type FieldValues<Field extends string> = Readonly<Partial<Record<Field, string | null | undefined>>>;

/** The fields that `who` changed, in the order of {@link correctableFields}. */
export function changedFields<Fields extends DeclaredFields, Who extends Corrector>(
  fields: Fields,
  who: Who,
  before: FieldValues<CorrectableBy<Fields, Who>>,
  after: FieldValues<CorrectableBy<Fields, Who>>,
): CorrectableBy<Fields, Who>[] {
  return correctableFields(fields, who).filter((field) => differs(before[field], after[field]));
}

function differs(before: string | null | undefined, after: string | null | undefined): boolean {
  return (before?.trim() ?? "") !== (after?.trim() ?? "");
}

/** Whether an issued invoice has to be replaced. */
export function changesTaxFields<Fields extends DeclaredFields>(
  fields: Fields,
  changed: readonly FieldName<Fields>[],
): boolean {
  return changed.some((name) => fields[name]?.onInvoice === true);
}

/** Lists fields as text, e.g. "name, GST number and phone number". */
export function fieldLabels<Fields extends DeclaredFields>(
  fields: Fields,
  changed: readonly FieldName<Fields>[],
): string {
  const texts = eachField(fields, inText);
  const labels = changed.map((name) => texts[name]);
  if (labels.length < 2) return labels.join("");
  return `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
