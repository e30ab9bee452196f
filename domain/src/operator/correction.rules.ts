import type { RegistrationFormDto } from "../bookings/registration-form.dto.js";

/** Fields of a registration that an operator can correct. */
export const CORRECTABLE_FIELDS = [
  "fullName",
  "businessName",
  "gstNumber",
  "gstAddress",
  "pincode",
  "email",
  "phoneNumber",
] as const satisfies (keyof RegistrationFormDto)[];

export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

/** Fields of an application that an operator can correct: those of its invoice, of mails and of the brand's page. */
export const CORRECTABLE_APPLICATION_FIELDS = [
  "fullName",
  "brandName",
  "gstNumber",
  "govtDocument",
  "businessAddress",
  "email",
  "phoneNumber",
  "whatsappBusinessContact",
] as const;

export type CorrectableApplicationField = (typeof CORRECTABLE_APPLICATION_FIELDS)[number];

type AnyField = CorrectableField | CorrectableApplicationField;

/** The recipient's details required by law on the invoice of a stall or listing (CGST rule 46(d) to (f)). */
const TAX_FIELDS: readonly AnyField[] = [
  "fullName",
  "businessName",
  "brandName",
  "gstNumber",
  "gstAddress",
  "businessAddress",
  "pincode",
];

const LABELS: Readonly<Record<AnyField, string>> = {
  fullName: "name",
  businessName: "business name",
  brandName: "brand name",
  gstNumber: "GST number",
  govtDocument: "government document",
  gstAddress: "address",
  businessAddress: "address",
  pincode: "PIN code",
  email: "email address",
  phoneNumber: "phone number",
  whatsappBusinessContact: "WhatsApp business contact",
};

/** Values before or after a correction; null, undefined and blank mean absent. */
type FieldValues<Field extends AnyField> = Readonly<Partial<Record<Field, string | null | undefined>>>;

/** A registration before or after a correction. */
export type Registered = FieldValues<CorrectableField>;

/** The changed fields, in the order of {@link CORRECTABLE_FIELDS}. */
export function changedFields(before: Registered, after: Registered): CorrectableField[] {
  return CORRECTABLE_FIELDS.filter((field) => differs(before[field], after[field]));
}

/** The changed fields of an application, in the order of {@link CORRECTABLE_APPLICATION_FIELDS}. */
export function changedApplicationFields(
  before: FieldValues<CorrectableApplicationField>,
  after: FieldValues<CorrectableApplicationField>,
): CorrectableApplicationField[] {
  return CORRECTABLE_APPLICATION_FIELDS.filter((field) => differs(before[field], after[field]));
}

function differs(before: string | null | undefined, after: string | null | undefined): boolean {
  return (before?.trim() ?? "") !== (after?.trim() ?? "");
}

/** Whether an issued invoice has to be replaced. */
export function changesTaxFields(changed: readonly AnyField[]): boolean {
  return changed.some((field) => TAX_FIELDS.includes(field));
}

/** Lists fields as text, e.g. "name, GST number and phone number". */
export function fieldLabels(fields: readonly AnyField[]): string {
  const labels = fields.map((field) => LABELS[field]);
  if (labels.length < 2) return labels.join("");
  return `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}`;
}
