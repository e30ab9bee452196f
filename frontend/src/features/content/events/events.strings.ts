import type { EventPhase } from "@sakhi/domain/events/event-phase";
import messages from "@sakhi/domain/generated/messages/en/events";
import type { SalesState } from "../../../api/sales-state";

/** The stalls of the specified plan, which are in one hall. */
const ONE_HALL = 70;

/** Texts of the paid events page. */
export const strings = {
  ...messages,
  registrations: messages.registrations satisfies Record<SalesState, string>,
  /** Of the other events. */
  phases: messages.phases satisfies Record<EventPhase, string>,
  opensOn: (moment: string) => messages.opensOn({ moment }),
  available: (free: number, total: number) => messages.available({ free, total }),
  /** @param stalls how many, once that is known; the hall of the specified plan is one */
  about: (days: number, stalls: number | undefined) => {
    const length = messages.length({ days });
    if (stalls === undefined) return messages.about({ length });
    return stalls === ONE_HALL ? messages.aboutHall({ length }) : messages.aboutStalls({ length, stalls });
  },
} as const;
