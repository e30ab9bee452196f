import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-enquiries";
import type { Enquiry } from "../../../api/admin-api";

const { answer, stop, approve } = messages;

/** Texts of the enquiries. */
export const strings = {
  ...messages,
  all: (total: number) => messages.all({ total }),
  states: messages.states satisfies Record<Enquiry["state"], string>,
  kinds: messages.kinds satisfies Record<Enquiry["kind"], string>,
  quarantined: (count: number) => messages.quarantined({ count }),
  suspicions: messages.suspicions satisfies Record<NonNullable<Enquiry["suspicion"]>, string>,
  times: (count: number) => messages.times({ count }),
  by: (who: string, when: string) => messages.by({ who: isolated(who), when }),
  /** Of the mail to who asked: as all that is sent to her without her language, in English. */
  subject: (reference: string) => `Your enquiry (${reference})`,
  answer: { ...answer, consequence: (name: string) => answer.consequence({ name: isolated(name) }) },
  stop: { ...stop, consequence: (name: string) => stop.consequence({ name: isolated(name) }) },
  approve: {
    ...approve,
    consequence: (name: string) => approve.consequence({ name: isolated(name) }),
    toBrand: (name: string, brand: string) => approve.toBrand({ name: isolated(name), brand: isolated(brand) }),
  },
} as const;
