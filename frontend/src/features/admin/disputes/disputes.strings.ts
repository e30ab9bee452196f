import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-disputes";

const { list, details, evidence } = messages;

/** Texts of the disputes. */
export const strings = {
  ...messages,
  list: {
    ...list,
    all: (total: number) => list.all({ total }),
    open: (dispute: string) => list.open({ dispute: isolated(dispute) }),
  },
  stall: (stall: string) => messages.stall({ stall }),
  details: {
    ...details,
    title: (dispute: string) => details.title({ dispute }),
    sentBy: (who: string, when: string) => details.sentBy({ who: isolated(who), when }),
  },
  evidence: {
    ...evidence,
    done: (file: string) => ({ title: evidence.done.title, description: evidence.done.description({ file }) }),
  },
} as const;
