import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-waiting";
import { OFFER_HOURS } from "@sakhi/domain/waiting/waiting.rules";
import type { WaitingPersonResponse } from "../../../api/admin-api";

const { states, reclaim, remove } = messages;

/** The texts of the dashboard's waiting list. */
export const strings = {
  ...messages,
  settings: (hours: number) => messages.settings({ hours }),
  fieldHelp: messages.fieldHelp(OFFER_HOURS),
  open: (waiting: number, offered: number) => messages.open({ waiting, offered }),
  states: {
    waiting: [states.waiting, "plain"],
    offered: [states.offered, "waiting"],
    taken: [states.taken, "waiting"],
    bought: [states.bought, "good"],
    left: [states.left, "plain"],
    lapsed: [states.lapsed, "plain"],
    removed: [states.removed, "plain"],
    closed: [states.closed, "plain"],
  } as const satisfies Record<WaitingPersonResponse["state"], readonly [string, "plain" | "waiting" | "good"]>,
  until: (moment: string) => messages.until({ moment }),
  reclaim: {
    ...reclaim,
    label: (stallId: string, name: string) => reclaim.label({ stallId, name: isolated(name) }),
    title: (stallId: string) => reclaim.title({ stallId }),
    done: (stallId: string) => reclaim.done({ stallId }),
  },
  remove: {
    ...remove,
    label: (name: string) => remove.label({ name: isolated(name) }),
    title: (name: string) => remove.title({ name: isolated(name) }),
  },
} as const;
