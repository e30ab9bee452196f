import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-own-mails";

const { address, now } = messages;

/** Texts of "Mails to you", and of the page that their links open. */
export const strings = {
  ...messages,
  address: {
    ...address,
    to: (email: string) => address.to({ email: isolated(email) }),
    asked: (email: string) => address.asked({ email: isolated(email) }),
    sent: (email: string) => address.sent({ email: isolated(email) }),
  },
  off: (moment: string) => messages.off({ moment }),
  hourOf: (hour: number) => `${String(hour).padStart(2, "0")}:00`,
  next: (moment: string) => messages.next({ moment }),
  now: { ...now, nothing: (since: string) => now.nothing({ since }) },
} as const;
