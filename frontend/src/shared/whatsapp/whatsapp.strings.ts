/** The texts about messages by WhatsApp, for the person whose number it is. */
export const strings = {
  title: "Messages on WhatsApp",
  number: (phone: string) => `Your number: ${phone}`,
  given: (when: string) => `You agreed on ${when}. To end it, take the tick away or write STOP there.`,
  notGiven: "Your mails come in any case.",
  started: "Saved: you get messages on WhatsApp too.",
  ended: "Saved: no more messages on WhatsApp.",
  failed: "This was not saved. Please try again.",
} as const;
