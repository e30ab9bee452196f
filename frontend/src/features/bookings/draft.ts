import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import type { UseFormSetError } from "react-hook-form";
import { apiErrorOf } from "../../api/failure";
import { forget, keep, kept } from "../../ui/kept";

/** The form's values as typed; empty text where nothing was. */
export type FormValues = { [Field in keyof Required<RegistrationFormDto>]: string };

/** The fields in the order of the form. */
export const FORM_FIELDS = [
  "fullName",
  "email",
  "phoneNumber",
  "businessName",
  "gstNumber",
  "gstAddress",
  "pincode",
] as const satisfies readonly (keyof FormValues)[];

/** What is kept of an unfinished form: in this tab only, until the stall is paid for. */
interface Draft {
  readonly values: FormValues;
  readonly coupon: string;
}

const KEY = "mela.registration";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Details, registered or kept, as the form has them: empty text where nothing was given. */
export const formValuesOf = (values: Readonly<Partial<Record<keyof FormValues, unknown>>>): FormValues =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, textOf(values[field])])) as FormValues;

/** The kept form, or an empty one. */
export function readDraft(): Draft {
  const { values, coupon } = kept("sessionStorage", KEY) ?? {};
  return { values: formValuesOf(values ?? {}), coupon: textOf(coupon) };
}

/** Keeps the form across a reload. */
export const keepDraft = (draft: Draft): void => keep("sessionStorage", KEY, draft);

/** Forgets the form, once the stall is paid for. */
export const forgetDraft = (): void => forget("sessionStorage", KEY);

/** Whether somebody has typed anything. */
export function isTouched({ values, coupon }: Draft): boolean {
  return coupon !== "" || FORM_FIELDS.some((field) => values[field] !== "");
}

/** What is registered, as it is sent: a plain object of what was given, never the form's instance of its class. */
export function registrationOf(values: RegistrationFormDto): Pick<RegistrationFormDto, keyof FormValues> {
  const { fullName, email, phoneNumber, businessName, gstNumber, gstAddress, pincode } = values;
  const address = { ...(gstNumber && { gstNumber }), ...(gstAddress && { gstAddress }) };
  return { fullName, email, phoneNumber, businessName, ...address, pincode };
}

/** Puts the server's sentences under their fields, and the focus on the first. @returns whether there were any */
export function showRefused(setError: UseFormSetError<FormValues>, error: unknown): boolean {
  const { fields = {} } = apiErrorOf(error);
  const refused = FORM_FIELDS.flatMap((field) =>
    (fields[field] ?? []).slice(0, 1).map((message) => ({ field, message })),
  );
  for (const [index, { field, message }] of refused.entries()) {
    setError(field, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return refused.length > 0;
}
