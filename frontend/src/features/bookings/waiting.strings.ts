import { stallTypeLabel, type StallType } from "@sakhi/domain/stalls/stall.types";
import { GO_BACK } from "../../ui/leave";

const labelOf = (type: StallType) => stallTypeLabel(type);

/** Texts of the waiting list, on the plan and on the page of a place. */
export const strings = {
  full: (types: readonly StallType[]) =>
    types.length === 1 ? `No ${labelOf(types[0] ?? "")} stall is free` : "No stall of these types is free",
  all: "All stalls are taken",
  lead: "Stalls are freed now and then. Join the waiting list: we keep a freed stall for those who wait, in their order, and write to the first.",
  join: (type: StallType) => `Wait for a ${labelOf(type)} stall`,
  formTitle: (type: StallType) => `Waiting list for a ${labelOf(type)} stall`,
  formLead: "It costs nothing, and you can leave with one press. One place for each person and type.",
  phoneHelp: "10 digits, for the organizer to reach you",
  emailHelp: "We write there when a stall is kept for you.",
  send: "Join the waiting list",
  sending: "Joining...",
  failed: "We could not add you to the list. Please try again.",
  doubt: (typed: string) => `The stall would be offered to ${typed}.`,
  back: GO_BACK,

  title: "Waiting list",
  loading: "Looking up your place",
  lookUpFailed: "We could not look up your place",
  unconfirmed: "One press is left: open our mail",
  unconfirmedText: (place: number, type: StallType) =>
    `You would be number ${place} for a ${labelOf(type)} stall. We have sent you a mail: open the link in it once, so that we know that our offer reaches you. Until then no stall is offered to you.`,
  unconfirmedMore: "No mail after a few minutes? Look into the folder for spam.",
  waiting: (place: number) => (place === 1 ? "You are next" : `You are number ${place} in the queue`),
  waitingText: (type: StallType) =>
    `As soon as a ${labelOf(type)} stall is freed and it is your turn, we keep it for you and send you a mail. You don't need to keep this page open.`,
  offered: (stallId: string) => `Stall ${stallId} is kept for you`,
  offeredText: (until: string, price: string) =>
    `Until ${until} nobody else can book it. It costs ${price}, GST included.`,
  left: (time: string) => `${time} left`,
  how: "When you take it, you have ten minutes to register and to start paying.",
  take: (stallId: string) => `Take stall ${stallId}`,
  taking: "One moment...",
  taken: (stallId: string) => `You have taken stall ${stallId}`,
  takenText:
    "Register and pay within your ten minutes. If they run out, the stall stays kept for you until your offer ends, and you can take it again.",
  goOn: "Go on to the registration",
  bought: (stallId: string) => `Stall ${stallId} is yours`,
  boughtText: "Thank you. The confirmation came by e-mail.",
  leave: "Leave the waiting list",
  leaving: "Leaving...",
  over: {
    left: ["You have left the waiting list", "Thank you: somebody else is glad of it. Nothing was charged."],
    lapsed: ["Your offer has ended", "The stall was offered to the next who waits. Nothing was charged."],
    removed: ["You are no longer on the waiting list", "The organizer has taken you off it. Nothing was charged."],
    closed: ["The waiting list is closed", "The sale of stalls has ended. Nothing was charged."],
  },
  plan: "See the floor plan",
  noAnswer: "We received no answer. Please try again.",
  unknown: "This link is not complete",
  unknownText:
    "It leads to no place on our waiting list: perhaps a part of it was cut off, or the place was erased after the event. Please open the link in our mail again, or copy all of it.",
} as const;
