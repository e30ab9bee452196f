import messages from "@sakhi/domain/generated/messages/en/whatsapp";

/** The texts about messages by WhatsApp, for the person whose number it is. */
export const strings = {
  ...messages,
  number: (phone: string) => messages.number({ phone }),
  given: (when: string) => messages.given({ when }),
} as const;
