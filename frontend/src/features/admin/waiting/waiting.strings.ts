import { isolated } from "@sakhi/domain/fields/isolation";
import { OFFER_HOURS } from "@sakhi/domain/waiting/waiting.rules";
import type { WaitingPersonResponse } from "../../../api/admin-api";

const hours = (count: number) => (count === 1 ? "1 hour" : `${count} hours`);

/** The texts of the dashboard's waiting list. */
export const strings = {
  title: "Waiting list",
  lead: "Who waits for a stall of a type that is full. A stall that is freed is blocked for the first and offered to her by mail; when she lets it pass, it goes to the next. Nobody else can book it meanwhile.",
  loading: "Loading the waiting list",
  failed: "The waiting list could not be loaded.",
  none: "Nobody waits",
  noneText: "The floor plan offers the waiting list of each type of which no stall is free, while sales are open.",
  settings: (count: number) => `An offer stands ${hours(count)} at most, less as the end of the sale nears.`,
  change: "Change",
  changeTitle: "How long an offer stands",
  field: "Hours",
  fieldHelp: `From ${OFFER_HOURS.least} to ${OFFER_HOURS.most}. In the last days a tenth of the time that is left, an hour at least.`,
  changeConsequence: "It holds for the next offers. Those that were made stay as they are.",
  confirm: "Save",
  pending: "Saving...",
  saved: "Saved",
  open: (waiting: number, offered: number) => `${waiting} waiting, ${offered} with an offer`,
  table: "Open places",
  ended: "What became of others",
  endedTable: "Ended places",
  columns: {
    place: "Place",
    type: "Type",
    name: "Name",
    contact: "Contact",
    state: "State",
    stall: "Stall",
    joined: "Joined",
    actions: "Actions",
  },
  states: {
    waiting: ["Waiting", "plain"],
    offered: ["Offered", "waiting"],
    taken: ["Has taken it, not paid yet", "waiting"],
    bought: ["Has bought it", "good"],
    left: ["Left", "plain"],
    lapsed: ["Let the offer pass", "plain"],
    removed: ["Removed", "plain"],
    closed: ["Sale ended", "plain"],
  } as const satisfies Record<WaitingPersonResponse["state"], readonly [string, "plain" | "waiting" | "good"]>,
  unconfirmed: "Has not opened our mail yet: nothing is offered to her",
  until: (moment: string) => `until ${moment}`,
  reclaim: {
    button: "Reclaim",
    label: (stallId: string, name: string) => `Reclaim stall ${stallId} from ${isolated(name)}`,
    title: (stallId: string) => `Reclaim stall ${stallId}`,
    consequence:
      "Her offer ends now and she is notified. She keeps her place, and is offered the next stall first. The stall stays blocked, for the reason that you give, until you unblock it.",
    confirm: "Reclaim it",
    pending: "Reclaiming it...",
    done: (stallId: string) => `Stall ${stallId} is blocked for you`,
  },
  remove: {
    button: "Remove",
    label: (name: string) => `Remove ${isolated(name)} from the waiting list`,
    title: (name: string) => `Remove ${isolated(name)}`,
    consequence: "Her place ends and she is notified. A stall that is kept for her is offered to the next.",
    confirm: "Remove",
    pending: "Removing...",
    done: "Removed",
  },
} as const;
