import type { RegistrationFormDto } from "../bookings/registration-form.dto.js";

/** What an operator can correct of a registration. */
export const CORRECTABLE_FIELDS = [
  "fullName",
  "businessName",
  "gstNumber",
  "gstAddress",
  "pincode",
  "email",
  "phoneNumber",
] as const satisfies (keyof RegistrationFormDto)[];

/** A field of a registration that can be corrected. */
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

/** What an operator can correct of an application to be listed: whatever reaches its invoice or says where mails go. */
export const CORRECTABLE_APPLICATION_FIELDS = [
  "fullName",
  "brandName",
  "gstNumber",
  "govtDocument",
  "businessAddress",
  "email",
  "phoneNumber",
] as const;

/** A field of an application that can be corrected. */
export type CorrectableApplicationField = (typeof CORRECTABLE_APPLICATION_FIELDS)[number];

type AnyField = CorrectableField | CorrectableApplicationField;

/** The recipient's particulars that the law asks for on an invoice (CGST rule 46(d) to (f)), of stalls and of listings. */
const TAX_FIELDS: readonly AnyField[] = [
  "fullName",
  "businessName",
  "brandName",
  "gstNumber",
  "gstAddress",
  "businessAddress",
  "pincode",
];

const WORDS: Readonly<Record<AnyField, string>> = {
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
};

/** Facts before or after their correction; null, undefined and blank mean not given. */
type Given<Field extends AnyField> = Readonly<Partial<Record<Field, string | null | undefined>>>;

/** A registration, before or after its correction. */
export type Registered = Given<CorrectableField>;

/** The fields that differ, in the order of {@link CORRECTABLE_FIELDS}. */
export function changedFields(before: Registered, after: Registered): CorrectableField[] {
  return CORRECTABLE_FIELDS.filter((field) => differs(before[field], after[field]));
}

/** The fields of an application that differ, in the order of {@link CORRECTABLE_APPLICATION_FIELDS}. */
export function changedApplicationFields(
  before: Given<CorrectableApplicationField>,
  after: Given<CorrectableApplicationField>,
): CorrectableApplicationField[] {
  return CORRECTABLE_APPLICATION_FIELDS.filter((field) => differs(before[field], after[field]));
}

function differs(before: string | null | undefined, after: string | null | undefined): boolean {
  return (before?.trim() ?? "") !== (after?.trim() ?? "");
}

/** Whether an invoice that was issued before has to be replaced. Email and phone are no tax facts. */
export function changesTaxFacts(changed: readonly AnyField[]): boolean {
  return changed.some((field) => TAX_FIELDS.includes(field));
}

/** The fields in words, e.g. "name, GST number and phone number". */
export function fieldsInWords(fields: readonly AnyField[]): string {
  const words = fields.map((field) => WORDS[field]);
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
