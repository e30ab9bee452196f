import { isolated } from "@sakhi/domain/fields/isolation";

/** Texts of the gate and the times to set up. */
export const strings = {
  title: "Arrival",
  lead: "Where holders come in, and when each sets up. It is on tickets and in My booking, in messages as {gate} and {settingUp}, at the gate and on the printed lists.",
  gate: "Gate",
  noGate: "Not said yet",
  times: "Times to set up",
  noTimes: "None: holders set up when they like. With times, they do not all unload at once.",
  others: "all other stalls",
  inWords: (moment: string, stalls: string) => `${moment}: ${stalls}`,
  days: { "1": "The day before the first", "0": "The first day" },
  fields: {
    gate: "Where holders come in",
    gateHelp: "For example: Gate 2, Hall Road. Empty for none.",
    daysBefore: "Day",
    from: "From",
    to: "To",
    stalls: "Stalls",
    stallsHelp: "As in A1–A20, B, C7. Empty for all that no other time names.",
  },
  consequence: "Tickets and pages show it at once. Nobody gets a mail: write a message to the holders.",
  changeGate: {
    button: "Change the gate",
    dialog: "Change the gate",
    confirm: "Save the gate",
    pending: "Saving...",
    done: "The gate is saved",
  },
  add: {
    button: "Add a time",
    dialog: "Add a time to set up",
    confirm: "Add the time",
    pending: "Adding...",
    done: "The time is added",
  },
  change: {
    button: "Change",
    label: (time: string) => `Change ${isolated(time)}`,
    dialog: "Change the time to set up",
    confirm: "Save the time",
    pending: "Saving...",
    done: "The time is saved",
  },
  remove: {
    button: "Remove",
    label: (time: string) => `Remove ${isolated(time)}`,
    dialog: (time: string) => `Remove ${isolated(time)}?`,
    confirm: "Remove the time",
    pending: "Removing...",
    done: "The time is removed",
  },
} as const;
