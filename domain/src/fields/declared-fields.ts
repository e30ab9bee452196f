/**
 * What a form consists of, declared once (docs/how-to-add.md, "A field"): a record of {@link DeclaredField} by the names of its
 * fields in the API, for example REGISTRATION_FIELDS. Form, statements, dashboard, corrections, CSV, export and erasure derive
 * from it; a field's rule stands in the form's DTO, whose keys the record must have.
 */

/** Who can correct a field once it was sent: an operator, its owner, her browser right after paying, a request under the DPDP Act. */
export type Corrector = "operator" | "owner" | "receipt" | "person";

/** A field of a form. */
export interface DeclaredField {
  /** Its label in the form, with the capitals of a title: "GST Number". */
  readonly label: string;
  /** Where room is short, in tables and the CSV file; by default the label. */
  readonly short?: string;
  /** In a sentence; by default the label in small letters. */
  readonly inText?: string;
  /** In a person's export; by default as in tables. */
  readonly inExport?: string;
  /** What is left of a personal field; by default NULL of an optional one, else a placeholder of its kind. */
  readonly erased?: "text" | "";
  /** What is typed: it decides the keyboard, and what is left when it is erased. */
  readonly kind: "name" | "email" | "phone" | "pincode" | "code" | "line" | "lines" | "link" | "choice";
  /** True if the form can be sent without it; its column is NULL then. */
  readonly optional?: true;
  /** The entity's property, if that has another name. */
  readonly column?: string;
  /** Says something about a person: it is in her export, and erased with the row. */
  readonly personal: boolean;
  /** Required on a tax invoice (CGST rule 46(d) to (f)): an issued one is replaced if it changes. */
  readonly onInvoice?: true;
  readonly correctableBy: readonly Corrector[];
}

/** A form's fields by name, in the form's order. */
export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

/** The name of a field of a form. */
export type FieldName<Fields> = keyof Fields & string;
type ColumnOf<Fields, Name extends keyof Fields> = { [Each in Name]: ColumnName<Each, Fields[Each]> }[Name];
type ColumnName<Name, Field> = Field extends { readonly column: infer Column extends string } ? Column : Name & string;

/** The fields that a form can be sent without. */
export type OptionalName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly optional: true } ? Name : never;
}[keyof Fields];
/** A form of texts as sent; an optional field that is empty is missing. */
export type FormOf<Fields> = { [Name in Exclude<keyof Fields, OptionalName<Fields>>]: string } & {
  [Name in OptionalName<Fields>]?: string;
};

/** A form's values by the entity's properties; an optional one is null if it is missing. */
export type ColumnsOf<Fields, Form> = {
  [Name in keyof Fields & keyof Form as ColumnName<Name, Fields[Name]>]: undefined extends Form[Name]
    ? Exclude<Form[Name], undefined> | null
    : Form[Name];
};
/** A row with a form's columns; null before the form was sent. */
export type RowOf<Fields> = { readonly [Name in keyof Fields as ColumnName<Name, Fields[Name]>]: string | null };
/** A row with a form's columns once it was sent. */
export type SentRowOf<Fields> = {
  readonly [Name in keyof Fields as ColumnName<Name, Fields[Name]>]: Fields[Name] extends { readonly optional: true }
    ? string | null
    : string;
};

/** The fields that somebody can correct. */
export type CorrectableBy<Fields, Who extends Corrector> = {
  [Name in FieldName<Fields>]: Fields[Name] extends { readonly correctableBy: readonly (infer By)[] }
    ? Who extends By
      ? Name
      : never
    : never;
}[FieldName<Fields>];

/** Names of a form's fields, in the form's order; or of those that `isMeant`. */
export function fieldNames<Fields extends DeclaredFields, Field extends DeclaredField = DeclaredField>(
  fields: Fields & Readonly<Record<string, NoInfer<Field>>>,
  isMeant: (field: Field) => boolean = () => true,
): FieldName<Fields>[] {
  return Object.entries<Field>(fields).flatMap(([name, field]) => (isMeant(field) ? [name] : []));
}

/** Whether somebody is reached by it. */
export const isContact = ({ kind }: DeclaredField): boolean => kind === "email" || kind === "phone";

/** Names of a form's fields as a record of it is read: who, how to reach them, and the rest. */
export function namesFirst<Fields extends DeclaredFields>(fields: Fields): FieldName<Fields>[] {
  const who = fieldNames(fields, ({ kind }) => kind === "name");
  const contacts = fieldNames(fields, isContact);
  return [...who, ...contacts, ...fieldNames(fields, (field) => field.kind !== "name" && !isContact(field))];
}

/** The entity's property of a field. */
export function columnOf<Fields extends DeclaredFields, Name extends FieldName<Fields>>(
  fields: Fields,
  name: Name,
): ColumnOf<Fields, Name> {
  return (fields[name]?.column ?? name) as ColumnOf<Fields, Name>;
}

/** The columns of a form, or of the named fields of it. */
export function formColumns<Fields extends DeclaredFields, Form extends object, Name extends FieldName<Fields>>(
  fields: Fields,
  form: Form,
  names: readonly Name[] = fieldNames(fields) as Name[],
): ColumnsOf<Pick<Fields, Name>, Form> {
  const values = form as Readonly<Partial<Record<string, unknown>>>;
  const columns = names.map((name) => [columnOf(fields, name), values[name] ?? null]);
  return Object.fromEntries(columns) as ColumnsOf<Pick<Fields, Name>, Form>;
}

/** A form's fields as a row has them, null where it has none. */
export function fieldsOf<Fields extends DeclaredFields, Row extends RowOf<Fields>>(
  fields: Fields,
  row: Row,
): FieldsOf<Fields, Row> {
  const values = row as Readonly<Partial<Record<string, string | null>>>;
  const found = fieldNames(fields).map((name) => [name, values[columnOf(fields, name)] ?? null]);
  return Object.fromEntries(found) as FieldsOf<Fields, Row>;
}
type FieldsOf<Fields, Row> = {
  readonly [Name in FieldName<Fields>]: ColumnName<Name, Fields[Name]> extends infer Column extends keyof Row
    ? Row[Column]
    : never;
};

/** A form's texts as its row has them: NULL for an optional one that is missing or empty, else ''. */
export function textColumns<Fields extends DeclaredFields>(
  fields: Fields,
  texts: Readonly<Partial<Record<FieldName<Fields>, string>>>,
): SentRowOf<Fields> {
  const noneOf = (name: FieldName<Fields>): string | null => (fields[name]?.optional === true ? null : "");
  const columns = fieldNames(fields).map((name) => [columnOf(fields, name), texts[name] || noneOf(name)]);
  return Object.fromEntries(columns) as SentRowOf<Fields>;
}

/** Undoes {@link textColumns}: a row's texts, empty for none. */
export function textsOfRow<Fields extends DeclaredFields>(
  fields: Fields,
  row: SentRowOf<Fields>,
): Record<FieldName<Fields>, string> {
  const values = row as Readonly<Partial<Record<string, string | null>>>;
  const texts = fieldNames(fields).map((name) => [name, values[columnOf(fields, name)] ?? ""]);
  return Object.fromEntries(texts) as Record<FieldName<Fields>, string>;
}

/** The form of a row; undefined if it was not sent: a required field is empty. */
export function formOf<Fields extends DeclaredFields>(fields: Fields, row: RowOf<Fields>): FormOf<Fields> | undefined {
  const found: Readonly<Record<string, string | null>> = fieldsOf(fields, row);
  if (fieldNames(fields, ({ optional }) => optional !== true).some((name) => !found[name])) return undefined;
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null)) as FormOf<Fields>;
}

/** Whether a word keeps its capitals: "GST", "WhatsApp". */
const isShortForm = (word: string): boolean => /^.+[A-Z]/.test(word);
const small = (text: string, from: number): string =>
  text
    .split(" ")
    .map((word, index) => (index < from || isShortForm(word) ? word : word.toLowerCase()))
    .join(" ");

/** A field's label with the capitals of a sentence: "GST number". */
export const labelOf = ({ label }: DeclaredField): string => small(label, 1);

/** {@link labelOf} where room is short. */
export const shortLabelOf = ({ label, short = label }: DeclaredField): string => small(short, 1);

/** Its name in the export of a person's data. */
export const exportLabelOf = (field: DeclaredField): string => field.inExport ?? shortLabelOf(field);

/** A field's name within a sentence: "business name". */
export const inText = ({ label, inText: written }: DeclaredField): string => written ?? small(label, 0);

/** A text for each field, from its declaration. */
export function eachField<Fields extends DeclaredFields, Field extends DeclaredField = DeclaredField>(
  fields: Fields & Readonly<Record<string, NoInfer<Field>>>,
  textOf: (field: Field) => string,
): Readonly<Record<FieldName<Fields>, string>> {
  const texts = Object.entries<Field>(fields).map(([name, field]) => [name, textOf(field)]);
  return Object.fromEntries(texts) as Record<FieldName<Fields>, string>;
}
