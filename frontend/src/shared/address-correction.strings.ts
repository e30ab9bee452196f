import messages from "@sakhi/domain/generated/messages/en/address-correction";

/** Texts of the correction of an address that confirmations go to. */
export const addressTexts = { ...messages, corrected: (email: string) => messages.corrected({ email }) } as const;

/** Corrects the address of an order's confirmation. */
export type CorrectAddress = (values: {
  readonly orderId: string;
  readonly email: string;
}) => Promise<{ readonly error?: unknown }>;
