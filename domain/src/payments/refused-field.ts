/** A field of our forms that the payment provider judges too. */
export type RefusedField = "email" | "phoneNumber" | "fullName";

const FIELDS = { email: "email", phone: "phoneNumber", name: "fullName" } as const;

const SENTENCES: Readonly<Record<RefusedField, string>> = {
  email: "The payment service does not accept this email address. Please check it or use another one.",
  phoneNumber: "The payment service does not accept this phone number. Please check it or use another one.",
  fullName: "The payment service does not accept this name. Please write it in another way.",
};

/**
 * The form's field that made the provider refuse an order, and what to say there, as an error's `fields`; undefined if it
 * refused something else.
 *
 * @param code the provider's error code, e.g. customer_email_invalid
 */
export function refusedField(code: string): Readonly<Partial<Record<RefusedField, readonly string[]>>> | undefined {
  const [, part] = /(?:^|[^a-z])customer_(email|phone|name)(?![a-z])/.exec(code) ?? [];
  if (part === undefined) return undefined;
  const field = FIELDS[part as keyof typeof FIELDS];
  return { [field]: [SENTENCES[field]] };
}
