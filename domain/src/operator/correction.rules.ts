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

/** The recipient's particulars that the law asks for on an invoice (CGST rule 46(d) to (f)). */
const TAX_FIELDS: readonly CorrectableField[] = [
  "fullName",
  "businessName",
  "gstNumber",
  "gstAddress",
  "pincode",
];

const WORDS: Readonly<Record<CorrectableField, string>> = {
  fullName: "name",
  businessName: "business name",
  gstNumber: "GST number",
  gstAddress: "address",
  pincode: "PIN code",
  email: "email address",
  phoneNumber: "phone number",
};

/** A registration, before or after its correction; null, undefined and blank mean not given. */
export type Registered = Readonly<Partial<Record<CorrectableField, string | null | undefined>>>;

/** The fields that differ, in the order of {@link CORRECTABLE_FIELDS}. */
export function changedFields(before: Registered, after: Registered): CorrectableField[] {
  const given = (value: string | null | undefined): string => value?.trim() ?? "";
  return CORRECTABLE_FIELDS.filter((field) => given(before[field]) !== given(after[field]));
}

/** Whether an invoice that was issued before has to be replaced. Email and phone are no tax facts. */
export function changesTaxFacts(changed: readonly CorrectableField[]): boolean {
  return changed.some((field) => TAX_FIELDS.includes(field));
}

/** The fields in words, e.g. "name, GST number and phone number". */
export function fieldsInWords(fields: readonly CorrectableField[]): string {
  const words = fields.map((field) => WORDS[field]);
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
