/** Texts of the correction of an address that confirmations go to. */
export const addressTexts = {
  wrong: "Wrong address?",
  correct: "Correct it",
  newEmail: "Email Address",
  send: "Send it there",
  sending: "Sending",
  cancel: "Keep the address",
  corrected: (email: string) => `Done. Confirmation and invoice are on their way to ${email}.`,
  correctFailed: "The address was not changed. Please try again in a moment.",
} as const;

/** Corrects the address of an order's confirmation. */
export type CorrectAddress = (values: {
  readonly orderId: string;
  readonly email: string;
}) => Promise<{ readonly error?: unknown }>;
