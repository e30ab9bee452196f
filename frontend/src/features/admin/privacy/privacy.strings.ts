import messages from "@sakhi/domain/generated/messages/en/admin-privacy";

const { erase, correct } = messages;
const { waitingPlace, whatsappConsent, ...kinds } = messages.kinds;

/** The texts of the dashboard's privacy view. */
export const strings = {
  ...messages,
  found: (count: number) => messages.found({ count }),
  kinds: { ...kinds, "waiting place": waitingPlace, "whatsapp consent": whatsappConsent },
  fileName: "personal-data.json",
  erase: {
    ...erase,
    consequence: (contact: string, erasable: number, kept: number) => erase.consequence({ contact, erasable, kept }),
    done: (changed: number, kept: number) => erase.done({ changed, kept }),
  },
  correct: {
    ...correct,
    consequence: (contact: string) => correct.consequence({ contact }),
    done: (changed: number) => correct.done({ changed }),
  },
} as const;
