import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-event-arrival";

const { change, remove } = messages;

/** Texts of the gate and the times to set up. */
export const strings = {
  ...messages,
  /** With the names that messages have for both. */
  lead: messages.lead({ gate: "{gate}", settingUp: "{settingUp}" }),
  inWords: (moment: string, stalls: string) => messages.inWords({ moment, stalls }),
  change: { ...change, label: (time: string) => change.label({ time: isolated(time) }) },
  remove: {
    ...remove,
    label: (time: string) => remove.label({ time: isolated(time) }),
    dialog: (time: string) => remove.dialog({ time: isolated(time) }),
  },
} as const;
