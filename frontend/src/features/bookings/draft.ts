import type { RegistrationFormDto } from "@sakhi/domain/bookings/registration-form.dto";

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

const EMPTY: FormValues = {
  fullName: "",
  email: "",
  phoneNumber: "",
  businessName: "",
  gstNumber: "",
  gstAddress: "",
  pincode: "",
};

/** The kept form, or an empty one. */
export function readDraft(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as {
      values?: Record<string, unknown>;
      coupon?: unknown;
    };
    const values = { ...EMPTY };
    for (const field of FORM_FIELDS) {
      const value = kept.values?.[field];
      if (typeof value === "string") values[field] = value;
    }
    return { values, coupon: typeof kept.coupon === "string" ? kept.coupon : "" };
  } catch {
    return { values: { ...EMPTY }, coupon: "" };
  }
}

/** Keeps the form across a reload. */
export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage a reload loses what was typed; nothing else depends on it.
  }
}

/** Forgets the form, once the stall is paid for. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** Whether somebody has typed anything. */
export function isTouched({ values, coupon }: Draft): boolean {
  return coupon !== "" || FORM_FIELDS.some((field) => values[field] !== "");
}

/** Registered details as the form has them: empty text where nothing was given. */
export function formValuesOf(details: RegistrationFormDto): FormValues {
  return Object.fromEntries(FORM_FIELDS.map((name) => [name, details[name] ?? ""])) as FormValues;
}

/** What is registered, as it is sent: a plain object of what was given, never the form's instance of its class. */
export function registrationOf(values: RegistrationFormDto): Pick<RegistrationFormDto, keyof FormValues> {
  const { fullName, email, phoneNumber, businessName, gstNumber, gstAddress, pincode } = values;
  const address = { ...(gstNumber && { gstNumber }), ...(gstAddress && { gstAddress }) };
  return { fullName, email, phoneNumber, businessName, ...address, pincode };
}
