import {
  columnOf,
  type DeclaredField,
  type DeclaredFields,
  exportLabelOf,
  type FieldName,
  fieldNames,
} from "@sakhi/domain/fields/declared-fields";
import { snakeCase } from "./columns.js";
import { ERASED } from "./personal.sql.js";

/** SQL of a form's columns, derived from its declaration (domain/src/fields/declared-fields.ts). */

/** Each of the named fields, all by default, with its column and its property in the entity. */
function columnsOf(fields: DeclaredFields, names: readonly string[]) {
  return Object.entries(fields).flatMap(([name, field]) => {
    const property = columnOf(fields, name);
    return names.includes(name) ? [{ name, field, property, column: snakeCase(property) }] : [];
  });
}

/** Select list: `b.full_name, b.phone`. @param alias the table's */
export function columnList(fields: DeclaredFields, alias: string): string {
  return columnsOf(fields, fieldNames(fields))
    .map(({ column }) => `${alias}.${column}`)
    .join(", ");
}

/** Columns and values of an INSERT, with parameters named by the entity's properties: `full_name, phone`, `:fullName, :phone`. */
export function insertColumns(fields: DeclaredFields): { readonly columns: string; readonly values: string } {
  const all = columnsOf(fields, fieldNames(fields));
  return {
    columns: all.map(({ column }) => column).join(", "),
    values: all.map(({ property }) => `:${property}`).join(", "),
  };
}

/** SET list that fills what row `into` lacks from row `from`. */
export function fillColumns(fields: DeclaredFields, into: string, from: string): string {
  return columnsOf(fields, fieldNames(fields))
    .map(({ column, field }) => {
      const own = field.optional === true ? `${into}.${column}` : `nullif(${into}.${column}, '')`;
      return `${column} = coalesce(${own}, ${from}.${column})`;
    })
    .join(", ");
}

/** SET list with parameters named by the entity's properties: `full_name = :fullName, phone = :phone`. */
export function setColumns<Fields extends DeclaredFields>(
  fields: Fields,
  names: readonly FieldName<Fields>[] = fieldNames(fields),
): string {
  return columnsOf(fields, names)
    .map(({ column, property }) => `${column} = :${property}`)
    .join(", ");
}

/** SET list that takes each column from row `from`. */
export function copiedColumns(fields: DeclaredFields, from: string): string {
  return columnsOf(fields, fieldNames(fields))
    .map(({ column }) => `${column} = ${from}.${column}`)
    .join(", ");
}

/** SET list with parameters named by field, of which NULL leaves the column as it is. */
export function setGivenColumns<Fields extends DeclaredFields>(
  fields: Fields,
  names: readonly FieldName<Fields>[],
): string {
  return columnsOf(fields, names)
    .map(({ column, name }) => `${column} = coalesce(:${name}, ${column})`)
    .join(", ");
}

/** SET list with parameters named by the entity's properties, each only where the column is NULL. */
export function setMissingColumns(fields: DeclaredFields): string {
  return columnsOf(fields, fieldNames(fields))
    .map(({ column, property }) => `${column} = coalesce(${column}, :${property})`)
    .join(", ");
}

/** SET list that replaces `:<name>Before` by `:<name>` where the column has it, and the condition that one has. */
export function replaceColumns<Fields extends DeclaredFields>(
  fields: Fields,
  names: readonly FieldName<Fields>[],
): { readonly set: string; readonly found: string } {
  const columns = columnsOf(fields, names);
  return {
    set: columns
      .map(({ column, name }) => `${column} = CASE ${column} WHEN :${name}Before THEN :${name} ELSE ${column} END`)
      .join(", "),
    found: `(${columns.map(({ column, name }) => `${column} = :${name}Before`).join(" OR ")})`,
  };
}

/** What is left of a personal column once its row is erased; null: nothing. */
function placeholderOf({ kind, optional, erased }: DeclaredField): string | null {
  if (erased === "") return "";
  if (erased === "text") return ERASED.text;
  if (optional === true) return null;
  return kind === "email" || kind === "phone" || kind === "pincode" ? ERASED[kind] : ERASED.text;
}

const personal = (fields: DeclaredFields) =>
  columnsOf(
    fields,
    fieldNames(fields, (field) => field.personal),
  );

/** SET list that erases what is personal. */
export function eraseColumns(fields: DeclaredFields): string {
  return personal(fields)
    .map(({ column, field }) => {
      const placeholder = placeholderOf(field);
      return `${column} = ${placeholder === null ? "NULL" : `'${placeholder}'`}`;
    })
    .join(", ");
}

/** Condition: something personal is left in an erased row. */
export function keepsDetails(fields: DeclaredFields): string {
  const kept = personal(fields).map(({ column, field }) => {
    const placeholder = placeholderOf(field);
    return placeholder === null ? `${column} IS NOT NULL` : `${column} <> '${placeholder}'`;
  });
  return `(${kept.join(" OR ")})`;
}

/** What is personal as arguments of jsonb_build_object, by its name in the export. @param valueOf SQL of the value */
export function exportPairs(fields: DeclaredFields, valueOf: (name: string, column: string) => string): string {
  return personal(fields)
    .map(({ name, column, field }) => `'${exportLabelOf(field)}', ${valueOf(name, column)}`)
    .join(", ");
}
