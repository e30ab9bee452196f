import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";
import { REGISTRATION_FIELDS } from "@sakhi/domain/bookings/registration.fields";
import { fieldNames } from "@sakhi/domain/fields/declared-fields";
import type { UseFormSetError } from "react-hook-form";
import { apiErrorOf } from "../../api/failure";
import { removeStored, storeValue, readStored } from "../../ui/stored-values";

/** The form's values as typed; an empty field is an empty string. */
export type FormValues = { [Field in keyof Required<RegistrationFormDto>]: string };

/** The fields in the order of the form. */
export const FORM_FIELDS = fieldNames(REGISTRATION_FIELDS);

/** An unfinished form. Stored for this tab only, until the stall is paid for. */
interface Draft {
  readonly values: FormValues;
  readonly coupon: string;
  /** Answers to what the event asks, by the question's key. */
  readonly answers?: Readonly<Record<string, string>>;
  /** The order these values were registered for; none after a change of them. */
  readonly orderId?: string | undefined;
}

/** One draft per event: two can be open side by side in a tab's history. @param event slug */
const keyOf = (event: string): string => `mela.registration.${event}`;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Converts registered or stored details to form values. */
export const formValuesOf = (values: Readonly<Partial<Record<keyof FormValues, unknown>>>): FormValues =>
  Object.fromEntries(FORM_FIELDS.map((field) => [field, textOf(values[field])])) as FormValues;

/** The stored draft of an event's registration, or an empty one. */
export function readDraft(event: string): Draft {
  const { values, coupon, answers, orderId } = readStored("sessionStorage", keyOf(event)) ?? {};
  return {
    ...{ values: formValuesOf(values ?? {}), coupon: textOf(coupon), orderId: textOf(orderId) },
    answers: Object.fromEntries(Object.entries(answers ?? {}).map(([key, value]) => [key, textOf(value)])),
  };
}

/** Stores the draft, so that it survives a reload. */
export const saveDraft = (event: string, draft: Draft): void => storeValue("sessionStorage", keyOf(event), draft);

/** Removes the draft, once the stall is paid for. */
export const clearDraft = (event: string): void => removeStored("sessionStorage", keyOf(event));

/** Whether anything has been typed. */
export function isTouched({ values, coupon, answers = {} }: Draft): boolean {
  if (Object.values(answers).some((answer) => answer !== "")) return true;
  return coupon !== "" || FORM_FIELDS.some((field) => values[field] !== "");
}

/** The registered details without empty fields. */
export const registrationOf = (values: RegistrationFormDto): Pick<RegistrationFormDto, keyof FormValues> =>
  Object.fromEntries(
    FORM_FIELDS.flatMap((field) => (values[field] ? [[field, values[field]]] : [])),
  ) as unknown as RegistrationFormDto;

/** Shows the server's error messages at their fields and focuses the first. @returns whether there were any */
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
