import messages from "@sakhi/domain/generated/messages/en/waiting";
import { stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";
import { GO_BACK } from "../../ui/leave";

const labelOf = (type: StallType) => stallTypeLabel(type);

/** Texts of the waiting list, on the plan and on the page of a place. */
export const strings = {
  ...messages,
  full: (types: readonly StallType[]) =>
    types.length === 1 ? messages.full({ type: labelOf(types[0] ?? "") }) : messages.fullTypes,
  join: (type: StallType) => messages.join({ type: labelOf(type) }),
  formTitle: (type: StallType) => messages.formTitle({ type: labelOf(type) }),
  doubt: (typed: string) => messages.doubt({ email: typed }),
  back: GO_BACK,
  unconfirmedText: (place: number, type: StallType) => messages.unconfirmedText({ place, type: labelOf(type) }),
  waiting: (place: number) => (place === 1 ? messages.next : messages.waiting({ place })),
  waitingText: (type: StallType) => messages.waitingText({ type: labelOf(type) }),
  offered: (stallId: string) => messages.offered({ stallId }),
  offeredText: (until: string, price: string) => messages.offeredText({ until, price }),
  left: (time: string) => messages.left({ time }),
  take: (stallId: string) => messages.take({ stallId }),
  taken: (stallId: string) => messages.taken({ stallId }),
  bought: (stallId: string) => messages.bought({ stallId }),
} as const;
